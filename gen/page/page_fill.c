/* One page: floats on top, strips below, footnotes at its foot. */
#include "page/page_fill.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static const double EPSILON = 1e-6;
static const double RULE_ABOVE = 9, RULE_BELOW = 3.5; /* design 5 */
static const double FEET_BOTTOM = 72, FEET_MOST = 14; /* design 5 */
static const double FEET_SHARE = 0.7;                 /* of a page, for a footnote carried over */
enum { LINES_LEAST = 2, PAGE_LEAST = 4 };

/* Demerits of where floats stand; to pass the end of a section is worse than any hole. */
static const double EARLY = 1, EARLY_HEADING = 10, PASSED = 5000;

double feet_extra(const struct form *f) {
    return fmax(0, fmin(f->height - f->top - f->depth - FEET_BOTTOM, FEET_MOST));
}

double feet_block(const struct form *f, double height) {
    return height > 0 ? (RULE_ABOVE + RULE_BELOW) * f->scale + height : 0;
}

double footnote_height(const struct footnote *n, size_t from, size_t to) {
    return from < to ? n->bottoms[to - 1] - n->tops[from] : 0;
}

/* The depth that text has above footnotes of a height. */
static double depth_above(const struct page_fill *p, double feet) {
    const struct form *f = p->galley->form;
    return feet > 0 ? fmin(f->depth, f->depth + feet_extra(f) - feet_block(f, feet)) : f->depth;
}

double page_room(const struct page_fill *p) {
    return fmax(0, depth_above(p, p->feet) - p->at.y);
}

/* ── Footnotes ── */

/* The least of a footnote that stands on the page of its mark: two lines, all when it has three. */
static size_t least_lines(const struct footnote *n) {
    size_t seen = 0;
    for (size_t i = 0; i < n->count; i++) {
        seen += n->bottoms[i] > n->tops[i];
        if (seen == LINES_LEAST)
            return n->count - i - 1 < LINES_LEAST ? n->count : i + 1;
    }
    return n->count;
}

static void add_note(struct page_fill *p, struct footnote *n, size_t from) {
    double height = footnote_height(n, from, n->count);
    size_t least = from ? n->count : least_lines(n);
    p->feet += height;
    p->give = height - footnote_height(n, from, least);
    p->last_note = n;
    p->last_from = from;
    if (p->put_note)
        p->put_note(p->to, n, from);
}

/* Begins with what is left of a footnote; one that is too long for this page too closes it for
 * others. */
static void add_carried(struct page_fill *p, struct carry c) {
    double most = FEET_SHARE * p->galley->form->depth;
    size_t end = c.note->count;
    while (end > c.line + 1 && footnote_height(c.note, c.line, end) > most)
        end--;
    add_note(p, c.note, c.line);
    if (end == c.note->count)
        return;
    p->feet = footnote_height(c.note, c.line, end);
    p->closed = (struct carry){c.note, end};
}

static bool adds_notes(const struct page_fill *p, size_t owner, struct page_fill *trial) {
    const struct galley *g = p->galley;
    *trial = *p;
    trial->put_note = NULL;
    if (g->first_note[owner] < g->first_note[owner + 1] && p->closed.note)
        return false;
    for (size_t i = g->first_note[owner]; i < g->first_note[owner + 1]; i++)
        add_note(trial, g->notes[i], 0);
    return true;
}

/* ── Putting ── */

static bool fits(const struct page_fill *p, const struct flow_item *item) {
    struct page_fill trial;
    if (!adds_notes(p, item->owner, &trial))
        return false;
    if (p->at.empty)
        return true;
    cursor_add(&trial.at, &item->strip, p->strip == p->from.strip);
    return trial.at.y <= depth_above(&trial, trial.feet - trial.give) + EPSILON;
}

static void put(struct page_fill *p, struct flow_item *item) {
    const struct galley *g = p->galley;
    double top = cursor_add(&p->at, &item->strip, p->strip == p->from.strip);
    if (p->put)
        p->put(p->to, item, top);
    for (size_t i = g->first_note[item->owner]; i < g->first_note[item->owner + 1]; i++)
        add_note(p, g->notes[i], 0);
}

/* A float above what names it, on the same page. */
static double early_cost(const struct galley *g, size_t strip, size_t anchor) {
    if (anchor <= strip)
        return 0;
    return EARLY + EARLY_HEADING * (double)(g->headings[anchor] - g->headings[strip]);
}

/* Of the floats that still go on top, the one that is named first. */
static bool next_top(const struct page_fill *p, enum float_queue *queue) {
    size_t first = (size_t)-1;
    for (size_t k = 0; k < QUEUES; k++) {
        const struct queue *q = &p->galley->queues[k];
        bool left = p->floats[k] < p->from.floats[k] + p->choice.top[k] && p->floats[k] < q->count;
        if (!left || q->anchors[p->floats[k]] >= first)
            continue;
        first = q->anchors[p->floats[k]];
        *queue = (enum float_queue)k;
    }
    return first < (size_t)-1;
}

/* Rows follow each other from page to page: no float stands between them. */
static bool parts_rows(const struct page_fill *p) {
    const struct galley *g = p->galley;
    bool tops = p->choice.top[QUEUE_FIGURES] + p->choice.top[QUEUE_TABLES] > 0;
    return tops && p->strip < g->count && g->strips[p->strip]->strip.row_before;
}

/* What does not float, a table over pages or a figure in a list, waits for the floats of its kind
 * that are named before it, and those named after it wait for it. */
static bool must_wait(const struct page_fill *p) {
    const struct strip *s = &p->galley->strips[p->strip]->strip;
    return s->in_order &&
           p->floats[s->queue] != queue_named(&p->galley->queues[s->queue], p->strip + 1);
}

bool page_begin(struct page_fill *p, const struct galley *g, double start) {
    enum float_queue k;
    p->galley = g;
    p->strip = p->from.strip;
    p->depth = g->depths[p->strip];
    p->top_depth = INT_MAX;
    memcpy(p->floats, p->from.floats, sizeof p->floats);
    p->at = (struct cursor){.pitch = g->flow->setter->pitch, .y = start, .empty = true};
    if (parts_rows(p))
        return false;
    if (p->from.carry.note)
        add_carried(p, p->from.carry);
    while (next_top(p, &k)) {
        struct flow_item *item = g->queues[k].items[p->floats[k]];
        if (!fits(p, item))
            return false;
        put(p, item);
        p->top_depth = item->depth < p->top_depth ? item->depth : p->top_depth;
        p->cost += early_cost(g, p->strip, g->queues[k].anchors[p->floats[k]++]);
        p->ends_float = true;
    }
    for (size_t i = 0; i < QUEUES; i++)
        p->deferring[i] = p->floats[i] < queue_named(&g->queues[i], p->strip);
    return true;
}

/* The float that is named here and does not wait. */
static struct flow_item *float_here(struct page_fill *p, enum float_queue *queue) {
    for (size_t k = 0; k < QUEUES; k++) {
        const struct queue *q = &p->galley->queues[k];
        size_t i = p->floats[k];
        if (p->deferring[k] || i >= q->count || q->anchors[i] != p->strip)
            continue;
        *queue = (enum float_queue)k;
        if (i < p->choice.defer[k] && fits(p, q->items[i]))
            return q->items[i];
        p->deferring[k] = true;
    }
    return NULL;
}

/* A heading that comes before floats of the section it ends. */
static void pass_heading(struct page_fill *p) {
    size_t passed = 0;
    for (size_t k = 0; k < QUEUES; k++)
        if (p->deferring[k])
            passed += queue_named(&p->galley->queues[k], p->strip + 1) - p->floats[k];
    p->passed += passed;
    p->cost += PASSED * (double)passed;
}

bool page_is_runt(const struct page_fill *p) {
    return p->at.y < PAGE_LEAST * p->at.pitch - EPSILON;
}

/* A figure stands below a few lines that announce it. */
static bool stays_below(const struct page_fill *p, const struct flow_item *item) {
    return !item->strip.heading && page_is_runt(p) && fits(p, item);
}

bool page_next_opens(const struct page_fill *p) {
    const struct galley *g = p->galley;
    if (p->strip == g->count || p->strip == p->from.strip)
        return false;
    const struct flow_item *next = g->strips[p->strip];
    return next->strip.opens && !stays_below(p, next);
}

enum fill_step page_step(struct page_fill *p, enum float_queue *queue) {
    const struct galley *g = p->galley;
    struct flow_item *here = float_here(p, queue);
    if (here) {
        put(p, here);
        p->floats[*queue]++;
        p->ends_float = true;
        return FILL_FLOAT;
    }
    if (p->strip == g->count || must_wait(p) || page_next_opens(p) || !fits(p, g->strips[p->strip]))
        return FILL_FULL;
    if (g->strips[p->strip]->strip.heading)
        pass_heading(p);
    put(p, g->strips[p->strip]);
    p->strip++;
    p->depth = g->depths[p->strip] < p->depth ? g->depths[p->strip] : p->depth;
    p->ends_float = false;
    return FILL_STRIP;
}

/* ── The end of a page ── */

static bool is_break(const struct page_fill *p) {
    const struct galley *g = p->galley;
    return p->strip == g->count || p->ends_float || p->choice.loose || p->strip == 0 ||
           page_next_opens(p) || !g->strips[p->strip - 1]->strip.keep;
}

/* Floats on top must have been named: before what stands here, or on this page. In the structure
 * they stand between blocks, so that one must begin or end on this page. */
static bool all_named(const struct page_fill *p) {
    const struct galley *g = p->galley;
    if (p->depth > p->top_depth)
        return false;
    for (size_t k = 0; k < QUEUES; k++) {
        size_t last = p->from.floats[k] + p->choice.top[k];
        if (p->choice.top[k] && g->queues[k].anchors[last - 1] > p->from.strip &&
            g->queues[k].anchors[last - 1] >= p->strip && p->strip < g->count)
            return false;
    }
    return true;
}

static size_t put_count(const struct page_fill *p) {
    size_t n = p->strip - p->from.strip;
    for (size_t k = 0; k < QUEUES; k++)
        n += p->floats[k] - p->from.floats[k];
    return n;
}

/* A page ends between two rows: nothing else may stand there. */
static bool in_table(const struct page_fill *p) {
    return p->strip < p->galley->count && p->galley->strips[p->strip]->strip.row_before;
}

/* The last footnote gives lines to the next page until the others have room. */
static bool split_last(const struct page_fill *p, double over, struct carry *carry) {
    struct footnote *n = p->last_note;
    if (over <= EPSILON)
        return true;
    if (over > p->give + EPSILON)
        return false;
    size_t end = n->count;
    double whole = footnote_height(n, p->last_from, end);
    while (whole - footnote_height(n, p->last_from, end) < over - EPSILON)
        end--;
    if (n->count - end < LINES_LEAST && end > least_lines(n))
        end = n->count - LINES_LEAST;
    *carry = (struct carry){n, end};
    return !in_table(p);
}

static double foot_here(const struct page_fill *p) {
    return p->strip == p->from.strip || p->ends_float ? 0
                                                      : foot_of(p->galley->strips[p->strip - 1]);
}

struct spot page_spot(const struct page_fill *p) {
    struct spot spot = {.strip = p->strip, .carry = p->closed};
    memcpy(spot.floats, p->floats, sizeof spot.floats);
    return spot;
}

bool page_may_end(const struct page_fill *p, struct spot *spot) {
    if ((!put_count(p) && !p->from.carry.note) || !is_break(p) || !all_named(p))
        return false;
    *spot = page_spot(p);
    bool alone = put_count(p) <= 1;
    double low = p->at.y + foot_here(p);
    /* What is higher than a page goes on as if it were not. */
    if (alone && low > p->galley->form->depth)
        low = fmin(low, depth_above(p, p->feet - p->give));
    return p->closed.note || split_last(p, low - depth_above(p, p->feet), &spot->carry);
}
