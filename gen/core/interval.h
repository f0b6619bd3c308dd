/* Arithmetic on quantities: intervals (all lows together, all highs together: formulas 17), units,
 * and the worse exactness of the two. */
#ifndef RIDGE_CORE_INTERVAL_H
#define RIDGE_CORE_INTERVAL_H

#include "base/quantity.h"

struct quantity interval_add(struct quantity a, struct quantity b);
struct quantity interval_subtract(struct quantity a, struct quantity b);
struct quantity interval_multiply(struct quantity a, struct quantity b);
struct quantity interval_divide(struct quantity a, struct quantity b);
struct quantity interval_scale(struct quantity a, double factor); /* factor ≥ 0 */
struct quantity interval_max(struct quantity a, struct quantity b);

/* A value without range, of that class. */
struct quantity interval_ceiling(double value, struct unit unit);

#endif
