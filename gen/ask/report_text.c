/* The estimate for people: groups of lines with label, value, range and class. */
#include <math.h>
#include <string.h>

#include "ask/cell.h"
#include "ask/report.h"
#include "catalog/fields.h"

enum { GAP = 2, OPTIONS_WIDTH = 98 };

static bool is_count(struct quantity q, const char *unit) {
    if (quantity_is_count(q))
        return !unit || strcmp(unit, "%") != 0;
    return (!unit || !*unit) && unit_equal(q.unit, UNIT_NONE) && q.value == floor(q.value) &&
           q.low == floor(q.low) && q.high == floor(q.high);
}

const char *report_value(struct arena *a, const struct strings *s, struct quantity q,
                         const char *unit, bool range) {
    struct number_format f = {.unit = unit && *unit ? quantity_readable_unit(q, unit) : NULL,
                              .range = range,
                              .unit_printed = unit_said(a, s, unit)};
    if (!is_count(q, unit))
        f.digits = exactness_has_range(q.exactness) ? 3 : 4;
    return quantity_format(a, q, f);
}

const char *report_range(struct arena *a, struct quantity q, const char *unit) {
    struct number_format f = {.unit = unit && *unit ? quantity_readable_unit(q, unit) : NULL,
                              .no_unit = true,
                              .digits = is_count(q, unit) ? 0 : 3};
    const char *value = quantity_format(a, q, f);
    f.range = true;
    const char *range = exactness_has_range(q.exactness) ? quantity_format(a, q, f) : value;
    return strcmp(value, range) != 0 ? range : NULL;
}

const char *report_money(struct arena *a, const struct report *r, const char *text) {
    static const char money[] = "money";
    const char *currency = r->estimate->scenario->currency;
    struct bytes out = {.arena = a};
    if (!strstr(text, money))
        return text;
    for (const char *at; (at = strstr(text, money)); text = at + sizeof money - 1) {
        bytes_add(&out, text, (size_t)(at - text));
        bytes_puts(&out, currency ? currency : say(r->strings, "unit.money"));
    }
    bytes_puts(&out, text);
    return out.at;
}

const char *report_quantity(struct arena *a, const struct report *r, struct quantity q,
                            const char *unit, bool range) {
    return report_money(a, r, report_value(a, r->strings, q, unit, range));
}

/* A word of the options in the words of the language, where it has one. */
static const char *word_said(struct arena *a, const struct strings *strings, const char *option,
                             const char *word) {
    const char *key = arena_printf(a, "value.%s.%s", option, word);
    return strings_has(strings, key) ? say(strings, key) : word;
}

const char *report_option(struct arena *a, const struct strings *strings, const struct scenario *s,
                          size_t option) {
    const struct option *o = &scenario_options[option];
    if (!option_is_set(s, o))
        return NULL;
    if (o->kind == OPTION_WORD)
        return word_said(a, strings, o->name, member_text(s, o->offset));
    if (o->kind != OPTION_QUANTITY)
        return quantity_format(a, option_quantity(s, o), (struct number_format){.decimals = -1});
    return quantity_format(a, option_quantity(s, o),
                           (struct number_format){.unit = o->printed, .digits = 4});
}

void report_line_end(struct bytes *out, const char *line) {
    size_t n = strlen(line);
    while (n && line[n - 1] == ' ')
        n--;
    bytes_add(out, line, n);
    bytes_puts(out, "\n");
}

const char *report_line_add(struct arena *a, const struct strings *s, struct bytes *out,
                            const char *line, const char *item) {
    const char *before = *line ? say_with(a, s, "report.list", "list", line, "item", "", NULL) : "";
    bool full = cell_width(before) + cell_width(item) > OPTIONS_WIDTH;
    if (full)
        report_line_end(out, before);
    return arena_printf(a, "%s%s", full ? "" : before, item);
}

/* What was assumed: every option with its value, the defaults too, in lines of some width. */
static void print_options(struct arena *a, const struct report *r, struct bytes *out) {
    const struct scenario *s = r->estimate->scenario;
    const char *line = "";
    for (size_t i = 0; i < scenario_option_count; i++) {
        const struct option *o = &scenario_options[i];
        const char *value = report_option(a, r->strings, s, i);
        if (!value || !strcmp(o->name, "task") || !option_matters(s, o))
            continue;
        const char *item =
            arena_printf(a, "%s %s", say(r->strings, arena_printf(a, "option.%s", o->name)), value);
        line = report_line_add(a, r->strings, out, line, item);
    }
    report_line_end(out, line);
}

/* Where the price is from the catalogue: what it is, and of when. */
static void print_listed_price(struct arena *a, const struct report *r, struct bytes *out) {
    const struct price *p = r->estimate->scenario->listed;
    if (p)
        bytes_printf(out, "%s\n",
                     say_with(a, r->strings, "report.listed-price", "amount",
                              number_plain(a, p->amount), "currency", p->currency, "date", p->date,
                              "kind", say(r->strings, arena_printf(a, "price.%s", p->kind)), NULL));
}

/* A line of the report in words, and how wide the columns of all are. */
struct line {
    const char *label, *value, *range, *class;
};

struct widths {
    int label, value, range;
};

/* What ten percent more of a resource buys: often nothing. */
static bool gains_nothing(const struct report_entry *e) {
    static const char gain[] = "binding/gain-";
    struct quantity q = e->measure->q;
    return !strncmp(e->path, gain, sizeof gain - 1) && q.low == 0 && q.high == 0;
}

static struct line line_of(struct arena *a, const struct report *r, const struct report_entry *e) {
    struct line l = {say(r->strings, arena_printf(a, "estimate.%s", e->path)), "", "", ""};
    if (e->word) {
        l.value = say(r->strings, arena_printf(a, "word.%s", e->word));
        return l;
    }
    struct quantity q = e->measure->q;
    l.value = report_quantity(a, r, q, e->field->printed, false);
    if (gains_nothing(e)) {
        l.value = say(r->strings, "report.no-gain");
        return l;
    }
    if (report_range(a, q, e->field->printed))
        l.range = report_quantity(a, r, q, e->field->printed, true);
    l.class = say(r->strings, arena_printf(a, "class.%s", exactness_name(q.exactness)));
    return l;
}

static int wider(int width, const char *text) {
    int own = cell_width(text);
    return own > width ? own : width;
}

static struct widths widths_of(const struct line *lines, size_t n) {
    struct widths w = {0, 0, 0};
    for (size_t i = 0; i < n; i++)
        w = (struct widths){wider(w.label, lines[i].label), wider(w.value, lines[i].value),
                            wider(w.range, lines[i].range)};
    return w;
}

static void print_line(const struct line *l, struct widths w, struct bytes *out) {
    bytes_puts(out, "  ");
    pad_right(out, l->label, w.label + GAP, GAP);
    if (!*l->class) {
        bytes_printf(out, "%s\n", l->value);
        return;
    }
    pad_right(out, l->value, w.value + GAP, GAP);
    pad_right(out, l->range, w.range + GAP, GAP);
    bytes_printf(out, "%s\n", l->class);
}

static void print_left_out(const struct report *r, struct bytes *out) {
    const char *keys[LEFT_OUT_MOST];
    size_t n = left_out_of(r->estimate->scenario, keys);
    bytes_printf(out, "\n%s\n", say(r->strings, "report.left-out"));
    for (size_t i = 0; i < n; i++)
        bytes_printf(out, "  %s\n", say(r->strings, keys[i]));
}

/* A device that nobody confirms is marked. */
static const char *device_say(struct arena *a, const struct strings *strings,
                              const struct accelerator *x) {
    return x->unverified ? say_with(a, strings, "report.unverified", "device", x->name, "grade",
                                    say(strings, "grade.unverified"), NULL)
                         : x->name;
}

static void print_answer(const struct report_answer *lines, size_t n, struct widths w,
                         struct bytes *out) {
    bytes_puts(out, n ? "\n" : "");
    for (size_t i = 0; i < n; i++) {
        bytes_puts(out, "  ");
        pad_right(out, lines[i].label, w.label + GAP, GAP);
        bytes_printf(out, "%s\n", lines[i].text);
    }
}

/* In the order of people: of what limits a plan, first its name. */
static size_t entries_said(struct arena *a, const struct report *r, struct report_entry **out) {
    struct report_entry *all;
    size_t n = report_entries(a, r->estimate, &all), kept = 0;
    struct report_entry *said = ARENA_ARRAY(a, struct report_entry, n + 1);
    for (int words = 1; words >= 0; words--)
        for (size_t i = 0; i < n; i++)
            if (report_same_group(all[i].path, "binding/") && (all[i].word != NULL) == words)
                said[kept++] = all[i];
    size_t limits = kept;
    struct report_entry *ordered = ARENA_ARRAY(a, struct report_entry, n + 1);
    kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!report_same_group(all[i].path, "binding/") && !report_repeats(all, n, &all[i]))
            ordered[kept++] = all[i];
    memcpy(ordered + kept, said, limits * sizeof *said);
    *out = ordered;
    return kept + limits;
}

void report_text(struct arena *a, const struct report *r, struct bytes *out) {
    struct report_entry *entries;
    size_t n = entries_said(a, r, &entries);
    struct report_answer answer[REPORT_ANSWERS];
    size_t answers = report_answer(a, r, answer);
    const struct scenario *s = r->estimate->scenario;
    bytes_printf(out, "%s · %s · %s\n", s->model->name, device_say(a, r->strings, s->accelerator),
                 say(r->strings, arena_printf(a, "task.%s", s->task)));
    print_options(a, r, out);
    print_listed_price(a, r, out);
    struct line *lines = ARENA_ARRAY(a, struct line, n + 1);
    for (size_t i = 0; i < n; i++)
        lines[i] = line_of(a, r, &entries[i]);
    struct widths widths = widths_of(lines, n);
    print_answer(answer, answers, widths, out);
    for (size_t i = 0; i < n; i++) {
        const char *path = entries[i].path;
        if (!i || !report_same_group(path, entries[i - 1].path))
            bytes_printf(out, "\n%s\n",
                         say(r->strings,
                             arena_printf(a, "group.%.*s", (int)report_group_length(path), path)));
        print_line(&lines[i], widths, out);
    }
    print_left_out(r, out);
    if (r->explain)
        report_derivation(a, r, out);
}
