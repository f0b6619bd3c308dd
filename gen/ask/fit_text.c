/* The answers for people: what was asked and under which conditions, a table, derivations. */
#include <string.h>

#include "ask/cell.h"
#include "ask/fit_cells.h"
#include "ask/report.h"
#include "catalog/fields.h"

enum { GAP = 2 };

/* ── Table ── */

static void print_table(const struct fit_sheet *s, struct bytes *out) {
    const struct fit_result *r = &s->report->result;
    struct fit_column list[FIT_COLUMNS_MOST];
    int widths[FIT_COLUMNS_MOST];
    size_t n = fit_columns(s, list);
    for (size_t k = 0; k < n; k++) {
        widths[k] = cell_width(fit_word(s, "fit.column", list[k].name));
        for (size_t i = 0; i < r->count; i++) {
            int width = cell_width(fit_cell(s, &list[k], &r->answers[i]));
            widths[k] = width > widths[k] ? width : widths[k];
        }
    }
    for (size_t k = 0; k < n; k++)
        pad_right(out, fit_word(s, "fit.column", list[k].name), k + 1 < n ? widths[k] + GAP : 0, 0);
    bytes_puts(out, "\n");
    for (size_t i = 0; i < r->count; i++) {
        const struct fit_answer *x = &r->answers[i];
        size_t shown = 0;
        while (shown < n && (!x->fault || fit_is_subject(&list[shown])))
            shown++;
        for (size_t k = 0; k < shown; k++)
            pad_right(out, fit_cell(s, &list[k], x), k + 1 < n ? widths[k] + GAP : 0, 0);
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
static const char *common_value(const struct fit_sheet *s, size_t option) {
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

static void print_conditions(const struct fit_sheet *s, struct bytes *out) {
    const char *line = "";
    for (size_t i = 0; i < scenario_option_count; i++) {
        const char *name = scenario_options[i].name;
        const char *text = is_looked_for(s->report->request->ask, name) ? NULL : common_value(s, i);
        if (!text)
            continue;
        const char *item = arena_printf(s->arena, "%s %s", fit_word(s, "option", name), text);
        line = report_line_add(s->arena, s->strings, out, line, item);
    }
    report_line_end(out, line);
    bytes_puts(out, "\n");
}

static void print_title(const struct fit_sheet *s, struct bytes *out) {
    const struct fit_request *q = s->report->request;
    const char *task = s->report->result.count ? s->report->result.answers[0].scenario->task : NULL;
    bytes_puts(out, fit_word(s, "fit.title", fit_question_name(q->ask)));
    for (size_t i = 0; i < FIT_SUBJECTS; i++)
        if (fit_subject(s, i))
            bytes_printf(out, " · %s", fit_subject(s, i));
    if (task)
        bytes_printf(out, " · %s", fit_word(s, "task", task));
    if (q->time_per_token > 0) {
        struct measure target = {quantity_exact(q->time_per_token, UNIT_SECOND), true};
        bytes_printf(out, " · %s",
                     say_with(s->arena, s->strings, "fit.target", "time",
                              fit_value(s, &target, "ms", false), NULL));
    }
    bytes_puts(out, "\n");
}

static void print_notes(const struct fit_sheet *s, struct bytes *out) {
    bool unverified = false;
    for (size_t i = 0; i < s->report->result.count; i++)
        unverified |= s->report->result.answers[i].scenario->accelerator->unverified;
    if (unverified)
        bytes_printf(out, "\n* %s\n", say(s->strings, "fit.unverified"));
}

static void print_derivations(const struct fit_sheet *s, struct bytes *out) {
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
    struct fit_sheet s = {a, r, r->strings};
    print_title(&s, out);
    print_conditions(&s, out);
    print_table(&s, out);
    print_notes(&s, out);
    if (r->explain)
        print_derivations(&s, out);
}
