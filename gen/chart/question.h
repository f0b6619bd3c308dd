/* Questions that charts put to the estimator, and their variations. */
#ifndef RIDGE_CHART_QUESTION_H
#define RIDGE_CHART_QUESTION_H

#include "plot/plot.h"

/* A scenario as given, neither completed nor checked, so that it can be varied: the first of the
 * request's, else one of `options` ("task=inference weights=bf16 context=4096") with the model and
 * device; `device` and `model` may be NULL. NULL after reporting. */
struct scenario *question_given(struct arena *a, const struct chart_request *r, struct diag *d,
                                const struct model *model, const struct accelerator *device,
                                const char *options);

/* Cuts options of a kind's own to what the model takes, its longest context and the devices that can
 * share its heads: nobody asked for more. */
void question_suit(struct arena *a, const struct model *m, const char *const *names,
                   const char **values, size_t n);

/* What was given of it, asked of another model and device: what had been put by default is open
 * again, the links are those that this device brings, and what stood in place of the first device's
 * own memory and speed is gone. */
struct scenario *question_for(struct arena *a, const struct chart_request *r,
                              const struct scenario *s, const struct model *model,
                              const struct accelerator *device);

/* Completes a copy and runs it, figures only; NULL when its options do not fit together. */
const struct estimate *question_run(struct arena *a, const struct scenario *s);

/* The same on this device in place of its own, moved there. */
const struct estimate *question_run_on(struct arena *a, const struct catalog *c,
                                       const struct scenario *s, const struct accelerator *device);

/* Puts the scenario on this device, with the links that the device brings where no option names
 * others; what stood in place of another device's own memory and speed is gone. */
void question_move(struct scenario *s, const struct catalog *c, const struct accelerator *device);

/* The device with memory for anything, to say how fast that which does not fit would be: always
 * drawn as hypothetical. */
const struct accelerator *question_boundless(struct arena *a, const struct accelerator *device);

/* The same on its own device with memory for anything. */
const struct estimate *question_run_boundless(struct arena *a, const struct scenario *s);

/* A scenario names its device: reports accelerators that are asked for beside one. */
bool question_is_one(const struct chart_request *r, struct diag *d);

#endif
