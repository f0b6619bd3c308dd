/* Heads of tables: names over columns and groups of columns, units below them. */
#include "page/table_layout.h"

static const double HEAD_PAD = 3, GROUP_INSET = 4, HEAD_DROP = 0.75; /* design 5 */

/* One text of a head; beside a text that has spans the other needs one. */
static void draw_text(struct pen *pen, const struct paragraph *p, bool spans, struct point top) {
    bool own = spans && !p->spans;
    if (own)
        scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
    pen_lines(pen, p, top);
    if (own)
        scene_tag_close(pen->scene, TAG_SPAN);
}

static const struct cell_plan *unit_under(const struct table_plan *t, size_t row,
                                          const struct cell_plan *c) {
    bool last = row + (size_t)c->rows >= t->head_count;
    return last && t->units && c->span == 1 && t->units[c->column].text ? &t->units[c->column]
                                                                        : NULL;
}

/* Names stand on the foot of their row, over several rows on that of the last; with its unit such a
 * name stands in the middle. */
static void draw_cell(struct pen *pen, const struct table_plan *t, size_t row,
                      const struct cell_plan *c, struct point top) {
    double height = table_span_height(t->head, t->head_count, row, c->rows);
    const struct cell_plan *unit = unit_under(t, row, c);
    bool spans = (c->text && c->text->spans) || (unit && unit->text->spans);
    scene_tag_open(pen->scene, TAG_TH,
                   (struct tag_facts){.scope = c->span > 1 ? "Both" : "Column",
                                      .column_span = (int)c->span,
                                      .row_span = c->rows});
    double y = top.y + height - c->height + HEAD_DROP;
    if (c->text)
        draw_text(pen, c->text, spans, (struct point){top.x + c->x, y});
    if (c->blocks)
        pen_blocks(pen, c->blocks, 0, c->height, (struct point){top.x + c->x, y});
    if (unit) {
        double below = top.y + height + (t->unit_pitch - unit->text->style->pitch) / 2;
        draw_text(pen, unit->text, spans, (struct point){top.x + unit->x, below});
    }
    scene_tag_close(pen->scene, TAG_TH);
}

/* The rule under a head over several columns begins off the edge of the column before. */
static void draw_group_rule(struct pen *pen, const struct table_plan *t, const struct cell_plan *c,
                            struct point top, double y) {
    const struct column_plan *first = &t->columns[c->column];
    const struct column_plan *last = &t->columns[c->column + c->span - 1];
    double from = first->x;
    if (c->column > 0) {
        const struct column_plan *before = first - 1;
        double edge = before->x + before->width + GROUP_INSET;
        from = edge > from ? edge : from;
    }
    pen_table_group_rule(pen, top.x + from, y, last->x + last->width - from);
}

static void draw_row(struct pen *pen, const struct table_plan *t, size_t row, struct point top) {
    scene_tag_open(pen->scene, TAG_TR, (struct tag_facts){0});
    for (size_t k = 0; k < t->head[row].cell_count; k++)
        draw_cell(pen, t, row, &t->head[row].cells[k], top);
    scene_tag_close(pen->scene, TAG_TR);
    for (size_t k = 0; k < t->head[row].cell_count; k++) {
        const struct cell_plan *c = &t->head[row].cells[k];
        double foot = top.y + table_span_height(t->head, t->head_count, row, c->rows);
        if (c->span > 1 && row + (size_t)c->rows < t->head_count)
            draw_group_rule(pen, t, c, top, foot);
    }
}

/* The head with the rules above and below it. */
void pen_table_head(struct pen *pen, const struct table_plan *t, struct point top) {
    pen_table_rule(pen, t, top.x, top.y, t->width);
    if (!t->head_count)
        return;
    pen_table_head_rule(pen, t, top.x, top.y + t->head_height);
    scene_tag_open(pen->scene, TAG_THEAD, (struct tag_facts){0});
    struct point at = {top.x, top.y + HEAD_PAD};
    for (size_t i = 0; i < t->head_count; i++) {
        draw_row(pen, t, i, at);
        at.y += t->head[i].height;
    }
    scene_tag_close(pen->scene, TAG_THEAD);
}
