/* What the tests of curves share: charts as the tool makes them, faults of their labels, and values
 * out of their rows. */
#ifndef RIDGE_TESTS_CHART_CURVES_H
#define RIDGE_TESTS_CHART_CURVES_H

#include "plot/bench.h"
#include "plot/labels.h"

static inline const struct chart *made(struct bench *b, struct chart_request r) {
    const struct chart *c = chart_make(b->arena, b->diag, &r);
    assert_non_null(c);
    return c;
}

/* No chart, one message, and this in it. */
static inline void refused(struct bench *b, struct chart_request r, const char *needs) {
    struct diag *d = diag_new(b->arena);
    assert_null(chart_make(b->arena, d, &r));
    assert_int_equal(diag_count(d, SEVERITY_ERROR), 1);
    assert_non_null(needs);
}

/* Labels that meet another, the edge, or a mark that they do not name. */
static inline int faults_of(const struct chart *c, const char *what) {
    int faults = label_faults(c, what);
    for (size_t i = 0; i < c->label_count; i++)
        for (size_t k = 0; k < c->mark_count; k++) {
            const struct chart_label *l = &c->labels[i];
            const struct chart_mark *m = &c->marks[k];
            bool named = l->names && l->names == m->number;
            if (!named && mark_meets(m, l->box) && ++faults)
                print_message("%s: text %zu at %.1f %.1f (%.1f × %.1f) meets a mark\n", what, i,
                              l->box.x, l->box.y, l->box.w, l->box.h);
        }
    return faults;
}

/* In both languages, standalone and in the frames of pages. */
static inline int faults_everywhere(struct bench *b, struct chart_request r) {
    static const double widths[] = {0, 357, 493};
    static const char *const languages[] = {"en", "zh"};
    int faults = 0;
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < 3; i++) {
            r.strings = catalog_strings(b->catalog, languages[k]);
            r.in_page = widths[i] > 0;
            r.width = widths[i];
            char what[64];
            snprintf(what, sizeof what, "%s %s %.0f", r.kind, languages[k], widths[i]);
            faults += faults_of(made(b, r), what);
        }
    return faults;
}

static inline size_t column_of(const struct chart *c, const char *name) {
    for (size_t i = 0; i < c->data.column_count; i++)
        if (!strcmp(c->data.columns[i], name))
            return i;
    fail_msg("no column %s", name);
    return 0;
}

/* The cell of the row whose first two cells are these (NULL = any) and whose `key` is this number;
 * NULL when there is none. */
static inline const char *cell_of(const struct chart *c, const char *first, const char *second,
                                  const char *key, double value, const char *column) {
    size_t at = column_of(c, column), by = column_of(c, key);
    for (size_t i = 0; i < c->data.row_count; i++) {
        const char *const *row = c->data.cells + i * c->data.column_count;
        if ((!first || !strcmp(row[0], first)) && (!second || !strcmp(row[1], second)) &&
            fabs(strtod(row[by], NULL) - value) < 1e-6 * fmax(1, value))
            return row[at];
    }
    return NULL;
}

static inline double number_of(const struct chart *c, const char *first, const char *second,
                               const char *key, double value, const char *column) {
    const char *cell = cell_of(c, first, second, key, value, column);
    if (!cell)
        fail_msg("no row %s %s %s=%g", first ? first : "", second ? second : "", key, value);
    return strtod(cell, NULL);
}

#endif
