/* A pipeline schedule played through: when each pass of each micro-batch runs on each stage. */
#ifndef RIDGE_CORE_TIMETABLE_H
#define RIDGE_CORE_TIMETABLE_H

#include "core/schedule.h"

/* RUN_WEIGHTS: gradients of weights, where a schedule moves them away from the backward pass. */
enum run_kind { RUN_FORWARD, RUN_BACKWARD, RUN_WEIGHTS, RUN_KINDS };

struct run {
    enum run_kind kind;
    int64_t stage, chunk, micro_batch; /* from 0 */
    double start, length;
};

struct timetable {
    const struct run *runs; /* stage by stage, in time */
    size_t n;
    int64_t stages, micro_batches, chunks;
    double length;
};

/* Is the order of passes of that schedule known here, and does it hold for so many micro-batches?
 * Not DualPipe; moved gradients of weights need as many micro-batches as stages. */
bool timetable_known(enum schedule schedule, int64_t stages, int64_t micro_batches);

/* Of a known schedule; times are those of one micro-batch on one stage. Interleaved stages (1F1B in
 * chunks) need a multiple of the stages as micro-batches. */
struct timetable timetable_of(struct arena *a, enum schedule schedule, int64_t stages,
                              int64_t micro_batches, int64_t chunks, struct shares t);

/* Most micro-batches whose activations a stage keeps at once, in parts of its layers: from the
 * start of a forward pass to the end of what needs them. */
double timetable_kept(const struct timetable *t, int64_t stage);

#endif
