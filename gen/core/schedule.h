/* Schedules of a pipeline (formulas 4.6, 11.3): how long stages stand idle, and for how many
 * micro-batches they keep activations. */
#ifndef RIDGE_CORE_SCHEDULE_H
#define RIDGE_CORE_SCHEDULE_H

#include "core/estimate.h"

enum schedule { SCHEDULE_1F1B, SCHEDULE_GPIPE, SCHEDULE_ZERO_BUBBLE, SCHEDULE_DUALPIPE, SCHEDULES };

/* By its word; one forward, one backward unless given. */
enum schedule schedule_of(const char *word);
const char *schedule_word(size_t i);

/* Times of one micro-batch on one stage, in any unit: forward, the whole backward pass, and of it
 * what gives the gradients of the weights. */
struct shares {
    double forward, backward, weights;
};

/* One forward pass, a backward pass of as much for each of inputs and weights, and the forward pass
 * once more where it is recomputed. Frozen weights have no gradients. */
struct shares schedule_shares(bool full, bool recomputed);

/* Micro-batches of the stage that would fill its idle time. */
double schedule_idle(enum schedule schedule, int64_t stages, double chunks, struct shares t);

/* The same in symbols, and whether it is worth a line of its own. */
const char *schedule_idle_formula(enum schedule schedule);
bool schedule_moves_weights(enum schedule schedule);

/* Stages of the model that one rank holds: DualPipe feeds the pipeline from both ends. */
int64_t schedule_copies(enum schedule schedule);

#endif
