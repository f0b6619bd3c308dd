/* One entry: where it stands, what it spans, what it holds. */
#include <stdlib.h>
#include <string.h>

#include "doc/cals.h"

/* ── Place ── */

static size_t named(struct cals *t, const struct node *entry, const char *attribute) {
    const char *name = node_value(entry, attribute);
    size_t i = cals_column(t, name);
    if (name && i == t->columns)
        diag_report(t->r->diag, DIAG_BAD_ATTRIBUTE, node_value_span(entry, attribute), name,
                    "the colname of a colspec", nearest_name(name, t->name, t->columns));
    return i;
}

static bool by_spanspec(struct cals *t, const struct node *entry, size_t *first, size_t *last) {
    const char *name = node_value(entry, "spanname");
    if (!name)
        return false;
    for (size_t i = 0; i < t->spans; i++)
        if (t->span[i].name && !strcmp(t->span[i].name, name)) {
            *first = t->span[i].first;
            *last = t->span[i].last;
            return true;
        }
    diag_report(t->r->diag, DIAG_BAD_ATTRIBUTE, node_value_span(entry, "spanname"), name,
                "the spanname of a spanspec", NULL);
    return false;
}

/* The columns that an entry asks for; without a word those at hand. */
static void columns_of(struct cals *t, const struct node *entry, size_t *first, size_t *last) {
    if (by_spanspec(t, entry, first, last))
        return;
    size_t from = named(t, entry, node_value(entry, "namest") ? "namest" : "colname");
    size_t to = named(t, entry, "nameend");
    if (from < t->columns)
        *first = *last = from;
    if (to >= t->columns)
        return;
    if (to >= *first)
        *last = to;
    else
        diag_report(t->r->diag, DIAG_BAD_ATTRIBUTE, node_value_span(entry, "nameend"),
                    node_value(entry, "nameend"), "a column to the right of namest", NULL);
}

static int rows_of(struct cals *t, const struct node *entry) {
    const struct attribute *at = attribute_of(entry, "morerows");
    if (!at)
        return 1;
    char *end;
    long more = strtol(at->value, &end, 10);
    if (!*end && end != at->value && more >= 0 && (size_t)more < t->rows_left)
        return (int)more + 1;
    diag_report(t->r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value,
                arena_printf(t->r->arena, "at most %zu, the rows that follow", t->rows_left - 1),
                NULL);
    return 1;
}

/* ── Content ── */

static bool is_paragraph(const struct node *n) {
    return node_is(n, NS_DOCBOOK, "para") || node_is(n, NS_DOCBOOK, "simpara");
}

/* What needs a place of its own on the page does not stand in a cell. */
static bool is_refused(struct cals *t, const struct node *n) {
    static const char *const names[] = {"table",   "informaltable", "figure",
                                        "example", "qandaset",      "sidebar"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (node_is(n, NS_DOCBOOK, names[i])) {
            diag_report(t->r->diag, DIAG_MISPLACED_ELEMENT, n->span, names[i],
                        "paragraphs, lists or code in an entry", NULL);
            return true;
        }
    return false;
}

/* One paragraph, or characters, are text; more than that are blocks. */
static bool has_blocks(struct cals *t, const struct node *entry) {
    size_t blocks = 0;
    bool other = false;
    for (const struct node *c = entry->child; c; c = c->next) {
        const struct element *e = c->kind == NODE_ELEMENT ? element_find(c) : NULL;
        if (!e || !e->block || !(e->is & (G_PARA | G_BLOCK)) || !node_wanted(t->r, c))
            continue;
        if (is_refused(t, c))
            return false;
        blocks++;
        other |= !is_paragraph(c);
    }
    return blocks > 1 || other;
}

/* A dash and nothing else: there is no value. */
static bool is_dash(const struct inline_ *text) {
    static const char *const dashes[] = {"—", "–", "−", "-", "——"};
    for (size_t i = 0; text && !text->next && text->text && i < sizeof dashes / sizeof *dashes; i++)
        if (!strcmp(text->text, dashes[i]))
            return true;
    return false;
}

static void fill(struct cals *t, const struct node *entry, struct cell *cell) {
    const struct attribute *rotate = attribute_of(entry, "rotate");
    if (rotate && strcmp(rotate->value, "0") != 0)
        diag_report(t->r->diag, DIAG_BAD_ATTRIBUTE, rotate->value_span, rotate->value,
                    "upright text: orient=\"land\" turns the whole table", NULL);
    if (!has_blocks(t, entry)) {
        cell->text = cals_letters(t->r, t->notes, inlines_of(t->r, entry));
        cell->missing = is_dash(cell->text);
        cell->text = cell->missing ? NULL : cell->text;
        return;
    }
    struct block *blocks = blocks_of(t->r, entry, G_PARA | G_BLOCK | G_ANYWHERE);
    cals_letter_blocks(t->r, t->notes, blocks);
    cell->blocks = blocks;
}

struct cell cals_entry(struct cals *t, const struct node *entry, size_t *at) {
    size_t first = *at, last = *at;
    columns_of(t, entry, &first, &last);
    if (first < *at) /* it cannot go back */
        first = last = *at;
    last = last < t->columns ? last : t->columns - 1;
    struct cell cell = {.column = first,
                        .column_span = (int)(last - first) + 1,
                        .row_span = rows_of(t, entry),
                        .valign = cals_valign(entry, t->valign),
                        .span = entry->span};
    cell.own_align = cals_align(entry, &cell.align, NULL);
    fill(t, entry, &cell);
    *at = last + 1;
    return cell;
}
