/* The roof a scenario computes under, and its ridge point (formulas 9). */
#include "core/account.h"

/* Weight-only formats are unpacked and multiplied in the model's own 16 bits. */
static enum peak arithmetic_of(const struct account *c) {
    const struct format *native = format_lookup(c->m->native_format);
    if (c->weights->weight_only)
        return native && native->peak == PEAK_FP16 ? PEAK_FP16 : PEAK_BF16;
    return c->weights->peak;
}

void account_roof(struct account *c) {
    static const char *const symbols[] = {"F_fp32", "F_fp16", "F_bf16", "F_fp8", "F_int8"};
    c->roof =
        roof_override(roof_of(c->device, arithmetic_of(c)), c->s->peak, c->s->memory_bandwidth);
    if (!c->roof.known)
        return;
    struct quantity peak = interval_ceiling(c->roof.peak, UNIT_FLOP_PER_SECOND);
    struct quantity bandwidth = interval_ceiling(c->roof.bandwidth, UNIT_BYTE_PER_SECOND);
    const char *symbol = symbols[c->roof.arithmetic];
    TRACE(&c->trace, c->roof.fallback ? STEP_PEAK_OF_FP16 : STEP_PEAK, symbol, peak,
          Q(symbol, peak, "TFLOP/s"));
    TRACE(&c->trace, STEP_RIDGE, "F_pk / BW", interval_divide(peak, bandwidth),
          Q("F_pk", peak, "TFLOP/s"), Q("BW", bandwidth, "GB/s"));
}
