/* The margin column: notes beside what calls them, at least a line apart, clear of wide blocks. */
#include <math.h>
#include <stdlib.h>

#include "page/margin.h"

static const double APART = 12, RISE = 9; /* design 5; from a note's top to its first baseline */
static const double APART_CLOSE = 4;      /* folios of entries that stand close together */
static const double EPSILON = 0.01;

/* The notes and wide strips of a flow, by page and from the top down. */
struct margin {
    struct flow *flow;
    struct flow_item **notes, **wides;
    size_t note_count, wide_count;
};

/* Those of one page, and where the notes are put. */
struct page_margin {
    struct flow *flow;
    struct flow_item **notes, **wides;
    size_t note_count, wide_count;
    double *tops;
};

static double wish_of(const struct flow_item *n) {
    return n->anchor->y + n->note.offset;
}

static int by_place(size_t a_page, size_t b_page, double a, double b) {
    if (a_page != b_page)
        return a_page < b_page ? -1 : 1;
    return a < b ? -1 : a > b;
}

static int compare_notes(const void *a, const void *b) {
    const struct flow_item *x = *(struct flow_item *const *)a, *y = *(struct flow_item *const *)b;
    int order = by_place(x->page, y->page, wish_of(x), wish_of(y));
    return order ? order : (x->owner > y->owner) - (x->owner < y->owner);
}

static int compare_wides(const void *a, const void *b) {
    const struct flow_item *x = *(struct flow_item *const *)a, *y = *(struct flow_item *const *)b;
    return by_place(x->page, y->page, x->y, y->y);
}

static struct margin margin_of(struct flow *f) {
    struct margin m = {.flow = f};
    size_t n = 0;
    for (const struct flow_item *i = f->first; i; i = i->next)
        n++;
    m.notes = ARENA_ARRAY(f->setter->arena, struct flow_item *, n + 1);
    m.wides = ARENA_ARRAY(f->setter->arena, struct flow_item *, n + 1);
    for (struct flow_item *i = f->first; i; i = i->next) {
        if (i->kind == FLOW_STRIP && i->strip.wide)
            m.wides[m.wide_count++] = i;
        if (i->kind != FLOW_NOTE || !i->anchor)
            continue;
        i->owner = m.note_count; /* their order where they wish for one place */
        m.notes[m.note_count++] = i;
    }
    qsort(m.notes, m.note_count, sizeof *m.notes, compare_notes);
    qsort(m.wides, m.wide_count, sizeof *m.wides, compare_wides);
    return m;
}

/* ── One page ── */

/* Between a note and the one above it. */
static double gap_above(const struct page_margin *p, size_t i) {
    return i && p->notes[i]->note.close && p->notes[i - 1]->note.close ? APART_CLOSE : APART;
}

/* A wide strip of the page that a note would touch, or NULL. */
static const struct flow_item *wide_in_way(const struct page_margin *p, double top, double height) {
    for (size_t i = 0; i < p->wide_count; i++) {
        const struct flow_item *w = p->wides[i];
        if (top < w->y + w->strip.height + APART / 2 && w->y < top + height + APART)
            return w;
    }
    return NULL;
}

/* Beside the wish, or as near as wide blocks allow: above one if there is room, else below it. */
static double find_top(const struct page_margin *p, double wish, double least, double height) {
    double top = fmax(wish, least);
    for (size_t tries = 0; tries <= p->wide_count; tries++) {
        const struct flow_item *wide = wide_in_way(p, top, height);
        if (!wide)
            break;
        double above = wide->y - APART - height;
        if (tries == 0 && above >= least && !wide_in_way(p, above - EPSILON, height))
            return above;
        top = wide->y + wide->strip.height + APART / 2 + EPSILON;
    }
    return top;
}

/* The lowest place above a limit that is clear of wide blocks. */
static double find_above(const struct page_margin *p, double limit, double height) {
    double top = limit - height;
    for (size_t tries = 0; tries <= p->wide_count; tries++) {
        const struct flow_item *wide = wide_in_way(p, top, height);
        if (!wide)
            break;
        top = wide->y - APART - height - EPSILON;
    }
    return top;
}

/* Notes that would run out of the page push the ones above them up. Returns how much the first one
 * leaves the page at its top. */
static double lift(struct page_margin *p) {
    const struct form *f = p->flow->setter->form;
    double limit = f->top + f->depth;
    for (size_t i = p->note_count; i-- > 0;) {
        double height = p->notes[i]->note.height;
        if (p->tops[i] + height <= limit)
            break;
        p->tops[i] = find_above(p, limit, height);
        limit = p->tops[i] - gap_above(p, i);
        if (i > 0 && p->tops[i - 1] + p->notes[i - 1]->note.height <= limit)
            break;
    }
    return p->note_count ? fmax(0, f->top - RISE - EPSILON - p->tops[0]) : 0;
}

static double place(struct page_margin *p) {
    double least = p->flow->setter->form->top - RISE;
    for (size_t i = 0; i < p->note_count; i++) {
        double height = p->notes[i]->note.height;
        if (i)
            least = p->tops[i - 1] + p->notes[i - 1]->note.height + gap_above(p, i);
        p->tops[i] = find_top(p, wish_of(p->notes[i]) - RISE, least, height);
    }
    double over = lift(p);
    for (size_t i = 0; i < p->note_count; i++)
        p->notes[i]->y = p->tops[i] + RISE;
    return over;
}

/* The notes of the page of notes[*from], with the wide strips beside them. */
static struct page_margin page_of(const struct margin *m, size_t *from, size_t *wide) {
    struct page_margin p = {.flow = m->flow, .notes = m->notes + *from};
    size_t page = p.notes[0]->page;
    while (*from < m->note_count && m->notes[*from]->page == page)
        ++*from;
    while (*wide < m->wide_count && m->wides[*wide]->page < page)
        ++*wide;
    p.wides = m->wides + *wide;
    while (*wide < m->wide_count && m->wides[*wide]->page == page)
        ++*wide;
    p.note_count = (size_t)(m->notes + *from - p.notes);
    p.wide_count = (size_t)(m->wides + *wide - p.wides);
    p.tops = ARENA_ARRAY(m->flow->setter->arena, double, p.note_count + 1);
    return p;
}

static void report(const struct page_margin *p, double over) {
    struct setter *s = p->flow->setter;
    diag_report(s->diag, DIAG_NOTE_OVERFULL, p->notes[0]->note.where,
                quantity_format(s->arena, quantity_exact(over, UNIT_NONE),
                                (struct number_format){.digits = 2}),
                "fewer or shorter notes", NULL);
}

void flow_place_notes(struct flow *f) {
    struct margin m = margin_of(f);
    for (size_t from = 0, wide = 0; from < m.note_count;) {
        struct page_margin p = page_of(&m, &from, &wide);
        double over = place(&p);
        if (over > 0)
            report(&p, over);
    }
}

/* ── Notes for which there is no room ── */

/* The last one of the page that can stand at its foot. */
static bool move_down(const struct page_margin *p) {
    struct setter *s = p->flow->setter;
    for (size_t i = p->note_count; i-- > 0;) {
        struct flow_item *n = p->notes[i];
        struct footnote *foot = n->note.as_foot ? n->note.as_foot(p->flow, n->note.what) : NULL;
        if (!foot)
            continue;
        n->kind = FLOW_FOOT;
        n->foot = foot;
        diag_report(s->diag, DIAG_NOTE_MOVED, n->note.where, NULL, "fewer or shorter notes", NULL);
        return true;
    }
    return false;
}

bool flow_notes_give_way(struct flow *f) {
    struct margin m = margin_of(f);
    bool moved = false;
    for (size_t from = 0, wide = 0; from < m.note_count;) {
        struct page_margin p = page_of(&m, &from, &wide);
        if (place(&p) > 0)
            moved |= move_down(&p);
    }
    return moved;
}
