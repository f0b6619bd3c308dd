#include "page/flow.h"

#include <string.h>

#include "page/blocks.h"

struct flow flow_new(struct setter *setter) {
    return (struct flow){.setter = setter};
}

static struct flow_item *append(struct flow *f, enum flow_kind kind) {
    struct flow_item *item = ARENA_NEW(f->setter->arena, struct flow_item);
    item->kind = kind;
    item->depth = f->depth;
    if (f->last)
        *f->last = item;
    else
        f->first = item;
    f->last = &item->next;
    return item;
}

struct flow_item *flow_strip(struct flow *f, struct strip strip) {
    struct flow_item *item = append(f, FLOW_STRIP);
    item->strip = strip;
    item->where = f->where;
    f->last_strip = item;
    for (struct flow_item *n = f->waiting; n && n != item; n = n->next)
        if (n->kind == FLOW_NOTE && !n->anchor)
            n->anchor = item;
    f->waiting = NULL;
    return item;
}

void flow_open(struct flow *f, enum tag tag, struct tag_facts facts) {
    struct flow_item *item = append(f, FLOW_OPEN);
    item->tag = tag;
    item->facts = facts;
    f->depth++;
}

void flow_close(struct flow *f, enum tag tag) {
    f->depth--;
    append(f, FLOW_CLOSE)->tag = tag;
}

void flow_dest(struct flow *f, const char *id) {
    if (id)
        append(f, FLOW_DEST)->dest = id;
}

void flow_running(struct flow *f, const struct block *b) {
    append(f, FLOW_RUNNING)->block = b;
}

struct flow_item *flow_note(struct flow *f, struct note note, const struct flow_item *anchor) {
    struct flow_item *item = append(f, FLOW_NOTE);
    item->note = note;
    item->anchor = anchor;
    if (!anchor && !f->waiting)
        f->waiting = item;
    return item;
}

void flow_foot(struct flow *f, struct footnote *note, const struct flow_item *anchor) {
    struct flow_item *item = append(f, FLOW_FOOT);
    item->foot = note;
    item->anchor = anchor;
}

void flow_page(struct flow *f, size_t page, double room) {
    ARENA_GROW(f->setter->arena, f->pages, f->page_count, f->page_room, 16);
    f->pages[f->page_count++] = (struct flow_page){page, room};
}

bool flow_opens(const struct flow *f) {
    return f->setter->form->ideas && f->last_strip && !f->last_strip->strip.heading;
}

/* ── Blocks ── */

static void make(struct flow *f, const struct block *b, struct inset in) {
    static void (*const makers[])(struct flow *, const struct block *, struct inset) = {
#define BLOCK(kind, maker) [BLOCK_##kind] = maker,
#include "page/blocks.def"
#undef BLOCK
    };
    if ((size_t)b->kind < sizeof makers / sizeof *makers && makers[b->kind])
        makers[b->kind](f, b, in);
    if (b->kind != BLOCK_PARA && b->kind != BLOCK_MARGIN)
        f->body_start = false;
}

/* Without a margin column its notes follow the block they stand beside. */
static bool is_held(const struct flow *f, const struct block *b) {
    return b->kind == BLOCK_MARGIN && !form_notes_beside(f->setter->form) && b->next &&
           b->next->kind != BLOCK_SECTION;
}

static void hold(struct flow *f, const struct block *b) {
    struct held **end = &f->held;
    while (*end)
        end = &(*end)->next;
    *end = ARENA_NEW(f->setter->arena, struct held);
    (*end)->note = b;
}

void flow_block(struct flow *f, const struct block *b, struct inset in) {
    if (is_held(f, b)) {
        hold(f, b);
        return;
    }
    const struct flow_item *after = f->after_float;
    struct held *held = f->held;
    struct span around = f->where;
    f->held = NULL;
    f->where = b->span;
    make(f, b, in);
    for (; held; held = held->next)
        make(f, held->note, in);
    f->where = around;
    if (f->after_float == after && b->kind != BLOCK_MARGIN)
        f->after_float = NULL;
}

void flow_blocks(struct flow *f, const struct block *first, struct inset in) {
    for (const struct block *b = first; b; b = b->next)
        flow_block(f, b, in);
}
