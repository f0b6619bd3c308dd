/* Columns of a written table: their names, alignments and widths. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "doc/cals.h"

bool cals_align(const struct node *n, enum column_align *align, uint32_t *point) {
    static const struct {
        const char *word;
        enum column_align align;
    } words[] = {{"left", COLUMN_START},      {"center", COLUMN_CENTRE}, {"right", COLUMN_END},
                 {"char", COLUMN_DECIMAL},    {"start", COLUMN_START},   {"end", COLUMN_END},
                 {"decimal", COLUMN_DECIMAL}, {"justify", COLUMN_START}};
    const struct attribute *at = attribute_of(n, "align");
    const char *mark = node_value(n, "char");
    if (point && mark && *mark)
        *point = text_first(mark);
    for (size_t i = 0; at && i < sizeof words / sizeof *words; i++)
        if (!strcmp(at->value, words[i].word)) {
            *align = words[i].align;
            return true;
        }
    return false;
}

enum cell_valign cals_valign(const struct node *n, enum cell_valign otherwise) {
    static const char *const names[] = {"top", "middle", "bottom"};
    const struct attribute *at = attribute_of(n, "valign");
    if (!at)
        return otherwise;
    for (size_t i = 0; i < 3; i++)
        if (!strcmp(at->value, names[i]))
            return (enum cell_valign)(VALIGN_TOP + i);
    return otherwise;
}

size_t cals_column(const struct cals *t, const char *name) {
    for (size_t i = 0; name && i < t->columns; i++)
        if (t->name[i] && !strcmp(t->name[i], name))
            return i;
    return t->columns;
}

/* A colspec is for the column of its colnum, or the one after the colspec before. */
static size_t column_of(struct cals *t, const struct node *c, size_t next) {
    const struct attribute *at = attribute_of(c, "colnum");
    if (!at)
        return next;
    char *end;
    long n = strtol(at->value, &end, 10);
    if (!*end && end != at->value && n >= 1 && (size_t)n <= t->columns)
        return (size_t)n - 1;
    diag_report(t->r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value,
                arena_printf(t->r->arena, "a column from 1 to %zu", t->columns), NULL);
    return next;
}

static void read_column(struct cals *t, const struct node *c, size_t i) {
    t->name[i] = node_value(c, "colname");
    cals_align(c, &t->column[i].align, &t->column[i].point);
    cals_width(t->r, c, &t->column[i]);
}

static void read_span(struct cals *t, const struct node *n) {
    size_t first = cals_column(t, node_value(n, "namest"));
    size_t last = cals_column(t, node_value(n, "nameend"));
    if (first < t->columns && last < t->columns && first <= last && t->spans < CALS_SPANS) {
        t->span[t->spans++] = (struct cals_span){node_value(n, "spanname"), first, last};
        return;
    }
    const char *wrong = first < t->columns ? "nameend" : "namest";
    if (node_value(n, wrong))
        diag_report(t->r->diag, DIAG_BAD_ATTRIBUTE, node_value_span(n, wrong), node_value(n, wrong),
                    "the colname of a colspec, from left to right", NULL);
}

/* What the tgroup says holds for every column that says nothing else. */
static void read_common(struct cals *t, const struct node *tgroup) {
    enum column_align align = COLUMN_START;
    uint32_t point = 0;
    cals_align(tgroup, &align, &point);
    for (size_t i = 0; i < t->columns; i++)
        t->column[i] = (struct column){.align = align, .point = point};
}

void cals_read_columns(struct cals *t, const struct node *tgroup) {
    size_t next = 0;
    read_common(t, tgroup);
    for (const struct node *c = tgroup->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "colspec"))
            continue;
        size_t i = column_of(t, c, next);
        if (i >= t->columns) {
            diag_report(t->r->diag, DIAG_TABLE_SHAPE, c->span, "one column too many",
                        arena_printf(t->r->arena, "%zu, as cols= says", t->columns), NULL);
            break;
        }
        read_column(t, c, i);
        next = i + 1;
    }
    for (const struct node *c = tgroup->child; c; c = c->next)
        if (node_is(c, NS_DOCBOOK, "spanspec"))
            read_span(t, c);
}
