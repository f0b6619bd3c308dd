/* Tables as they are drawn: rules, heads, rows, and the small drawings in cells. */
#include <math.h>

#include "doc/table_layout.h"

static const double RULE = 0.8, HEAD_RULE = 0.5, GROUP_RULE = 0.4, GROUP_INSET = 4; /* design 5 */
static const double HEAD_PAD = 3, UNIT_PITCH = 11;
static const double BEST_SIZE = 5.5, BEST_GAP = 2;
static const double RIDGE_WIDTH = 68, BARS_WIDTH = 60, POSITION_WIDTH = 64;

static void rule(struct pen *pen, double x, double y, double width, enum ink ink, double weight) {
    pen_artifact_open(pen);
    scene_line(pen->scene, (struct point){x, y}, (struct point){x + width, y},
               stroke_solid(ink, weight));
    pen_artifact_close(pen);
}

void pen_table_rule(struct pen *pen, const struct table_plan *t, double x, double y, double width) {
    rule(pen, x, y, width > 0 ? width : t->width, INK_INK, RULE);
}

/* ── Drawings in cells ── */

static void draw_ridge(struct scene *s, const struct cell *cell, double x, double y) {
    double end = cell->values[1] > 0 ? cell->values[1] : 300;
    double at = x + RIDGE_WIDTH * fmin(cell->values[0] / end, 1);
    scene_line(s, (struct point){x, y}, (struct point){x + RIDGE_WIDTH, y},
               stroke_solid(INK_GRID, 0.6));
    scene_line(s, (struct point){x, y}, (struct point){at, y}, stroke_solid(INK_DEVICE_B, 1.1));
    scene_circle(s, (struct point){at, y}, 2.3, INK_GROUND, stroke_solid(INK_INK, 1.1));
}

static void draw_bars(struct scene *s, const struct cell *cell, double x, double y) {
    double largest = fmax(cell->values[0], cell->values[1]);
    if (largest <= 0)
        return;
    double a = BARS_WIDTH * cell->values[0] / largest, b = BARS_WIDTH * cell->values[1] / largest;
    scene_rect(s, (struct rect){x, y - 4.8, a, 4.6}, INK_DEVICE_A, stroke_none);
    scene_rect(s, (struct rect){x, y + 0.6, b, 4.2}, INK_BAR_B, stroke_none);
}

static double strip_x(const struct cell *cell, double x, double value) {
    double low = cell->values[2], high = cell->values[3];
    if (!(low > 0) || !(high > low) || !(value > 0))
        return x + 3;
    double part = log(value / low) / log(high / low);
    return x + 3 + (POSITION_WIDTH - 6) * fmin(fmax(part, 0), 1);
}

static void draw_position(struct scene *s, const struct cell *cell, double x, double y) {
    scene_line(s, (struct point){x + 3, y}, (struct point){x + POSITION_WIDTH - 3, y},
               stroke_solid(INK_GRID, 0.6));
    for (size_t i = 0; i < cell->tick_count; i++) {
        double at = strip_x(cell, x, cell->ticks[i]);
        scene_line(s, (struct point){at, y - 3}, (struct point){at, y + 3},
                   stroke_solid(INK_DOTS, 0.4));
    }
    if (cell->values[1] > 0)
        scene_circle(s, (struct point){strip_x(cell, x, cell->values[1]), y}, 2.1, INK_GROUND,
                     stroke_solid(INK_DEVICE_B, 1));
    if (cell->values[0] > 0)
        scene_circle(s, (struct point){strip_x(cell, x, cell->values[0]), y}, 2.6, INK_INK,
                     stroke_solid(INK_GROUND, 0.8));
}

static void draw_limit(struct scene *s, const struct cell *cell, double x, double y) {
    if (cell->limit != LIMIT_NONE)
        mark_limit(s, cell->limit, (struct point){x, y + 4}, 8);
}

/* The drawing repeats what the numbers beside it say. */
static void draw_drawing(struct pen *pen, const struct cell *cell, double x, double y) {
    static void (*const draw[])(struct scene *, const struct cell *, double, double) = {
        [CELL_RIDGE] = draw_ridge,
        [CELL_BARS] = draw_bars,
        [CELL_POSITION] = draw_position,
        [CELL_LIMIT] = draw_limit,
    };
    if (!draw[cell->drawing])
        return;
    pen_artifact_open(pen);
    draw[cell->drawing](pen->scene, cell, x, y);
    pen_artifact_close(pen);
}

/* ── Cells ── */

static void draw_best(struct pen *pen, const struct table_plan *t, double x, double baseline,
                      bool span) {
    struct text_style style = t->face->text;
    style.size = BEST_SIZE;
    style.ink = INK_INK3;
    style.language = pen->setter->language;
    if (span)
        scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
    scene_label(pen->scene, pen->setter->request->fonts, x - BEST_GAP, baseline - 0.6, ANCHOR_END,
                "▲", style);
    if (span)
        scene_tag_close(pen->scene, TAG_SPAN);
}

static void draw_cell(struct pen *pen, const struct table_plan *t, const struct cell_plan *c,
                      struct point top, double height, int lines, const struct tag_facts *facts,
                      enum tag tag) {
    scene_tag_open(pen->scene, tag, *facts);
    if (c->cell && c->cell->drawing != CELL_TEXT) {
        const struct column_plan *column = &t->columns[c->column];
        bool centred = c->cell->drawing == CELL_LIMIT;
        double x = top.x + column->x + (centred ? (column->width - 8) / 2 : 0);
        draw_drawing(pen, c->cell, x, top.y + height / 2);
    }
    if (c->text) {
        const struct paragraph *p = c->text;
        double free =
            c->rows > 1 ? height - paragraph_height(p) : height - (double)lines * p->style->pitch;
        double y = top.y + free / 2;
        double first = y + style_baseline(p->style, p->language);
        if (c->cell && c->cell->best)
            draw_best(pen, t, top.x + c->x, first, p->spans);
        pen_lines(pen, p, (struct point){top.x + c->x, y});
    }
    scene_tag_close(pen->scene, tag);
}

static struct tag_facts cell_facts(const struct cell_plan *c, const char *scope) {
    return (struct tag_facts){.scope = scope, .column_span = (int)c->span, .row_span = c->rows};
}

/* ── Head ── */

static double head_cell_height(const struct table_plan *t, size_t row, const struct cell_plan *c) {
    double height = 0;
    for (size_t r = row; r < row + (size_t)c->rows && r < t->table->head_count; r++)
        height += t->head[r].height;
    return height;
}

static void draw_group_rule(struct pen *pen, const struct table_plan *t, const struct cell_plan *c,
                            struct point top, double y) {
    const struct column_plan *first = &t->columns[c->column];
    const struct column_plan *last = &t->columns[c->column + c->span - 1];
    double from = first->x - (c->column ? 4 : 0) + (c->column ? GROUP_INSET : 0);
    rule(pen, top.x + from, y, last->x + last->width - from, INK_DOTS, GROUP_RULE);
}

static const struct cell_plan *unit_under(const struct table_plan *t, size_t row,
                                          const struct cell_plan *c) {
    bool last = row + (size_t)c->rows >= t->table->head_count;
    return last && t->units && c->span == 1 && t->units[c->column].text ? &t->units[c->column]
                                                                        : NULL;
}

static void draw_head_cell(struct pen *pen, const struct table_plan *t, size_t row,
                           const struct cell_plan *c, struct point top) {
    double height = head_cell_height(t, row, c);
    const struct cell_plan *unit = unit_under(t, row, c);
    bool deep = c->rows > 1;
    struct tag_facts facts = cell_facts(c, "Column");
    scene_tag_open(pen->scene, TAG_TH, facts);
    bool spans = (c->text && c->text->spans) || (unit && unit->text->spans);
    if (deep && unit)
        top.y += (height - t->head[row].height) / 2;
    if (c->text) {
        double box = deep && unit ? t->head[row].height : height;
        double spare = box - paragraph_height(c->text);
        double y = top.y + (deep ? spare / 2 : spare + 0.75);
        if (spans && !c->text->spans)
            scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
        pen_lines(pen, c->text, (struct point){top.x + c->x, y});
        if (spans && !c->text->spans)
            scene_tag_close(pen->scene, TAG_SPAN);
    }
    if (unit) {
        double y = top.y + (deep ? t->head[row].height : height);
        if (spans && !unit->text->spans)
            scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
        pen_lines(pen, unit->text,
                  (struct point){top.x + unit->x, y + (UNIT_PITCH - unit->text->style->pitch) / 2});
        if (spans && !unit->text->spans)
            scene_tag_close(pen->scene, TAG_SPAN);
    }
    scene_tag_close(pen->scene, TAG_TH);
}

static void draw_head_row(struct pen *pen, const struct table_plan *t, size_t row,
                          struct point top) {
    scene_tag_open(pen->scene, TAG_TR, (struct tag_facts){0});
    for (size_t k = 0; k < t->head[row].cell_count; k++)
        draw_head_cell(pen, t, row, &t->head[row].cells[k], top);
    scene_tag_close(pen->scene, TAG_TR);
    for (size_t k = 0; k < t->head[row].cell_count; k++)
        if (t->head[row].cells[k].span > 1 && row + 1 < t->table->head_count)
            draw_group_rule(pen, t, &t->head[row].cells[k], top, top.y + t->head[row].height);
}

/* The head with the rules above and below it. */
void pen_table_head(struct pen *pen, const struct table_plan *t, struct point top) {
    pen_table_rule(pen, t, top.x, top.y, t->width);
    if (!t->table->head_count)
        return;
    rule(pen, top.x, top.y + t->head_height, t->width, INK_INK, HEAD_RULE);
    scene_tag_open(pen->scene, TAG_THEAD, (struct tag_facts){0});
    struct point at = {top.x, top.y + HEAD_PAD};
    for (size_t i = 0; i < t->table->head_count; i++) {
        draw_head_row(pen, t, i, at);
        at.y += t->head[i].height;
    }
    scene_tag_close(pen->scene, TAG_THEAD);
}

/* ── Body ── */

void pen_table_row(struct pen *pen, const struct table_plan *t, size_t row, bool ruled,
                   struct point top) {
    const struct row_plan *r = &t->body[row];
    if (row == 0)
        top.y += t->first_pad;
    if (ruled && r->rule_above && row > 0)
        rule(pen, top.x, top.y, t->width, INK_DOTS, GROUP_RULE);
    scene_tag_open(pen->scene, TAG_TR, (struct tag_facts){0});
    for (size_t k = 0; k < r->cell_count; k++) {
        const struct cell_plan *c = &r->cells[k];
        bool header = c->column == 0 && t->table->columns[0].strong;
        struct tag_facts facts = cell_facts(c, header ? "Row" : NULL);
        double height = 0;
        for (size_t i = row; i < row + (size_t)c->rows && i < t->table->body_count; i++)
            height += t->body[i].height;
        draw_cell(pen, t, c, top, height, r->lines, &facts, header ? TAG_TH : TAG_TD);
    }
    scene_tag_close(pen->scene, TAG_TR);
}
