/* Prefill: the prompt in one pass, logits for its last token (formulas 8, 10.2, 17). */
#include "core/kv.h"
#include "core/limits.h"

/* Tokens of one prompt; without one, what is cached must have been read at some time. */
static double prompt_tokens(const struct account *c) {
    return (double)(c->s->prompt > 0 ? c->s->prompt : c->s->context);
}

static struct pass prefill_pass(const struct account *c, double norm_passes) {
    double s = prompt_tokens(c), b = (double)c->s->batch;
    return (struct pass){
        .prefix = "prefill-",
        .tokens = b * s,
        .rows = b,
        .pairs = b * s * s / 2,
        .kv_written = kv_bytes_per_token(c->m, c->kv) * s * b,
        .element = c->weights->peak == PEAK_FP32 ? 4 : 2,
        .norm_passes = norm_passes,
        .linear_repeats = 1,
        .attention_repeats = 1,
    };
}

static void trace_counts(struct account *c, const struct operation *operations) {
    const struct estimate *e = c->e;
    const struct model *m = c->m;
    double s = prompt_tokens(c), b = (double)c->s->batch;
    int64_t head = (m->vocabulary + 1) * m->hidden;
    TRACE(&c->trace, STEP_PREFILL_FLOPS,
          "2 · P_layers · s · b + 2 · P_head · b + 2 · L · a · d · s² · b", e->prefill_flops.q,
          N("P_layers", c->p.active - head), N("P_head", head), N("s", s), N("b", b),
          N("L", m->layers), N("a", m->heads), N("d", m->head_dim));
    operations_trace_bytes(&c->trace, STEP_PREFILL_BYTES, e->prefill_bytes.q, operations);
    TRACE(&c->trace, STEP_PREFILL_INTENSITY, "F / B", e->prefill_intensity.q,
          Q("F", e->prefill_flops.q, "TFLOP"), Q("B", e->prefill_bytes.q, "GB"));
}

/* The whole pass at a measured share of the peak, or of the bandwidth when that takes longer. */
static struct quantity prefill_estimate(const struct account *c, struct limits l) {
    struct quantity compute = interval_divide(l.compute, efficiency_prefill());
    struct quantity memory = interval_divide(l.memory, efficiency_memory(c->device, c->weights));
    return interval_max(compute, memory);
}

static void prefill_times(struct account *c, double ceiling_seconds) {
    struct estimate *e = c->e;
    struct limits l = limits_of(c->roof, e->prefill_flops.q, e->prefill_bytes.q);
    measure_set(&e->prefill_compute_time, l.compute);
    measure_set(&e->prefill_memory_time, l.memory);
    struct quantity ceiling = interval_ceiling(ceiling_seconds, UNIT_SECOND);
    struct quantity time = prefill_estimate(c, l);
    measure_set(&e->prefill_ceiling_time, ceiling);
    measure_set(&e->prefill_time, time);
    limits_trace(c, STEP_PREFILL_COMPUTE, STEP_PREFILL_MEMORY, l, e->prefill_flops.q,
                 e->prefill_bytes.q);
    TRACE(&c->trace, STEP_PREFILL_CEILING, "Σ max(F_i / F_pk, B_i / BW)", ceiling,
          Q("F_pk", roof_peak_quantity(c->roof), "TFLOP/s"),
          Q("BW", roof_bandwidth_quantity(c->roof), "GB/s"));
    TRACE(&c->trace, STEP_PREFILL_TIME, "max(t_c / η_p, t_m / η_m)", time,
          Q("t_c", l.compute, "ms"), N("η_p", efficiency_prefill().value), Q("t_m", l.memory, "ms"),
          N("η_m", efficiency_memory(c->device, c->weights).value));
}

void account_prefill(struct account *c) {
    static const double passes[] = {3, 3.5, 4}; /* low, typical, high */
    struct operation low[OPERATION_KINDS], typical[OPERATION_KINDS], high[OPERATION_KINDS];
    struct operation *const all[] = {low, typical, high};
    for (size_t i = 0; i < 3; i++) {
        struct pass pass = prefill_pass(c, passes[i]);
        operations_of(c->arena, c->m, c->weights, &pass, all[i]);
    }
    operations_place(typical, OPERATION_KINDS, c->roof);
    account_operations(c, typical);
    struct estimate *e = c->e;
    measure_set(&e->prefill_flops,
                quantity_exact(operations_flops(typical, OPERATION_KINDS), UNIT_FLOP));
    measure_set(&e->prefill_bytes,
                quantity_range(operations_bytes(low, OPERATION_KINDS),
                               operations_bytes(typical, OPERATION_KINDS),
                               operations_bytes(high, OPERATION_KINDS), UNIT_BYTE, MODELLED));
    measure_set(&e->prefill_intensity, interval_divide(e->prefill_flops.q, e->prefill_bytes.q));
    trace_counts(c, typical);
    if (!c->roof.known)
        return;
    e->prefill_bound = roof_bound(c->roof, e->prefill_intensity.q.value);
    if (e->fits != VERDICT_NO)
        prefill_times(c, operations_time(low, OPERATION_KINDS, c->roof.peak, c->roof.bandwidth));
}
