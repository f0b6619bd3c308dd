/* The estimate for people: groups of lines with label, value, range and class. */
#include <math.h>
#include <string.h>

#include "book/cell.h"
#include "book/report.h"
#include "catalog/fields.h"

enum { NAME_COLUMNS = 34, VALUE_COLUMNS = 20, RANGE_COLUMNS = 22, GAP = 2 };

/* Small sizes are not printed as thousandths of a GiB. */
static const char *readable_unit(const char *unit, struct quantity q) {
    static const struct {
        const char *unit;
        double least;
    } rows[] = {{"GiB", 0x1p30 / 10}, {"MiB", 0x1p20 / 10}, {"KiB", 0}};
    for (size_t i = 0; unit && !strcmp(unit, "GiB") && i < sizeof rows / sizeof *rows; i++)
        if (q.value == 0 || fabs(q.value) >= rows[i].least)
            return rows[i].unit;
    return unit;
}

static bool is_count(struct quantity q, const char *unit) {
    return (!unit || !*unit) && unit_equal(q.unit, UNIT_NONE) && q.value == floor(q.value) &&
           q.low == floor(q.low) && q.high == floor(q.high);
}

/* "KiB/token" → "KiB/词元"; NULL: the unit as it is. */
static const char *unit_said(struct arena *a, const struct strings *s, const char *unit) {
    static const char token[] = "token";
    if (!unit || !*unit)
        return NULL;
    if (!strcmp(unit, "token/s"))
        return say(s, "unit.tokens-per-second");
    if (!strcmp(unit, token))
        return say(s, "unit.tokens");
    const char *at = strstr(unit, token);
    return at ? arena_printf(a, "%.*s%s%s", (int)(at - unit), unit, say(s, "unit.token"),
                             at + sizeof token - 1)
              : NULL;
}

const char *report_value(struct arena *a, const struct strings *s, struct quantity q,
                         const char *unit, bool range) {
    struct number_format f = {.unit = unit && *unit ? readable_unit(unit, q) : NULL,
                              .range = range,
                              .unit_printed = unit_said(a, s, unit)};
    if (!is_count(q, unit))
        f.digits = exactness_has_range(q.exactness) ? 3 : 4;
    return quantity_format(a, q, f);
}

const char *report_option(struct arena *a, const struct scenario *s, size_t option) {
    const struct option *o = &scenario_options[option];
    if (!option_is_set(s, o))
        return NULL;
    if (o->kind == OPTION_WORD)
        return member_text(s, o->offset);
    if (o->kind != OPTION_QUANTITY)
        return number_plain(a, option_number(s, o));
    return quantity_format(a, option_quantity(s, o),
                           (struct number_format){.unit = o->printed, .digits = 4});
}

/* What was assumed: every option with its value, the defaults too. */
static void print_options(struct arena *a, const struct report *r, struct bytes *out) {
    const struct scenario *s = r->estimate->scenario;
    const char *line = NULL;
    for (size_t i = 0; i < scenario_option_count; i++) {
        const struct option *o = &scenario_options[i];
        const char *value = report_option(a, s, i);
        if (!value || !strcmp(o->name, "task") || !option_matters(s, o))
            continue;
        const char *item =
            arena_printf(a, "%s %s", say(r->strings, arena_printf(a, "option.%s", o->name)), value);
        line =
            line ? say_with(a, r->strings, "report.list", "list", line, "item", item, NULL) : item;
    }
    bytes_printf(out, "%s\n", line ? line : "");
}

static void print_entry(struct arena *a, const struct report *r, const struct report_entry *entry,
                        struct bytes *out) {
    bytes_puts(out, "  ");
    pad_right(out, say(r->strings, arena_printf(a, "estimate.%s", entry->path)), NAME_COLUMNS, GAP);
    if (entry->word) {
        bytes_printf(out, "%s\n", say(r->strings, arena_printf(a, "word.%s", entry->word)));
        return;
    }
    struct quantity q = entry->measure->q;
    const char *unit = entry->field->printed;
    bool range = exactness_has_range(q.exactness);
    pad_right(out, report_value(a, r->strings, q, unit, false), VALUE_COLUMNS, GAP);
    pad_right(out, range ? report_value(a, r->strings, q, unit, true) : "", RANGE_COLUMNS, GAP);
    bytes_printf(out, "%s\n",
                 say(r->strings, arena_printf(a, "class.%s", exactness_name(q.exactness))));
}

static void print_left_out(const struct report *r, struct bytes *out) {
    const char *keys[LEFT_OUT_MOST];
    size_t n = left_out_of(r->estimate->scenario, keys);
    bytes_printf(out, "\n%s\n", say(r->strings, "report.left-out"));
    for (size_t i = 0; i < n; i++)
        bytes_printf(out, "  %s\n", say(r->strings, keys[i]));
}

void report_text(struct arena *a, const struct report *r, struct bytes *out) {
    struct report_entry *entries;
    size_t n = report_entries(a, r->estimate, &entries);
    const struct scenario *s = r->estimate->scenario;
    bytes_printf(out, "%s · %s · %s\n", s->model->name, s->accelerator->name,
                 say(r->strings, arena_printf(a, "task.%s", s->task)));
    print_options(a, r, out);
    for (size_t i = 0; i < n; i++) {
        const char *path = entries[i].path;
        if (!i || !report_same_group(path, entries[i - 1].path))
            bytes_printf(out, "\n%s\n",
                         say(r->strings,
                             arena_printf(a, "group.%.*s", (int)report_group_length(path), path)));
        print_entry(a, r, &entries[i], out);
    }
    print_left_out(r, out);
    if (r->explain)
        report_derivation(a, r, out);
}
