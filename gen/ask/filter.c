#include "ask/filter.h"

#include <string.h>

#include "catalog/fields.h"

static const struct operator_row {
    const char *text;
    bool below, equal, above;
} OPERATORS[] = {{"<=", true, true, false}, {">=", false, true, true}, {"!=", true, false, true},
                 {"=", false, true, false}, {"<", true, false, false}, {">", false, false, true}};

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static const char *trimmed(struct arena *a, const char *from, size_t n) {
    while (n && is_blank(*from)) {
        from++;
        n--;
    }
    while (n && is_blank(from[n - 1]))
        n--;
    return arena_strndup(a, from, n);
}

void report_field(struct arena *a, struct diag *d, const struct card *card, const char *name) {
    const char **names = ARENA_ARRAY(a, const char *, card->n + 1);
    struct bytes all = {.arena = a};
    bytes_puts(&all, "one of ");
    for (size_t i = 0; i < card->n; i++) {
        names[i] = card->facts[i].name;
        bytes_printf(&all, "%s%s", i ? ", " : "", names[i]);
    }
    diag_report(d, DIAG_UNKNOWN_COLUMN, (struct span){0}, name, all.at,
                nearest_name(name, names, card->n));
}

static bool number_read(struct arena *a, struct diag *d, const struct fact *f, const char *text,
                        struct quantity *out) {
    if (!quantity_parse(d, (struct span){0}, text, out))
        return false;
    if (unit_equal(out->unit, f->q.unit))
        return true;
    diag_report(d, DIAG_UNIT_MISMATCH, (struct span){0},
                arena_printf(a, "“%s” is in %s", text, unit_words(a, out->unit)),
                *f->unit ? arena_printf(a, "%s, such as %s", unit_words(a, f->q.unit), f->unit)
                         : unit_words(a, f->q.unit),
                NULL);
    return false;
}

static bool truth_read(struct diag *d, const char *text, struct quantity *out) {
    bool yes = !strcmp(text, "yes");
    *out = quantity_exact(yes, UNIT_NONE);
    if (yes || !strcmp(text, "no"))
        return true;
    diag_report(d, DIAG_UNKNOWN_WORD, (struct span){0}, text, "yes or no", NULL);
    return false;
}

bool filter_read(struct arena *a, struct diag *d, const char *text, const struct card *card,
                 struct filter *out) {
    const char *at = text + strcspn(text, "<>=!");
    const struct operator_row *row = NULL;
    for (size_t i = 0; i < sizeof OPERATORS / sizeof *OPERATORS && !row; i++)
        if (!strncmp(at, OPERATORS[i].text, strlen(OPERATORS[i].text)))
            row = &OPERATORS[i];
    const char *field = trimmed(a, text, (size_t)(at - text));
    const char *value = row ? at + strlen(row->text) : "";
    value = trimmed(a, value, strlen(value));
    if (!row || !*field || !*value || strchr("<>=!", *value)) {
        diag_report(d, DIAG_FILTER_SYNTAX, (struct span){0}, text,
                    "a field, one of = != < <= > >=, and a value, as in memory-bandwidth >= 2 TB/s",
                    NULL);
        return false;
    }
    *out = (struct filter){.field = field,
                           .text = value,
                           .below = row->below,
                           .equal = row->equal,
                           .above = row->above};
    const struct fact *f = card_find(card, field);
    if (!f) {
        report_field(a, d, card, field);
        return false;
    }
    return f->kind == FACT_TEXT    ? true
           : f->kind == FACT_TRUTH ? truth_read(d, value, &out->wanted)
                                   : number_read(a, d, f, value, &out->wanted);
}

bool filter_passes(const struct filter *f, const struct card *card) {
    const struct fact *fact = card_find(card, f->field);
    if (!fact || !fact->known)
        return false;
    double left = fact->q.value, right = f->wanted.value;
    int order =
        fact->kind == FACT_TEXT ? strcmp(fact->text, f->text) : (left > right) - (left < right);
    return order < 0 ? f->below : order > 0 ? f->above : f->equal;
}

int fact_compare(const struct fact *a, const struct fact *b) {
    if (!a || !b || !a->known || !b->known)
        return (!a || !a->known) - (!b || !b->known);
    if (a->kind == FACT_TEXT)
        return strcmp(a->text, b->text);
    return (a->q.value > b->q.value) - (a->q.value < b->q.value);
}
