/* Tables: one strip when they fit on a page, rows as strips with the head repeated when they do
 * not, parts on pages of their own when they are turned. */
#include <math.h>

#include "page/blocks.h"
#include "page/table_flow.h"

static const double ABOVE = 9, BELOW = 5; /* design 5 */
/* A table that takes more of a page goes on over pages: as a whole it would leave the page where it
 * is named half empty. */
static const double FLOATS = 0.5;

static void draw_body(struct pen *pen, const struct table_plan *t, size_t from, size_t to,
                      struct point at) {
    size_t foot = t->body_count - t->table->foot_count;
    enum tag tag = TAGS;
    for (size_t i = from; i < to; i++) {
        enum tag own = i < foot ? TAG_TBODY : TAG_TFOOT;
        if (own != tag && tag != TAGS)
            scene_tag_close(pen->scene, tag);
        if (own != tag)
            scene_tag_open(pen->scene, tag = own, (struct tag_facts){0});
        pen_table_row(pen, t, i, true, at);
        at.y += table_row_height(t, i);
    }
    if (tag != TAGS)
        scene_tag_close(pen->scene, tag);
    pen_table_rule(pen, t, at.x, at.y, t->width);
}

double table_rows_height(const struct table_plan *t, size_t from, size_t to) {
    double height = 0;
    for (size_t i = from; i < to; i++)
        height += table_row_height(t, i);
    return height;
}

void pen_table_caption(struct pen *pen, const struct table_plan *t, const struct caption *c,
                       struct point at) {
    if (t->block->id && !t->goes_on && c == &t->caption)
        scene_dest(pen->scene, t->block->id, at);
    if (c->text)
        pen_caption(pen, c, at);
}

void pen_table(struct pen *pen, const struct table_plan *t, size_t from, size_t to,
               struct point at) {
    pen_table_caption(pen, t, from ? &t->continued : &t->caption, at);
    at.y += table_caption_height(t);
    scene_tag_open(pen->scene, TAG_TABLE, (struct tag_facts){0});
    pen_table_head(pen, t, at);
    at.y += t->head_height;
    draw_body(pen, t, from, to, at);
    scene_tag_close(pen->scene, TAG_TABLE);
    at.y += table_rows_height(t, from, to);
    if (to == t->body_count)
        pen_table_notes(pen, t, at);
}

static void draw_whole(struct pen *pen, const struct strip *s, struct point at) {
    const struct table_plan *t = s->what;
    pen_table(pen, t, 0, t->body_count, at);
}

static void flow_whole(struct flow *f, const struct table_plan *t, double left, bool floats) {
    struct flow_item *item = flow_strip(f, (struct strip){.opens = flow_opens(f),
                                                          .before = ABOVE,
                                                          .after = BELOW,
                                                          .height = table_height(t),
                                                          .left = left,
                                                          .floats = floats,
                                                          .queue = QUEUE_TABLES,
                                                          .in_order = true,
                                                          .wide = t->wide,
                                                          .draw = draw_whole,
                                                          .what = t});
    if (floats)
        f->after_float = item;
}

/* In a list or a quotation a table stays in its measure; a cell and a sheet have no margin. */
static bool may_widen(const struct flow *f, struct inset in) {
    const struct setter *s = f->setter;
    return s->form->margin > 0 && !s->sheet && in.left < 0.5 && in.measure > s->form->measure - 0.5;
}

static double float_most(const struct form *f) {
    return f->ideas ? f->depth - ABOVE : FLOATS * f->depth;
}

void flow_table(struct flow *f, const struct block *b, struct inset in) {
    if (!b->table || !b->table->column_count)
        return;
    size_t count;
    bool wide = (b->wide || b->table->wide) && may_widen(f, in);
    if (b->table->turned && !f->setter->sheet) {
        flow_turned_table(f, b);
        return;
    }
    struct table_plan *const *plans = table_plans(
        f->setter, b, wide ? f->setter->form->wide : in.measure, may_widen(f, in) && !wide, &count);
    bool group = b->follows || (b->next && b->next->follows);
    for (size_t i = 0; i < count; i++) {
        double left = plans[i]->wide ? 0 : in.left;
        if (table_height(plans[i]) > float_most(f->setter->form))
            flow_table_rows(f, plans[i], left);
        else
            flow_whole(f, plans[i], left, count == 1 && !group);
        if (i == 0)
            flow_table_feet(f, plans[i], f->last_strip);
    }
    f->plain_start = true;
}
