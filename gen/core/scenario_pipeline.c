/* Stages of a pipeline: what fits together. */
#include "core/scenario_check.h"
#include "core/scenario_plan.h"

const char *plan_number(const struct question *q, const char *format, int64_t n) {
    return arena_printf(q->arena, format, (long long)n);
}

/* ── Stages and chunks ── */

static bool stages_hold(const struct question *q) {
    return q->d.pipeline <= q->m->layers;
}

static const char *stages_expected(const struct question *q) {
    return plan_number(q, "at most %lld: a stage has at least one of the layers", q->m->layers);
}

static bool interleave_has_stages(const struct question *q) {
    return q->s->interleave <= 1 || q->d.pipeline > 1;
}

static const char *interleave_has_stages_expected(const struct question *q) {
    (void)q;
    return "1, or a pipeline-parallel of 2 or more: without stages nothing is interleaved";
}

static bool interleave_holds(const struct question *q) {
    return q->s->interleave <= 1 || q->d.pipeline > q->m->layers ||
           q->s->interleave <= parallel_stage(q->m, q->d).layers;
}

static const char *interleave_expected(const struct question *q) {
    return plan_number(q, "at most %lld: a chunk has at least one of the layers of its stage",
                       parallel_stage(q->m, q->d).layers);
}

static int64_t micro_batches(const struct question *q) {
    return q->s->gradient_accumulation > 0 ? q->s->gradient_accumulation : 1;
}

static bool micro_batches_hold(const struct question *q) {
    return q->s->interleave <= 1 || q->d.pipeline == 1 || micro_batches(q) % q->d.pipeline == 0;
}

static const char *micro_batches_expected(const struct question *q) {
    return plan_number(q,
                       "a multiple of %lld: interleaved stages take turns in rounds of one "
                       "micro-batch a stage",
                       q->d.pipeline);
}

/* ── Schedules ── */

static enum schedule schedule(const struct question *q) {
    return schedule_of(q->s->pipeline_schedule);
}

static bool schedule_has_stages(const struct question *q) {
    return schedule(q) == SCHEDULE_1F1B || q->d.pipeline > 1;
}

static const char *schedule_has_stages_expected(const struct question *q) {
    (void)q;
    return "1f1b, or a pipeline-parallel of 2 or more: one stage has nothing to schedule";
}

static bool schedule_is_plain(const struct question *q) {
    return schedule(q) == SCHEDULE_1F1B || q->s->interleave <= 1;
}

static const char *schedule_is_plain_expected(const struct question *q) {
    (void)q;
    return "1f1b, or no interleave: chunks take turns in that schedule";
}

static bool schedule_has_weights(const struct question *q) {
    return !schedule_moves_weights(schedule(q)) || is(q->s->method, "full");
}

static const char *schedule_has_weights_expected(const struct question *q) {
    (void)q;
    return "1f1b or gpipe: beside a frozen model there are no gradients of weights to fill gaps "
           "with";
}

static bool schedule_has_halves(const struct question *q) {
    int64_t p = q->d.pipeline, m = micro_batches(q);
    return schedule(q) != SCHEDULE_DUALPIPE || (p % 2 == 0 && m % 2 == 0 && m >= 2 * p);
}

static const char *schedule_has_halves_expected(const struct question *q) {
    return plan_number(
        q,
        "an even number of stages and of micro-batches (gradient-accumulation), at least "
        "%lld of these: half of them enter from each end",
        2 * q->d.pipeline);
}

const struct plan_rule plan_pipeline_rules[] = {
    {SCENARIO_pipeline_parallel, stages_hold, stages_expected},
    {SCENARIO_interleave, interleave_has_stages, interleave_has_stages_expected},
    {SCENARIO_interleave, interleave_holds, interleave_expected},
    {SCENARIO_pipeline_schedule, schedule_has_stages, schedule_has_stages_expected},
    {SCENARIO_pipeline_schedule, schedule_is_plain, schedule_is_plain_expected},
    {SCENARIO_pipeline_schedule, schedule_has_weights, schedule_has_weights_expected},
    {SCENARIO_pipeline_schedule, schedule_has_halves, schedule_has_halves_expected},
    {SCENARIO_gradient_accumulation, micro_batches_hold, micro_batches_expected},
};
const size_t plan_pipeline_rule_count = sizeof plan_pipeline_rules / sizeof *plan_pipeline_rules;
