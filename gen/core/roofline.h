/* The roofline (formulas 9): what a device attains at an intensity, and which limit holds. */
#ifndef RIDGE_CORE_ROOFLINE_H
#define RIDGE_CORE_ROOFLINE_H

#include "core/hardware.h"

/* Peak and bandwidth that a scenario computes with. known is false when either is missing. */
struct roof {
    double peak, bandwidth;
    enum peak arithmetic;
    bool known, fallback; /* fallback: the 16-bit peak of the other 16-bit format */
};

struct roof roof_of(const struct accelerator *device, enum peak peak);

/* With a peak and a bandwidth in place of the device's own; 0 = not given. */
struct roof roof_override(struct roof r, double peak, double bandwidth);

double roof_attainable(struct roof r, double intensity);
const char *roof_bound(struct roof r, double intensity); /* "bandwidth" or "compute" */

#endif
