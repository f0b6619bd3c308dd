/* From strips to pages: first fit, with everything kept together that must be. Figures and tables
 * that find no room move on past the paragraphs that follow; others move on when a trial shows that
 * the pages get fuller for it. */
#include "doc/page.h"

#include <math.h>

static const double COLUMN_APART = 18;
/* A hole larger than this share of a page lets waiting figures pass a heading. */
static const double HOLE = 0.12;
static const double EPSILON = 1e-6;

/* What a set of pages costs: holes by the square of their share of a page, figures by how far they
 * are from where they are named, the chapter by its pages and by a last page of a few lines. */
static const double HOLE_UNIT = 0.05, HOLE_FREE = 0.03, MOVED = 1.5, MOVED_FAR = 4, PASSED = 4,
                    PAGE_COST = 8, FEW_COST = 6, FEW = 0.12;

double master_measure(const struct form *f, enum master m) {
    return m == MASTER_COLUMNS ? (f->wide - COLUMN_APART) / 2 : f->measure;
}

double master_column(const struct form *f, enum master m, size_t folio, int column) {
    if (m == MASTER_COLUMNS)
        return form_wide(f, folio) + column * (master_measure(f, m) + COLUMN_APART);
    return form_body(f, folio);
}

/* ── Filling ── */

/* The state of filling; copied to try things out. y is from the top of the type area. */
struct filler {
    struct flow *flow;
    const struct form *form;
    double start; /* the first page begins lower */
    size_t first;
    enum master master;
    size_t page;
    int column;
    double y, gap;
    bool empty;
    struct flow_item *last; /* strip placed last */
    bool trial;             /* nothing is added to the flow */
    double cost;
    size_t short_page; /* page whose columns end at short_depth, to be of one length */
    double short_depth;
};

/* Strips joined by keep. */
struct bundle {
    struct flow_item *first, *last;
};

enum { WAITING_MOST = 64 };

struct waiting {
    struct flow_item *at[WAITING_MOST];
    size_t named[WAITING_MOST]; /* pages on which they were named */
    size_t n;
};

static struct flow_item *next_strip(struct flow_item *item) {
    while (item && item->kind != FLOW_STRIP)
        item = item->next;
    return item;
}

static struct bundle bundle_at(struct flow_item *first) {
    struct bundle u = {first, first};
    while (u.last->strip.keep) {
        struct flow_item *next = next_strip(u.last->next);
        if (!next)
            break;
        u.last = next;
    }
    return u;
}

static double on_grid(const struct filler *p, double y) {
    double pitch = p->flow->setter->pitch;
    return pitch > 0 ? ceil(y / pitch - EPSILON) * pitch : y;
}

static double strip_top(const struct filler *p, const struct strip *s) {
    double y = p->empty ? p->y : p->y + fmax(p->gap, s->before);
    if (s->snap == SNAP_TOP)
        return on_grid(p, y);
    return s->snap == SNAP_BOTTOM ? on_grid(p, y + s->height) - s->height : y;
}

/* The head that a table shows again where a page begins with one of its rows. */
static double again(const struct filler *p, const struct flow_item *i) {
    const struct flow_item *row = i->strip.row_before;
    return row && (row->page != p->page || row->column != p->column) ? i->strip.again : 0;
}

static double advance(struct filler *p, const struct strip *s, double head) {
    double top = strip_top(p, s);
    p->y = top + head + s->height;
    p->gap = s->after;
    p->empty = false;
    return top;
}

static void place(struct filler *p, struct flow_item *item) {
    double head = again(p, item);
    item->strip.top = head > 0;
    item->y = p->flow->setter->form->top + advance(p, &item->strip, head);
    item->page = p->page;
    item->column = p->column;
    item->placed = true;
    p->last = item;
}

static double depth_of(const struct filler *p) {
    return p->short_depth > 0 && p->page == p->short_page ? p->short_depth : p->form->depth;
}

static bool fits(const struct filler *p, struct bundle u) {
    struct filler trial = *p;
    double depth = depth_of(p) + EPSILON;
    for (struct flow_item *i = u.first; i; i = next_strip(i->next)) {
        advance(&trial, &i->strip, i == u.first ? again(p, i) : 0);
        double foot = i == u.last && i->next && i->next->kind == FLOW_STRIP ? i->strip.foot : 0;
        if (trial.y + foot > depth)
            return false;
        if (i == u.last)
            break;
    }
    return true;
}

static double hole_cost(const struct form *form, double room) {
    double share = room / form->depth;
    return share > HOLE_FREE ? share / HOLE_UNIT * share / HOLE_UNIT : 0;
}

static void next_column(struct filler *p) {
    p->cost += hole_cost(p->form, p->form->depth - p->y);
    p->gap = 0;
    p->empty = true;
    if (p->master == MASTER_COLUMNS && p->column == 0) {
        p->column = 1;
    } else {
        p->column = 0;
        p->page++;
    }
    p->y = p->page == p->first ? p->start : 0;
}

/* What waits goes to the top of a new page, in its order, as much as there is room for. */
static void place_waiting(struct filler *p, struct waiting *w) {
    size_t done = 0;
    while (done < w->n) {
        struct bundle u = {w->at[done], w->at[done]};
        if (!p->empty && !fits(p, u))
            break;
        size_t far = p->page - w->named[done];
        p->cost += MOVED + (far > 1 ? MOVED_FAR * (double)(far - 1) : 0);
        place(p, w->at[done++]);
    }
    for (size_t i = done; i < w->n; i++) {
        w->at[i - done] = w->at[i];
        w->named[i - done] = w->named[i];
    }
    w->n -= done;
}

static void new_column(struct filler *p, struct waiting *w) {
    next_column(p);
    place_waiting(p, w);
}

static void flush(struct filler *p, struct waiting *w) {
    place_waiting(p, w);
    while (w->n > 0)
        new_column(p, w);
}

static void place_bundle(struct filler *p, struct waiting *w, struct bundle u) {
    for (int tries = 0; !p->empty && !fits(p, u) && tries < WAITING_MOST; tries++)
        new_column(p, w);
    for (struct flow_item *i = u.first; i; i = next_strip(i->next)) {
        /* A unit taller than a page breaks where it must. */
        struct bundle one = {i, i};
        if (!p->empty && i->strip.height > 0 && !fits(p, one))
            next_column(p);
        place(p, i);
        if (i == u.last)
            break;
    }
}

static bool is_float(const struct bundle *u) {
    return u->first == u->last && u->first->strip.floats;
}

static bool must_flush(const struct filler *p, const struct bundle *u) {
    return u->first->strip.heading && p->form->depth - p->y < HOLE * p->form->depth;
}

static bool defers(const struct filler *p, const struct waiting *w, const struct bundle *u) {
    if (!is_float(u) || w->n == WAITING_MOST)
        return false;
    return w->n > 0 || (!p->empty && (u->first->late || !fits(p, *u)));
}

static void defer(struct filler *p, struct waiting *w, struct flow_item *item) {
    item->moved = true;
    w->named[w->n] = p->page;
    w->at[w->n++] = item;
}

/* All strips, one after the other. */
static void fill(struct filler *p) {
    struct waiting w = {.n = 0};
    p->page = p->first;
    p->y = p->start;
    p->empty = true;
    for (struct flow_item *i = next_strip(p->flow->first); i;) {
        struct bundle u = bundle_at(i);
        struct flow_item *after = next_strip(u.last->next);
        i->moved = false;
        if (defers(p, &w, &u)) {
            defer(p, &w, i);
        } else {
            if (w.n > 0 && must_flush(p, &u))
                flush(p, &w);
            p->cost += i->strip.heading ? PASSED * (double)w.n : 0;
            place_bundle(p, &w, u);
        }
        i = after;
    }
    flush(p, &w);
}

/* ── Trials ── */

static struct filler filler_new(struct flow *f, enum master m, size_t first, double start) {
    return (struct filler){
        .flow = f, .form = f->setter->form, .start = start, .first = first, .master = m};
}

static double cost_of(const struct filler *blank) {
    struct filler p = *blank;
    p.trial = true;
    fill(&p);
    return p.cost + PAGE_COST * (double)(p.page - p.first) +
           (p.y < FEW * p.form->depth ? FEW_COST : 0);
}

static struct flow_item *next_float(struct flow_item *i) {
    for (i = next_strip(i); i; i = next_strip(i->next))
        if (i->strip.floats && !i->strip.keep)
            return i;
    return NULL;
}

/* Lets one figure, or it and the one after it, be late or not; keeps what makes better pages. */
static bool improve(const struct filler *blank, struct flow_item *one, double *best) {
    struct flow_item *two = next_float(one->next);
    for (int both = 0; both <= (two != NULL); both++) {
        one->late = !one->late;
        if (both)
            two->late = !two->late;
        double cost = cost_of(blank);
        if (cost < *best - EPSILON) {
            *best = cost;
            return true;
        }
        one->late = !one->late;
        if (both)
            two->late = !two->late;
    }
    return false;
}

static void choose_late(const struct filler *blank) {
    enum { ROUNDS = 4 };
    if (!next_float(blank->flow->first))
        return;
    double best = cost_of(blank);
    bool better = true;
    for (int round = 0; better && round < ROUNDS; round++) {
        better = false;
        for (struct flow_item *i = next_float(blank->flow->first); i; i = next_float(i->next))
            better |= improve(blank, i, &best);
    }
}

/* The columns of the last page become as short as they can be. */
static void balance(struct filler *blank) {
    struct filler p = *blank;
    p.trial = true;
    fill(&p);
    size_t last = p.page;
    for (double depth = blank->start + 24; depth < blank->form->depth; depth += 6) {
        p = *blank;
        p.trial = true;
        p.short_page = last;
        p.short_depth = depth;
        fill(&p);
        if (p.page > last)
            continue;
        blank->short_page = last;
        blank->short_depth = depth;
        return;
    }
}

/* Tags, notes and targets are where the next strip is. */
static void settle(struct flow *f) {
    struct flow_item *next = next_strip(f->first);
    size_t page = next ? next->page : 0;
    for (struct flow_item *i = f->first; i; i = i->next) {
        if (i->kind == FLOW_STRIP) {
            page = i->page;
            if (i->strip.indented && i->strip.follows->moved)
                i->strip.what = i->strip.indented;
            continue;
        }
        next = next_strip(i);
        bool open = i->kind != FLOW_CLOSE;
        i->page = open && next && !next->strip.floats ? next->page : page;
        i->y = next ? next->y : f->setter->form->top;
        if (i->kind == FLOW_NOTE && i->anchor)
            i->page = i->anchor->page;
    }
}

size_t flow_paginate(struct flow *f, enum master m, size_t first, double start) {
    struct filler p = filler_new(f, m, first, start);
    if (m == MASTER_COLUMNS)
        balance(&p);
    else
        choose_late(&p);
    fill(&p);
    settle(f);
    return p.last ? p.page + 1 : first;
}

/* ── A box without breaks ── */

double flow_stack(struct flow *f) {
    struct filler p = {.flow = f, .form = f->setter->form, .empty = true};
    for (struct flow_item *i = next_strip(f->first); i; i = next_strip(i->next))
        place(&p, i);
    settle(f);
    return p.y;
}
