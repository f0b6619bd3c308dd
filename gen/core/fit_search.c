#include "core/fit_search.h"

#include <string.h>

#include "core/account.h"

enum { FAULTS = 8 };

bool fit_is_training(const struct scenario *s) {
    return s->task && strcmp(s->task, "training") == 0;
}

struct fit_try fit_try(const struct fit_search *f, struct arena *a, int64_t n, bool traced) {
    struct fit_try t = {.scenario = arena_memdup(a, f->given, sizeof *f->given),
                        .faults = ARENA_ARRAY(a, struct scenario_fault, FAULTS)};
    if (f->put)
        f->put(t.scenario, f->step > 1 ? n * f->step : n);
    t.fault_count = scenario_complete(t.scenario, a, t.faults, FAULTS);
    if (!t.fault_count)
        t.estimate = traced ? estimate_run(a, t.scenario) : account_probe(a, t.scenario);
    return t;
}

/* In training there is no time per token to keep. */
static enum verdict in_time(const struct fit_request *request, const struct estimate *e) {
    double target = request->time_per_token;
    if (!(target > 0) || fit_is_training(e->scenario))
        return VERDICT_YES;
    if (!e->decode_time.present || e->decode_time.q.low > target)
        return VERDICT_NO;
    return e->decode_time.q.high <= target ? VERDICT_YES : VERDICT_MARGINAL;
}

enum verdict fit_holds(const struct fit_request *request, const struct fit_try *t) {
    if (!t->estimate)
        return VERDICT_NO;
    enum verdict memory = t->estimate->fits, time = in_time(request, t->estimate);
    return memory < time ? memory : time;
}

static bool holds_at(const struct fit_search *f, struct arena *scratch, int64_t n,
                     enum verdict wanted) {
    struct fit_try t = fit_try(f, scratch, n, false);
    return fit_holds(f->request, &t) >= wanted;
}

/* Doubling until it no longer holds, then halving the gap. */
int64_t fit_largest(const struct fit_search *f, int64_t most, enum verdict wanted) {
    struct arena *scratch = arena_new();
    int64_t holds = 0, fails = 1;
    while (fails <= most && holds_at(f, scratch, fails, wanted)) {
        holds = fails;
        fails = fails > most / 2 && fails < most ? most : 2 * fails;
    }
    while (fails - holds > 1) {
        int64_t middle = holds + (fails - holds) / 2;
        if (middle <= most && holds_at(f, scratch, middle, wanted))
            holds = middle;
        else
            fails = middle;
    }
    arena_drop(scratch);
    return holds;
}

double fit_budget(const struct estimate *e) {
    return e->memory_headroom.q.low + e->memory_total.q.high;
}

struct fit_answer fit_answer_at(const struct fit_request *request, const struct fit_try *t) {
    struct fit_answer answer = {.scenario = t->scenario, .estimate = t->estimate};
    if (!t->estimate) {
        answer.fault = t->faults;
        return answer;
    }
    answer.verdict = fit_holds(request, t);
    answer.margin = t->estimate->memory_headroom;
    return answer;
}

struct fit_answer fit_as_given(const struct fit_search *f, struct fit_try *at) {
    struct fit_search plain = *f;
    plain.put = NULL;
    *at = fit_try(&plain, f->arena, 0, true);
    return fit_answer_at(f->request, at);
}

bool fit_refused(const struct fit_search *f, int64_t n, struct fit_answer *out) {
    struct fit_try t = fit_try(f, f->arena, n, false);
    if (!t.fault_count)
        return false;
    *out = fit_answer_at(f->request, &t);
    return true;
}

void fit_trace_room(struct trace *t, enum step_name name, const struct estimate *e) {
    if (!e || !e->memory_capacity.present)
        return;
    struct quantity high = quantity_exact(e->memory_total.q.high, UNIT_BYTE);
    struct quantity room = quantity_exact(fit_budget(e) - high.value, UNIT_BYTE);
    TRACE(t, name, "C · u − M_high", room, Q("C", e->memory_capacity.q, "GiB"),
          N("u", fit_budget(e) / e->memory_capacity.q.value), Q("M_high", high, "GiB"));
}

static bool is_of_memory(const struct step *s) {
    return strncmp(s->id, "memory/", 7) == 0 || strncmp(s->id, "kv/", 3) == 0;
}

void fit_explain(struct arena *a, struct fit_answer *answer, const struct trace *own) {
    const struct estimate *e = answer->estimate;
    size_t room = own->n + (e ? e->step_count : 0);
    struct step *steps = ARENA_ARRAY(a, struct step, room + 1);
    size_t n = 0;
    for (size_t i = 0; e && i < e->step_count; i++)
        if (is_of_memory(&e->steps[i]))
            steps[n++] = e->steps[i];
    for (size_t i = 0; i < own->n; i++)
        steps[n++] = own->steps[i];
    answer->steps = steps;
    answer->step_count = n;
}
