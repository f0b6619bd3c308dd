/* Bilingual editions: the same block in two languages, one under the other or side by side, aligned
 * at their first lines. Side by side, both are stacked first; where strips of both end at one
 * height the page may break. */
#include <math.h>

#include "page/blocks.h"
#include "page/cursor.h"

static const double COLUMN_GAP = 18, EPSILON = 0.01;

/* ── One under the other ── */

static void flow_under(struct flow *f, const struct block *b, struct inset in) {
    const struct block *second = b->child->next;
    flow_block(f, b->child, in);
    if (f->last_strip)
        f->last_strip->strip.keep = true;
    f->plain_start = true;
    flow_open(f, TAG_DIV, (struct tag_facts){.language = second->language});
    flow_block(f, second, in);
    flow_close(f, TAG_DIV);
    f->plain_start = true;
}

/* ── Side by side ── */

struct side {
    struct flow flow;
    struct flow_item **items; /* of the flow, in order */
    size_t count;
    double left;
    const char *language;
};

struct segment {
    double top, bottom;
    const struct flow_item *item; /* its strip in the page's flow */
};

struct pair {
    struct side sides[2];
    struct segment *segments;
    size_t count;
};

static void side_set(struct flow *f, struct side *side, const struct block *b, struct inset in) {
    side->flow = flow_new(f->setter);
    side->flow.plain_start = f->plain_start;
    side->language = b->language;
    flow_block(&side->flow, b, in);
    flow_stack(&side->flow);
    for (const struct flow_item *i = side->flow.first; i; i = i->next)
        side->count++;
    side->items = ARENA_ARRAY(f->setter->arena, struct flow_item *, side->count + 1);
    size_t n = 0;
    for (struct flow_item *i = side->flow.first; i; i = i->next)
        side->items[n++] = i;
}

static double bottom_of(const struct flow_item *i) {
    return i->y + i->strip.height;
}

static bool is_text(const struct flow_item *i) {
    return i->kind == FLOW_STRIP && i->strip.height > 0;
}

/* Whether the page may break at y: no strip is cut, and none keeps the next. */
static bool may_break(const struct side *side, double y) {
    for (size_t k = 0; k < side->count; k++) {
        const struct flow_item *i = side->items[k];
        if (!is_text(i))
            continue;
        if (i->y < y - EPSILON && bottom_of(i) > y + EPSILON)
            return false;
        if (fabs(bottom_of(i) - y) < EPSILON && i->strip.keep)
            return false;
    }
    return true;
}

static void add_segment(struct pair *p, double *top, double bottom) {
    p->segments[p->count++] = (struct segment){.top = *top, .bottom = bottom};
    *top = bottom;
}

/* Every height at which a strip of one side ends and both may break, and the end of the longer. */
static void find_segments(struct flow *f, struct pair *p) {
    size_t most = p->sides[0].count + p->sides[1].count + 1;
    p->segments = ARENA_ARRAY(f->setter->arena, struct segment, most);
    double top = f->setter->form->top, end = top;
    size_t at[2] = {0, 0};
    for (int s = 0; s < 2; s++)
        for (size_t k = 0; k < p->sides[s].count; k++)
            if (is_text(p->sides[s].items[k]))
                end = fmax(end, bottom_of(p->sides[s].items[k]));
    while (at[0] < p->sides[0].count || at[1] < p->sides[1].count) {
        const struct flow_item *next[2];
        for (int s = 0; s < 2; s++)
            next[s] = at[s] < p->sides[s].count ? p->sides[s].items[at[s]] : NULL;
        int s = !next[0]                                   ? 1
                : !next[1]                                 ? 0
                : !is_text(next[0])                        ? 0
                : !is_text(next[1])                        ? 1
                : bottom_of(next[0]) <= bottom_of(next[1]) ? 0
                                                           : 1;
        double y = is_text(next[s]) ? bottom_of(next[s]) : top;
        at[s]++;
        if (y > top + EPSILON && y < end - EPSILON && may_break(&p->sides[0], y) &&
            may_break(&p->sides[1], y))
            add_segment(p, &top, y);
    }
    if (end > top + EPSILON)
        add_segment(p, &top, end);
}

/* ── Drawing: what stands on one page, first the one side, then the other ── */

static bool stands_in(const struct flow_item *i, double from, double to) {
    return i->y > from - EPSILON && i->y < to - EPSILON;
}

static bool has_ink(const struct side *side, size_t k, double from, double to) {
    int depth = 0;
    for (; k < side->count; k++) {
        const struct flow_item *i = side->items[k];
        depth += (i->kind == FLOW_OPEN) - (i->kind == FLOW_CLOSE);
        if (i->kind == FLOW_STRIP && stands_in(i, from, to))
            return true;
        if (depth <= 0 && i->kind == FLOW_CLOSE)
            return false;
    }
    return false;
}

/* A tag that holds nothing of this page is not opened. */
static void draw_side(struct pen *pen, const struct side *side, double from, double to,
                      struct point at) {
    bool opened[64];
    size_t depth = 0;
    size_t first = side->count, last = 0;
    for (size_t k = 0; k < side->count; k++)
        if (is_text(side->items[k]) && stands_in(side->items[k], from, to)) {
            first = first == side->count ? k : first;
            last = k;
        }
    if (first == side->count)
        return;
    scene_tag_open(pen->scene, TAG_DIV, (struct tag_facts){.language = side->language});
    for (size_t k = 0; k < side->count; k++) {
        const struct flow_item *i = side->items[k];
        if (i->kind == FLOW_OPEN && depth < sizeof opened) {
            opened[depth] = has_ink(side, k, from, to);
            if (opened[depth++])
                scene_tag_open(pen->scene, i->tag, i->facts);
        } else if (i->kind == FLOW_CLOSE && depth > 0) {
            if (opened[--depth])
                scene_tag_close(pen->scene, i->tag);
        } else if (i->kind == FLOW_DEST && stands_in(i, from, to)) {
            scene_dest(pen->scene, i->dest, (struct point){at.x, at.y + i->y - from});
        } else if (i->kind == FLOW_STRIP && stands_in(i, from, to)) {
            pen->begins = k == first;
            pen->ends = k == last;
            i->strip.draw(pen, &i->strip,
                          (struct point){at.x + side->left + i->strip.left, at.y + i->y - from});
        }
    }
    pen->begins = pen->ends = false;
    scene_tag_close(pen->scene, TAG_DIV);
}

/* The first segment on a page draws all that follow on it. */
static void draw_segment(struct pen *pen, const struct strip *s, struct point at) {
    const struct pair *p = s->what;
    size_t first = s->index, last = first;
    size_t page = p->segments[first].item->page;
    if (first > 0 && p->segments[first - 1].item->page == page)
        return;
    while (last + 1 < p->count && p->segments[last + 1].item->page == page)
        last++;
    for (int side = 0; side < 2; side++)
        draw_side(pen, &p->sides[side], p->segments[first].top, p->segments[last].bottom, at);
}

/* Footnotes of both sides hang on the segment that has their marks. */
static void add_feet(struct flow *f, const struct side *side, const struct segment *g) {
    for (size_t k = 0; k < side->count; k++) {
        const struct flow_item *i = side->items[k];
        if (i->kind == FLOW_FOOT && i->anchor && stands_in(i->anchor, g->top, g->bottom))
            flow_foot(f, i->foot, g->item);
    }
}

static void flow_beside(struct flow *f, const struct block *b, struct inset in) {
    struct pair *p = ARENA_NEW(f->setter->arena, struct pair);
    double column = (in.measure + in.left - COLUMN_GAP) / 2;
    struct inset half = {in.left, column - in.left, in.style};
    side_set(f, &p->sides[0], b->child, half);
    side_set(f, &p->sides[1], b->child->next, half);
    p->sides[1].left = column + COLUMN_GAP;
    find_segments(f, p);
    double before = 0;
    for (int s = 0; s < 2; s++)
        for (size_t k = 0; k < p->sides[s].count; k++)
            if (p->sides[s].items[k]->kind == FLOW_STRIP) {
                before = fmax(before, p->sides[s].items[k]->strip.before);
                break;
            }
    for (size_t i = 0; i < p->count; i++) {
        struct segment *g = &p->segments[i];
        g->item = flow_strip(f, (struct strip){.before = i == 0 ? before : 0,
                                               .height = g->bottom - g->top,
                                               .snap = i == 0 ? SNAP_TOP : SNAP_NONE,
                                               .draw = draw_segment,
                                               .what = p,
                                               .index = i});
        for (int s = 0; s < 2; s++)
            add_feet(f, &p->sides[s], g);
    }
    f->plain_start = false;
}

void flow_pair(struct flow *f, const struct block *b, struct inset in) {
    if (b->child && b->child->next)
        (f->setter->form->beside ? flow_beside : flow_under)(f, b, in);
    else
        flow_blocks(f, b->child, in);
    const struct block *below = b->child && b->child->next ? b->child->next->next : NULL;
    if (!below)
        return;
    if (f->last_strip)
        f->last_strip->strip.keep = true;
    flow_block(f, below, question_inset(f, b->child, in));
}
