/* The same scenario on other hardware: for questions that begin with "what if" (formulas 13, 16).
 */
#ifndef RIDGE_CORE_CHANGE_H
#define RIDGE_CORE_CHANGE_H

#include "core/estimate.h"

/* Factors on what the hardware has; 1 = as it is. */
struct change {
    double capacity, bandwidth, compute, link, latency;
};

#define CHANGE_NONE ((struct change){1, 1, 1, 1, 1})

/* More memory than anything needs, and still far from where counts overflow. */
#define CAPACITY_UNLIMITED 1e6

/* A copy of a completed scenario with a changed device and changed links, in the arena. Options
 * that stand in place of the device's own values are changed as well. */
struct scenario *scenario_changed(struct arena *a, const struct scenario *s, struct change by);

#endif
