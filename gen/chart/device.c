#include "chart/device.h"

#include <stdlib.h>

#include "core/roofline.h"

struct device_figures device_figures(const struct accelerator *device) {
    struct device_figures f = {accelerator_peak(device, roof_of(device, PEAK_BF16).arithmetic),
                               device->memory_bandwidth, device->memory_capacity, 0};
    if (f.peak.known && f.bandwidth.known && f.bandwidth.value > 0)
        f.ridge = f.peak.value / f.bandwidth.value;
    return f;
}

static enum grade worse(enum grade worst, struct datum datum) {
    return datum.known && datum.grade > worst ? datum.grade : worst;
}

enum grade device_grade(enum grade worst, const struct device_figures *f) {
    return worse(worse(worse(worst, f->peak), f->bandwidth), f->capacity);
}

double device_launched(const struct accelerator *device, bool *month) {
    char *rest;
    *month = false;
    if (!device->launched)
        return 0;
    long year = strtol(device->launched, &rest, 10);
    if (year <= 0)
        return 0;
    long number = *rest == '-' ? strtol(rest + 1, NULL, 10) : 0;
    *month = number >= 1 && number <= 12;
    return (double)year + (*month ? ((double)number - 0.5) / 12 : 0.5);
}
