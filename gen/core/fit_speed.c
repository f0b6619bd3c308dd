/* What a speed takes, and what holds it back (formulas 16). */
#include <math.h>

#include "core/account.h"
#include "core/change.h"
#include "core/fit_search.h"
#include "core/interval.h"

enum { HALVINGS = 60 };

/* Which end of the time has to meet the target: with luck the low one, surely the high one. */
enum end { END_LOW, END_TYPICAL, END_HIGH };

static double end_of(struct quantity q, enum end end) {
    const double ends[] = {q.low, q.value, q.high};
    return ends[end];
}

/* Time of a step with so many times the bandwidth, on a device that all fits on; 0 = not known. */
static double time_at(const struct scenario *s, struct arena *scratch, double factor,
                      enum end end) {
    struct change by = CHANGE_NONE;
    by.bandwidth = factor;
    by.capacity = CAPACITY_UNLIMITED;
    const struct estimate *e = account_probe(scratch, scenario_changed(scratch, s, by));
    return e->decode_time.present ? end_of(e->decode_time.q, end) : 0;
}

/* The factor on the bandwidth at which the time is the target; 0 = no bandwidth does. */
static double factor_for(const struct scenario *s, double target, enum end end) {
    struct arena *scratch = arena_new();
    double low = 1e-6, high = 1e6, fastest = time_at(s, scratch, high, end);
    bool reached = fastest > 0 && fastest <= target;
    for (int i = 0; reached && i < HALVINGS; i++) {
        double middle = low * sqrt(high / low);
        *(time_at(s, scratch, middle, end) <= target ? &high : &low) = middle;
    }
    arena_drop(scratch);
    return reached ? high : 0;
}

static enum verdict verdict_of(const struct estimate *e, double target) {
    if (e->fits == VERDICT_NO || !e->decode_time.present || e->decode_time.q.low > target)
        return VERDICT_NO;
    bool sure = e->decode_time.q.high <= target && e->fits == VERDICT_YES;
    return sure ? VERDICT_YES : VERDICT_MARGINAL;
}

static void trace_needed(const struct estimate *e, struct quantity needed, double rated,
                         double target, struct trace *t) {
    struct quantity time = quantity_exact(target, UNIT_SECOND);
    struct quantity bandwidth = quantity_exact(rated, UNIT_BYTE_PER_SECOND);
    struct quantity share = interval_divide(interval_divide(e->decode_bytes.q, time), needed);
    TRACE(t, STEP_FIT_SPEED, "B / (t_target · η_all)", needed, Q("B", e->decode_bytes.q, "GB"),
          Q("t_target", time, "ms"), N("η_all", share.value));
    TRACE(t, STEP_FIT_BANDWIDTH_FACTOR, "BW_need / BW",
          quantity_exact(needed.value / rated, UNIT_NONE), Q("BW_need", needed, "GB/s"),
          Q("BW", bandwidth, "GB/s"));
}

struct fit_answer fit_target_speed(const struct fit_search *f) {
    double target = f->request->time_per_token;
    struct fit_try at;
    struct fit_answer answer = fit_as_given(f, &at);
    struct trace own = {.arena = f->arena};
    if (answer.fault)
        return answer;
    const struct estimate *e = at.estimate;
    double rated = at.scenario->memory_bandwidth > 0
                       ? at.scenario->memory_bandwidth
                       : at.scenario->accelerator->memory_bandwidth.value;
    double low = factor_for(at.scenario, target, END_LOW);
    double typical = factor_for(at.scenario, target, END_TYPICAL);
    double high = factor_for(at.scenario, target, END_HIGH);
    answer.verdict = verdict_of(e, target);
    answer.limit = e->fits == VERDICT_NO ? "capacity" : typical > 0 ? "bandwidth" : "compute";
    if (low > 0 && typical > 0 && high > 0) {
        struct quantity needed = quantity_range(low * rated, typical * rated, high * rated,
                                                UNIT_BYTE_PER_SECOND, EMPIRICAL);
        measure_set(&answer.answer, needed);
        trace_needed(e, needed, rated, target, &own);
    }
    fit_explain(f->arena, &answer, &own);
    return answer;
}

struct fit_answer fit_binding(const struct fit_search *f) {
    struct fit_try at;
    struct fit_answer answer = fit_as_given(f, &at);
    if (answer.fault)
        return answer;
    answer.limit = at.estimate->binding_resource;
    answer.answer = at.estimate->binding_margin;
    answer.word = at.estimate->binding_next;
    answer.steps = at.estimate->steps;
    answer.step_count = at.estimate->step_count;
    return answer;
}
