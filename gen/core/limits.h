/* The two times that bound a pass, shared by prefill, decode and training (formulas 9). */
#ifndef RIDGE_CORE_LIMITS_H
#define RIDGE_CORE_LIMITS_H

#include "core/account.h"

struct limits {
    struct quantity compute, memory;
};

/* FLOPs over peak and bytes over bandwidth. The roof must be known. */
struct limits limits_of(struct roof r, struct quantity flops, struct quantity bytes);

/* Adds the two lines of the derivation. */
void limits_trace(struct account *c, enum step_name compute, enum step_name memory,
                  struct limits limits, struct quantity flops, struct quantity bytes);

struct quantity roof_peak_quantity(struct roof r);
struct quantity roof_bandwidth_quantity(struct roof r);

#endif
