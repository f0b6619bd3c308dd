/* What a kind of chart provides; kinds.def lists them. */
#ifndef RIDGE_CHART_KIND_H
#define RIDGE_CHART_KIND_H

#include "chart/chart.h"

/* Fills the chart; reports and returns false when the request lacks what it needs. */
#define CHART(function, ...)                                                                       \
    bool chart_##function(struct arena *a, struct diag *diag, const struct chart_request *request, \
                          struct chart *chart);
#include "chart/kinds.def"
#undef CHART

#endif
