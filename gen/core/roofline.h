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
double roof_attainable(struct roof r, double intensity);
const char *roof_bound(struct roof r, double intensity); /* "bandwidth" or "compute" */

#endif
