/* r:table of="accelerators": one row a device, one column a fact. */
#include <math.h>
#include <string.h>

#include "doc/build.h"
#include "doc/facts.h"

static const double RIDGE_AXIS = 300, RIDGE_STEP = 50;

struct devices {
    const struct accelerator **at;
    size_t n;
};

static struct devices devices_of(struct reader *r, const struct node *n) {
    const struct attribute *ids = attribute_of(n, "ids");
    const struct catalog *c = r->request->catalog;
    struct devices d = {NULL, 0};
    if (!ids) { /* all of them, but those nobody confirms or that lack what speeds need */
        d.at = ARENA_ARRAY(r->arena, const struct accelerator *, catalog_accelerator_count(c) + 1);
        for (size_t i = 0; i < catalog_accelerator_count(c); i++)
            if (accelerator_complete(catalog_accelerator_at(c, i)))
                d.at[d.n++] = catalog_accelerator_at(c, i);
        return d;
    }
    const struct word *words;
    size_t count = attribute_words(r->arena, ids, &words);
    d.at = ARENA_ARRAY(r->arena, const struct accelerator *, count + 1);
    for (size_t i = 0; i < count; i++)
        if ((d.at[d.n] = accelerator_of(r, words[i].text, words[i].span)))
            d.n++;
    return d;
}

/* ── Columns ── */

static void fill_number(struct grid *g, size_t column, const struct fact_row *row,
                        const struct devices *d) {
    g->column[column].align = COLUMN_DECIMAL;
    grid_head(g, column, row->name, row->unit);
    for (size_t i = 0; i < d->n; i++) {
        double value;
        const struct datum *datum;
        const char *field;
        if (!fact_number(d->at[i], row->name, &value, &datum, &field)) {
            grid_missing(g, i, column);
            continue;
        }
        grid_text(g, i, column, fact_print(g->r->arena, row, value));
        if (datum)
            origin_use_datum(g->r, d->at[i]->id, field, datum);
    }
}

static void fill_text(struct grid *g, size_t column, const char *name, const struct devices *d) {
    bool is_name = !strcmp(name, "name") || !strcmp(name, "short-name");
    g->column[column].align = COLUMN_START;
    g->column[column].strong = is_name && column == 0;
    g->column[column].quiet = !is_name;
    grid_head(g, column, name, NULL);
    for (size_t i = 0; i < d->n; i++) {
        const char *text = fact_text(d->at[i], name);
        if (*text)
            grid_text(g, i, column, text);
        else
            grid_missing(g, i, column);
    }
}

/* "80 GB" as 80 under a head with GB, when all have the same unit. */
static void fill_label(struct grid *g, size_t column, const struct devices *d) {
    const char *unit = NULL;
    bool same = true;
    for (size_t i = 0; i < d->n; i++) {
        const char *label = d->at[i]->memory_label, *gap = label ? strchr(label, ' ') : NULL;
        same &= gap && (!unit || !strcmp(unit, gap + 1));
        unit = gap ? gap + 1 : unit;
    }
    g->column[column].align = COLUMN_DECIMAL;
    grid_head(g, column, "memory-label", same ? unit : NULL);
    for (size_t i = 0; i < d->n; i++) {
        const char *label = d->at[i]->memory_label;
        size_t length = label ? same ? strcspn(label, " ") : strlen(label) : 0;
        if (length)
            grid_text(g, i, column, arena_strndup(g->r->arena, label, length));
        else
            grid_missing(g, i, column);
    }
}

/* The axis goes to 300 FLOP/B, or further where a device does. */
static void fill_ridge_strip(struct grid *g, size_t column, const struct devices *d) {
    double most = RIDGE_AXIS, ridge;
    for (size_t i = 0; i < d->n; i++)
        if (fact_number(d->at[i], "ridge", &ridge, NULL, NULL) && ridge > most)
            most = ceil(ridge / RIDGE_STEP) * RIDGE_STEP;
    for (size_t i = 0; i < d->n; i++) {
        struct cell *cell = grid_cell(g, i, column);
        if (!fact_number(d->at[i], "ridge", &ridge, NULL, NULL))
            continue;
        cell->drawing = CELL_RIDGE;
        cell->values[0] = ridge;
        cell->values[1] = most;
    }
    if (most > RIDGE_AXIS)
        g->note = inline_say(g->r, say_with(g->r->arena, g->r->request->strings, "doc.ridge-axis",
                                            "most", arena_printf(g->r->arena, "%.0f", most), NULL));
}

/* The highest of a column, all of them when several are. */
static void mark_best(struct grid *g, size_t column, const char *name, const struct devices *d) {
    double best = -INFINITY, value;
    for (size_t i = 0; i < d->n; i++)
        if (fact_number(d->at[i], name, &value, NULL, NULL) && value > best)
            best = value;
    for (size_t i = 0; i < d->n; i++)
        if (fact_number(d->at[i], name, &value, NULL, NULL) && value >= best)
            grid_cell(g, i, column)->best = true;
}

static bool fill(struct grid *g, size_t column, const char *name, const struct devices *d) {
    struct fact_row row;
    if (!strcmp(name, "memory-label"))
        fill_label(g, column, d);
    else if (!strcmp(name, "ridge-strip"))
        fill_ridge_strip(g, column, d);
    else if (fact_row_find(name, &row))
        fill_number(g, column, &row, d);
    else if (d->n && fact_text(d->at[0], name))
        fill_text(g, column, name, d);
    else
        return d->n == 0;
    return true;
}

static void report_column(struct reader *r, const struct word *word) {
    const char *const *names;
    size_t n = fact_names(r->arena, &names);
    diag_report(r->diag, DIAG_UNKNOWN_COLUMN, word->span, word->text, "a field of an accelerator",
                nearest_name(word->text, names, n));
}

static void mark_all_best(struct grid *g, const struct word *columns, const struct devices *d) {
    const struct word *best;
    struct fact_row row;
    size_t n = attribute_words(g->r->arena, attribute_of(g->node, "best"), &best);
    for (size_t k = 0; k < n; k++) {
        bool found = false;
        for (size_t i = 0; i < g->columns; i++)
            if (!strcmp(columns[i].text, best[k].text) && fact_row_find(best[k].text, &row)) {
                mark_best(g, i, best[k].text, d);
                found = true;
            }
        if (!found)
            diag_report(g->r->diag, DIAG_UNKNOWN_COLUMN, best[k].span, best[k].text,
                        "a column of numbers in this table", NULL);
    }
}

const struct table *table_accelerators(struct reader *r, const struct node *n) {
    static const char *const usual = "name architecture launched memory-label memory-bandwidth "
                                     "peak link-bandwidth ridge ridge-strip";
    struct devices d = devices_of(r, n);
    const struct attribute *columns = attribute_of(n, "columns");
    struct attribute fallback = {.value = usual, .value_span = n->span};
    const struct word *words;
    size_t count = attribute_words(r->arena, columns ? columns : &fallback, &words);
    struct grid g = grid_new(r, n, count, d.n);
    for (size_t i = 0; i < count; i++)
        if (!fill(&g, i, words[i].text, &d))
            report_column(r, &words[i]);
    mark_all_best(&g, words, &d);
    return grid_table(&g);
}
