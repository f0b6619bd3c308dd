#include "core/efficiency.h"

#include <math.h>
#include <string.h>

static struct quantity share(double low, double typical, double high) {
    return quantity_range(low, typical, high, UNIT_NONE, EMPIRICAL);
}

static bool same(const char *a, const char *b) {
    return a && strcmp(a, b) == 0;
}

/* The first row that the software, the device and its weights are like holds. GeForce cards are
 * told from data-centre cards by their halved FP32 accumulation. NULL or 0 = any. */
static const struct row {
    const char *software;
    double fewer_bits; /* packed weights below so many bits */
    const char *vendor, *accumulate;
    double low, typical, high;
} memory_rows[] = {
    {"desktop", 0, NULL, NULL, 0.40, 0.55, 0.70}, /* what 152 rows of users fit */
    {NULL, 6, NULL, NULL, 0.40, 0.60, 0.82}, /* unpacking: 42 % with gpt-fast, 81 with llama.cpp */
    {"hand-tuned", 0, NULL, NULL, 0.70, 0.85, 0.92}, /* calm: 76 to 92 % */
    {"compiled", 0, NULL, NULL, 0.55, 0.70, 0.85},   /* gpt-fast: 56 to 69 % */
    {NULL, 0, "Apple", NULL, 0.60, 0.75, 0.90},      /* M1 Max to M2 Ultra */
    {NULL, 0, NULL, "fp32-half", 0.70, 0.85, 0.92},  /* hand-tuned code on consumer cards */
    {NULL, 0, NULL, NULL, 0.55, 0.70, 0.85},         /* data centre, compiled */
};

static bool is_like(const struct row *row, const struct accelerator *device,
                    const struct format *weights, const char *software) {
    double bits = fmin(weights->linear_bits, weights->expert_bits);
    bool packed = weights->weight_only && bits < row->fewer_bits;
    return (!row->software || same(software, row->software)) && (row->fewer_bits == 0 || packed) &&
           (!row->vendor || same(device->vendor, row->vendor)) &&
           (!row->accumulate || same(device->accumulate, row->accumulate));
}

struct quantity efficiency_memory(const struct accelerator *device, const struct format *weights,
                                  const char *software) {
    const struct row *row = memory_rows;
    while (!is_like(row, device, weights, software))
        row++; /* the last row is like everything */
    return share(row->low, row->typical, row->high);
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
static struct quantity training_dense(const struct accelerator *device) {
    static const struct {
        const char *architecture;
        double low, typical, high;
    } rows[] = {{"Ampere", 0.40, 0.50, 0.57}, {"Hopper", 0.33, 0.42, 0.50}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (same(device->architecture, rows[i].architecture))
            return share(rows[i].low, rows[i].typical, rows[i].high);
    return share(0.33, 0.45, 0.57);
}

/* Of the FP8 peak: DeepSeek-V3 reached 17 % of it, as much as 34 % of the BF16 peak, so nothing of
 * the doubled peak; the most is what matrix products reach of either. */
static struct quantity of_fp8(struct quantity bf16) {
    return share(bf16.low * 0.50, bf16.value * 0.57, bf16.high * 0.77 / 0.87);
}

struct quantity efficiency_training(const struct accelerator *device, enum peak peak, bool experts,
                                    int64_t sequence) {
    enum { LONG = 16384 };
    struct quantity reached =
        experts || sequence >= LONG ? share(0.20, 0.30, 0.40) : training_dense(device);
    return peak == PEAK_FP8 ? of_fp8(reached) : reached;
}

struct quantity efficiency_node_link(void) {
    return share(0.60, 0.73, 0.90);
}

/* Next to nothing in one graph, 2 to 5 us one by one (formulas 10.1). */
struct quantity efficiency_launch(void) {
    return quantity_range(0, 2e-6, 5e-6, UNIT_SECOND, EMPIRICAL);
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
