/* What a reader wants first: does it fit, how fast, what limits it, what it costs. Everything below
 * it says why. */
#include <string.h>

#include "ask/fit_print.h"
#include "ask/report.h"
#include "catalog/fields.h"

/* "55.1 tokens/s (45.4–59.6)"; the same text twice is said once. */
static const char *ranged(struct arena *a, const struct report *r, const struct measure *m,
                          const char *unit) {
    const char *value = report_quantity(a, r, m->q, unit, false);
    const char *range = report_range(a, m->q, unit);
    return range ? say_with(a, r->strings, "report.answer.ranged", "value", value, "range", range,
                            NULL)
                 : value;
}

static const char *bound_of(struct arena *a, const struct report *r, const char *bound) {
    return bound ? say_with(a, r->strings, "report.answer.bound", "limit",
                            say(r->strings, arena_printf(a, "word.%s", bound)), NULL)
                 : "";
}

/* What limits the plan, its links included; capacity is said on a line of its own. */
static const char *binding_of(const struct estimate *e, const char *device) {
    const char *plan = e->binding_resource;
    return plan && strcmp(plan, "capacity") != 0 ? plan : device;
}

static const char *fit(struct arena *a, const struct report *r) {
    static const char *const keys[] = {[VERDICT_NO] = "report.answer.no",
                                       [VERDICT_MARGINAL] = "report.answer.marginal",
                                       [VERDICT_YES] = "report.answer.yes"};
    const struct estimate *e = r->estimate;
    if (!e->memory_total.present || !e->memory_capacity.present || !e->memory_headroom.present)
        return NULL;
    struct quantity room = e->memory_headroom.q;
    struct quantity over = {-room.value, -room.high, -room.low, room.unit, room.exactness};
    const char *key = e->offload_known ? "report.answer.offload" : keys[e->fits];
    const char *off = arena_printf(a, "verdict.%s", verdict_word(e->offload_fits));
    return say_with(
        a, r->strings, key, "total", report_quantity(a, r, e->memory_total.q, "GiB", false),
        "capacity", report_quantity(a, r, e->memory_capacity.q, "GiB", false), "room",
        report_quantity(a, r, room, "GiB", false), "over",
        report_quantity(a, r, over, "GiB", false), "range",
        report_quantity(a, r, room, "GiB", true), "verdict", say(r->strings, off), NULL);
}

/* Of all sequences together, and of each where they are several. */
static const char *decoding(struct arena *a, const struct report *r) {
    const struct estimate *e = r->estimate;
    if (e->offload_speed.present)
        return ranged(a, r, &e->offload_speed, "token/s");
    if (!e->decode_speed.present)
        return NULL;
    const char *each = "";
    if (e->decode_user_speed.present && e->decode_user_speed.q.value != e->decode_speed.q.value)
        each = say_with(a, r->strings, "report.answer.each", "speed",
                        report_quantity(a, r, e->decode_user_speed.q, "token/s", false), NULL);
    return arena_printf(a, "%s%s%s", ranged(a, r, &e->decode_speed, "token/s"), each,
                        bound_of(a, r, binding_of(e, e->decode_bound)));
}

/* The prompts of a batch are read together: nobody of them waits less. */
static const char *together(struct arena *a, const struct report *r) {
    int64_t batch = r->estimate->scenario->batch;
    return batch > 1 ? say_with(a, r->strings, "report.answer.together", "count",
                                arena_printf(a, "%lld", (long long)batch), NULL)
                     : "";
}

static const char *first_token(struct arena *a, const struct report *r) {
    const struct estimate *e = r->estimate;
    return e->prefill_first_token.present
               ? arena_printf(a, "%s%s%s", ranged(a, r, &e->prefill_first_token, "ms"),
                              together(a, r), bound_of(a, r, e->prefill_bound))
               : NULL;
}

static bool is_left_out(const struct estimate *e, const char *key) {
    const char *keys[LEFT_OUT_MOST];
    size_t n = left_out_of(e->scenario, keys);
    for (size_t i = 0; i < n; i++)
        if (!strcmp(keys[i], key))
            return true;
    return false;
}

/* What fits has a speed, or a reason why none is known. */
static const char *no_speed(struct arena *a, const struct report *r) {
    const struct estimate *e = r->estimate;
    (void)a;
    if (e->fits == VERDICT_NO || e->offload_known || e->decode_speed.present ||
        e->training_step_time.present)
        return NULL;
    if (is_left_out(e, "left-out.times-without-link"))
        return say(r->strings, "report.answer.no-link");
    bool timed = e->decode_compute_time.present || e->training_compute_time.present;
    return timed ? NULL : say(r->strings, "report.answer.no-peak");
}

static const char *drafted(struct arena *a, const struct report *r) {
    const struct measure *m = &r->estimate->speculative_speed;
    return m->present ? ranged(a, r, m, "token/s") : NULL;
}

static const char *step(struct arena *a, const struct report *r) {
    const struct estimate *e = r->estimate;
    return e->training_step_time.present
               ? arena_printf(a, "%s%s", ranged(a, r, &e->training_step_time, "s"),
                              bound_of(a, r, binding_of(e, e->training_bound)))
               : NULL;
}

static const char *run(struct arena *a, const struct report *r) {
    const struct measure *m = &r->estimate->training_total_time;
    return m->present ? ranged(a, r, m, "d") : NULL;
}

static const char *cost_of_run(struct arena *a, const struct report *r) {
    const struct measure *m = &r->estimate->cost_total;
    return m->present ? ranged(a, r, m, "money") : NULL;
}

static const char *cost_of_tokens(struct arena *a, const struct report *r) {
    const struct measure *m = &r->estimate->cost_per_million_tokens;
    return m->present ? ranged(a, r, m, "money") : NULL;
}

size_t report_answer(struct arena *a, const struct report *r, struct report_answer *out) {
    static const struct {
        const char *label;
        const char *(*text)(struct arena *, const struct report *);
    } rows[REPORT_ANSWERS] = {{"report.answer.fit", fit},
                              {"report.answer.decode", decoding},
                              {"report.answer.speed", no_speed},
                              {"report.answer.drafted", drafted},
                              {"report.answer.first-token", first_token},
                              {"report.answer.step", step},
                              {"report.answer.run", run},
                              {"report.answer.cost", cost_of_run},
                              {"report.answer.cost-tokens", cost_of_tokens}};
    size_t n = 0;
    for (size_t i = 0; i < REPORT_ANSWERS; i++) {
        const char *text = rows[i].text(a, r);
        if (text)
            out[n++] = (struct report_answer){say(r->strings, rows[i].label), text};
    }
    return n;
}
