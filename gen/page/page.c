/* The page master, and what follows from where the strips of a flow stand. */
#include "page/page.h"

#include "page/cursor.h"
#include "page/margin.h"

static const double COLUMN_APART = 18;

int master_columns(enum master m) {
    static const int columns[MASTERS] = {
        [MASTER_BODY] = 1, [MASTER_COLUMNS] = 2, [MASTER_NARROW] = 3};
    return columns[m];
}

double master_measure(const struct form *f, enum master m) {
    int n = master_columns(m);
    return n > 1 ? (f->wide - (n - 1) * COLUMN_APART) / n : f->measure;
}

double master_column(const struct form *f, enum master m, size_t folio, int column) {
    if (master_columns(m) > 1)
        return form_wide(f, folio) + column * (master_measure(f, m) + COLUMN_APART);
    return form_body(f, folio);
}

/* After a figure that has moved on a paragraph is one among others. */
static void settle_indent(struct flow_item *i) {
    if (i->strip.indented)
        i->strip.what = i->strip.follows->moved ? i->strip.indented : i->strip.plain;
}

/* Tags, notes and targets are where the next strip is. */
static void settle(struct flow *f) {
    struct flow_item *next = next_strip(f->first);
    size_t page = next ? next->page : 0;
    for (struct flow_item *i = f->first; i; i = i->next) {
        if (i->kind == FLOW_STRIP) {
            page = i->page;
            next = next_strip(i->next);
            settle_indent(i);
            continue;
        }
        bool open = i->kind != FLOW_CLOSE;
        i->page = open && next && !next->strip.floats ? next->page : page;
        i->y = next ? next->y : f->setter->form->top;
        if (i->kind == FLOW_NOTE && i->anchor)
            i->page = i->anchor->page;
    }
}

static size_t break_flow(struct flow *f, enum master m, size_t first, double start) {
    f->page_count = 0;
    f->note_count = f->title_notes;
    size_t last = master_columns(m) > 1 ? break_columns(f, master_columns(m), first, start)
                                        : break_pages(f, first, start);
    settle(f);
    for (const struct flow_item *i = f->first; i; i = i->next)
        if (i->kind == FLOW_FOOT)
            settle(i->foot->body);
    return last;
}

/* Margin notes that become footnotes move others to other pages, but not for ever. */
enum { ROUNDS = 12 };

size_t flow_paginate(struct flow *f, enum master m, size_t first, double start) {
    if (!next_strip(f->first))
        return first;
    size_t last = break_flow(f, m, first, start);
    for (int round = 0; round < ROUNDS && m == MASTER_BODY && flow_notes_give_way(f); round++)
        last = break_flow(f, m, first, start);
    return last + 1;
}

/* ── A box without breaks ── */

double flow_stack(struct flow *f) {
    struct cursor c = {.empty = true};
    for (struct flow_item *i = next_strip(f->first); i; i = next_strip(i->next))
        item_place(f, i, 0, 0, cursor_add(&c, &i->strip, false));
    settle(f);
    return c.y;
}
