/* Lines and labels of the gain of speculative decoding. */
#include <math.h>

#include "chart/speculative_gain.h"
#include "plot/gutter.h"
#include "plot/measured.h"
#include "plot/place.h"
#include "plot/shape.h"

static bool is_main(const struct speculative_gain *g, size_t i) {
    return i == g->main;
}

static enum ink ink_of(const struct speculative_gain *g, size_t i) {
    return is_main(g, i) ? INK_INK : i == GAIN_LARGE ? INK_DEVICE_C : INK_DEVICE_B;
}

/* The main acceptance thick, the others as further devices are drawn: thin, and dashed. */
static struct stroke stroke_of(const struct speculative_gain *g, size_t i) {
    struct drawing *d = g->d;
    if (!g->fits)
        return curve_hypothetical(d, ink_of(g, i));
    if (is_main(g, i))
        return curve_typical(d, INK_INK);
    double width = d->in_page ? 1.1 : 1.3;
    return i == GAIN_LARGE ? stroke_dashed(INK_DEVICE_C, width, 5, 2.5)
                           : stroke_solid(INK_DEVICE_B, width);
}

static void draw_line(struct speculative_gain *g, size_t i) {
    g->marks[i] = draw_mark(g->d, gain_name(g, i));
    serving_draw_typical(g->d, &g->plot, g->lines[i], stroke_of(g, i));
    if (g->best[i] && g->fits) {
        struct point at = plot_at(&g->plot, (double)g->best[i], gain_at(g, i, g->best[i]));
        shape_ring(g->d, at, is_main(g, i), ink_of(g, i));
    }
    draw_mark_end(g->d);
}

void gain_draw(struct speculative_gain *g) {
    struct drawing *d = g->d;
    struct serving_line line = g->lines[g->main];
    if (!g->fits)
        hatch_beyond(d, &g->plot, 0);
    axis_draw_grid_y(d, &g->plot);
    if (g->fits) {
        serving_draw_band(d, &g->plot, line, INK_BAND_INK);
        serving_draw_ceiling(d, &g->plot, line, INK_INK);
    }
    axis_draw_x(d, &g->plot, TICK_COUNT);
    axis_draw_y(d, &g->plot, TICK_PLAIN);
    level_draw(d, &g->plot, 1, stroke_solid(INK_BANDWIDTH, d->in_page ? 0.8 : 1));
    for (size_t i = 0; i < g->count; i++)
        if (!is_main(g, i))
            draw_line(g, i);
    draw_line(g, g->main);
}

/* ── Labels ── */

static struct text_style style(const struct speculative_gain *g, double size, double page_size,
                               enum weight weight, enum ink ink) {
    return draw_style(g->d, g->d->in_page ? page_size : size, weight, ink);
}

static struct label line_label(struct speculative_gain *g, size_t i) {
    struct piece *pieces = ARENA_ARRAY(g->d->arena, struct piece, 2);
    pieces[0] = (struct piece){gain_name(g, i),
                               style(g, is_main(g, i) ? 10.5 : 9.5, is_main(g, i) ? 9 : 8.5,
                                     WEIGHT_SEMIBOLD, ink_of(g, i))};
    pieces[1] = (struct piece){gain_best(g, i), style(g, 8.5, 8, WEIGHT_REGULAR, INK_INK2)};
    return (struct label){.lines = {{&pieces[0], 1}, {&pieces[1], 1}},
                          .n = g->fits ? 2 : 1,
                          .pitch = g->d->in_page ? 10 : 11};
}

static void draw_gutter(struct speculative_gain *g) {
    struct gutter_entry entries[GAIN_MOST];
    for (size_t i = 0; i < g->count; i++) {
        double end = axis_at(g->plot.y, gain_at(g, i, GAIN_DRAFTS));
        entries[i] = (struct gutter_entry){line_label(g, i), end, g->marks[i], LIMIT_NONE};
    }
    struct gutter gutter = {g->plot.x.to + (g->d->in_page ? 9 : 12), g->plot.x.to, g->plot.y.to,
                            g->plot.y.from, g->d->in_page ? 22 : 25};
    gutter_draw(g->d, gutter, entries, g->count);
}

enum { PLACES = 12 };

/* Along the left or right end of the plot, off the lines. */
static struct wish word_wish(struct speculative_gain *g, const char *text, struct text_style how,
                             const double *values, size_t n) {
    struct candidate *at = ARENA_ARRAY(g->d->arena, struct candidate, PLACES);
    struct piece *piece = ARENA_NEW(g->d->arena, struct piece);
    size_t used = 0;
    *piece = (struct piece){text, how};
    for (size_t i = 0; i < n; i++) {
        double y = axis_at(g->plot.y, values[i]) + 3;
        at[used++] = (struct candidate){g->plot.x.to - 4, y, ANCHOR_END};
        at[used++] = (struct candidate){g->plot.x.from + 8, y, ANCHOR_START};
        at[used++] = (struct candidate){(g->plot.x.from + g->plot.x.to) / 2, y, ANCHOR_MIDDLE};
    }
    struct label label = {.lines = {{piece, 1}}, .n = 1};
    serving_off_grid(g->d, &g->plot, &label, at, used);
    return (struct wish){label, at, used, 0, {0, 0}, false, 1};
}

/* The thin line's name above it. */
static struct wish ceiling_wish(struct speculative_gain *g) {
    struct serving_line l = g->lines[g->main];
    struct candidate *at = ARENA_ARRAY(g->d->arena, struct candidate, PLACES);
    struct piece *piece = ARENA_NEW(g->d->arena, struct piece);
    *piece = (struct piece){say(g->d->strings, "chart.speculative-gain.free"),
                            style(g, 8.5, 8, WEIGHT_REGULAR, INK_INK2)};
    size_t n = 0;
    for (size_t i = l.n > 3 ? 3 : 0; i < l.n && n < PLACES; i++) {
        struct point on = plot_at(&g->plot, l.x[i], l.ceiling[i]);
        at[n++] = (struct candidate){on.x - 6, on.y - 3, ANCHOR_END};
    }
    struct label label = {.lines = {{piece, 1}}, .n = 1};
    serving_off_grid(g->d, &g->plot, &label, at, n);
    return (struct wish){label, at, n, 0, {0, 0}, false, 0.5};
}

void gain_draw_labels(struct speculative_gain *g) {
    static const double below[] = {0.72, 0.55, 0.35, 0.2};
    struct wish wishes[2];
    size_t n = 0;
    axis_draw_title_y(g->d, &g->plot, say(g->d->strings, "chart.speculative-gain.y-axis"));
    axis_draw_title_x(g->d, &g->plot, say(g->d->strings, "chart.speculative-gain.x-axis"));
    if (!g->fits)
        serving_draw_unfit(g->d, &g->s, &g->plot, gain_drafts, GAIN_DRAFTS);
    draw_gutter(g);
    measured_draw(g->d, &g->plot, g->s.request->points, g->s.request->point_count,
                  "chart.speculative-gain.measured.x", "chart.times");
    if (g->fits) { /* not on the hatch */
        wishes[n++] = word_wish(g, say(g->d->strings, "chart.speculative-gain.plain"),
                                style(g, 8.5, 8, WEIGHT_REGULAR, INK_BANDWIDTH), below, 4);
        wishes[n++] = ceiling_wish(g);
    }
    place_draw(g->d, wishes, n);
}
