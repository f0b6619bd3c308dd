/* The matrix: head, rows and key. */
#include <math.h>

#include "chart/fit_matrix.h"
#include "figure/mark.h"
#include "plot/words.h"

/* ── Head ── */

/* Limit and unit of the two numbers under each device's name. */
static void draw_units(struct matrix *m, double x) {
    static const struct {
        enum limit limit;
        const char *unit;
    } rows[] = {{LIMIT_CAPACITY, "GiB"}, {LIMIT_BANDWIDTH, "GB/s"}};
    double size = m->look->name - 2;
    for (int i = 0; i < 2; i++) {
        double y = m->top - m->look->head[1 + i];
        mark_limit(m->d->scene, rows[i].limit, (struct point){x, y + 0.6}, size);
        draw_text(m->d, x + size + 2.4, y, ANCHOR_START, rows[i].unit,
                  draw_style(m->d, m->look->detail, WEIGHT_REGULAR, limit_ink(rows[i].limit)));
    }
}

/* The units stand between the words "Model" and "needs"; in narrow frames at the left, in place of
 * the first of them, and the second one higher. */
static void draw_row_heads(struct matrix *m) {
    struct drawing *d = m->d;
    struct text_style style = draw_style(d, d->in_page ? 8 : 9, WEIGHT_SEMIBOLD, INK_INK2);
    struct piece model = {say(d->strings, "chart.fit-matrix.model"), style},
                 needed = {say(d->strings, "chart.fit-matrix.needs"), style};
    double y = m->top - m->look->head[2], end = m->x - 8;
    double unit = m->look->name + 0.4 + draw_width(d, "GB/s", style);
    double x = fmax(m->left + (d->in_page ? 52 : 67),
                    rect_right(draw_box(d, m->left, y, ANCHOR_START, &model, 1)) + 6);
    if (x + unit <= end)
        draw_pieces(d, m->left, y, ANCHOR_START, &model, 1);
    else
        x = m->left;
    draw_units(m, x);
    if (m->no_needs)
        return;
    bool beside = x + unit + 4 <= draw_box(d, end, y, ANCHOR_END, &needed, 1).x;
    draw_pieces(d, end, beside ? y : m->top - m->look->head[0], ANCHOR_END, &needed, 1);
}

static void draw_column_head(struct matrix *m, size_t k) {
    const struct matrix_column *c = &m->columns[k];
    struct arena *a = m->d->arena;
    double x = matrix_edge(m, k + 1) - m->look->pad;
    double y = m->top - m->look->head[0];
    for (size_t i = 0; i < c->head_count; i++)
        draw_text(m->d, x, y - m->look->head_pitch * (double)(c->head_count - 1 - i), ANCHOR_END,
                  c->head[i], matrix_head_style(m));
    draw_text(m->d, x, m->top - m->look->head[1], ANCHOR_END,
              words_number(a, c->figures.capacity.value / 1073741824.0),
              draw_style(m->d, m->look->detail, WEIGHT_REGULAR, INK_CAPACITY));
    draw_text(m->d, x, m->top - m->look->head[2], ANCHOR_END,
              words_digits(a, c->figures.bandwidth.value / 1e9, 3),
              draw_style(m->d, m->look->detail, WEIGHT_REGULAR, INK_BANDWIDTH));
}

static void draw_head(struct matrix *m) {
    draw_row_heads(m);
    for (size_t k = 0; k < m->column_count; k++)
        draw_column_head(m, k);
}

/* ── Rows ── */

static void draw_name(struct matrix *m, const struct matrix_row *r, double y) {
    struct piece pieces[] = {{r->model->short_name, matrix_name_style(m)},
                             {"\u00a0", matrix_name_style(m)},
                             {matrix_detail(m, r), matrix_detail_style(m)}};
    if (!r->two_lines) {
        draw_pieces(m->d, m->left, y + m->look->baseline * m->row / m->look->row, ANCHOR_START,
                    pieces, 3);
        return;
    }
    double first = y + (m->row - m->look->under) / 2 + 2.7;
    draw_pieces(m->d, m->left, first, ANCHOR_START, pieces, 1);
    draw_pieces(m->d, m->left, first + m->look->under, ANCHOR_START, pieces + 2, 1);
}

static void draw_row(struct matrix *m, size_t i) {
    const struct matrix_row *r = &m->rows[i];
    double y = m->top + m->row * (double)i,
           baseline = y + m->look->baseline * m->row / m->look->row;
    draw_mark(m->d, matrix_tooltip(m, r));
    draw_name(m, r, y);
    if (!m->no_needs)
        draw_text(m->d, m->x - 8, baseline, ANCHOR_END, matrix_gib(m, matrix_needs(r)),
                  matrix_detail_style(m));
    for (size_t k = 0; k < m->column_count; k++) {
        const struct matrix_cell *c = &r->cells[k];
        draw_text(m->d, matrix_edge(m, k + 1) - m->look->pad, baseline, ANCHOR_END,
                  matrix_cell_text(m, c), matrix_cell_style(m, c->state));
        if (c->state == CELL_MARGINAL && !m->bare)
            draw_text(m->d, matrix_edge(m, k) + m->look->mark, baseline, ANCHOR_START, "≈",
                      matrix_cell_style(m, c->state));
    }
    draw_mark_end(m->d);
}

static void draw_ticks(struct matrix *m) {
    struct point at[MATRIX_MODELS * MATRIX_DEVICES];
    size_t n = 0;
    for (size_t i = 0; i < m->row_count; i++)
        for (size_t k = 0; k < m->column_count; k++)
            if (m->rows[i].cells[k].state == CELL_YES)
                at[n++] = (struct point){matrix_edge(m, k) + m->look->mark,
                                         m->top + m->row * (double)i +
                                             m->look->baseline * m->row / m->look->row};
    if (!m->bare)
        mark_ticks(m->d->scene, at, n);
}

static void draw_rules(struct matrix *m) {
    for (size_t i = 0; i <= m->row_count; i++) {
        bool outer = i == 0 || i == m->row_count;
        double y = m->top + m->row * (double)i;
        scene_line(m->d->scene, (struct point){m->left, y},
                   (struct point){matrix_edge(m, m->column_count), y},
                   outer ? stroke_solid(INK_INK, m->look->rule)
                         : stroke_solid(INK_GRID, m->request->in_page ? 0.4 : 0.5));
    }
}

/* ── Key ── */

static const enum cell_state key_states[] = {CELL_YES, CELL_MARGINAL, CELL_NO, CELL_UNKNOWN};
enum { KEYS = sizeof key_states / sizeof *key_states };

static double sign_width(struct matrix *m, enum cell_state state) {
    const char *sign = matrix_key_sign(m, state);
    return (sign ? draw_width(m->d, sign, matrix_cell_style(m, state)) : MATRIX_TICK) + 5;
}

/* Draws the key, or only says how many lines it takes. */
static size_t lay_key(struct matrix *m, bool draw) {
    double x = m->left, right = m->d->scene->width - m->left;
    double y = draw ? matrix_bottom(m) + m->look->key : 0;
    size_t lines = 0;
    for (size_t i = 0; i < KEYS; i++) {
        enum cell_state state = key_states[i];
        if (!matrix_has(m, state))
            continue;
        double sign = sign_width(m, state);
        double width = sign + draw_width(m->d, matrix_key(m, state), matrix_detail_style(m));
        bool wraps = lines && x + width > right;
        x = wraps ? m->left : x;
        y += wraps ? m->look->key_pitch : 0;
        lines += !lines || wraps;
        if (draw && matrix_key_sign(m, state))
            draw_text(m->d, x, y, ANCHOR_START, matrix_key_sign(m, state),
                      matrix_cell_style(m, state));
        else if (draw)
            mark_tick(m->d->scene, (struct point){x, y});
        if (draw)
            draw_text(m->d, x + sign, y, ANCHOR_START, matrix_key(m, state),
                      matrix_detail_style(m));
        x += width + 18;
    }
    return lines;
}

double matrix_key_height(struct matrix *m) {
    return m->look->key + m->look->key_pitch * (double)(lay_key(m, false) - 1);
}

void matrix_draw(struct matrix *m) {
    draw_head(m);
    draw_rules(m);
    for (size_t i = 0; i < m->row_count; i++)
        draw_row(m, i);
    draw_ticks(m);
    matrix_draw_wall(m);
    lay_key(m, true);
}
