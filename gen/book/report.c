#include "book/report.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "book/cell.h"
#include "catalog/fields.h"
#include "xml/node.h"
#include "xml/write.h"

enum { NAME_COLUMNS = 34, VALUE_COLUMNS = 20, RANGE_COLUMNS = 22, GAP = 2 };

/* A leaf of the estimate tree: a measure or a word. */
struct entry {
    const char *path;
    const struct estimate_field *field; /* NULL for a word */
    const struct measure *measure;
    const char *word;
};

static const char SCHEMA[] = "ridgepoint-estimate/1";
static const char *const CLASS_NAMES[] = {"exact", "ceiling", "modelled", "empirical"};

static size_t group_length(const char *path) {
    return strcspn(path, "/");
}

static bool same_group(const char *a, const char *b) {
    return group_length(a) == group_length(b) && !memcmp(a, b, group_length(a));
}

/* All entries, those of a group together, words after measures. */
static size_t entries_of(struct arena *a, const struct estimate *e, struct entry **out) {
    struct entry *list = ARENA_ARRAY(a, struct entry, estimate_field_count + ESTIMATE_WORDS);
    struct estimate_word words[ESTIMATE_WORDS];
    size_t n = 0;
    estimate_words(e, words);
    for (size_t i = 0; i < estimate_field_count; i++) {
        const struct estimate_field *f = &estimate_fields[i];
        const struct measure *m = estimate_measure(e, f);
        if (m->present)
            list[n++] = (struct entry){f->path, f, m, NULL};
        bool last =
            i + 1 == estimate_field_count || !same_group(f->path, estimate_fields[i + 1].path);
        for (size_t w = 0; last && w < ESTIMATE_WORDS; w++)
            if (words[w].word && same_group(words[w].path, f->path))
                list[n++] = (struct entry){.path = words[w].path, .word = words[w].word};
    }
    *out = list;
    return n;
}

/* The shortest decimal that reads back as the same number. */
static const char *plain_number(struct arena *a, double x) {
    if (!isfinite(x))
        return "null";
    char *text = NULL;
    for (int digits = 15; digits <= 17; digits++) {
        text = arena_printf(a, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    if (x == floor(x) && fabs(x) < 1e15)
        text = arena_printf(a, "%.0f", x);
    return text;
}

static bool has_range(struct quantity q) {
    return q.exactness == MODELLED || q.exactness == EMPIRICAL;
}

/* ── JSON ── */

static void json_quantity(struct arena *a, struct bytes *out, struct quantity q) {
    bytes_printf(out, "{\"value\": %s, \"unit\": ", plain_number(a, q.value));
    json_string(out, unit_name(a, q.unit));
    bytes_printf(out, ", \"class\": \"%s\"", CLASS_NAMES[q.exactness]);
    if (has_range(q))
        bytes_printf(out, ", \"low\": %s, \"high\": %s", plain_number(a, q.low),
                     plain_number(a, q.high));
    bytes_puts(out, "}");
}

static void json_member(struct bytes *out, const char *before, const char *name,
                        const char *value) {
    bytes_puts(out, before);
    json_string(out, name);
    bytes_puts(out, ": ");
    if (value)
        json_string(out, value);
    else
        bytes_puts(out, "null");
}

static void json_option(struct arena *a, struct bytes *out, const struct scenario *s,
                        const struct option *o) {
    bytes_printf(out, ",\n    \"%s\": ", o->name);
    if (!option_is_set(s, o))
        bytes_puts(out, "null");
    else if (o->kind == OPTION_WORD)
        json_string(out, member_text(s, o->offset));
    else
        bytes_puts(out, plain_number(a, option_number(s, o)));
}

/* Every option of the task, defaults too. */
static void json_scenario(struct arena *a, struct bytes *out, const struct scenario *s) {
    bytes_puts(out, "  \"scenario\": {");
    json_member(out, "\n    ", "model", s->model->id);
    json_member(out, ",\n    ", "accelerator", s->accelerator->id);
    for (size_t i = 0; i < scenario_option_count; i++)
        if (option_belongs(&scenario_options[i], s->task))
            json_option(a, out, s, &scenario_options[i]);
    bytes_puts(out, "\n  }");
}

static void json_operations(struct arena *a, struct bytes *out, const struct estimate *e) {
    bytes_puts(out, ",\n  \"operations\": [");
    for (size_t i = 0; i < e->operation_count; i++) {
        const struct operation *o = &e->operations[i];
        json_member(out, i ? ",\n    {" : "\n    {", "name", o->name);
        bytes_printf(out, ", \"flops\": %s, \"bytes\": %s", plain_number(a, o->flops),
                     plain_number(a, o->bytes));
        bytes_printf(out, ", \"intensity\": %s, \"attainable\": %s", plain_number(a, o->intensity),
                     plain_number(a, o->attainable));
        json_member(out, ", ", "bound", o->bound);
        bytes_puts(out, "}");
    }
    bytes_puts(out, e->operation_count ? "\n  ]" : "]");
}

static void json_steps(struct arena *a, struct bytes *out, const struct estimate *e) {
    bytes_puts(out, ",\n  \"steps\": [");
    for (size_t i = 0; i < e->step_count; i++) {
        const struct step *s = &e->steps[i];
        json_member(out, i ? ",\n    {" : "\n    {", "id", s->id);
        json_member(out, ", ", "formula", s->formula);
        json_member(out, ", ", "substituted", s->substituted);
        bytes_puts(out, ", \"result\": ");
        json_quantity(a, out, s->result);
        json_member(out, ", ", "source", s->source);
        bytes_puts(out, "}");
    }
    bytes_puts(out, e->step_count ? "\n  ]" : "]");
}

static void print_json(struct arena *a, const struct report *r, struct bytes *out) {
    struct entry *entries;
    size_t n = entries_of(a, r->estimate, &entries);
    bytes_printf(out, "{\n  \"schema\": \"%s\"", SCHEMA);
    json_member(out, ",\n  ", "catalogue", r->catalogue_date);
    bytes_puts(out, ",\n");
    json_scenario(a, out, r->estimate->scenario);
    for (size_t i = 0; i < n; i++) {
        const char *path = entries[i].path;
        if (!i || !same_group(path, entries[i - 1].path)) {
            bytes_puts(out, ",\n  ");
            json_string(out, arena_strndup(a, path, group_length(path)));
            bytes_puts(out, ": {\n    ");
        }
        json_string(out, path + group_length(path) + 1);
        bytes_puts(out, ": ");
        if (entries[i].word)
            json_string(out, entries[i].word);
        else
            json_quantity(a, out, entries[i].measure->q);
        bool ends = i + 1 == n || !same_group(path, entries[i + 1].path);
        bytes_puts(out, ends ? "\n  }" : ",\n    ");
    }
    json_operations(a, out, r->estimate);
    json_steps(a, out, r->estimate);
    bytes_puts(out, "\n}\n");
}

/* ── CSV ── */

static void print_csv(struct arena *a, const struct report *r, struct bytes *out) {
    struct entry *entries;
    size_t n = entries_of(a, r->estimate, &entries);
    bytes_puts(out, "path,value,unit,class,low,high\n");
    for (size_t i = 0; i < n; i++) {
        if (entries[i].word) {
            bytes_printf(out, "%s,%s,,,,\n", entries[i].path, entries[i].word);
            continue;
        }
        struct quantity q = entries[i].measure->q;
        bytes_printf(out, "%s,%s,%s,%s,", entries[i].path, plain_number(a, q.value),
                     unit_name(a, q.unit), CLASS_NAMES[q.exactness]);
        if (has_range(q))
            bytes_printf(out, "%s,%s\n", plain_number(a, q.low), plain_number(a, q.high));
        else
            bytes_puts(out, ",\n");
    }
}

/* ── XML ── */

static void xml_leaf(struct arena *a, struct xml_writer *w, const struct entry *entry) {
    xml_open(w, entry->path + group_length(entry->path) + 1);
    if (entry->word) {
        xml_text(w, entry->word);
    } else {
        struct quantity q = entry->measure->q;
        xml_attribute(w, "unit", unit_name(a, q.unit));
        xml_attribute(w, "class", CLASS_NAMES[q.exactness]);
        if (has_range(q)) {
            xml_attribute(w, "low", plain_number(a, q.low));
            xml_attribute(w, "high", plain_number(a, q.high));
        }
        xml_text(w, plain_number(a, q.value));
    }
    xml_close(w);
}

static void print_xml(struct arena *a, const struct report *r, struct bytes *out) {
    struct entry *entries;
    size_t n = entries_of(a, r->estimate, &entries);
    const struct scenario *s = r->estimate->scenario;
    struct xml_writer w = {.out = out, .indent = true};
    xml_declaration(&w);
    xml_open(&w, "estimate");
    xml_attribute(&w, "xmlns", xml_namespace_uri(NS_RIDGE));
    xml_attribute(&w, "schema", SCHEMA);
    xml_attribute(&w, "catalogue", r->catalogue_date ? r->catalogue_date : "");
    xml_attribute(&w, "task", s->task);
    xml_attribute(&w, "model", s->model->id);
    xml_attribute(&w, "accelerator", s->accelerator->id);
    for (size_t i = 0; i < n; i++) {
        const char *path = entries[i].path;
        if (!i || !same_group(path, entries[i - 1].path))
            xml_open(&w, arena_strndup(a, path, group_length(path)));
        xml_leaf(a, &w, &entries[i]);
        if (i + 1 == n || !same_group(path, entries[i + 1].path))
            xml_close(&w);
    }
    xml_close(&w);
}

/* ── Text ── */

/* Columns on a terminal. */
static int columns(const char *text) {
    int total = 0;
    for (size_t n = strlen(text), length; n; n -= length, text += length)
        total += text_columns(text_decode(text, n, &length));
    return total;
}

/* At least two blanks keep a long text from the next column. */
static void pad(struct bytes *out, const char *text, int width) {
    bytes_puts(out, text);
    for (int n = columns(text), gap = 0; n < width || gap < GAP; n++, gap++)
        bytes_puts(out, " ");
}

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

static const char *printed(struct arena *a, const struct report *r, struct quantity q,
                           const char *unit, bool range) {
    bool speed = unit && !strcmp(unit, "token/s");
    struct number_format f = {.unit = unit && *unit ? readable_unit(unit, q) : NULL,
                              .range = range,
                              .unit_printed =
                                  speed ? say(r->strings, "unit.tokens-per-second") : NULL};
    if (!is_count(q, unit))
        f.digits = has_range(q) ? 3 : 4;
    return quantity_format(a, q, f);
}

static void print_steps(struct arena *a, const struct report *r, struct bytes *out) {
    bytes_printf(out, "\n%s\n", say(r->strings, "report.derivation"));
    for (size_t i = 0; i < r->estimate->step_count; i++) {
        const struct step *s = &r->estimate->steps[i];
        bytes_printf(out, "\n%2zu  %s  [%s]\n", i + 1, say(r->strings, s->label), s->source);
        bytes_printf(out, "      = %s\n", s->formula);
        bytes_printf(out, "      = %s\n", s->substituted);
        bytes_printf(out, "      = %s", printed(a, r, s->result, s->unit, false));
        if (has_range(s->result))
            bytes_printf(out, "  (%s)", printed(a, r, s->result, s->unit, true));
        bytes_puts(out, "\n");
    }
}

static const char *option_text(struct arena *a, const struct scenario *s, const struct option *o) {
    if (o->kind == OPTION_WORD)
        return member_text(s, o->offset);
    if (o->kind != OPTION_QUANTITY)
        return plain_number(a, option_number(s, o));
    return quantity_format(a, option_quantity(s, o),
                           (struct number_format){.unit = o->printed, .digits = 4});
}

/* What was assumed: every option with its value, the defaults too. */
static void print_options(struct arena *a, const struct report *r, struct bytes *out) {
    const struct scenario *s = r->estimate->scenario;
    const char *between = "";
    for (size_t i = 0; i < scenario_option_count; i++) {
        const struct option *o = &scenario_options[i];
        if (!strcmp(o->name, "task") || !option_belongs(o, s->task) || !option_is_set(s, o))
            continue;
        bytes_printf(out, "%s%s %s", between,
                     say(r->strings, arena_printf(a, "option.%s", o->name)), option_text(a, s, o));
        between = ", ";
    }
    bytes_puts(out, "\n");
}

static void print_text(struct arena *a, const struct report *r, struct bytes *out) {
    struct entry *entries;
    size_t n = entries_of(a, r->estimate, &entries);
    const struct scenario *s = r->estimate->scenario;
    bytes_printf(out, "%s · %s · %s\n", s->model->name, s->accelerator->name,
                 say(r->strings, arena_printf(a, "task.%s", s->task)));
    print_options(a, r, out);
    for (size_t i = 0; i < n; i++) {
        const char *path = entries[i].path;
        if (!i || !same_group(path, entries[i - 1].path))
            bytes_printf(
                out, "\n%s\n",
                say(r->strings, arena_printf(a, "group.%.*s", (int)group_length(path), path)));
        bytes_puts(out, "  ");
        pad(out, say(r->strings, arena_printf(a, "estimate.%s", path)), NAME_COLUMNS);
        if (entries[i].word) {
            bytes_printf(out, "%s\n", say(r->strings, arena_printf(a, "word.%s", entries[i].word)));
            continue;
        }
        struct quantity q = entries[i].measure->q;
        pad(out, printed(a, r, q, entries[i].field->printed, false), VALUE_COLUMNS);
        pad(out, has_range(q) ? printed(a, r, q, entries[i].field->printed, true) : "",
            RANGE_COLUMNS);
        bytes_printf(out, "%s\n",
                     say(r->strings, arena_printf(a, "class.%s", CLASS_NAMES[q.exactness])));
    }
    if (r->explain)
        print_steps(a, r, out);
}

void report_print(struct arena *a, const char *format, const struct report *r, struct bytes *out) {
    static const struct {
        const char *name;
        void (*print)(struct arena *, const struct report *, struct bytes *);
    } formats[] = {
        {"text", print_text}, {"json", print_json}, {"csv", print_csv}, {"xml", print_xml}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(formats[i].name, format))
            formats[i].print(a, r, out);
}
