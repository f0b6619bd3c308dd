/* Scaling: two ceilings, typical values with their range, what was measured, and the node. */
#include <math.h>

#include "chart/scaling_draw.h"
#include "plot/curve.h"
#include "plot/measured.h"
#include "plot/words.h"

struct line {
    double x[SCALING_COUNTS + 1], y[SCALING_COUNTS + 1];
    size_t n;
};

static void add(struct line *l, double x, double y) {
    l->x[l->n] = x;
    l->y[l->n++] = y;
}

static void draw_line(struct scaling *c, const struct line *l, struct stroke stroke) {
    curve_draw(c->d, &c->plot, (struct series){l->x, l->y, l->n}, stroke);
}

/* Up to the ridge the work, from there the links. */
static int draw_ceilings(struct scaling *c, int *wires_mark) {
    struct line work = {.n = 0}, wires = {.n = 0};
    bool ridged = isfinite(c->ridge);
    if (ridged)
        add(&wires, c->ridge, c->ridge_speed);
    for (size_t i = 0; i < SCALING_COUNTS; i++) {
        const struct scaling_point *p = &c->points[i];
        if (p->state == SCALING_NONE)
            continue;
        if (!ridged || p->devices < c->ridge)
            add(&work, p->devices, p->ceiling);
        else
            add(&wires, p->devices, p->wires);
    }
    if (ridged)
        add(&work, c->ridge, c->ridge_speed);
    int mark = draw_mark(c->d, scaling_word(c, "ceiling"));
    draw_line(c, &work, curve_ceiling(c->d, scaling_work_ink(c)));
    draw_mark_end(c->d);
    *wires_mark = 0;
    if (ridged) {
        *wires_mark = draw_mark(c->d, say(c->words, "chart.scaling.wires"));
        draw_line(c, &wires, curve_ceiling(c->d, INK_INTERCONNECT));
        draw_mark_end(c->d);
    }
    return mark;
}

static void draw_band(struct scaling *c) {
    double x[SCALING_COUNTS], low[SCALING_COUNTS], high[SCALING_COUNTS];
    size_t n = 0;
    for (size_t i = c->first; i <= c->last && i < SCALING_COUNTS; i++)
        if (c->points[i].state == SCALING_REAL) {
            x[n] = c->points[i].devices;
            low[n] = c->points[i].speed.low;
            high[n++] = c->points[i].speed.high;
        }
    if (n < 2)
        return;
    draw_mark(c->d, say(c->words, "chart.scaling.band"));
    band_draw(c->d, &c->plot, x, low, high, n, INK_BAND_INK);
    for (size_t i = 1; i < n; i++) { /* words stand on it or off it, not on its edge */
        draw_keep_clear(c->d, plot_at(&c->plot, x[i - 1], low[i - 1]),
                        plot_at(&c->plot, x[i], low[i]));
        draw_keep_clear(c->d, plot_at(&c->plot, x[i - 1], high[i - 1]),
                        plot_at(&c->plot, x[i], high[i]));
    }
    draw_mark_end(c->d);
}

/* Solid between real points, dashed to and between those that are not. */
static int draw_typical(struct scaling *c) {
    int mark = draw_mark(c->d, say(c->words, "chart.scaling.typical"));
    const struct scaling_point *before = NULL;
    for (size_t i = 0; i < SCALING_COUNTS; i++) {
        const struct scaling_point *p = &c->points[i];
        if (p->state == SCALING_NONE)
            continue;
        if (before) {
            bool real = before->state == SCALING_REAL && p->state == SCALING_REAL;
            struct line l = {.n = 0};
            add(&l, before->devices, before->speed.value);
            add(&l, p->devices, p->speed.value);
            draw_line(c, &l,
                      real ? curve_typical(c->d, INK_INK) : curve_hypothetical(c->d, INK_INK));
        }
        before = p;
    }
    draw_mark_end(c->d);
    return mark;
}

static void draw_measured_line(struct scaling *c) {
    struct line l = {.n = 0};
    for (size_t i = 0; i < SCALING_COUNTS; i++)
        if (isfinite(c->points[i].measured))
            add(&l, c->points[i].devices, c->points[i].measured);
    if (l.n < 2)
        return;
    draw_mark(c->d, say(c->words, "chart.scaling.measured"));
    draw_line(c, &l, curve_reference(c->d, INK_INK));
    draw_mark_end(c->d);
}

static bool has_node(const struct scaling *c) {
    return c->node > c->plot.x.low && c->node < c->plot.x.high;
}

static int draw_node(struct scaling *c) {
    if (!has_node(c))
        return 0;
    struct point from = {axis_at(c->plot.x, c->node), c->plot.y.to},
                 to = {axis_at(c->plot.x, c->node), c->plot.y.from};
    int mark = draw_mark(c->d, say_with(c->arena, c->words, "chart.scaling.node", "n",
                                        words_number(c->arena, c->node), NULL));
    scene_line(c->d->scene, from, to,
               stroke_dashed(INK_INTERCONNECT, c->d->in_page ? 0.9 : 1.1, 4, 2.5));
    draw_keep_clear(c->d, from, to);
    draw_mark_end(c->d);
    return mark;
}

static void draw_axes(struct scaling *c) {
    axis_draw_grid_y(c->d, &c->plot);
    axis_draw_x(c->d, &c->plot, TICK_PLAIN);
    axis_draw_y(c->d, &c->plot, TICK_PLAIN);
    axis_draw_title_x(c->d, &c->plot, scaling_word(c, "x-axis"));
    axis_draw_title_y(c->d, &c->plot, say(c->words, "unit.tokens-per-second"));
}

/* Where no count holds the work: how fast it would be, and nothing else. */
static void draw_misfit(struct scaling *c) {
    hatch_beyond(c->d, &c->plot, c->plot.x.low);
    draw_axes(c);
    scaling_gutter(c, draw_typical(c), 0);
}

void scaling_draw(struct scaling *c) {
    struct drawing *d = c->d;
    struct wish wishes[2 * SCALING_COUNTS + 2];
    if (!scaling_has_real(c)) {
        draw_misfit(c);
        return;
    }
    int wires;
    draw_band(c);
    draw_axes(c);
    int node = draw_node(c), ceiling = draw_ceilings(c, &wires), typical = draw_typical(c);
    draw_measured_line(c);
    size_t n = scaling_points(c, wishes);
    if (isfinite(c->ridge))
        wishes[n++] = scaling_ridge(c);
    scaling_gutter(c, typical, wires);
    measured_draw(d, &c->plot, c->request->points, c->request->point_count,
                  "chart.scaling.measured.x", "chart.speed");
    place_draw(d, wishes, n);
    scaling_name_ceiling(c, ceiling);
    scaling_name_node(c, node);
}
