/* Tables wider than their place, in the order of typographic targets 8: smaller gaps (table_width.c
 * does it), smaller text, the margin column, columns over several tables. */
#include <math.h>

#include "page/table_layout.h"

static const double GAP_LEAST = 3, SMALL = 8.0 / 9;
/* A table takes the margin column too when that makes it so much lower. */
static const double WORTH = 0.8;

/* ── Columns over several tables ── */

struct parts {
    struct setter *setter;
    const struct block *block;
    const struct table_plan *whole; /* measured, too wide */
    size_t *ends;                   /* of the parts, in columns */
    size_t n;
};

/* No cell but one over all columns may reach over a cut. */
static bool *cuts_allowed(struct parts *p, const struct row_plan *rows, size_t n, bool *may) {
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < rows[i].cell_count; k++) {
            const struct cell_plan *c = &rows[i].cells[k];
            bool all = c->column <= 1 && c->column + c->span == p->whole->column_count;
            for (size_t j = c->column + 1; !all && j < c->column + c->span; j++)
                may[j] = false;
        }
    return may;
}

static double needs(const struct table_plan *t, size_t c) {
    return fmin(t->columns[c].width, fmax(t->columns[c].soft, t->columns[c].head_least)) +
           GAP_LEAST;
}

/* As many columns as fit beside the first, which is repeated. `room` may be less than the width, to
 * make parts alike. */
static size_t cut(struct parts *p, const bool *may, double room) {
    const struct table_plan *t = p->whole;
    size_t from = 1;
    p->n = 0;
    while (from < t->column_count) {
        double x = needs(t, 0);
        size_t last = from + 1, to = from;
        while (to < t->column_count && (to == from || x + needs(t, to) <= room + GAP_LEAST)) {
            x += needs(t, to++);
            if (to == t->column_count || may[to])
                last = to;
        }
        while (last < t->column_count && !may[last])
            last++;
        p->ends[p->n++] = from = last;
    }
    return p->n;
}

static void cut_evenly(struct parts *p, const bool *may) {
    const struct table_plan *t = p->whole;
    size_t n = cut(p, may, t->width);
    double least = 0, most = t->width;
    for (int i = 0; i < 24; i++) { /* the narrowest room that needs no more parts */
        double room = (least + most) / 2;
        if (cut(p, may, room) > n)
            least = room;
        else
            most = room;
    }
    cut(p, may, most);
}

/* The cells of a row in column 0 and in [from, to), where they stand in the new table. */
static struct row part_of_row(struct arena *a, const struct row_plan *row, size_t from, size_t to,
                              size_t columns) {
    struct cell *cells = ARENA_ARRAY(a, struct cell, row->cell_count + 1);
    size_t n = 0;
    for (size_t k = 0; k < row->cell_count; k++) {
        const struct cell_plan *c = &row->cells[k];
        size_t end = c->column + c->span;
        bool all = c->column <= 1 && end == columns;
        if (!all && c->column > 0 && (c->column < from || c->column >= to))
            continue;
        cells[n] = *c->cell;
        cells[n].column = c->column == 0 ? 0 : all ? 1 : c->column - from + 1;
        cells[n++].column_span = (int)(all              ? to - from + (c->column == 0)
                                       : c->column == 0 ? 1
                                                        : c->span);
    }
    return (struct row){.cells = cells, .cell_count = n, .rule_above = row->rule_above};
}

static const struct row *part_of_rows(struct arena *a, const struct row_plan *rows, size_t n,
                                      size_t from, size_t to, size_t columns) {
    struct row *out = ARENA_ARRAY(a, struct row, n + 1);
    for (size_t i = 0; i < n; i++)
        out[i] = part_of_row(a, &rows[i], from, to, columns);
    return out;
}

static const struct table *part_of_table(struct parts *p, size_t from, size_t to) {
    struct arena *a = p->setter->arena;
    const struct table_plan *whole = p->whole;
    const struct table *t = whole->table;
    struct table *out = arena_memdup(a, t, sizeof *t);
    struct column *columns = ARENA_ARRAY(a, struct column, to - from + 2);
    const struct inline_ **units = ARENA_ARRAY(a, const struct inline_ *, to - from + 2);
    columns[0] = t->columns[0];
    units[0] = t->unit_cells ? t->unit_cells[0] : NULL;
    for (size_t c = from; c < to; c++) {
        columns[c - from + 1] = t->columns[c];
        units[c - from + 1] = t->unit_cells ? t->unit_cells[c] : NULL;
    }
    columns[0].strong = true; /* it names the rows */
    out->columns = columns;
    out->column_count = to - from + 1;
    out->unit_cells = t->unit_cells ? units : NULL;
    out->head = part_of_rows(a, whole->head, t->head_count, from, to, t->column_count);
    out->body = part_of_rows(a, whole->body, t->body_count, from, to, t->column_count);
    if (to < t->column_count) { /* notes stand on the last part */
        out->note = NULL;
        out->note_count = 0;
    }
    return out;
}

static struct table_plan *const *split(struct parts *p, double width, size_t *count) {
    struct arena *a = p->setter->arena;
    size_t columns = p->whole->column_count;
    bool *may = ARENA_ARRAY(a, bool, columns + 2);
    for (size_t c = 0; c <= columns; c++)
        may[c] = true;
    cuts_allowed(p, p->whole->head, p->whole->head_count, may);
    cuts_allowed(p, p->whole->body, p->whole->body_count, may);
    p->ends = ARENA_ARRAY(a, size_t, columns + 2);
    cut_evenly(p, may);
    struct table_plan **plans = ARENA_ARRAY(a, struct table_plan *, p->n + 1);
    for (size_t i = 0; i < p->n; i++) {
        const struct table *t = part_of_table(p, i ? p->ends[i - 1] : 1, p->ends[i]);
        struct table_try try_ = {.width = width, .scale = 1, .gap = GAP_LEAST, .goes_on = i > 0};
        plans[i] = table_plan_new(p->setter, p->block, t, try_);
        try_.scale = SMALL;
        try_.last = true;
        if (!plans[i])
            plans[i] = table_plan_new(p->setter, p->block, t, try_);
    }
    *count = p->n;
    return plans;
}

/* ── Ways ── */

static struct table_plan *const *one(struct setter *s, struct table_plan *t, size_t *count) {
    struct table_plan **plans = ARENA_ARRAY(s->arena, struct table_plan *, 1);
    plans[0] = t;
    *count = 1;
    return plans;
}

/* Whether what could not be made narrower at full size may fit another way. */
static bool may_fit(const struct table_plan *narrowest, struct table_try try_) {
    double gaps = (double)(narrowest->column_count - 1) * GAP_LEAST;
    double cells = narrowest->width + narrowest->over - gaps;
    return cells * try_.scale + gaps <= try_.width + 0.5;
}

/* Whether a cell has text that was broken. */
static bool wraps(const struct table_plan *t) {
    for (size_t i = 0; i < t->body_count; i++)
        for (size_t k = 0; k < t->body[i].cell_count; k++)
            if (t->body[i].cells[k].text && t->body[i].cells[k].text->line_count > 1)
                return true;
    return false;
}

/* Short lines in every cell, where the margin column would give them room. */
static struct table_plan *lower(struct setter *s, const struct block *b, struct table_plan *narrow,
                                double wide) {
    if (s->sheet || wide < narrow->width + 0.5 || !wraps(narrow))
        return narrow;
    struct table_plan *t = table_plan_new(
        s, b, b->table, (struct table_try){.width = wide, .scale = 1, .gap = GAP_LEAST});
    return t && table_height(t) < WORTH * table_height(narrow) ? t : narrow;
}

/* NULL: only over several tables. */
static struct table_plan *in_one(struct setter *s, const struct block *b, double measure,
                                 double wide) {
    const struct table_try tries[] = {{measure, 1, GAP_LEAST, s->sheet, false},
                                      {measure, SMALL, GAP_LEAST, false, false},
                                      {wide, 1, GAP_LEAST, false, false},
                                      {wide, SMALL, GAP_LEAST, false, false}};
    struct table_plan *first = table_plan_measure(s, b, b->table, tries[0]), *t = NULL;
    if (table_plan_finish(s, b, first, tries[0]))
        return lower(s, b, first, wide);
    for (size_t i = 1; i < sizeof tries / sizeof *tries && !t; i++)
        if (may_fit(first, tries[i]))
            t = table_plan_new(s, b, b->table, tries[i]);
    return t;
}

struct table_plan *const *table_plans(struct setter *s, const struct block *b, double measure,
                                      bool may_widen, size_t *count) {
    double wide = may_widen ? s->form->wide : measure;
    struct table_plan *t = in_one(s, b, measure, wide);
    if (t)
        return one(s, t, count);
    struct table_try last = {wide, SMALL, GAP_LEAST, true, false};
    if (b->table->column_count < 3)
        return one(s, table_plan_new(s, b, b->table, last), count);
    struct parts parts = {.setter = s, .block = b};
    last.scale = 1;
    last.last = false;
    parts.whole = table_plan_measure(s, b, b->table, last);
    return split(&parts, wide, count);
}
