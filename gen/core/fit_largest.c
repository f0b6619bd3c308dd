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

/* The grid that the answer lies on: pages of the cache. */
static int64_t page(const struct fit_search *f) {
    return f->given->block > 1 ? f->given->block : 1;
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

static bool line_at(const struct fit_search *f, int64_t n, int64_t step, struct line *out) {
    if (n <= step)
        return false;
    struct fit_try here = fit_try(f, f->arena, n, false);
    struct fit_try before = fit_try(f, f->arena, n - step, false);
    if (!here.estimate || !before.estimate)
        return false;
    double m = here.estimate->memory_total.q.high;
    out->each = (m - before.estimate->memory_total.q.high) / (double)step;
    out->fixed = m - out->each * (double)n;
    return out->each > 0;
}

static void trace_line(struct trace *t, enum step_name name, const struct estimate *e,
                       struct line line, struct quantity answer) {
    double share = fit_budget(e) / e->memory_capacity.q.value;
    TRACE(t, name, "floor((C · u − M_fix) / m_1)", answer, Q("C", e->memory_capacity.q, "GiB"),
          N("u", share), Q("M_fix", quantity_exact(line.fixed, UNIT_BYTE), "GiB"),
          Q("m_1", quantity_exact(line.each, UNIT_BYTE), "KiB"));
}

/* The room at the answer, and one step further, where it is used up. */
static void trace_edge(const struct fit_search *f, struct trace *t, int64_t n, int64_t step) {
    struct fit_try at = fit_try(f, f->arena, n, false);
    struct fit_try beyond = fit_try(f, f->arena, n + step, false);
    fit_trace_room(t, STEP_FIT_AT, at.estimate);
    fit_trace_room(t, STEP_FIT_BEYOND, beyond.estimate);
}

static struct fit_answer largest(const struct fit_search *f, int64_t most, int64_t step,
                                 const char *at_most, enum step_name name, struct unit unit) {
    struct fit_answer answer;
    if (fit_refused(f, 1, &answer))
        return answer;
    int64_t sure = fit_largest(f, most, VERDICT_YES);
    int64_t lucky = fit_largest(f, most, VERDICT_MARGINAL);
    sure -= sure % step;
    lucky -= lucky % step;
    int64_t shown = sure > 0 ? sure : lucky > 0 ? lucky : step;
    struct fit_try at = fit_try(f, f->arena, shown, true);
    struct trace own = {.arena = f->arena};
    answer = fit_answer_at(f->request, &at);
    measure_set(&answer.answer, surely_and_with_luck(sure, lucky, unit));
    answer.limit = limit_beyond(f, sure, most, at_most);
    struct line line;
    bool by_memory = strcmp(answer.limit, "capacity") == 0;
    if (by_memory && sure > 0 && line_at(f, sure, step, &line))
        trace_line(&own, name, at.estimate, line, answer.answer.q);
    if (by_memory && sure > 0)
        trace_edge(f, &own, sure, step);
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
    return largest(&search, longest_context(f), page(f), "longest-context", STEP_FIT_CONTEXT,
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
