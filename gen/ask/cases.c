/* Published values and ours, one line a case. */
#include "catalog/cases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ask/cell.h"
#include "ask/command.h"
#include "base/text.h"

static const struct option_row OPTIONS[] = {
    {"format", "F", "how to print", "text|csv|json", NULL},
    {"lang", "L", "language of the words: zh, en", NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}};

enum { COLUMNS = 9, ALIGNED = 7, GAP = 2 };
static const char *const HEADS[COLUMNS] = {
    "id", "published", "ours", "unit", "difference", "tolerance", "verdict", "quantity", "reason"};

struct listing {
    struct arena *arena;
    const struct catalog *catalog;
    const struct cases *cases;
    const struct strings *strings;
    const char *const *wanted; /* capabilities; all when there are none */
    size_t wanted_count;
    struct bytes *out;
};

static bool is_wanted(const struct listing *l, const char *capability) {
    bool found = l->wanted_count == 0;
    for (size_t i = 0; i < l->wanted_count; i++)
        found |= strcmp(l->wanted[i], capability) == 0;
    return found;
}

static const char *verdict_word(const struct listing *l, const struct published_case *p) {
    static const char *const keys[] = {[CASE_REACHED] = "case.reached",
                                       [CASE_OUT_OF_REACH] = "case.out-of-reach",
                                       [CASE_LOST] = "case.lost",
                                       [CASE_STALE] = "case.stale"};
    return say(l->strings, keys[case_verdict(p)]);
}

static const char *words(const struct listing *l, const struct case_words *w) {
    return case_say(l->catalog, w, strings_language(l->strings));
}

static const char *difference_text(struct arena *a, const struct published_case *p) {
    double difference = 100 * case_difference(p);
    if (isnan(difference))
        return "";
    bool zero = fabs(difference) < 0.005; /* not "-0.00%" */
    return arena_printf(a, zero ? "0.00%%" : "%+.2f%%", difference);
}

static void cells_of(const struct listing *l, const struct published_case *p,
                     const char *out[COLUMNS]) {
    const char *const cells[COLUMNS] = {p->id,
                                        p->value,
                                        case_ours_text(l->arena, p),
                                        p->unit,
                                        difference_text(l->arena, p),
                                        p->tolerance,
                                        verdict_word(l, p),
                                        words(l, &p->quantity),
                                        words(l, &p->reason)};
    memcpy(out, cells, sizeof cells);
}

/* ── Text: what programs read as signs, in words ── */

static const char *value_said(const struct listing *l, const char *value) {
    const char *key = arena_printf(l->arena, "verdict.%s", value);
    return !strcmp(value, "yes") || !strcmp(value, "no") || !strcmp(value, "marginal")
               ? say(l->strings, key)
               : value;
}

/* "upper-bound(1.3x)" → "≤ 1.3×": ours is a bound, that many times the published value at most. */
static const char *tolerance_said(const struct listing *l, const struct published_case *p) {
    const char *key = arena_printf(l->arena, "tolerance.%s", p->tolerance);
    const char *factor = strchr(p->tolerance, '(');
    bool upper = p->near.kind == TOLERANCE_UPPER;
    if (strings_has(l->strings, key))
        return say(l->strings, key);
    if (!factor || (!upper && p->near.kind != TOLERANCE_LOWER))
        return p->tolerance;
    return arena_printf(l->arena, "%s %.*s×", upper ? "≤" : "≥", (int)strcspn(factor + 1, "x)"),
                        factor + 1);
}

/* The quantity with the model, and the device where it has a name. */
static const char *subject_said(const struct listing *l, const struct published_case *p) {
    const char *quantity = words(l, &p->quantity);
    const struct accelerator *device = p->scenario ? p->scenario->accelerator : NULL;
    const char *name = device && !device->overlay ? device->short_name : NULL;
    return p->scenario ? say_with(l->arena, l->strings, name ? "case.subject-on" : "case.subject",
                                  "model", p->scenario->model->short_name, "device",
                                  name ? name : "", "quantity", quantity, NULL)
                       : quantity;
}

static void words_of(const struct listing *l, const struct published_case *p,
                     const char *out[COLUMNS]) {
    cells_of(l, p, out);
    const char *unit = unit_said(l->arena, l->strings, p->unit);
    out[1] = value_said(l, out[1]);
    out[2] = value_said(l, out[2]);
    out[3] = unit ? unit : out[3];
    if (*out[4] == '-')
        out[4] = arena_printf(l->arena, "−%s", out[4] + 1);
    out[5] = tolerance_said(l, p);
    out[7] = subject_said(l, p);
}

static int width_of(const char *text) {
    int total = 0;
    for (size_t n = strlen(text), length; n; n -= length, text += length)
        total += text_columns(text_decode(text, n, &length));
    return total;
}

static void widths_of(const struct listing *l, int widths[ALIGNED]) {
    const char *cells[COLUMNS];
    for (size_t i = 0; i < l->cases->n; i++) {
        if (!is_wanted(l, l->cases->at[i].capability))
            continue;
        words_of(l, &l->cases->at[i], cells);
        for (int k = 0; k < ALIGNED; k++)
            if (width_of(cells[k]) > widths[k])
                widths[k] = width_of(cells[k]);
    }
}

static void text_line(const struct listing *l, const struct published_case *p,
                      const int widths[ALIGNED]) {
    const char *cells[COLUMNS];
    words_of(l, p, cells);
    for (int k = 0; k < ALIGNED; k++)
        bytes_printf(l->out, "%s%*s", cells[k], widths[k] - width_of(cells[k]) + GAP, "");
    bytes_printf(l->out, "%s\n",
                 *cells[8] ? say_with(l->arena, l->strings, "case.with-reason", "subject", cells[7],
                                      "reason", cells[8], NULL)
                           : cells[7]);
}

static const char *number(struct arena *a, size_t n) {
    return arena_printf(a, "%zu", n);
}

static void text_head(const struct listing *l, const char *capability) {
    struct case_count count = cases_count(l->cases, capability);
    const char *name = say(l->strings, arena_printf(l->arena, "capability.%s", capability));
    bytes_printf(l->out, "%s\n",
                 say_with(l->arena, l->strings, "case.group", "capability", name, "n",
                          number(l->arena, count.n), "reached", number(l->arena, count.reached),
                          NULL));
}

static void text_sum(const struct listing *l) {
    size_t n = 0, reached = 0, lost = 0;
    for (size_t i = 0; i < l->cases->n; i++) {
        const struct published_case *p = &l->cases->at[i];
        if (!is_wanted(l, p->capability))
            continue;
        n++;
        reached += p->computed && p->holds;
        lost += case_verdict(p) == CASE_LOST;
    }
    bytes_printf(l->out, "%s\n",
                 say_with(l->arena, l->strings, lost ? "case.sum-lost" : "case.sum", "n",
                          number(l->arena, n), "reached", number(l->arena, reached), "not",
                          number(l->arena, n - reached), "lost", number(l->arena, lost), NULL));
}

static void print_text(const struct listing *l) {
    int widths[ALIGNED] = {0};
    widths_of(l, widths);
    const char *capability = "";
    for (size_t i = 0; i < l->cases->n; i++) {
        const struct published_case *p = &l->cases->at[i];
        if (!is_wanted(l, p->capability))
            continue;
        if (strcmp(capability, p->capability) != 0)
            text_head(l, p->capability);
        capability = p->capability;
        text_line(l, p, widths);
    }
    text_sum(l);
}

/* ── CSV and JSON ── */

static void print_csv(const struct listing *l) {
    const char *cells[COLUMNS];
    for (int k = 0; k < COLUMNS; k++)
        bytes_printf(l->out, "%s%s", k ? "," : "", HEADS[k]);
    bytes_puts(l->out, "\n");
    for (size_t i = 0; i < l->cases->n; i++) {
        if (!is_wanted(l, l->cases->at[i].capability))
            continue;
        cells_of(l, &l->cases->at[i], cells);
        for (int k = 0; k < COLUMNS; k++) {
            bytes_puts(l->out, k ? "," : "");
            csv_cell(l->out, cells[k]);
        }
        bytes_puts(l->out, "\n");
    }
}

static void print_json(const struct listing *l) {
    const char *cells[COLUMNS], *between = "[\n  {";
    for (size_t i = 0; i < l->cases->n; i++) {
        if (!is_wanted(l, l->cases->at[i].capability))
            continue;
        cells_of(l, &l->cases->at[i], cells);
        bytes_puts(l->out, between);
        between = ",\n  {";
        for (int k = 0; k < COLUMNS; k++) {
            bytes_puts(l->out, k ? ", " : "");
            json_string(l->out, HEADS[k]);
            bytes_puts(l->out, ": ");
            json_string(l->out, cells[k]);
        }
        bytes_puts(l->out, "}");
    }
    bytes_puts(l->out, *between == ',' ? "\n]\n" : "[]\n");
}

static void print(const struct listing *l, const char *format) {
    static const struct {
        const char *name;
        void (*print)(const struct listing *);
    } formats[] = {{"text", print_text}, {"csv", print_csv}, {"json", print_json}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, format) == 0)
            formats[i].print(l);
}

/* A value that is not reached without a reason is a fault, and so is a reason for one that is. */
static void faults_report(struct session *s, const struct listing *l) {
    for (size_t i = 0; i < l->cases->n; i++) {
        const struct published_case *p = &l->cases->at[i];
        if (!is_wanted(l, p->capability))
            continue;
        const char *expected =
            arena_printf(s->arena, "%s %s (%s)", p->value, p->unit, p->tolerance);
        const char *found = arena_printf(s->arena, "%s: %s", p->id, case_ours_text(s->arena, p));
        if (case_verdict(p) == CASE_LOST)
            diag_report(s->diag, DIAG_CASE_LOST, p->span, found, expected, NULL);
        else if (case_verdict(p) == CASE_STALE)
            diag_report(s->diag, DIAG_CASE_STALE, p->span, p->id, NULL, NULL);
    }
}

static bool capabilities_check(struct session *s, const struct options *o) {
    bool ok = true;
    for (size_t i = 0; i < o->plain_count; i++) {
        bool known = false;
        for (size_t k = 0; k < case_capability_count; k++)
            known |= strcmp(case_capabilities[k], o->plain[i]) == 0;
        if (!known)
            diag_report(s->diag, DIAG_UNKNOWN_LIST, (struct span){0}, o->plain[i],
                        "a capability such as kv, decode or zero",
                        nearest_name(o->plain[i], case_capabilities, case_capability_count));
        ok &= known;
    }
    return ok;
}

static void run(struct session *s, const struct options *o) {
    struct catalog *c = session_catalog(s, NULL);
    const struct strings *strings = c ? session_strings(s, c, option_value(o, "lang", "en")) : NULL;
    const struct cases *cases =
        strings && capabilities_check(s, o) ? catalog_cases(c, s->diag) : NULL;
    if (!cases)
        return;
    struct bytes out = {.arena = s->arena};
    struct listing l = {s->arena, c, cases, strings, o->plain, o->plain_count, &out};
    print(&l, option_value(o, "format", "text"));
    faults_report(s, &l);
    fwrite(out.at, 1, out.n, stdout);
}

const struct command command_cases = {"[CAPABILITY]…", OPTIONS, 0, 1000, NULL, run, NULL, NULL};
