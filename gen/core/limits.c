#include "core/limits.h"

struct quantity roof_peak_quantity(struct roof r) {
    return interval_ceiling(r.peak, UNIT_FLOP_PER_SECOND);
}

struct quantity roof_bandwidth_quantity(struct roof r) {
    return interval_ceiling(r.bandwidth, UNIT_BYTE_PER_SECOND);
}

struct limits limits_of(struct roof r, struct quantity flops, struct quantity bytes) {
    return (struct limits){
        .compute = interval_divide(flops, roof_peak_quantity(r)),
        .memory = interval_divide(bytes, roof_bandwidth_quantity(r)),
    };
}

void limits_trace(struct account *c, enum step_name compute, enum step_name memory,
                  struct limits limits, struct quantity flops, struct quantity bytes) {
    TRACE(&c->trace, compute, "F / F_pk", limits.compute, Q("F", flops, "TFLOP"),
          Q("F_pk", roof_peak_quantity(c->roof), "TFLOP/s"));
    TRACE(&c->trace, memory, "B / BW", limits.memory, Q("B", bytes, "GB"),
          Q("BW", roof_bandwidth_quantity(c->roof), "GB/s"));
}
