/* The answers for people: what was asked and under which conditions, a table, derivations. */
#include <string.h>

#include "ask/cell.h"
#include "ask/fit_print.h"
#include "ask/report.h"
#include "catalog/fields.h"

enum { COLUMNS_MOST = 16, GAP = 2 };

struct sheet {
    struct arena *arena;
    const struct fit_report *report;
    const struct strings *strings;
};

/* ── Cells: NULL or "" = nothing to say ── */

static const char *value(const struct sheet *s, const struct measure *m, const char *unit,
                         bool range) {
    return m->present ? report_value(s->arena, s->strings, m->q, unit, range) : NULL;
}

/* One end of a range. */
static const char *end(const struct sheet *s, const struct measure *m, double x, const char *unit) {
    if (!m->present)
        return NULL;
    return quantity_format(
        s->arena, quantity_exact(x, m->q.unit),
        (struct number_format){.unit = unit,
                               .unit_printed = *unit ? say(s->strings, "unit.tokens") : NULL});
}

static const char *word(const struct sheet *s, const char *prefix, const char *name) {
    return name ? say(s->strings, arena_printf(s->arena, "%s.%s", prefix, name)) : NULL;
}

static const char *cell_model(const struct sheet *s, const struct fit_answer *x) {
    (void)s;
    return x->scenario->model->name;
}

static const char *cell_device(const struct sheet *s, const struct fit_answer *x) {
    const struct accelerator *device = x->scenario->accelerator;
    return device->unverified ? arena_printf(s->arena, "%s *", device->name) : device->name;
}

static const char *cell_weights(const struct sheet *s, const struct fit_answer *x) {
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

static const char *unit_of_answer(const struct sheet *s) {
    return s->report->request->ask == FIT_MAX_CONTEXT ? "token" : "";
}

static const char *cell_sure(const struct sheet *s, const struct fit_answer *x) {
    return end(s, &x->answer, x->answer.q.value, unit_of_answer(s));
}

static const char *cell_luck(const struct sheet *s, const struct fit_answer *x) {
    return end(s, &x->answer, x->answer.q.high, unit_of_answer(s));
}

static const char *cell_format(const struct sheet *s, const struct fit_answer *x) {
    (void)s;
    return x->word;
}

static const char *cell_format_luck(const struct sheet *s, const struct fit_answer *x) {
    (void)s;
    return x->lucky_word;
}

static const char *count(const struct sheet *s, int64_t n) {
    return arena_printf(s->arena, "%lld", (long long)n);
}

static const char *cell_devices(const struct sheet *s, const struct fit_answer *x) {
    return x->answer.present ? count(s, x->scenario->devices) : NULL;
}

static const char *cell_devices_luck(const struct sheet *s, const struct fit_answer *x) {
    return end(s, &x->answer, x->answer.q.low, "");
}

/* "tensor 8 × stages 2": how the work is divided. */
static const char *cell_division(const struct sheet *s, const struct fit_answer *x) {
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
static const char *cell_verdict(const struct sheet *s, const struct fit_answer *x) {
    if (x->verdict == VERDICT_NO && x->estimate->fits > VERDICT_NO)
        return say(s->strings,
                   x->estimate->decode_time.present ? "fit.too-slow" : "fit.speed-unknown");
    return word(s, "verdict", verdict_word(x->verdict));
}

static const char *cell_reached(const struct sheet *s, const struct fit_answer *x) {
    return word(s, "fit.reached", verdict_word(x->verdict));
}

static const char *cell_limit(const struct sheet *s, const struct fit_answer *x) {
    return word(s, "fit.limit", x->limit);
}

static const char *cell_next(const struct sheet *s, const struct fit_answer *x) {
    return word(s, "fit.limit", x->word);
}

static const char *cell_margin(const struct sheet *s, const struct fit_answer *x) {
    return value(s, &x->answer, "×", false);
}

static const char *cell_room(const struct sheet *s, const struct fit_answer *x) {
    return value(s, &x->margin, "GiB", true);
}

static const char *cell_parameters(const struct sheet *s, const struct fit_answer *x) {
    struct measure m = x->estimate->parameters;
    return m.present ? quantity_format(s->arena, m.q, (struct number_format){.digits = 0}) : NULL;
}

/* Billions: the parameters allowed are as good as the memory behind them. */
static const char *billions(const struct sheet *s, const struct measure *m, double x) {
    if (!m->present)
        return NULL;
    return quantity_format(s->arena, quantity_exact((x > 0 ? x : 0) / 1e9, UNIT_NONE),
                           (struct number_format){.digits = 3});
}

static const char *cell_allowed(const struct sheet *s, const struct fit_answer *x) {
    return billions(s, &x->answer, x->answer.q.value);
}

static const char *cell_most(const struct sheet *s, const struct fit_answer *x) {
    return billions(s, &x->most, x->most.q.value);
}

static const char *cell_saturation(const struct sheet *s, const struct fit_answer *x) {
    return value(s, &x->saturation, "", false);
}

static const char *cell_bandwidth(const struct sheet *s, const struct fit_answer *x) {
    return value(s, &x->answer, "GB/s", true);
}

static const char *cell_rated(const struct sheet *s, const struct fit_answer *x) {
    const struct datum *d = &x->scenario->accelerator->memory_bandwidth;
    struct measure m = {quantity_exact(d->value, UNIT_BYTE_PER_SECOND), d->known};
    return value(s, &m, "GB/s", false);
}

static const char *cell_time(const struct sheet *s, const struct fit_answer *x) {
    return value(s, &x->estimate->decode_time, "ms", true);
}

static const char *cell_decode_speed(const struct sheet *s, const struct fit_answer *x) {
    return value(s, &x->estimate->decode_speed, "token/s", true);
}

static const char *cell_step_time(const struct sheet *s, const struct fit_answer *x) {
    return value(s, &x->estimate->training_step_time, "s", true);
}

/* ── What it costs: columns where a price is known ── */

static const char *money(const struct sheet *s, const struct fit_answer *x,
                         const struct measure *m) {
    const struct report r = {x->estimate, s->report->catalog, s->strings, false};
    return m->present ? report_quantity(s->arena, &r, m->q, "money", true) : NULL;
}

static const char *cell_cost(const struct sheet *s, const struct fit_answer *x) {
    return money(s, x, &x->estimate->cost_per_million_tokens);
}

static const char *cell_bill(const struct sheet *s, const struct fit_answer *x) {
    return money(s, x, &x->estimate->cost_total);
}

static const char *cell_gain_bandwidth(const struct sheet *s, const struct fit_answer *x) {
    return value(s, &x->estimate->gain_bandwidth, "%", false);
}

static const char *cell_gain_compute(const struct sheet *s, const struct fit_answer *x) {
    return value(s, &x->estimate->gain_compute, "%", false);
}

static const char *cell_gain_capacity(const struct sheet *s, const struct fit_answer *x) {
    return value(s, &x->estimate->gain_capacity, "%", false);
}

static const char *cell_gain_link(const struct sheet *s, const struct fit_answer *x) {
    return value(s, &x->estimate->gain_link, "%", false);
}

static const char *cell_gain_latency(const struct sheet *s, const struct fit_answer *x) {
    return value(s, &x->estimate->gain_latency, "%", false);
}

/* ── Columns of each question ── */

struct column {
    const char *name; /* string key "fit.column." and the name */
    const char *(*cell)(const struct sheet *, const struct fit_answer *);
};

#define OF(question) (1u << FIT_##question)

enum { LARGEST = 1u << FIT_MAX_CONTEXT | 1u << FIT_MAX_BATCH };

static const struct {
    unsigned questions;
    struct column column;
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

static bool is_known(const struct sheet *s, const struct column *c) {
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
static const struct column subjects[] = {{"model", cell_model}, {"accelerator", cell_device}};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static const char *common_subject(const struct sheet *s, size_t subject) {
    const struct fit_result *r = &s->report->result;
    const char *common = r->count ? subjects[subject].cell(s, &r->answers[0]) : NULL;
    for (size_t i = 1; common && i < r->count; i++)
        if (strcmp(common, subjects[subject].cell(s, &r->answers[i])) != 0)
            return NULL;
    return common;
}

static bool is_subject(const struct column *c) {
    return c->cell == cell_model || c->cell == cell_device || c->cell == cell_weights;
}

static size_t columns_of(const struct sheet *s, struct column out[COLUMNS_MOST]) {
    enum fit_question ask = s->report->request->ask;
    size_t n = 0;
    for (size_t i = 0; i < SUBJECTS; i++)
        if (!common_subject(s, i))
            out[n++] = subjects[i];
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (columns[i].questions & (1u << ask) && is_known(s, &columns[i].column))
            out[n++] = columns[i].column;
    return n;
}

/* ── Table ── */

static const char *cell_text(const struct sheet *s, const struct column *c,
                             const struct fit_answer *x) {
    const char *text = x->fault && !is_subject(c) ? NULL : c->cell(s, x);
    return text && *text ? text : "—";
}

static void print_table(const struct sheet *s, struct bytes *out) {
    const struct fit_result *r = &s->report->result;
    struct column list[COLUMNS_MOST];
    int widths[COLUMNS_MOST];
    size_t n = columns_of(s, list);
    for (size_t k = 0; k < n; k++) {
        widths[k] = cell_width(word(s, "fit.column", list[k].name));
        for (size_t i = 0; i < r->count; i++) {
            int width = cell_width(cell_text(s, &list[k], &r->answers[i]));
            widths[k] = width > widths[k] ? width : widths[k];
        }
    }
    for (size_t k = 0; k < n; k++)
        pad_right(out, word(s, "fit.column", list[k].name), k + 1 < n ? widths[k] + GAP : 0, 0);
    bytes_puts(out, "\n");
    for (size_t i = 0; i < r->count; i++) {
        const struct fit_answer *x = &r->answers[i];
        size_t shown = 0;
        while (shown < n && (!x->fault || is_subject(&list[shown])))
            shown++;
        for (size_t k = 0; k < shown; k++)
            pad_right(out, cell_text(s, &list[k], x), k + 1 < n ? widths[k] + GAP : 0, 0);
        bytes_printf(out, "%s\n", x->fault ? fit_reason(s->arena, x) : "");
    }
}

/* ── What was asked, and what was assumed ── */

/* Options that the question looks for say nothing about what was assumed. */
static bool is_looked_for(enum fit_question ask, const char *option) {
    static const char *const lists[FIT_QUESTIONS] = {
        [FIT_MAX_CONTEXT] = " context prompt output sequence ",
        [FIT_MAX_BATCH] = " batch micro-batch ",
        [FIT_MAX_BITS] = " weights ",
        [FIT_MIN_DEVICES] = " devices tensor-parallel pipeline-parallel data-parallel ",
        [FIT_WHICH_ACCELERATOR] = " devices tensor-parallel pipeline-parallel data-parallel ",
    };
    char *word = NULL;
    struct arena *scratch = arena_new();
    word = arena_printf(scratch, " %s ", option);
    bool found = !strcmp(option, "task") || (lists[ask] && strstr(lists[ask], word));
    arena_drop(scratch);
    return found;
}

/* The option's value where all lines agree on it. */
static const char *common_value(const struct sheet *s, size_t option) {
    const struct fit_result *r = &s->report->result;
    const char *common = NULL;
    for (size_t i = 0; i < r->count; i++) {
        const struct fit_answer *x = &r->answers[i];
        if (x->fault)
            continue;
        const char *text = option_matters(x->scenario, &scenario_options[option])
                               ? report_option(s->arena, s->strings, x->scenario, option)
                               : NULL;
        if (!text || (common && strcmp(common, text) != 0))
            return NULL;
        common = text;
    }
    return common;
}

static void print_conditions(const struct sheet *s, struct bytes *out) {
    const char *line = "";
    for (size_t i = 0; i < scenario_option_count; i++) {
        const char *name = scenario_options[i].name;
        const char *text = is_looked_for(s->report->request->ask, name) ? NULL : common_value(s, i);
        if (!text)
            continue;
        const char *item = arena_printf(s->arena, "%s %s", word(s, "option", name), text);
        line = report_line_add(s->arena, s->strings, out, line, item);
    }
    report_line_end(out, line);
    bytes_puts(out, "\n");
}

static void print_title(const struct sheet *s, struct bytes *out) {
    const struct fit_request *q = s->report->request;
    const char *task = s->report->result.count ? s->report->result.answers[0].scenario->task : NULL;
    bytes_puts(out, word(s, "fit.title", fit_question_name(q->ask)));
    for (size_t i = 0; i < SUBJECTS; i++)
        if (common_subject(s, i))
            bytes_printf(out, " · %s", common_subject(s, i));
    if (task)
        bytes_printf(out, " · %s", word(s, "task", task));
    if (q->time_per_token > 0) {
        struct measure target = {quantity_exact(q->time_per_token, UNIT_SECOND), true};
        bytes_printf(out, " · %s",
                     say_with(s->arena, s->strings, "fit.target", "time",
                              value(s, &target, "ms", false), NULL));
    }
    bytes_puts(out, "\n");
}

static void print_notes(const struct sheet *s, struct bytes *out) {
    bool unverified = false;
    for (size_t i = 0; i < s->report->result.count; i++)
        unverified |= s->report->result.answers[i].scenario->accelerator->unverified;
    if (unverified)
        bytes_printf(out, "\n* %s\n", say(s->strings, "fit.unverified"));
}

static void print_derivations(const struct sheet *s, struct bytes *out) {
    for (size_t i = 0; i < s->report->result.count; i++) {
        const struct fit_answer *x = &s->report->result.answers[i];
        if (x->fault || !x->step_count)
            continue;
        struct estimate e = *x->estimate;
        e.steps = x->steps;
        e.step_count = x->step_count;
        struct report r = {&e, s->report->catalog, s->strings, true};
        bytes_printf(out, "\n── %s · %s\n", x->scenario->model->name,
                     x->scenario->accelerator->name);
        report_derivation(s->arena, &r, out);
    }
}

void fit_text(struct arena *a, const struct fit_report *r, struct bytes *out) {
    struct sheet s = {a, r, r->strings};
    print_title(&s, out);
    print_conditions(&s, out);
    print_table(&s, out);
    print_notes(&s, out);
    if (r->explain)
        print_derivations(&s, out);
}
