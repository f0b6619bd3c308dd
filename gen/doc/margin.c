/* The margin column: notes beside what calls them, at least a line apart, clear of wide blocks. */
#include <math.h>

#include "doc/page.h"

static const double APART = 12, RISE = 9; /* design 5; from a note's top to its first baseline */

enum { NOTES_MOST = 64 };

struct column_of_notes {
    struct flow_item *note[NOTES_MOST];
    double top[NOTES_MOST];
    size_t n;
};

/* A wide strip of the page that the note would touch, or NULL. */
static const struct flow_item *wide_in_way(const struct flow *f, size_t page, double top,
                                           double height) {
    for (const struct flow_item *i = f->first; i; i = i->next) {
        if (i->kind != FLOW_STRIP || !i->strip.wide || i->page != page)
            continue;
        if (top < i->y + i->strip.height + APART / 2 && i->y < top + height + APART)
            return i;
    }
    return NULL;
}

/* Beside the wish, or as near as wide blocks allow: above one if there is room, else below it. */
static double find_top(const struct flow *f, size_t page, double wish, double least,
                       double height) {
    double top = fmax(wish, least);
    for (int tries = 0; tries < 16; tries++) {
        const struct flow_item *wide = wide_in_way(f, page, top, height);
        if (!wide)
            break;
        double above = wide->y - APART - height;
        if (tries == 0 && above >= least && !wide_in_way(f, page, above - 0.01, height))
            return above;
        top = wide->y + wide->strip.height + APART / 2 + 0.01;
    }
    return top;
}

/* Notes that would run out of the page push the ones above them up. */
static void lift(const struct flow *f, struct column_of_notes *c) {
    double limit = f->setter->form->top + f->setter->form->depth;
    for (size_t i = c->n; i-- > 0;) {
        double height = c->note[i]->note.height;
        if (c->top[i] + height > limit)
            c->top[i] = limit - height;
        limit = c->top[i] - APART;
    }
    if (c->n && c->top[0] < f->setter->form->top - RISE)
        diag_report(f->setter->diag, DIAG_NOTE_OVERFULL, (struct span){0},
                    quantity_format(f->setter->arena,
                                    quantity_exact(f->setter->form->top - c->top[0], UNIT_NONE),
                                    (struct number_format){.digits = 2}),
                    "fewer or shorter notes", NULL);
}

static void place_page(struct flow *f, size_t page, struct column_of_notes *c) {
    double least = f->setter->form->top - RISE;
    for (size_t i = 0; i < c->n; i++) {
        const struct flow_item *n = c->note[i];
        double wish = n->anchor->y + n->note.offset - RISE;
        c->top[i] = find_top(f, page, wish, least, n->note.height);
        least = c->top[i] + n->note.height + APART;
    }
    lift(f, c);
    for (size_t i = 0; i < c->n; i++)
        c->note[i]->y = c->top[i] + RISE;
}

static double wish_of(const struct flow_item *n) {
    return n->anchor->y + n->note.offset;
}

static void add(struct column_of_notes *c, struct flow_item *n) {
    size_t at = c->n++;
    for (; at > 0 && wish_of(c->note[at - 1]) > wish_of(n); at--)
        c->note[at] = c->note[at - 1];
    c->note[at] = n;
}

void flow_place_notes(struct flow *f) {
    size_t last = 0;
    for (const struct flow_item *i = f->first; i; i = i->next)
        if (i->kind == FLOW_NOTE && i->anchor && i->page > last)
            last = i->page;
    for (size_t page = 0; page <= last; page++) {
        struct column_of_notes c = {.n = 0};
        for (struct flow_item *i = f->first; i; i = i->next)
            if (i->kind == FLOW_NOTE && i->anchor && i->page == page && c.n < NOTES_MOST)
                add(&c, i);
        place_page(f, page, &c);
    }
}
