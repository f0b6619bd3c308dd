/* The largest number format, and the largest model (formulas 16). */
#include "core/account.h"
#include "core/fit_search.h"

/* ── Formats ── */

/* A format as the weights of this scenario; the model's own is the top of the ladder. */
struct rung {
    const struct format *format;
    double bytes;
    enum verdict verdict;
};

static struct fit_try try_format(const struct fit_search *f, struct arena *a, const char *id,
                                 bool traced) {
    struct scenario *s = arena_memdup(a, f->given, sizeof *f->given);
    s->weights = id;
    struct fit_search search = *f;
    search.given = s;
    return fit_try(&search, a, 0, traced);
}

/* What was published: the top of the ladder. */
static struct rung top_of(const struct fit_search *f) {
    struct arena *scratch = arena_new();
    const struct format *native = format_lookup(f->given->model->native_format);
    const struct format *top = native ? native : format_lookup("bf16");
    struct fit_try t = try_format(f, scratch, top->id, false);
    double bytes = t.estimate ? t.estimate->memory_weights.q.value : 0;
    arena_drop(scratch);
    return (struct rung){top, bytes, VERDICT_NO};
}

/* More bytes than were published would only fill memory, arithmetic that the device lacks gives no
 * speed, and no file of weights is written in a format of activations. */
static bool is_rung(const struct fit_search *f, struct rung top, const struct format *format,
                    const struct fit_try *t) {
    if (!t->estimate || format->working)
        return false;
    if (format != top.format && t->estimate->memory_weights.q.value >= top.bytes)
        return false;
    return fit_is_training(f->given) || t->estimate->decode_bound != NULL;
}

/* The rung of most bytes that holds so well; formats are tried one by one, since what counts is
 * what a whole model takes in them. */
static struct rung best_rung(const struct fit_search *f, struct rung top, enum verdict wanted) {
    struct rung best = {.bytes = 0};
    struct arena *scratch = arena_new();
    for (size_t i = 0; i < format_count(); i++) {
        const struct format *format = format_at(i);
        struct fit_try t = try_format(f, scratch, format->id, false);
        if (!is_rung(f, top, format, &t) || fit_holds(f->request, &t) < wanted)
            continue;
        double bytes = t.estimate->memory_weights.q.value;
        if (bytes > best.bytes)
            best = (struct rung){format, bytes, fit_holds(f->request, &t)};
    }
    arena_drop(scratch);
    return best;
}

/* The next larger rung, which does not surely fit. */
static struct rung rung_above(const struct fit_search *f, struct rung top, double bytes) {
    struct rung next = {.bytes = 0};
    struct arena *scratch = arena_new();
    for (size_t i = 0; i < format_count(); i++) {
        const struct format *format = format_at(i);
        struct fit_try t = try_format(f, scratch, format->id, false);
        if (!is_rung(f, top, format, &t) || t.estimate->memory_weights.q.value <= bytes)
            continue;
        if (!next.format || t.estimate->memory_weights.q.value < next.bytes)
            next = (struct rung){format, t.estimate->memory_weights.q.value,
                                 fit_holds(f->request, &t)};
    }
    arena_drop(scratch);
    return next;
}

static void trace_formats(const struct fit_search *f, const struct estimate *e, struct rung above,
                          struct trace *t) {
    fit_trace_room(t, STEP_FIT_AT, e);
    if (above.format)
        fit_trace_room(t, STEP_FIT_BEYOND,
                       try_format(f, f->arena, above.format->id, false).estimate);
}

struct fit_answer fit_max_bits(const struct fit_search *f) {
    struct fit_answer answer;
    struct fit_search plain = *f;
    plain.put = NULL;
    if (fit_refused(&plain, 0, &answer))
        return answer;
    struct rung top = top_of(f), sure = best_rung(f, top, VERDICT_YES);
    struct rung lucky = best_rung(f, top, VERDICT_MARGINAL);
    const struct format *shown = sure.format ? sure.format : lucky.format;
    struct trace own = {.arena = f->arena};
    struct fit_try at =
        shown ? try_format(f, f->arena, shown->id, true) : fit_try(&plain, f->arena, 0, true);
    answer = fit_answer_at(f->request, &at);
    answer.word = sure.format ? sure.format->id : NULL;
    answer.lucky_word = lucky.format ? lucky.format->id : NULL;
    struct rung above = rung_above(f, top, sure.bytes);
    answer.limit = above.format ? "capacity" : "native-format";
    if (shown) {
        measure_set(&answer.answer, quantity_exact(shown->linear_bits, UNIT_NONE));
        trace_formats(f, at.estimate, above, &own);
    } else {
        answer.verdict = VERDICT_NO;
    }
    fit_explain(f->arena, &answer, &own);
    return answer;
}

/* ── Models ── */

/* Bytes a parameter takes here: weights, and in training gradients and states. */
static double bytes_each(const struct estimate *e) {
    double bytes = e->memory_weights.q.high;
    if (e->memory_gradients.present)
        bytes += e->memory_gradients.q.high;
    if (e->memory_optimizer.present)
        bytes += e->memory_optimizer.q.high;
    return bytes / e->parameters.q.value;
}

/* Parameters that a model of the same shape beside its weights could have: what cache, activations
 * and runtime leave of the budget, over the bytes of each. */
static void parameters_allowed(struct fit_answer *answer, struct trace *t) {
    const struct estimate *e = answer->estimate;
    double each = bytes_each(e), budget = fit_budget(e);
    double held = each * e->parameters.q.value;
    double fixed = e->memory_total.q.high - held;
    double sure = (e->memory_headroom.q.low + held) / each;
    double lucky = (e->memory_headroom.q.high + held) / each;
    double share = budget / e->memory_capacity.q.value;
    struct quantity allowed = quantity_range(sure, sure, lucky, UNIT_NONE, MODELLED);
    struct quantity most = quantity_exact(budget / each, UNIT_NONE);
    measure_set(&answer->answer, allowed);
    measure_set(&answer->most, most);
    TRACE(t, STEP_FIT_PARAMETERS_MOST, "C · u / x_each", most, Q("C", e->memory_capacity.q, "GiB"),
          N("u", share), N("x_each", each));
    TRACE(t, STEP_FIT_PARAMETERS, "(C · u − M_fix) / x_each", allowed,
          Q("C", e->memory_capacity.q, "GiB"), N("u", share),
          Q("M_fix", quantity_exact(fixed, UNIT_BYTE), "GiB"), N("x_each", each));
}

/* Whether this model fits, and how large one like it may be. */
struct fit_answer fit_max_model(const struct fit_search *f) {
    struct fit_try at;
    struct fit_answer answer = fit_as_given(f, &at);
    struct trace own = {.arena = f->arena};
    if (answer.fault)
        return answer;
    answer.limit = "capacity";
    if (at.estimate->memory_capacity.present)
        parameters_allowed(&answer, &own);
    fit_explain(f->arena, &answer, &own);
    return answer;
}
