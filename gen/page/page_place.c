/* The pages that the search has found, filled once more, this time for good. */
#include <string.h>

#include "page/page_search.h"

struct placing {
    struct flow *flow;
    size_t page;
    struct page_notes notes;
    struct page_items items;
};

/* What is higher than a page stands on one of its own and leaves it at the foot. */
static void report_overfull(struct setter *s, const struct flow_item *item, double top) {
    double over = top + item->strip.height - s->form->depth;
    if (over > 0.5)
        diag_report(s->diag, DIAG_STRIP_OVERFULL, item->where,
                    quantity_format(s->arena, quantity_exact(over, UNIT_NONE),
                                    (struct number_format){.digits = 2}),
                    "something that fits on a page, or parts of it", NULL);
}

static void put_item(void *to, struct flow_item *item, double top) {
    struct placing *p = to;
    report_overfull(p->flow->setter, item, top);
    item_place(p->flow, item, p->page, 0, top);
    ARENA_GROW(p->flow->setter->arena, p->items.at, p->items.count, p->items.room, 64);
    p->items.at[p->items.count++] = item;
}

static void put_note(void *to, struct footnote *note, size_t line) {
    struct placing *p = to;
    page_notes_add(p->flow, &p->notes, note, line);
}

static void mark_moved(const struct galley *g, const struct page_fill *p) {
    for (size_t k = 0; k < QUEUES; k++)
        for (size_t i = p->from.floats[k]; i < p->floats[k]; i++)
            g->queues[k].items[i]->moved = i < p->from.floats[k] + p->choice.top[k] &&
                                           g->queues[k].anchors[i] != p->from.strip;
}

static bool reached(const struct page_fill *p, const struct spot *end) {
    return p->strip >= end->strip && !memcmp(p->floats, end->floats, sizeof p->floats);
}

/* The page again, as the search found it. */
static void place_page(const struct galley *g, const struct way *n, double start, size_t page) {
    struct placing to = {.flow = g->flow, .page = page};
    struct page_fill p = {.from = n->from->spot,
                          .choice = n->choice,
                          .put = put_item,
                          .put_note = put_note,
                          .to = &to};
    enum float_queue k;
    page_begin(&p, g, n->from->from ? 0 : start);
    while (!reached(&p, &n->spot))
        if (page_step(&p, &k) == FILL_FULL)
            break;
    mark_moved(g, &p);
    if (p.strip > p.from.strip)
        g->strips[p.strip - 1]->strip.ends_page = true;
    page_notes_place(g->flow, &to.notes, page, n->spot.carry);
    bool goes_on = p.strip < g->count && !page_next_opens(&p);
    double room = page_room(&p);
    room -= goes_on ? page_spread(&to.items, g->flow->setter->pitch, room) : 0;
    flow_page(g->flow, page, room);
}

static size_t page_count(const struct way *n) {
    size_t pages = 0;
    for (; n->from; n = n->from)
        pages++;
    return pages;
}

size_t break_pages(struct flow *f, size_t first, double start) {
    struct galley g = galley_new(f);
    const struct way *end = pages_search(&g, start);
    size_t pages = page_count(end);
    const struct way **order = ARENA_ARRAY(f->setter->arena, const struct way *, pages + 1);
    for (size_t i = pages; end->from; end = end->from)
        order[--i] = end;
    for (size_t i = 0; i < pages; i++)
        place_page(&g, order[i], start, first + i);
    return first + (pages ? pages - 1 : 0);
}
