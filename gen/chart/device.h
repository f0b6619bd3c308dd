/* What charts ask of a device: its figures, how well they are known, when it came out. */
#ifndef RIDGE_CHART_DEVICE_H
#define RIDGE_CHART_DEVICE_H

#include "core/hardware.h"

/* Dense 16-bit peak (FP16 where there is no BF16), bandwidth, capacity; ridge 0 = not known. */
struct device_figures {
    struct datum peak, bandwidth, capacity;
    double ridge;
};

struct device_figures device_figures(const struct accelerator *device);

/* The worse of a grade and those of what is known. */
enum grade device_grade(enum grade worst, const struct device_figures *f);

/* "2022-03" as 2022.208, the middle of the month; a year alone is its middle, and `month` says
 * which. 0 when there is no date. */
double device_launched(const struct accelerator *device, bool *month);

#endif
