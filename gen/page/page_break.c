/* Page breaks: all of a flow weighed against each other. A dynamic programme over the places where
 * a page may end; what is open there, floats that wait and the rest of a footnote, is part of the
 * place. Pages look back no further than to where they began, so the time grows with the flow.
 * Source: Plass, Optimal pagination techniques for automatic typesetting systems, 1981. */
#include "page/page_search.h"

#include <math.h>
#include <string.h>

/* Demerits: holes by the square of their share of a page; floats by how far they are from where
 * they are named; footnotes that are carried over; pages, and a last page of a few lines. */
static const double HOLE_UNIT = 0.04, HOLE_FREE = 0.03, MOVED = 1.5, MOVED_FAR = 12, CARRIED = 5,
                    PAGE_COST = 8, FEW_COST = 6, FEW = 0.12, RUNT_COST = 60, LOOSE_COST = 200;
/* Pages with larger holes are tried only where there is no other way. */
static const double HOLE_MOST = 0.3;

/* A way that costs so much more than one that is further on is left. */
static const double BEHIND = 40;

enum { TOP_MOST = 3, HERE_MOST = 4, AHEAD = 40 };

struct search {
    struct galley galley;
    double start;    /* of the first page */
    struct way **at; /* per strip */
    const struct way *now;
    struct choice choice;
    size_t waiting[QUEUES]; /* floats that were named before now */
    bool found;             /* a way on from here */
    size_t passed;          /* fewest floats that pass the end of their section on one */
    struct page_fill last;  /* the fullest page, if it has a hole that is too large */
    bool has_last;
};

static double hole_cost(double share) {
    return share > HOLE_FREE ? share / HOLE_UNIT * share / HOLE_UNIT : 0;
}

static bool same_spot(const struct spot *a, const struct spot *b) {
    return a->strip == b->strip && !memcmp(a->floats, b->floats, sizeof a->floats) &&
           a->carry.note == b->carry.note && a->carry.line == b->carry.line;
}

/* Floats that have been named and wait on. */
static double waiting_cost(const struct search *s, const struct spot *end) {
    double cost = 0;
    for (size_t k = 0; k < QUEUES; k++) {
        size_t before = queue_named(&s->galley.queues[k], s->now->spot.strip);
        size_t after = queue_named(&s->galley.queues[k], end->strip);
        for (size_t i = end->floats[k]; i < after; i++)
            cost += i < before ? MOVED_FAR : MOVED;
    }
    return cost;
}

static struct spot end_spot(const struct galley *g) {
    struct spot spot = {.strip = g->count};
    for (size_t k = 0; k < QUEUES; k++)
        spot.floats[k] = g->queues[k].count;
    return spot;
}

static bool is_end(const struct search *s, const struct spot *spot) {
    struct spot end = end_spot(&s->galley);
    return same_spot(&end, spot);
}

/* A last page of under four lines is like a last line of one character. */
static double last_cost(const struct page_fill *p) {
    return page_is_runt(p) ? RUNT_COST : p->at.y < FEW * p->galley->form->depth ? FEW_COST : 0;
}

static double page_cost(const struct search *s, const struct page_fill *p, const struct spot *end) {
    const struct galley *g = &s->galley;
    double cost = p->cost + PAGE_COST + (end->carry.note ? CARRIED : 0);
    if (is_end(s, end))
        return cost + last_cost(p);
    if (p->choice.loose)
        cost += LOOSE_COST;
    if (end->strip > p->from.strip)
        cost += g->strips[end->strip - 1]->strip.cost;
    double hole = page_next_opens(p) ? last_cost(p) : hole_cost(page_room(p) / g->form->depth);
    return cost + hole + waiting_cost(s, end);
}

/* ── Nodes ── */

static struct way *way_at(struct search *s, const struct spot *spot) {
    struct way **at = &s->at[spot->strip];
    for (; *at; at = &(*at)->next)
        if (same_spot(&(*at)->spot, spot))
            return *at;
    *at = ARENA_NEW(s->galley.flow->setter->arena, struct way);
    (*at)->spot = *spot;
    (*at)->cost = INFINITY;
    return *at;
}

static void reach(struct search *s, const struct page_fill *p, const struct spot *end) {
    struct way *n = way_at(s, end);
    double cost = s->now->cost + page_cost(s, p, end);
    s->found = true;
    if (cost >= n->cost)
        return;
    n->cost = cost;
    n->from = s->now;
    n->choice = p->choice;
}

/* Of pages with a large hole. */
static bool is_better(const struct page_fill *a, const struct page_fill *b) {
    return a->passed != b->passed ? a->passed < b->passed : a->strip > b->strip;
}

static void try_end(struct search *s, const struct page_fill *p) {
    struct spot end;
    if (!page_may_end(p, &end))
        return;
    if (page_room(p) <= HOLE_MOST * s->galley.form->depth || page_next_opens(p) ||
        is_end(s, &end)) {
        reach(s, p, &end);
        s->passed = p->passed < s->passed ? p->passed : s->passed;
    } else if (!s->has_last || is_better(p, &s->last)) {
        s->last = *p;
        s->has_last = true;
    }
}

/* ── Pages from a node ── */

/* Floats that stand where they are named. */
struct here {
    size_t at[QUEUES][HERE_MOST], n[QUEUES];
};

static struct page_fill page_from(const struct search *s, struct choice choice) {
    return (struct page_fill){.from = s->now->spot, .choice = choice};
}

static double start_of(const struct search *s) {
    return s->now->from ? 0 : s->start;
}

/* All pages of one choice. */
static bool try_pages(struct search *s, struct choice choice, struct here *here) {
    struct page_fill p = page_from(s, choice);
    enum float_queue k = QUEUE_FIGURES;
    if (!page_begin(&p, &s->galley, start_of(s)))
        return false;
    try_end(s, &p);
    for (enum fill_step step; (step = page_step(&p, &k)) != FILL_FULL;) {
        try_end(s, &p);
        if (step == FILL_FLOAT && here && here->n[k] < HERE_MOST)
            here->at[k][here->n[k]++] = p.floats[k] - 1;
    }
    return true;
}

/* The same floats on top, and others where they are named or from one of them on later. */
static bool try_tops(struct search *s, struct choice choice) {
    struct here here = {.n = {0}};
    choice.defer[QUEUE_FIGURES] = choice.defer[QUEUE_TABLES] = (size_t)-1;
    if (!try_pages(s, choice, &here))
        return false;
    for (size_t i = 0; i <= here.n[QUEUE_FIGURES]; i++)
        for (size_t j = 0; j <= here.n[QUEUE_TABLES]; j++) {
            struct choice other = choice;
            if (i < here.n[QUEUE_FIGURES])
                other.defer[QUEUE_FIGURES] = here.at[QUEUE_FIGURES][i];
            if (j < here.n[QUEUE_TABLES])
                other.defer[QUEUE_TABLES] = here.at[QUEUE_TABLES][j];
            if (i < here.n[QUEUE_FIGURES] || j < here.n[QUEUE_TABLES])
                try_pages(s, other, NULL);
        }
    return true;
}

/* Those that wait, as many as there is room for, and the next one that is named on the page. */
static void try_tables(struct search *s, struct choice c, const size_t *most) {
    bool fits = false;
    for (c.top[1] = most[1] + 1; !fits && c.top[1]-- > 0;)
        fits = try_tops(s, c) && c.top[1] <= s->waiting[1];
}

static size_t tops_most(const struct search *s, size_t queue) {
    size_t left = s->galley.queues[queue].count - s->now->spot.floats[queue];
    size_t most = s->waiting[queue] + 1 < TOP_MOST ? s->waiting[queue] + 1 : TOP_MOST;
    return left < most ? left : most;
}

static void try_choices(struct search *s) {
    size_t most[QUEUES];
    for (size_t k = 0; k < QUEUES; k++) {
        const struct queue *q = &s->galley.queues[k];
        s->waiting[k] = queue_named(q, s->now->spot.strip) - s->now->spot.floats[k];
        most[k] = tops_most(s, k);
    }
    struct choice c = {.loose = false};
    size_t least = s->waiting[0] < most[0] ? s->waiting[0] : most[0];
    for (c.top[0] = most[0] + 1; c.top[0]-- > 0;) {
        bool before = s->found;
        s->found = false;
        try_tables(s, c, most);
        bool enough = s->found && c.top[0] <= least;
        s->found |= before;
        if (enough)
            break;
    }
}

static struct choice as_it_comes(void) {
    return (struct choice){.defer = {(size_t)-1, (size_t)-1}, .loose = true};
}

/* One thing on a page of its own, whatever it overlaps. */
static void force_next(struct search *s) {
    struct page_fill p = page_from(s, as_it_comes());
    enum float_queue k;
    if (!page_begin(&p, &s->galley, start_of(s)))
        return;
    if (page_step(&p, &k) != FILL_FULL || p.closed.note) {
        struct spot spot = page_spot(&p);
        reach(s, &p, &spot);
    }
}

/* A float that what comes next waits for, though no tag may end here. */
static void force_float(struct search *s, enum float_queue k) {
    struct choice choice = as_it_comes();
    choice.top[k] = 1;
    struct page_fill p = page_from(s, choice);
    if (s->waiting[k] && page_begin(&p, &s->galley, start_of(s))) {
        struct spot spot = page_spot(&p);
        reach(s, &p, &spot);
    }
}

static void force(struct search *s) {
    force_next(s);
    for (size_t k = 0; k < QUEUES && !s->found; k++)
        force_float(s, (enum float_queue)k);
}

/* A page with a large hole, where there is no better one. */
static void reach_last(struct search *s) {
    struct spot end;
    if (!s->has_last || s->last.passed >= s->passed)
        return;
    page_may_end(&s->last, &end);
    reach(s, &s->last, &end);
}

static void expand(struct search *s, struct way *n) {
    s->now = n;
    s->found = s->has_last = false;
    s->passed = (size_t)-1;
    try_choices(s);
    reach_last(s);
    if (!s->found) {
        try_pages(s, as_it_comes(), NULL);
        reach_last(s);
    }
    if (!s->found)
        force(s);
}

static bool is_before(const struct spot *a, const struct spot *b) {
    size_t floats[2] = {a->floats[0] + a->floats[1], b->floats[0] + b->floats[1]};
    if (floats[0] != floats[1])
        return floats[0] < floats[1];
    if (!a->carry.note || !b->carry.note)
        return a->carry.note != NULL;
    return a->carry.line < b->carry.line;
}

/* Another way to the same strip is no worse, and no float waits there that does not wait here. */
static bool is_dominated(const struct search *s, const struct way *n) {
    for (const struct way *m = s->at[n->spot.strip]; m; m = m->next)
        if (m != n && !m->spot.carry.note && m->cost <= n->cost &&
            m->spot.floats[0] >= n->spot.floats[0] && m->spot.floats[1] >= n->spot.floats[1] &&
            (m->cost < n->cost || m->done))
            return true;
    return false;
}

/* A way that may lead here: at the same strip, with more floats that wait. */
static bool leads_to(const struct way *m, const struct way *n) {
    return m->spot.strip == n->spot.strip &&
           m->spot.floats[0] + m->spot.floats[1] < n->spot.floats[0] + n->spot.floats[1];
}

/* Further on, some way costs so much less that no page can make up for it. */
static bool is_behind(const struct search *s, const struct way *n) {
    size_t end = n->spot.strip + AHEAD < s->galley.count ? n->spot.strip + AHEAD : s->galley.count;
    for (size_t strip = n->spot.strip; strip <= end; strip++)
        for (const struct way *m = s->at[strip]; m; m = m->next)
            if (m->cost + BEHIND < n->cost && !leads_to(m, n))
                return true;
    return false;
}

/* Ways from a strip back to it only place floats or footnotes: those with fewer come first. */
static struct way *first_open(struct search *s, size_t strip) {
    struct way *first = NULL;
    for (struct way *n = s->at[strip]; n; n = n->next)
        if (!n->done && !is_end(s, &n->spot) && (!first || is_before(&n->spot, &first->spot)))
            first = n;
    return first;
}

static const struct way *search_end(struct search *s) {
    const struct galley *g = &s->galley;
    s->at = ARENA_ARRAY(g->flow->setter->arena, struct way *, g->count + 1);
    way_at(s, &(struct spot){.strip = 0})->cost = 0;
    for (size_t strip = 0; strip <= g->count; strip++)
        for (struct way *n; (n = first_open(s, strip));) {
            n->done = true;
            if (!is_dominated(s, n) && !is_behind(s, n))
                expand(s, n);
        }
    struct spot end = end_spot(g);
    return way_at(s, &end);
}

const struct way *pages_search(const struct galley *g, double start) {
    struct search s = {.galley = *g, .start = start};
    return search_end(&s);
}
