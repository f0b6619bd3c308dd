/* Tables written out in CALS: tgroup, colspec, thead, tbody, row, entry. */
#include <stdlib.h>
#include <string.h>

#include "doc/reader.h"

enum { COLUMNS_MAX = 40, ROWS_MAX = 4000 };

struct cals {
    struct reader *r;
    size_t columns;
    struct column column[COLUMNS_MAX];
    const char *name[COLUMNS_MAX];
    int covered[COLUMNS_MAX]; /* rows that a cell above still covers */
};

static enum column_align align_of(struct reader *r, const struct node *n) {
    static const struct {
        const char *word;
        enum column_align align;
    } words[] = {{"left", COLUMN_START},     {"center", COLUMN_CENTRE}, {"right", COLUMN_END},
                 {"char", COLUMN_DECIMAL},   {"start", COLUMN_START},   {"end", COLUMN_END},
                 {"decimal", COLUMN_DECIMAL}};
    const struct attribute *at = attribute_of(n, "align");
    for (size_t i = 0; at && i < sizeof words / sizeof *words; i++)
        if (!strcmp(at->value, words[i].word))
            return words[i].align;
    if (at)
        diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value,
                    "left, center, right, char, start, end or decimal", NULL);
    return COLUMN_START;
}

static void read_columns(struct cals *t, const struct node *n) {
    size_t i = 0;
    for (const struct node *c = n->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "colspec"))
            continue;
        if (i == t->columns) {
            diag_report(t->r->diag, DIAG_TABLE_SHAPE, c->span, "one column too many",
                        arena_printf(t->r->arena, "%zu, as cols= says", t->columns), NULL);
            return;
        }
        t->name[i] = node_value(c, "colname");
        t->column[i++].align = align_of(t->r, c);
    }
}

static size_t column_named(const struct cals *t, const char *name) {
    for (size_t i = 0; name && i < t->columns; i++)
        if (t->name[i] && !strcmp(t->name[i], name))
            return i;
    return t->columns;
}

static int span_of(struct cals *t, const struct node *entry) {
    const char *from = node_value(entry, "namest"), *to = node_value(entry, "nameend");
    if (!from && !to)
        return 1;
    size_t first = column_named(t, from), last = column_named(t, to);
    if (first < t->columns && last < t->columns && first <= last)
        return (int)(last - first) + 1;
    diag_report(t->r->diag, DIAG_BAD_ATTRIBUTE,
                node_value_span(entry, first < t->columns ? "nameend" : "namest"),
                first < t->columns ? to : from, "the colname of a colspec", NULL);
    return 1;
}

static int rows_of(struct reader *r, const struct node *entry) {
    const struct attribute *at = attribute_of(entry, "morerows");
    if (!at)
        return 1;
    char *end;
    long more = strtol(at->value, &end, 10);
    if (!*end && end != at->value && more >= 0 && more < ROWS_MAX)
        return (int)more + 1;
    diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value, "a whole number", NULL);
    return 1;
}

static void report_width(struct cals *t, const struct node *row, size_t width) {
    diag_report(t->r->diag, DIAG_TABLE_SHAPE, row->span,
                arena_printf(t->r->arena, "%zu columns", width),
                arena_printf(t->r->arena, "%zu, as cols= says", t->columns), NULL);
}

static struct row read_row(struct cals *t, const struct node *n) {
    struct reader *r = t->r;
    struct cell *cells = ARENA_ARRAY(r->arena, struct cell, COLUMNS_MAX);
    size_t count = 0, width = 0;
    for (const struct node *c = n->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "entry") || !node_wanted(r, c))
            continue;
        while (width < t->columns && t->covered[width] > 0)
            t->covered[width++]--;
        struct cell cell = {.text = inlines_of(r, c),
                            .column_span = span_of(t, c),
                            .row_span = rows_of(r, c),
                            .span = c->span};
        for (int i = 0; i < cell.column_span; i++, width++)
            if (width < t->columns)
                t->covered[width] = cell.row_span - 1;
        if (count < COLUMNS_MAX)
            cells[count++] = cell;
    }
    while (width < t->columns && t->covered[width] > 0)
        t->covered[width++]--;
    if (width != t->columns)
        report_width(t, n, width);
    return (struct row){.cells = cells, .cell_count = count};
}

static size_t read_rows(struct cals *t, const struct node *part, struct row **out) {
    size_t room = 0, n = 0;
    for (const struct node *c = part ? part->child : NULL; c; c = c->next)
        room++;
    struct row *rows = ARENA_ARRAY(t->r->arena, struct row, room + 1);
    memset(t->covered, 0, sizeof t->covered);
    for (const struct node *c = part ? part->child : NULL; c; c = c->next)
        if (node_is(c, NS_DOCBOOK, "row") && node_wanted(t->r, c))
            rows[n++] = read_row(t, c);
    *out = rows;
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
    if (at && !*end && cols > 0 && cols <= COLUMNS_MAX)
        return (size_t)cols;
    if (at)
        diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value,
                    arena_printf(r->arena, "a whole number from 1 to %d", COLUMNS_MAX), NULL);
    return 0;
}

const struct table *typed_table(struct reader *r, const struct node *n) {
    struct cals cals = {.r = r, .columns = columns_of(r, n)};
    if (!cals.columns)
        return NULL;
    read_columns(&cals, n);
    struct table *t = ARENA_NEW(r->arena, struct table);
    struct row *head, *body;
    t->head_count = read_rows(&cals, node_child(n, NS_DOCBOOK, "thead"), &head);
    t->body_count = read_rows(&cals, node_child(n, NS_DOCBOOK, "tbody"), &body);
    rule_groups(head, t->head_count);
    t->head = head;
    t->body = body;
    t->columns = arena_memdup(r->arena, cals.column, cals.columns * sizeof *cals.column);
    t->column_count = cals.columns;
    t->row_pitch = 13.5;
    return t;
}
