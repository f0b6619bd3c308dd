/* What several kinds of chart say about scenarios. */
#ifndef RIDGE_CHART_SCENARIO_WORDS_H
#define RIDGE_CHART_SCENARIO_WORDS_H

#include "catalog/catalog.h"

/* "TP 8 × PP 4 × DP 2", without what is 1; "one device". */
const char *scenario_plan(struct arena *a, const struct strings *s, const struct scenario *x);

/* "ZeRO-1", "FSDP": how states are sharded; NULL when nothing is. */
const char *scenario_sharding(struct arena *a, const struct scenario *x);

/* "128 sequences of 4096 tokens": what one training step takes in. */
const char *scenario_step(struct arena *a, const struct strings *s, const struct scenario *x);

/* What tells the i-th scenario from the others, device and links apart: first how it is shared,
 * then "batch 8"; at most `room` texts, returns how many. */
size_t scenario_differences(struct arena *a, const struct strings *s,
                            const struct scenario *const *all, size_t n, size_t i, const char **out,
                            size_t room);

/* The link between its devices as "NVLink 4" and its rate one way as rated in B/s; NULL and 0 when
 * not known. */
const char *scenario_link(struct arena *a, const struct scenario *x, double *rate);

#endif
