/* Which devices are most like one: near in capacity, bandwidth and dense 16-bit peak at once. */
#ifndef RIDGE_CORE_RELATIVES_H
#define RIDGE_CORE_RELATIVES_H

#include "core/hardware.h"

enum { RELATIVE_LIMITS = 3 }; /* memory capacity, memory bandwidth, 16-bit peak: in this order */

struct relative {
    const struct accelerator *device;
    /* Its value over that of the device in question, no unit; 0 where either has none. */
    double ratio[RELATIVE_LIMITS];
    double distance; /* root of the sum of squared natural logarithms of the ratios */
};

/* Dense BF16, FP16 where there is no BF16, as a datum. */
const struct datum *accelerator_peak_16(const struct accelerator *a);

/* Writes the `most` nearest, nearest first, of equal distance the earlier in the list; returns how
 * many. Only what the device itself has is measured, and only confirmed devices that have all of
 * that are relatives. Nothing known of it: 0. */
size_t relatives_nearest(const struct accelerator *of, const struct accelerator *const *all,
                         size_t n, struct relative *out, size_t most);

#endif
