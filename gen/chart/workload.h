/* What a roofline shows as points: workloads with their arithmetic intensity. */
#ifndef RIDGE_CHART_WORKLOAD_H
#define RIDGE_CHART_WORKLOAD_H

#include "chart/chart.h"

enum phase { PHASE_DECODE, PHASE_PREFILL, PHASE_TRAINING };

struct workload {
    const struct scenario *scenario;
    enum phase phase;
    double intensity; /* FLOP/B */
    enum verdict fits;
    int64_t number; /* batch of a decode step, tokens of a prefill */
};

struct workloads {
    struct workload *at;
    size_t n;
};

/* The request's scenarios, or decoding at three batches and a prefill; sorted by intensity. */
struct workloads workloads_make(struct arena *a, struct diag *d,
                                const struct chart_request *request,
                                const struct accelerator *device);

/* The estimate of a scenario on another device. */
const struct estimate *estimate_on(struct arena *a, struct catalog *c, const struct scenario *s,
                                   const struct accelerator *device);

/* Do all of them share model, format and context? */
bool workloads_same(const struct workloads *w);

#endif
