/* The longest context and the largest batch (formulas 16). */
#include <string.h>

#include "core/account.h"
#include "core/change.h"
#include "core/fit_search.h"

/* Beyond this no batch is asked for; products stay inside 64 bits. */
#define BATCH_MOST   (1 << 24)
#define CONTEXT_MOST 1000000000

/* What is read and written of a request is then open. */
static void put_context(struct scenario *s, int64_t n) {
    s->prompt = s->output = 0;
    *(fit_is_training(s) ? &s->sequence : &s->context) = n;
}

static void put_batch(struct scenario *s, int64_t n) {
    *(fit_is_training(s) ? &s->micro_batch : &s->batch) = n;
}

/* The grid that the answer lies on: pages of the cache, or equal parts of a training sequence. */
static int64_t grid(const struct fit_search *f) {
    int64_t n = fit_is_training(f->given) ? f->given->context_parallel : f->given->block;
    return n > 1 ? n : 1;
}

static struct quantity surely_and_with_luck(int64_t sure, int64_t lucky, struct unit unit) {
    return quantity_range((double)sure, (double)sure, (double)lucky, unit, MODELLED);
}

/* Why one more does not do. */
static const char *limit_beyond(const struct fit_search *f, int64_t sure, int64_t most,
                                const char *at_most) {
    if (sure >= most)
        return at_most;
    struct fit_try next = fit_try(f, f->arena, sure + 1, false);
    if (!next.estimate)
        return at_most;
    return next.estimate->fits == VERDICT_YES ? "time" : "capacity";
}

/* Memory is locally a straight line: what does not grow, and what each one more adds. */
struct line {
    double fixed, each;
};

static bool line_at(const struct fit_search *f, int64_t n, struct line *out) {
    if (n < 2)
        return false;
    struct fit_try here = fit_try(f, f->arena, n, false);
    struct fit_try before = fit_try(f, f->arena, n - 1, false);
    if (!here.estimate || !before.estimate)
        return false;
    double m = here.estimate->memory_total.q.high;
    out->each = m - before.estimate->memory_total.q.high;
    out->fixed = m - out->each * (double)n;
    return out->each > 0;
}

static void trace_line(struct trace *t, enum step_name name, const struct estimate *e,
                       struct line line, int64_t step, struct quantity answer) {
    double share = fit_budget(e) / e->memory_capacity.q.value;
    answer.unit = UNIT_NONE; /* a count, printed to the last digit */
    TRACE(t, name,
          step > 1 ? "floor((C · u − M_fix) / m_1) · n_step" : "floor((C · u − M_fix) / m_1)",
          answer, Q("C", e->memory_capacity.q, "GiB"), N("u", share),
          Q("M_fix", quantity_exact(line.fixed, UNIT_BYTE), "GiB"),
          Q("m_1", quantity_exact(line.each, UNIT_BYTE), "KiB"), N("n_step", step));
}

/* The room at the answer, and one step further, where it is used up. */
static void trace_edge(const struct fit_search *f, struct trace *t, int64_t n) {
    struct fit_try at = fit_try(f, f->arena, n, false);
    struct fit_try beyond = fit_try(f, f->arena, n + 1, false);
    fit_trace_room(t, STEP_FIT_AT, at.estimate);
    fit_trace_room(t, STEP_FIT_BEYOND, beyond.estimate);
}

/* The search runs over whole steps of the grid. */
static struct fit_answer largest(const struct fit_search *f, int64_t most, int64_t step,
                                 const char *at_most, enum step_name name, struct unit unit) {
    struct fit_answer answer;
    struct fit_search steps = *f;
    steps.step = step;
    if (fit_refused(&steps, 1, &answer))
        return answer;
    int64_t last = most / step, sure = fit_largest(&steps, last, VERDICT_YES);
    int64_t lucky = fit_largest(&steps, last, VERDICT_MARGINAL);
    struct fit_try at = fit_try(&steps, f->arena, sure > 0 ? sure : lucky > 0 ? lucky : 1, true);
    struct trace own = {.arena = f->arena};
    answer = fit_answer_at(f->request, &at);
    measure_set(&answer.answer, surely_and_with_luck(sure * step, lucky * step, unit));
    answer.limit = limit_beyond(&steps, sure, last, at_most);
    struct line line;
    bool by_memory = strcmp(answer.limit, "capacity") == 0;
    if (by_memory && line_at(&steps, sure, &line))
        trace_line(&own, name, at.estimate, line, step, answer.answer.q);
    if (by_memory && sure > 0)
        trace_edge(&steps, &own, sure);
    fit_explain(f->arena, &answer, &own);
    return answer;
}

static int64_t longest_context(const struct fit_search *f) {
    int64_t trained = f->given->model->max_context;
    return trained > 0 && trained < CONTEXT_MOST ? trained : CONTEXT_MOST;
}

struct fit_answer fit_max_context(const struct fit_search *f) {
    struct fit_search search = *f;
    search.put = put_context;
    return largest(&search, longest_context(f), grid(f), "longest-context", STEP_FIT_CONTEXT,
                   UNIT_TOKEN);
}

/* ── Batch ── */

/* The batch from which arithmetic binds; on such a device memory is no limit. */
static struct measure saturation(const struct fit_search *f) {
    struct measure none = {.present = false};
    struct arena *scratch = arena_new();
    int64_t low = 0, high = BATCH_MOST;
    struct fit_search search = *f;
    search.put = put_batch;
    struct fit_try top = fit_try(&search, scratch, high, false);
    bool ever = top.estimate && top.estimate->decode_bound &&
                strcmp(top.estimate->decode_bound, "compute") == 0;
    while (ever && high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        struct fit_try t = fit_try(&search, scratch, middle, false);
        bool compute = t.estimate && strcmp(t.estimate->decode_bound, "compute") == 0;
        *(compute ? &high : &low) = middle;
    }
    arena_drop(scratch);
    return ever ? (struct measure){quantity_exact((double)high, UNIT_NONE), true} : none;
}

struct fit_answer fit_max_batch(const struct fit_search *f) {
    struct fit_search search = *f;
    search.put = put_batch;
    struct fit_answer answer =
        largest(&search, BATCH_MOST, 1, "search-end", STEP_FIT_BATCH, UNIT_NONE);
    if (!answer.fault && !fit_is_training(f->given))
        answer.saturation = saturation(f);
    return answer;
}
