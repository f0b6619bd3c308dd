/* What a roofline shows as points: workloads with their arithmetic intensity. */
#ifndef RIDGE_CHART_WORKLOAD_H
#define RIDGE_CHART_WORKLOAD_H

#include "chart/chart.h"

enum phase { PHASE_DECODE, PHASE_PREFILL, PHASE_TRAINING, PHASE_OPERATION, PHASE_TENSOR };

struct workload {
    const struct scenario *scenario;
    enum phase phase;
    double intensity; /* FLOP/B of memory traffic; PHASE_TENSOR: of what is sent */
    enum verdict fits;
    int64_t number;           /* batch of a decode step, tokens of a prefill, devices that share */
    const char *const *names; /* of operations, the one that takes longest first */
    size_t name_count;        /* 0 where phase and number are the name */
    double share;             /* of operations: of the time of their pass; 0 = not known */
};

/* Where the points come from; one at a time. */
enum work_source {
    WORK_PHASES,  /* the scenarios, or decoding at three batches and a prefill */
    WORK_BATCH,   /* a decode step at growing batch */
    WORK_CONTEXT, /* a decode step at growing context */
    WORK_DECODE,  /* the operations of a decode step */
    WORK_PREFILL, /* the operations of a prefill */
    WORK_TENSOR,  /* a decode step divided over growing numbers of devices */
    WORK_SOURCES
};

/* In order of intensity, those of a trail in order of what grows. */
struct workloads {
    struct workload *at;
    size_t n;
    enum work_source source;
    const char *heaviest; /* operations: the one that takes longest, and its share of the time */
    double heaviest_share;
    size_t operation_count; /* before those of nearly the same intensity became one point */
};

/* The source that the request asks for: of several the last. */
enum work_source workloads_source(const struct chart_request *request);

/* False after reporting what a source lacks. */
bool workloads_make(struct arena *a, struct diag *d, const struct chart_request *request,
                    const struct accelerator *device, enum work_source source,
                    struct workloads *out);

/* The estimate of a scenario on another device, with the links that the device brings. */
const struct estimate *estimate_on(struct arena *a, struct catalog *c, const struct scenario *s,
                                   const struct accelerator *device);

/* Does a line join them, in their order? */
bool workloads_grow(const struct workloads *w);

/* Do all of them share model, format and context? */
bool workloads_same(const struct workloads *w);

/* The least and the greatest intensity; without points 0. */
double workloads_least(const struct workloads *w);
double workloads_most(const struct workloads *w);

/* ── The sources ── */

struct work_question {
    struct arena *arena;
    struct diag *diag;
    const struct chart_request *request;
    const struct accelerator *device; /* the scenarios are moved to it */
};

bool workloads_batch(const struct work_question *q, struct workloads *w);
bool workloads_context(const struct work_question *q, struct workloads *w);
bool workloads_decode(const struct work_question *q, struct workloads *w);
bool workloads_prefill(const struct work_question *q, struct workloads *w);
bool workloads_tensor(const struct work_question *q, struct workloads *w);

/* The scenario that a source varies: the request's first of inference, else one of these options;
 * reports and returns NULL when there are only others. */
struct scenario *workloads_scenario(const struct work_question *q, const char *options);
void workloads_add(struct workloads *w, struct workload one);

#endif
