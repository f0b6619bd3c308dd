/* Tables written out in CALS: tgroup, colspec, thead, tbody, tfoot, row, entry. */
#include "doc/cals.h"

#include <stdlib.h>
#include <string.h>

/* ── Rows ── */

static void report_width(struct cals *t, const struct node *row, size_t width) {
    diag_report(t->r->diag, DIAG_TABLE_SHAPE, row->span,
                arena_printf(t->r->arena, "%zu columns", width),
                arena_printf(t->r->arena, "%zu, as cols= says", t->columns), NULL);
}

static size_t past_covered(struct cals *t, size_t at) {
    while (at < t->columns && t->covered[at] > 0)
        t->covered[at++]--;
    return at;
}

/* Columns that an entry leaves out by its name stay empty; those that a cell above covers stay so.
 */
static void cover(struct cals *t, size_t from, const struct cell *cell) {
    for (size_t i = from; i < cell->column; i++)
        t->covered[i] -= t->covered[i] > 0;
    for (size_t i = cell->column; i < cell->column + (size_t)cell->column_span; i++)
        t->covered[i] = cell->row_span - 1;
}

static void report_overlap(struct cals *t, const struct cell *cell) {
    for (size_t i = cell->column; i < cell->column + (size_t)cell->column_span; i++)
        if (t->covered[i] > 0) {
            diag_report(t->r->diag, DIAG_TABLE_SHAPE, cell->span,
                        arena_printf(t->r->arena, "two entries in column %zu", i + 1),
                        "no entry where morerows= of one above reaches", NULL);
            return;
        }
}

static size_t count_children(const struct node *n, const char *name) {
    size_t count = 0;
    for (const struct node *c = n ? n->child : NULL; c; c = c->next)
        count += node_is(c, NS_DOCBOOK, name);
    return count;
}

/* Rows whose entries say where they stand may leave columns out. */
static bool is_placed(const struct node *row) {
    for (const struct node *c = row->child; c; c = c->next)
        if (attribute_of(c, "colname"))
            return true;
    return false;
}

static struct row read_row(struct cals *t, const struct node *n) {
    struct reader *r = t->r;
    struct cell *cells = ARENA_ARRAY(r->arena, struct cell, count_children(n, "entry") + 1);
    enum cell_valign before = t->valign;
    size_t count = 0, at = 0, over = 0;
    t->valign = cals_valign(n, before);
    for (const struct node *c = n->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "entry") || !node_wanted(r, c))
            continue;
        at = past_covered(t, at);
        if (at >= t->columns) {
            over++;
            continue;
        }
        size_t from = at;
        cells[count] = cals_entry(t, c, &at);
        report_overlap(t, &cells[count]);
        cover(t, from, &cells[count++]);
    }
    at = past_covered(t, at);
    t->valign = before;
    if (at + over != t->columns && !is_placed(n))
        report_width(t, n, at + over);
    return (struct row){.cells = cells, .cell_count = count};
}

static size_t read_rows(struct cals *t, const struct node *part, struct row *rows) {
    size_t n = 0, count = count_children(part, "row");
    memset(t->covered, 0, sizeof t->covered);
    t->valign = part ? cals_valign(part, VALIGN_BY_ROWS) : VALIGN_BY_ROWS;
    for (const struct node *c = part ? part->child : NULL; c; c = c->next)
        if (node_is(c, NS_DOCBOOK, "row") && node_wanted(t->r, c)) {
            t->rows_left = count - n;
            rows[n++] = read_row(t, c);
        }
    return n;
}

/* A spanned head in a row above others gets the thin rule of groups. */
static void rule_groups(struct row *head, size_t n) {
    for (size_t i = 0; i + 1 < n; i++)
        for (size_t k = 0; k < head[i].cell_count; k++)
            head[i + 1].rule_above |= head[i].cells[k].column_span > 1;
}

static size_t columns_of(struct reader *r, const struct node *n) {
    const struct attribute *at = attribute_of(n, "cols");
    char *end;
    long cols = at ? strtol(at->value, &end, 10) : 0;
    if (at && !*end && cols > 0 && cols <= CALS_COLUMNS)
        return (size_t)cols;
    if (at)
        diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value,
                    arena_printf(r->arena, "a whole number from 1 to %d", CALS_COLUMNS), NULL);
    return 0;
}

/* ── The whole ── */

static void read_parts(struct cals *t, const struct node *n, struct table *out) {
    const struct node *thead = node_child(n, NS_DOCBOOK, "thead");
    const struct node *tbody = node_child(n, NS_DOCBOOK, "tbody");
    const struct node *tfoot = node_child(n, NS_DOCBOOK, "tfoot");
    struct row *head = ARENA_ARRAY(t->r->arena, struct row, count_children(thead, "row") + 1);
    size_t room = count_children(tbody, "row") + count_children(tfoot, "row");
    struct row *body = ARENA_ARRAY(t->r->arena, struct row, room + 1);
    out->head_count = read_rows(t, thead, head);
    out->body_count = read_rows(t, tbody, body);
    out->foot_count = read_rows(t, tfoot, body + out->body_count);
    for (size_t i = out->body_count; i < out->body_count + out->foot_count; i++)
        for (size_t k = 0; k < body[i].cell_count; k++)
            ((struct cell *)body[i].cells)[k].sums = true;
    out->body_count += out->foot_count;
    rule_groups(head, out->head_count);
    out->head = head;
    out->body = body;
}

/* The first column names the rows, unless it holds numbers or the table says it does not. */
static bool names_rows(const struct node *n, const struct cals *t, const struct table *out) {
    const struct node *table = n->parent;
    const char *word = table ? node_value(table, "rowheader") : NULL;
    if (word)
        return !strcmp(word, "firstcol") || !strcmp(word, "headers");
    return t->columns > 1 && out->head_count > 0 && t->column[0].align == COLUMN_START;
}

static void read_looks(struct reader *r, const struct node *table, struct table *out) {
    const char *wide = node_value(table, "pgwide"), *orient = node_value(table, "orient");
    out->wide = wide && strcmp(wide, "0") != 0;
    out->turned = orient && !strcmp(orient, "land");
    out->row_pitch = 13.5;
    const struct attribute *pitch = node_attribute(table, NS_RIDGE, "row-height");
    out->pitch_given = number_in(r, pitch, &out->row_pitch);
}

const struct table *typed_table(struct reader *r, const struct node *n) {
    struct cals_notes notes = {.n = 0};
    struct cals *cals = ARENA_NEW(r->arena, struct cals);
    cals->r = r;
    cals->columns = columns_of(r, n);
    cals->notes = &notes;
    if (!cals->columns)
        return NULL;
    cals_read_columns(cals, n);
    struct table *t = ARENA_NEW(r->arena, struct table);
    read_parts(cals, n, t);
    read_looks(r, n->parent, t);
    cals->column[0].strong = names_rows(n, cals, t);
    t->columns = arena_memdup(r->arena, cals->column, cals->columns * sizeof *cals->column);
    t->column_count = cals->columns;
    t->notes = notes.at;
    t->note_count = notes.n;
    return t;
}
