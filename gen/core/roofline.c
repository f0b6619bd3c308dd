#include "core/roofline.h"

struct datum accelerator_peak(const struct accelerator *a, enum peak peak) {
    switch (peak) {
    case PEAK_FP32:
        return a->fp32;
    case PEAK_FP16:
        return a->fp16;
    case PEAK_BF16:
        return a->bf16;
    case PEAK_FP8:
        return a->fp8;
    case PEAK_INT8:
        return a->int8;
    }
    return (struct datum){.reason = "no such arithmetic"};
}

bool accelerator_complete(const struct accelerator *a) {
    return !a->unverified && a->memory_capacity.known && a->memory_bandwidth.known &&
           (a->fp16.known || a->bf16.known);
}

/* Cards before Ampere have no BF16 units: a BF16 model is run in FP16 there. */
struct roof roof_of(const struct accelerator *device, enum peak peak) {
    struct datum rate = accelerator_peak(device, peak);
    struct roof r = {.arithmetic = peak, .bandwidth = device->memory_bandwidth.value};
    if (!rate.known && peak == PEAK_BF16) {
        rate = accelerator_peak(device, PEAK_FP16);
        r.fallback = rate.known;
        r.arithmetic = PEAK_FP16;
    }
    r.peak = rate.value;
    r.known = rate.known && device->memory_bandwidth.known && r.peak > 0 && r.bandwidth > 0;
    return r;
}

struct roof roof_override(struct roof r, double peak, double bandwidth) {
    if (peak > 0) {
        r.peak = peak;
        r.fallback = false;
    }
    if (bandwidth > 0)
        r.bandwidth = bandwidth;
    if (peak > 0 || bandwidth > 0)
        r.known = r.peak > 0 && r.bandwidth > 0;
    return r;
}

double roof_attainable(struct roof r, double intensity) {
    double slope = intensity * r.bandwidth;
    return slope < r.peak ? slope : r.peak;
}

const char *roof_bound(struct roof r, double intensity) {
    return intensity * r.bandwidth < r.peak ? "bandwidth" : "compute";
}
