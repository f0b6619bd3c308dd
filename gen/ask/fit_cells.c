/* What the columns of answers say, and which of them a question has. */
#include "ask/fit_cells.h"

#include <string.h>

#include "ask/cell.h"
#include "ask/report.h"
#include "catalog/fields.h"

/* ── Cells: NULL or "" = nothing to say ── */

const char *fit_value(const struct fit_sheet *s, const struct measure *m, const char *unit,
                      bool range) {
    return m->present ? report_value(s->arena, s->strings, m->q, unit, range) : NULL;
}

/* One end of a range. */
static const char *end(const struct fit_sheet *s, const struct measure *m, double x,
                       const char *unit) {
    if (!m->present)
        return NULL;
    return quantity_format(
        s->arena, quantity_exact(x, m->q.unit),
        (struct number_format){.unit = unit,
                               .unit_printed = *unit ? say(s->strings, "unit.tokens") : NULL});
}

const char *fit_word(const struct fit_sheet *s, const char *prefix, const char *name) {
    return name ? say(s->strings, arena_printf(s->arena, "%s.%s", prefix, name)) : NULL;
}

static const char *cell_model(const struct fit_sheet *s, const struct fit_answer *x) {
    (void)s;
    return x->scenario->model->name;
}

static const char *cell_device(const struct fit_sheet *s, const struct fit_answer *x) {
    const struct accelerator *device = x->scenario->accelerator;
    return device->unverified ? arena_printf(s->arena, "%s *", device->name) : device->name;
}

static const char *cell_weights(const struct fit_sheet *s, const struct fit_answer *x) {
    (void)s;
    return x->scenario->weights;
}

/* Formats are a column where they are not the same in all lines. */
static bool formats_differ(const struct fit_result *r) {
    for (size_t i = 1; i < r->count; i++) {
        const char *a = r->answers[0].scenario->weights, *b = r->answers[i].scenario->weights;
        if (a && b && strcmp(a, b) != 0)
            return true;
    }
    return false;
}

static const char *unit_of_answer(const struct fit_sheet *s) {
    return s->report->request->ask == FIT_MAX_CONTEXT ? "token" : "";
}

static const char *cell_sure(const struct fit_sheet *s, const struct fit_answer *x) {
    return end(s, &x->answer, x->answer.q.value, unit_of_answer(s));
}

static const char *cell_luck(const struct fit_sheet *s, const struct fit_answer *x) {
    return end(s, &x->answer, x->answer.q.high, unit_of_answer(s));
}

static const char *cell_format(const struct fit_sheet *s, const struct fit_answer *x) {
    (void)s;
    return x->word;
}

static const char *cell_format_luck(const struct fit_sheet *s, const struct fit_answer *x) {
    (void)s;
    return x->lucky_word;
}

static const char *count(const struct fit_sheet *s, int64_t n) {
    return arena_printf(s->arena, "%lld", (long long)n);
}

static const char *cell_devices(const struct fit_sheet *s, const struct fit_answer *x) {
    return x->answer.present ? count(s, x->scenario->devices) : NULL;
}

static const char *cell_devices_luck(const struct fit_sheet *s, const struct fit_answer *x) {
    return end(s, &x->answer, x->answer.q.low, "");
}

/* "tensor 8 × stages 2": how the work is divided. */
static const char *cell_division(const struct fit_sheet *s, const struct fit_answer *x) {
    const struct scenario *at = x->scenario;
    if (!x->answer.present || at->devices < 2)
        return NULL;
    const struct {
        const char *key;
        int64_t n;
    } parts[] = {{"fit.division.tensor", at->tensor_parallel},
                 {"fit.division.pipeline", at->pipeline_parallel},
                 {"fit.division.data", at->data_parallel}};
    struct bytes out = {.arena = s->arena};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].n > 1)
            bytes_printf(
                &out, "%s%s", out.n ? " × " : "",
                say_with(s->arena, s->strings, parts[i].key, "n", count(s, parts[i].n), NULL));
    return out.n ? out.at : NULL;
}

/* What would fit may still be no answer: it is too slow, or nobody knows how fast it is. */
static const char *cell_verdict(const struct fit_sheet *s, const struct fit_answer *x) {
    if (x->verdict == VERDICT_NO && x->estimate->fits > VERDICT_NO)
        return say(s->strings,
                   x->estimate->decode_time.present ? "fit.too-slow" : "fit.speed-unknown");
    return fit_word(s, "verdict", verdict_word(x->verdict));
}

static const char *cell_reached(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_word(s, "fit.reached", verdict_word(x->verdict));
}

static const char *cell_limit(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_word(s, "fit.limit", x->limit);
}

static const char *cell_next(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_word(s, "fit.limit", x->word);
}

static const char *cell_margin(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_value(s, &x->answer, "×", false);
}

static const char *cell_room(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_value(s, &x->margin, "GiB", true);
}

static const char *cell_parameters(const struct fit_sheet *s, const struct fit_answer *x) {
    struct measure m = x->estimate->parameters;
    return m.present ? quantity_format(s->arena, m.q, (struct number_format){.digits = 0}) : NULL;
}

/* Billions: the parameters allowed are as good as the memory behind them. */
static const char *billions(const struct fit_sheet *s, const struct measure *m, double x) {
    if (!m->present)
        return NULL;
    return quantity_format(s->arena, quantity_exact((x > 0 ? x : 0) / 1e9, UNIT_NONE),
                           (struct number_format){.digits = 3});
}

static const char *cell_allowed(const struct fit_sheet *s, const struct fit_answer *x) {
    return billions(s, &x->answer, x->answer.q.value);
}

static const char *cell_most(const struct fit_sheet *s, const struct fit_answer *x) {
    return billions(s, &x->most, x->most.q.value);
}

static const char *cell_saturation(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_value(s, &x->saturation, "", false);
}

static const char *cell_bandwidth(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_value(s, &x->answer, "GB/s", true);
}

static const char *cell_rated(const struct fit_sheet *s, const struct fit_answer *x) {
    const struct datum *d = &x->scenario->accelerator->memory_bandwidth;
    struct measure m = {quantity_exact(d->value, UNIT_BYTE_PER_SECOND), d->known};
    return fit_value(s, &m, "GB/s", false);
}

static const char *cell_time(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_value(s, &x->estimate->decode_time, "ms", true);
}

static const char *cell_decode_speed(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_value(s, &x->estimate->decode_speed, "token/s", true);
}

static const char *cell_step_time(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_value(s, &x->estimate->training_step_time, "s", true);
}

/* ── What it costs: columns where a price is known ── */

static const char *money(const struct fit_sheet *s, const struct fit_answer *x,
                         const struct measure *m) {
    const struct report r = {x->estimate, s->report->catalog, s->strings, false};
    return m->present ? report_quantity(s->arena, &r, m->q, "money", true) : NULL;
}

static const char *cell_cost(const struct fit_sheet *s, const struct fit_answer *x) {
    return money(s, x, &x->estimate->cost_per_million_tokens);
}

static const char *cell_bill(const struct fit_sheet *s, const struct fit_answer *x) {
    return money(s, x, &x->estimate->cost_total);
}

static const char *cell_gain_bandwidth(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_value(s, &x->estimate->gain_bandwidth, "%", false);
}

static const char *cell_gain_compute(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_value(s, &x->estimate->gain_compute, "%", false);
}

static const char *cell_gain_capacity(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_value(s, &x->estimate->gain_capacity, "%", false);
}

static const char *cell_gain_link(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_value(s, &x->estimate->gain_link, "%", false);
}

static const char *cell_gain_latency(const struct fit_sheet *s, const struct fit_answer *x) {
    return fit_value(s, &x->estimate->gain_latency, "%", false);
}

/* ── Columns of each question ── */

#define OF(question) (1u << FIT_##question)

enum { LARGEST = 1u << FIT_MAX_CONTEXT | 1u << FIT_MAX_BATCH };

static const struct {
    unsigned questions;
    struct fit_column column;
} columns[] = {
    {~OF(MAX_BITS), {"weights", cell_weights}},
    {OF(MAX_CONTEXT), {"context", cell_sure}},
    {OF(MAX_BATCH), {"batch", cell_sure}},
    {LARGEST, {"with-luck", cell_luck}},
    {OF(MAX_BATCH), {"saturation", cell_saturation}},
    {OF(MAX_BITS), {"format", cell_format}},
    {OF(MAX_BITS), {"with-luck", cell_format_luck}},
    {OF(MIN_DEVICES) | OF(WHICH_ACCELERATOR), {"devices", cell_devices}},
    {OF(MIN_DEVICES) | OF(WHICH_ACCELERATOR), {"with-luck", cell_devices_luck}},
    {OF(MIN_DEVICES) | OF(WHICH_ACCELERATOR), {"division", cell_division}},
    {OF(MAX_MODEL), {"parameters", cell_parameters}},
    {OF(MIN_DEVICES) | OF(WHICH_ACCELERATOR) | OF(MAX_MODEL), {"verdict", cell_verdict}},
    {OF(TARGET_SPEED), {"reached", cell_reached}},
    {OF(MAX_MODEL), {"allowed", cell_allowed}},
    {OF(MAX_MODEL), {"most", cell_most}},
    {OF(TARGET_SPEED), {"bandwidth-needed", cell_bandwidth}},
    {OF(TARGET_SPEED), {"bandwidth", cell_rated}},
    {OF(BINDING), {"binds", cell_limit}},
    {OF(BINDING), {"next", cell_next}},
    {OF(BINDING), {"margin", cell_margin}},
    {LARGEST | OF(MAX_BITS) | OF(TARGET_SPEED), {"limit", cell_limit}},
    {OF(BINDING), {"gain-bandwidth", cell_gain_bandwidth}},
    {OF(BINDING), {"gain-compute", cell_gain_compute}},
    {OF(BINDING), {"gain-capacity", cell_gain_capacity}},
    {OF(BINDING), {"gain-link", cell_gain_link}},
    {OF(BINDING), {"gain-latency", cell_gain_latency}},
    {~OF(BINDING), {"room", cell_room}},
    {OF(TARGET_SPEED), {"time", cell_time}},
    {~OF(TARGET_SPEED), {"speed", cell_decode_speed}},
    {~OF(TARGET_SPEED), {"step-time", cell_step_time}},
    {~OF(BINDING), {"cost", cell_cost}},
    {~OF(BINDING), {"bill", cell_bill}},
};

static bool is_known(const struct fit_sheet *s, const struct fit_column *c) {
    const struct fit_result *r = &s->report->result;
    if (c->cell == cell_weights)
        return formats_differ(r);
    for (size_t i = 0; i < r->count; i++)
        if (!r->answers[i].fault && c->cell(s, &r->answers[i]))
            return true;
    static const char *const wanted_when_known[] = {"cost",      "bill",      "speed",
                                                    "step-time", "gain-link", "gain-latency"};
    for (size_t i = 0; i < sizeof wanted_when_known / sizeof *wanted_when_known; i++)
        if (!strcmp(c->name, wanted_when_known[i]))
            return false;
    return true;
}

/* What an answer is about: in the title where all are about the same. */
static const struct fit_column subjects[FIT_SUBJECTS] = {{"model", cell_model},
                                                         {"accelerator", cell_device}};

const char *fit_subject(const struct fit_sheet *s, size_t subject) {
    const struct fit_result *r = &s->report->result;
    const char *common = r->count ? subjects[subject].cell(s, &r->answers[0]) : NULL;
    for (size_t i = 1; common && i < r->count; i++)
        if (strcmp(common, subjects[subject].cell(s, &r->answers[i])) != 0)
            return NULL;
    return common;
}

bool fit_is_subject(const struct fit_column *c) {
    return c->cell == cell_model || c->cell == cell_device || c->cell == cell_weights;
}

size_t fit_columns(const struct fit_sheet *s, struct fit_column out[FIT_COLUMNS_MOST]) {
    enum fit_question ask = s->report->request->ask;
    size_t n = 0;
    for (size_t i = 0; i < FIT_SUBJECTS; i++)
        if (!fit_subject(s, i))
            out[n++] = subjects[i];
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (columns[i].questions & (1u << ask) && is_known(s, &columns[i].column))
            out[n++] = columns[i].column;
    return n;
}

const char *fit_cell(const struct fit_sheet *s, const struct fit_column *c,
                     const struct fit_answer *x) {
    const char *text = x->fault && !fit_is_subject(c) ? NULL : c->cell(s, x);
    return text && *text ? text : "—";
}
