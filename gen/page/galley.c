#include "page/galley.h"

#include <limits.h>

/* A float that stands beside nothing else. */
static bool is_float(const struct flow_item *i) {
    return i->strip.floats && !i->strip.keep;
}

static void add_float(struct galley *g, struct flow_item *i) {
    struct queue *q = &g->queues[i->strip.queue];
    q->anchors[q->count] = g->count;
    q->items[q->count++] = i;
}

static void add_strip(struct galley *g, struct flow_item *i) {
    i->owner = g->count;
    g->strips[g->count++] = i;
    g->headings[g->count] = g->headings[g->count - 1] + i->strip.heading;
}

/* ── Footnotes: sorted by what they are called from ── */

static const struct flow_item *caller(const struct flow_item *i) {
    return i->kind == FLOW_FOOT ? i->anchor : NULL;
}

static void count_notes(struct galley *g, size_t owners) {
    for (const struct flow_item *i = g->flow->first; i; i = i->next)
        if (caller(i))
            g->first_note[caller(i)->owner + 1]++;
    for (size_t k = 0; k < owners; k++)
        g->first_note[k + 1] += g->first_note[k];
}

static void sort_notes(struct galley *g, size_t owners) {
    struct arena *a = g->flow->setter->arena;
    size_t *next = ARENA_ARRAY(a, size_t, owners + 1);
    g->notes = ARENA_ARRAY(a, struct footnote *, g->first_note[owners] + 1);
    for (size_t k = 0; k < owners; k++)
        next[k] = g->first_note[k];
    for (const struct flow_item *i = g->flow->first; i; i = i->next)
        if (caller(i))
            g->notes[next[caller(i)->owner]++] = i->foot;
}

static void queues_new(struct galley *g, size_t n) {
    struct arena *a = g->flow->setter->arena;
    for (size_t k = 0; k < QUEUES; k++)
        g->queues[k] = (struct queue){.items = ARENA_ARRAY(a, struct flow_item *, n + 1),
                                      .anchors = ARENA_ARRAY(a, size_t, n + 1)};
}

/* Owners of footnotes: strips first, then one queue after the other. */
static void number_floats(struct galley *g) {
    size_t owner = g->count;
    for (size_t k = 0; k < QUEUES; k++)
        for (size_t i = 0; i < g->queues[k].count; i++)
            g->queues[k].items[i]->owner = owner++;
}

struct galley galley_new(struct flow *f) {
    struct arena *a = f->setter->arena;
    struct galley g = {.flow = f, .form = f->setter->form};
    size_t n = 0;
    for (const struct flow_item *i = f->first; i; i = i->next)
        n += i->kind == FLOW_STRIP;
    g.strips = ARENA_ARRAY(a, struct flow_item *, n + 1);
    g.headings = ARENA_ARRAY(a, size_t, n + 1);
    g.depths = ARENA_ARRAY(a, int, n + 1);
    queues_new(&g, n);
    g.first_note = ARENA_ARRAY(a, size_t, n + 2);
    int depth = INT_MAX;
    for (struct flow_item *i = f->first; i; i = i->next) {
        if (i->kind != FLOW_STRIP) {
            depth = i->depth < depth ? i->depth : depth;
        } else if (is_float(i)) {
            add_float(&g, i);
            depth = i->depth < depth ? i->depth : depth;
        } else {
            g.depths[g.count] = depth;
            add_strip(&g, i);
            depth = INT_MAX;
        }
    }
    g.depths[g.count] = 0;
    number_floats(&g);
    count_notes(&g, n);
    sort_notes(&g, n);
    return g;
}

size_t queue_named(const struct queue *q, size_t strip) {
    size_t low = 0, high = q->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (q->anchors[middle] < strip)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
