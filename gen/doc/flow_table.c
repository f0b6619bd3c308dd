/* Tables: one strip when they fit on a page, rows as strips with the head repeated when they do
 * not. */
#include "doc/blocks.h"
#include "doc/table_layout.h"

static const double ABOVE = 9, BELOW = 5, RULE = 0.8, NOTE_ABOVE = 2.5, FIRST_PAD = 2.5;

static void pen_body_open(struct pen *pen) {
    scene_tag_open(pen->scene, TAG_TBODY, (struct tag_facts){0});
}

static void pen_body_close(struct pen *pen) {
    scene_tag_close(pen->scene, TAG_TBODY);
}

/* A row that names those below it. */
static bool is_group(const struct table_plan *t, size_t row) {
    const struct row_plan *r = &t->body[row];
    return t->column_count > 1 && r->cell_count == 1 && r->cells[0].span == t->column_count;
}

/* The row before which a page begins may belong to a group that began on an earlier one: 1 + the
 * row of its name, or 0. */
static size_t group_of(const struct table_plan *t, size_t row) {
    while (row > 0 && !is_group(t, row))
        row--;
    return is_group(t, row) ? row + 1 : 0;
}

static void draw_caption(struct pen *pen, const struct strip *s, struct point at) {
    const struct table_plan *t = s->what;
    if (t->block->id)
        scene_dest(pen->scene, t->block->id, at);
    if (t->caption.text)
        pen_caption(pen, &t->caption, at);
}

static void draw_head(struct pen *pen, const struct strip *s, struct point at) {
    pen_table_head(pen, s->what, at);
}

/* The head above the rows of a further page, and the name of their group: for the eye only. */
static double draw_again(struct pen *pen, const struct table_plan *t, size_t group,
                         struct point at) {
    double y = at.y;
    pen_artifact_open(pen);
    if (t->continued.text)
        pen_caption(pen, &t->continued, at);
    at.y += table_caption_height(t);
    pen_table_head(pen, t, at);
    at.y += t->head_height + FIRST_PAD;
    if (group > 0) {
        pen_table_row(pen, t, group - 1, false, at);
        at.y += table_row_height(t, group - 1);
    }
    pen_artifact_close(pen);
    return at.y - y;
}

static bool is_cut(const struct table_plan *t, size_t row) {
    return t->rows && row + 1 < t->table->body_count && t->rows[row + 1]->strip.top;
}

static void draw_row(struct pen *pen, const struct strip *s, struct point at) {
    const struct table_plan *t = s->what;
    bool cut = is_cut(t, s->index);
    if (s->top)
        at.y += draw_again(pen, t, group_of(t, s->index), at);
    pen_table_row(pen, t, s->index, !s->top, at);
    if (cut || s->index + 1 == t->table->body_count)
        pen_table_rule(pen, t, at.x, at.y + s->height + (cut ? 3 : 0), t->width);
}

static void draw_note(struct pen *pen, const struct strip *s, struct point at) {
    const struct table_plan *t = s->what;
    if (t->note)
        pen_paragraph(pen, t->note, TAG_P, (struct point){at.x, at.y + NOTE_ABOVE});
}

static void draw_whole(struct pen *pen, const struct strip *s, struct point at) {
    const struct table_plan *t = s->what;
    struct strip part = *s;
    draw_caption(pen, s, at);
    at.y += table_caption_height(t);
    scene_tag_open(pen->scene, TAG_TABLE, (struct tag_facts){0});
    draw_head(pen, s, at);
    at.y += t->head_height;
    pen_body_open(pen);
    for (size_t i = 0; i < t->table->body_count; i++) {
        part.index = i;
        part.height = table_row_height(t, i);
        draw_row(pen, &part, at);
        at.y += part.height;
    }
    pen_body_close(pen);
    scene_tag_close(pen->scene, TAG_TABLE);
    draw_note(pen, s, at);
}

/* No row of a group stands alone beside its name at the foot of a page or at the head of one. */
static bool keeps_group(const struct table_plan *t, size_t row) {
    bool last_but_one = row + 2 < t->table->body_count && is_group(t, row + 2);
    return is_group(t, row) || (row > 0 && is_group(t, row - 1)) || last_but_one;
}

static double table_again_height(const struct table_plan *t, size_t group) {
    return table_caption_height(t) + t->head_height + FIRST_PAD +
           (group ? table_row_height(t, group - 1) : 0);
}

static void flow_broken(struct flow *f, struct table_plan *t, double left, bool wide) {
    struct strip part = {.before = ABOVE, .left = left, .wide = wide, .keep = true, .what = t};
    size_t n = t->table->body_count, group = 0;
    part.height = table_caption_height(t);
    part.draw = draw_caption;
    flow_strip(f, part);
    flow_open(f, TAG_TABLE, (struct tag_facts){0});
    part.before = 0;
    part.height = t->head_height;
    part.draw = draw_head;
    flow_strip(f, part);
    flow_open(f, TAG_TBODY, (struct tag_facts){0});
    part.draw = draw_row;
    part.foot = 3 + RULE;
    for (size_t i = 0; i < n; i++) {
        part.index = i;
        part.height = table_row_height(t, i);
        part.keep = i == 0 || keeps_group(t, i) || i + 2 == n || (i + 1 == n && t->note);
        part.after = i + 1 == n && !t->note ? BELOW : 0;
        group = is_group(t, i) ? i + 1 : group;
        part.again = table_again_height(t, group == i + 1 ? 0 : group);
        part.row_before = i > 0 ? t->rows[i - 1] : NULL;
        t->rows[i] = flow_strip(f, part);
    }
    flow_close(f, TAG_TBODY);
    flow_close(f, TAG_TABLE);
    if (t->note) {
        part = (struct strip){.height = table_note_height(t),
                              .after = BELOW,
                              .left = left,
                              .wide = wide,
                              .draw = draw_note,
                              .what = t};
        flow_strip(f, part);
    }
}

void flow_table(struct flow *f, const struct block *b, struct inset in) {
    if (!b->table || !b->table->column_count)
        return;
    bool wide = b->wide || b->table->wide;
    struct table_plan *t = table_plan_new(f->setter, b, wide ? f->setter->form->wide : in.measure);
    double height = table_height(t), left = wide ? 0 : in.left;
    if (height > f->setter->form->depth - ABOVE) {
        t->rows = ARENA_ARRAY(f->setter->arena, const struct flow_item *, t->table->body_count + 1);
        flow_broken(f, t, left, wide);
    } else {
        f->after_float = flow_strip(f, (struct strip){.before = ABOVE,
                                                      .after = BELOW,
                                                      .height = height,
                                                      .left = left,
                                                      .floats = true,
                                                      .queue = QUEUE_TABLES,
                                                      .wide = wide,
                                                      .draw = draw_whole,
                                                      .what = t});
    }
    flow_table_feet(f, t, f->last_strip);
    f->plain_start = true;
}
