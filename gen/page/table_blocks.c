/* Blocks in a cell: a flow of their own, without a grid and in the face of tables. */
#include <math.h>

#include "page/table_layout.h"

static const double APART = 3; /* between the blocks of a cell */

struct flow *cell_blocks(struct setter *s, const struct block *blocks, double width,
                         double *height) {
    struct setter *inner = arena_memdup(s->arena, s, sizeof *s);
    inner->pitch = 0;
    inner->in_cell = true;
    struct flow *f = ARENA_NEW(s->arena, struct flow);
    *f = flow_new(inner);
    for (const struct block *b = blocks; b; b = b->next) {
        struct flow_item *last = f->last_strip;
        f->plain_start = true;
        flow_block(f, b, (struct inset){0, width, "table"});
        struct flow_item *first = last ? last->next : NULL;
        while (first && first->kind != FLOW_STRIP)
            first = first->next;
        if (first)
            first->strip.before = fmax(APART, first->strip.before);
    }
    *height = flow_stack(f);
    s->lines = inner->lines;
    s->overfull = inner->overfull;
    s->loose = inner->loose;
    return f;
}

/* ── Drawing a part ── */

enum { TAGS_OPEN = 64 };

/* Tags are opened when the first strip in them is drawn: what has none in this part is not there.
 */
struct opening {
    const struct flow_item *at[TAGS_OPEN];
    size_t n, open;
};

static void open_tags(struct scene *s, struct opening *o) {
    for (; o->open < o->n && o->open < TAGS_OPEN; o->open++)
        scene_tag_open(s, o->at[o->open]->tag, o->at[o->open]->facts);
}

static void close_tag(struct scene *s, struct opening *o, enum tag tag) {
    if (o->open == o->n && o->n > 0) {
        scene_tag_close(s, tag);
        o->open--;
    }
    o->n -= o->n > 0;
}

static bool is_in(const struct flow *f, const struct flow_item *i, double from, double to) {
    double high = i->strip.height > 0 ? i->strip.height : 1; /* a label goes with its line */
    double foot = i->y - f->setter->form->top + high;
    return foot > from + 0.01 && foot <= to + 0.01;
}

/* A strip that would begin above the part's top pushes it and those below down. */
static double shift_of(const struct flow *f, double from, double to) {
    for (const struct flow_item *i = f->first; i; i = i->next)
        if (i->kind == FLOW_STRIP && i->strip.height > 0 && is_in(f, i, from, to))
            return fmax(0, from - (i->y - f->setter->form->top));
    return 0;
}

void pen_blocks(struct pen *pen, const struct flow *f, double from, double to, struct point top) {
    struct opening o = {.n = 0};
    double shift = from > 0 ? shift_of(f, from, to) : 0;
    for (const struct flow_item *i = f->first; i; i = i->next) {
        double y = top.y + shift + i->y - f->setter->form->top;
        if (i->kind == FLOW_OPEN && o.n < TAGS_OPEN) {
            o.at[o.n++] = i;
        } else if (i->kind == FLOW_CLOSE) {
            close_tag(pen->scene, &o, i->tag);
        } else if (i->kind == FLOW_STRIP && is_in(f, i, from > 0 ? from : -1, to)) {
            open_tags(pen->scene, &o);
            i->strip.draw(pen, &i->strip, (struct point){top.x + i->strip.left, y});
        } else if (i->kind == FLOW_DEST && from <= 0) {
            scene_dest(pen->scene, i->dest, (struct point){top.x, y});
        }
    }
}
