#include <string.h>

#include "core/efficiency.h"

static struct quantity share(double low, double typical, double high) {
    return quantity_range(low, typical, high, UNIT_NONE, EMPIRICAL);
}

static bool same(const char *a, const char *b) {
    return a && strcmp(a, b) == 0;
}

/* GeForce cards are told from data-centre cards by their halved FP32 accumulation. */
static bool is_consumer(const struct accelerator *device) {
    return same(device->accumulate, "fp32-half");
}

struct quantity efficiency_memory(const struct accelerator *device, const struct format *weights) {
    if (weights->weight_only && weights->linear_bits < 6)
        return share(0.45, 0.60, 0.80);
    if (same(device->vendor, "Apple"))
        return share(0.60, 0.75, 0.90);
    if (is_consumer(device))
        return share(0.70, 0.85, 0.92);
    return share(0.55, 0.70, 0.85);
}

struct quantity efficiency_matmul(enum peak peak) {
    if (peak == PEAK_FP8 || peak == PEAK_INT8)
        return share(0.60, 0.70, 0.77);
    return share(0.70, 0.78, 0.87);
}

struct quantity efficiency_prefill(void) {
    return share(0.35, 0.50, 0.70);
}

/* Published runs exist for two generations; the others get the span of both. */
struct quantity efficiency_training(const struct accelerator *device) {
    static const struct {
        const char *architecture;
        double low, typical, high;
    } rows[] = {{"Ampere", 0.40, 0.50, 0.57}, {"Hopper", 0.33, 0.42, 0.50}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (same(device->architecture, rows[i].architecture))
            return share(rows[i].low, rows[i].typical, rows[i].high);
    return share(0.33, 0.45, 0.57);
}

struct quantity efficiency_goodput(void) {
    return share(0.80, 0.90, 0.97);
}

/* 1.25, 1.33 and 1.40 are measured where theory says 4/3. */
struct quantity efficiency_recompute(double hardware_per_model) {
    double extra = hardware_per_model - 1;
    return share(1 + extra * 0.75, 1 + extra, 1 + extra * 1.20);
}

struct quantity efficiency_unpack(void) {
    return share(1.2, 1.5, 1.8);
}
