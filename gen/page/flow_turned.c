/* Tables that are turned: each part of them fills the height of a page. */
#include "page/table_flow.h"

static const double GAP_LEAST = 3;

struct turned_part {
    const struct table_plan *plan;
    size_t from, to;
};

static void draw_part(struct pen *pen, const struct strip *s, struct point at) {
    const struct turned_part *part = s->what;
    struct item **first = pen->scene->last;
    pen_table(pen, part->plan, part->from, part->to, at);
    scene_turn(pen->scene, first, at, part->plan->width);
}

/* Rows from `from` that fit below each other into the width of the page; at least one. */
static size_t rows_that_fit(const struct table_plan *t, size_t from, double room) {
    size_t to = from;
    double used = table_caption_height(t) + t->head_height;
    while (to < t->body_count) {
        used += table_row_height(t, to);
        bool last = to + 1 == t->body_count;
        if (used + (last ? table_notes_height(t) : 0) > room && to > from)
            break;
        to++;
    }
    bool alone = to + 1 == t->body_count && to > from + 2;
    return alone ? to - 1 : to; /* two rows at least stand on the last page */
}

static struct table_plan *plan(struct setter *s, const struct block *b) {
    struct table_try try_ = {.width = s->form->depth, .scale = 1, .gap = GAP_LEAST};
    struct table_plan *t = table_plan_new(s, b, b->table, try_);
    if (t)
        return t;
    try_.scale = 8.0 / 9;
    try_.last = true;
    return table_plan_new(s, b, b->table, try_);
}

void flow_turned_table(struct flow *f, const struct block *b) {
    struct setter *s = f->setter;
    const struct table_plan *t = plan(s, b);
    double room = s->form->wide;
    for (size_t from = 0, to; from < t->body_count; from = to) {
        struct turned_part *part = ARENA_NEW(s->arena, struct turned_part);
        to = rows_that_fit(t, from, room);
        *part = (struct turned_part){t, from, to};
        f->after_float = flow_strip(f, (struct strip){.height = s->form->depth,
                                                      .floats = true,
                                                      .queue = QUEUE_TABLES,
                                                      .wide = true,
                                                      .draw = draw_part,
                                                      .what = part});
    }
    f->plain_start = true;
}
