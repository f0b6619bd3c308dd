/* The quantisation ladder: rows of bars, the stair of ceilings, the line of what fits. */
#include <math.h>

#include "chart/quantisation_ladder.h"
#include "figure/mark.h"
#include "plot/curve.h"
#include "plot/words.h"

static double row_top(const struct quantisation_ladder *q, size_t i) {
    return q->plot.y.to + q->look.pitch * (double)i;
}

static double row_middle(const struct quantisation_ladder *q, size_t i) {
    return row_top(q, i) + q->look.pitch / 2;
}

static struct text_style text_style(const struct quantisation_ladder *q, enum weight weight,
                                    enum ink ink) {
    return draw_style(q->d, q->look.text, weight, ink);
}

static struct text_style name_style(const struct quantisation_ladder *q, enum ink ink) {
    return draw_style(q->d, q->look.name, WEIGHT_SEMIBOLD, ink);
}

/* ── Rows ── */

/* Range, then the typical value from zero over it. */
static void draw_bar(struct quantisation_ladder *q, size_t i, const struct rung *r) {
    double zero = q->plot.x.from, middle = row_middle(q, i);
    double low = axis_at(q->plot.x, r->speed.low), high = axis_at(q->plot.x, r->speed.high);
    double typical = axis_at(q->plot.x, r->speed.value), end = axis_at(q->plot.x, r->ceiling);
    draw_mark(q->d, quantisation_says(q, q->d->arena, r));
    scene_rect(q->d->scene, (struct rect){low, middle - q->look.band / 2, high - low, q->look.band},
               INK_BAND_BANDWIDTH, stroke_none);
    scene_rect(q->d->scene,
               (struct rect){zero, middle - q->look.bar / 2, typical - zero, q->look.bar},
               INK_BANDWIDTH, stroke_none);
    draw_keep_body(
        q->d, (struct rect){zero, middle - q->look.band / 2, fmax(end, high) - zero, q->look.band});
    draw_mark_end(q->d);
}

/* Why there is no bar: how much does not fit. */
static void draw_misfit(struct quantisation_ladder *q, size_t i, const struct rung *r) {
    struct arena *a = q->d->arena;
    double x = q->plot.x.from + 6, baseline = row_middle(q, i) + q->look.text * 0.36;
    struct measure room = r->estimate->memory_headroom;
    const char *short_of = quantisation_gib(a, fabs(room.q.value));
    const char *const texts[] = {
        say_with(a, q->d->strings, "chart.quantisation-ladder.short", "gib", short_of, NULL),
        say(q->d->strings, "chart.does-not-fit")};
    mark_cross(q->d->scene, (struct point){x, baseline});
    for (size_t k = 0; k < 2; k++) {
        struct text_style style = text_style(q, WEIGHT_REGULAR, INK_CAPACITY);
        if (k == 0 && x + 9 + draw_width(q->d, texts[k], style) > q->look.right)
            continue;
        draw_text(q->d, x + 9, baseline, ANCHOR_START, texts[k], style);
        return;
    }
}

static void draw_numbers(struct quantisation_ladder *q, size_t i, const struct rung *r) {
    struct arena *a = q->d->arena;
    const struct ladder_look *l = &q->look;
    double baseline = row_middle(q, i) + l->text * 0.37;
    bool near = r->estimate->fits == VERDICT_MARGINAL, fits = r->speed.value > 0;
    enum ink ink = near ? INK_MARGINAL : INK_INK;
    draw_text(q->d, l->left, baseline, ANCHOR_START, words_format(a, r->format->id),
              name_style(q, INK_INK));
    if (l->bits > 0)
        draw_text(q->d, l->bits, baseline, ANCHOR_END, quantisation_bits(a, r->bits),
                  text_style(q, WEIGHT_REGULAR, INK_INK2));
    draw_text(q->d, l->gib, baseline, ANCHOR_END,
              arena_printf(a, "%s%s", near ? "≈ " : "", quantisation_gib(a, r->bytes)),
              text_style(q, WEIGHT_SEMIBOLD, fits ? ink : INK_CAPACITY));
    if (!fits) {
        draw_misfit(q, i, r);
        return;
    }
    draw_bar(q, i, r);
    draw_text(q->d, l->typical, baseline, ANCHOR_END, quantisation_speed(a, r->speed.value),
              name_style(q, INK_BANDWIDTH));
    struct piece range = {quantisation_range(a, r->speed), text_style(q, WEIGHT_REGULAR, INK_INK2)};
    if (l->range > 0 &&
        draw_is_free(q->d, draw_box(q->d, l->range, baseline, ANCHOR_END, &range, 1)))
        draw_pieces(q->d, l->range, baseline, ANCHOR_END, &range, 1);
}

/* The ceilings as one stair: a rung of each row, joined. */
static void draw_stair(struct quantisation_ladder *q) {
    struct path_point *path = ARENA_ARRAY(q->d->arena, struct path_point, 2 * q->count + 1);
    size_t n = 0;
    for (size_t i = q->first; i < q->count; i++) {
        double x = axis_at(q->plot.x, q->rungs[i].ceiling), top = row_top(q, i);
        path[n] = (struct path_point){n ? PATH_LINE : PATH_MOVE, x, top};
        path[n + 1] = (struct path_point){PATH_LINE, x, top + q->look.pitch};
        n += 2;
    }
    if (n)
        scene_path(q->d->scene, path, n, INK_NONE, curve_ceiling(q->d, INK_BANDWIDTH));
}

/* Between what does not fit and what does: the capacity. */
static void draw_capacity(struct quantisation_ladder *q) {
    if (q->first == 0 || q->first == q->count)
        return;
    double y = row_top(q, q->first), width = q->d->in_page ? 1.1 : 1.3;
    scene_line(q->d->scene, (struct point){q->look.left, y}, (struct point){q->look.right, y},
               stroke_solid(INK_CAPACITY, width));
}

/* ── Head ── */

static void draw_head(struct quantisation_ladder *q, double x, const char *key,
                      const char *second_key, enum limit glyph) {
    const struct strings *s = q->d->strings;
    double base = q->plot.y.to - (q->d->in_page ? 8 : 10.5), pitch = q->d->in_page ? 10.5 : 11;
    struct piece first = {say(s, key), text_style(q, WEIGHT_SEMIBOLD, INK_INK2)};
    struct rect box = draw_box(q->d, x, base - pitch, ANCHOR_END, &first, 1);
    if (draw_is_free(q->d, box))
        draw_pieces(q->d, x, base - pitch, ANCHOR_END, &first, 1);
    struct piece second = {say(s, second_key), text_style(q, WEIGHT_REGULAR, INK_INK2)};
    if (draw_is_free(q->d, draw_box(q->d, x, base, ANCHOR_END, &second, 1)))
        draw_pieces(q->d, x, base, ANCHOR_END, &second, 1);
    if (glyph)
        mark_limit(q->d->scene, glyph, (struct point){box.x - 9.5, base - pitch + 0.6}, 7);
}

static void draw_heads(struct quantisation_ladder *q) {
    const struct ladder_look *l = &q->look;
    if (l->bits > 0)
        draw_head(q, l->bits, "chart.quantisation-ladder.head.bits",
                  "chart.quantisation-ladder.head.each", LIMIT_NONE);
    draw_head(q, l->gib, "chart.quantisation-ladder.head.weights",
              "chart.quantisation-ladder.head.gib", LIMIT_CAPACITY);
    if (q->first == q->count)
        return; /* no speeds to head */
    draw_head(q, l->typical, "chart.quantisation-ladder.head.typical",
              "chart.quantisation-ladder.head.speed", LIMIT_NONE);
    if (l->range > 0)
        draw_head(q, l->range, "chart.quantisation-ladder.head.range",
                  "chart.quantisation-ladder.head.low-high", LIMIT_NONE);
    double base = q->plot.y.to - (q->d->in_page ? 8 : 10.5);
    struct text_style style = text_style(q, WEIGHT_REGULAR, INK_INK2);
    const char *bars = say(q->d->strings, "chart.quantisation-ladder.head.bars");
    if (l->plot + draw_width(q->d, bars, style) < l->plot_right - 24)
        draw_text(q->d, l->plot, base, ANCHOR_START, bars, style);
}

static void draw_frame_lines(struct quantisation_ladder *q) {
    for (size_t i = 0; i <= q->count; i++) {
        bool edge = i == 0 || i == q->count;
        double y = row_top(q, i);
        scene_line(q->d->scene, (struct point){q->look.left, y}, (struct point){q->look.right, y},
                   edge ? stroke_solid(INK_INK, 0.8) : stroke_solid(INK_GRID, 0.5));
    }
}

void quantisation_draw(struct quantisation_ladder *q) {
    draw_frame_lines(q);
    draw_heads(q);
    if (q->first < q->count) {
        axis_draw_x(q->d, &q->plot, TICK_PLAIN);
        axis_draw_title_x(q->d, &q->plot, say(q->d->strings, "chart.quantisation-ladder.x-axis"));
    }
    for (size_t i = 0; i < q->count; i++)
        draw_numbers(q, i, &q->rungs[i]);
    draw_stair(q);
    draw_capacity(q);
}
