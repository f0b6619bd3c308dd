/* Tables as they are drawn: rules, heads, rows, and the small drawings in cells. */
#include <math.h>

#include "page/table_layout.h"

static const double RULE = 0.8, HEAD_RULE = 0.5, GROUP_RULE = 0.4, SUM_PAD = 3; /* design 5 */
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

void pen_table_head_rule(struct pen *pen, const struct table_plan *t, double x, double y) {
    rule(pen, x, y, t->width, INK_INK, HEAD_RULE);
}

void pen_table_group_rule(struct pen *pen, double x, double y, double width) {
    rule(pen, x, y, width, INK_DOTS, GROUP_RULE);
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
    style.size = BEST_SIZE * pen->setter->form->scale;
    style.ink = INK_INK3;
    style.language = pen->setter->language;
    if (span)
        scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
    scene_label(pen->scene, pen->setter->request->fonts, x - BEST_GAP, baseline - 0.6, ANCHOR_END,
                "▲", style);
    if (span)
        scene_tag_close(pen->scene, TAG_SPAN);
}

/* From the top of its rows to the top of the text. */
static double text_top(const struct cell_plan *c, double height, double lead) {
    double spare = height - c->height;
    enum cell_valign valign = c->cell ? c->cell->valign : VALIGN_BY_ROWS;
    if (valign == VALIGN_MIDDLE || (valign == VALIGN_BY_ROWS && c->rows > 1))
        return spare / 2;
    return valign == VALIGN_BOTTOM ? spare - lead : lead;
}

/* The lines whose feet are in that part of the row. */
static void draw_lines(struct pen *pen, const struct paragraph *p, double from, double to,
                       struct point top) {
    double foot = 0, baseline = style_baseline(p->style, p->language);
    for (size_t i = 0; i < p->line_count; i++) {
        double y = top.y + foot + p->lines[i].above + baseline;
        foot += p->lines[i].above + p->style->pitch + p->lines[i].below;
        if (foot > from + 0.01 && foot <= to + 0.01)
            paragraph_draw_line(pen->scene, p, i, (struct point){top.x, y});
    }
}

/* In the middle of a row of one line; beside the first of several, as the numbers it repeats. */
static double drawing_y(const struct pen *pen, const struct table_plan *t, double height) {
    static const double ONE_LINE = 1.8;
    double pitch = t->face->pitch;
    return (pen->setter->sheet || height < ONE_LINE * pitch ? height : pitch) / 2;
}

static void draw_drawing_of(struct pen *pen, const struct table_plan *t, const struct cell_plan *c,
                            struct point top, double height) {
    if (!c->cell || c->cell->drawing == CELL_TEXT)
        return;
    const struct column_plan *column = &t->columns[c->column];
    bool centred = c->cell->drawing == CELL_LIMIT;
    double x = top.x + column->x + (centred ? (column->width - 8) / 2 : 0);
    draw_drawing(pen, c->cell, x, top.y + drawing_y(pen, t, height));
}

struct part {
    double from, to; /* of the row's height; all of it: 0 and INFINITY */
};

static void draw_text(struct pen *pen, const struct table_plan *t, const struct cell_plan *c,
                      struct part part, struct point top) {
    if (c->cell && c->cell->best && part.from <= 0)
        draw_best(pen, t, top.x, top.y + style_baseline(c->text->style, c->text->language),
                  c->text->spans);
    top.y -= part.from;
    if (part.from <= 0 && isinf(part.to))
        pen_lines(pen, c->text, top);
    else
        draw_lines(pen, c->text, part.from, part.to, top);
}

static void draw_cell(struct pen *pen, const struct table_plan *t, const struct cell_plan *c,
                      struct part part, struct point top, double height, double lead) {
    bool whole = part.from <= 0 && isinf(part.to);
    double down = whole ? text_top(c, height, lead) : 0;
    if (whole)
        draw_drawing_of(pen, t, c, top, height);
    struct point at = {top.x + c->x, top.y + down};
    if (c->text)
        draw_text(pen, t, c, part, at);
    at.y -= part.from;
    if (c->blocks)
        pen_blocks(pen, c->blocks, part.from, whole ? c->height : part.to, at);
}

/* ── Rows ── */

/* A cell that names its row, or, over all columns, the rows that follow. Where no head names the
 * columns the first one names the rows. */
static const char *scope_of(const struct table_plan *t, size_t row, const struct cell_plan *c) {
    if (c->span == t->column_count && t->body[row].group == row + 1)
        return "Both";
    return c->column == 0 && (t->table->columns[0].strong || !t->head_count) ? "Row" : NULL;
}

static void draw_row_cell(struct pen *pen, const struct table_plan *t, size_t row,
                          const struct cell_plan *c, struct part part, struct point top) {
    const char *scope = scope_of(t, row, c);
    enum tag tag = scope ? TAG_TH : TAG_TD;
    scene_tag_open(
        pen->scene, tag,
        (struct tag_facts){.scope = scope, .column_span = (int)c->span, .row_span = c->rows});
    draw_cell(pen, t, c, part, top, table_span_height(t->body, t->body_count, row, c->rows),
              t->body[row].lead);
    scene_tag_close(pen->scene, tag);
}

static void draw_row_part(struct pen *pen, const struct table_plan *t, size_t row, struct part part,
                          struct point top) {
    scene_tag_open(pen->scene, TAG_TR, (struct tag_facts){0});
    for (size_t k = 0; k < t->body[row].cell_count; k++)
        draw_row_cell(pen, t, row, &t->body[row].cells[k], part, top);
    scene_tag_close(pen->scene, TAG_TR);
}

void pen_table_row(struct pen *pen, const struct table_plan *t, size_t row, bool ruled,
                   struct point top) {
    bool sums = row > 0 && row + t->table->foot_count == t->body_count;
    top.y += row == 0 ? t->first_pad : 0;
    if (ruled && t->body[row].rule_above && row > 0)
        rule(pen, top.x, top.y, t->width, INK_DOTS, GROUP_RULE);
    if (ruled && sums)
        rule(pen, top.x, top.y + SUM_PAD, t->width, INK_INK, HEAD_RULE);
    draw_row_part(pen, t, row, (struct part){0, INFINITY}, top);
}

void pen_table_row_part(struct pen *pen, const struct table_plan *t, size_t row, double from,
                        double to, struct point top) {
    draw_row_part(pen, t, row, (struct part){from, to}, top);
}
