/* Scaling: two ceilings, typical values with their range, what was measured, and the node. */
#include <math.h>
#include <string.h>

#include "chart/scaling.h"
#include "plot/curve.h"
#include "plot/gutter.h"
#include "plot/measured.h"
#include "plot/place.h"
#include "plot/shape.h"
#include "plot/words.h"

static struct text_style small(const struct scaling *c, enum weight weight, enum ink ink) {
    return draw_style(c->d, c->d->in_page ? 8 : 8.5, weight, ink);
}

static enum ink work_ink(const struct scaling *c) {
    return c->training ? INK_COMPUTE : INK_BANDWIDTH;
}

/* ── Lines ── */

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
    draw_line(c, &work, curve_ceiling(c->d, work_ink(c)));
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

/* ── Points and their values ── */

static bool has_measured(const struct scaling *c) {
    bool found = c->request->point_count > 0;
    for (size_t i = 0; i < SCALING_COUNTS; i++)
        found |= isfinite(c->points[i].measured);
    return found;
}

static struct wish wish_at(struct scaling *c, struct point at, const char *word, const char *value,
                           int mark) {
    struct candidate *places = ARENA_ARRAY(c->arena, struct candidate, PLACE_MOST + 2);
    struct piece *pieces = ARENA_ARRAY(c->arena, struct piece, 2);
    double size = c->d->in_page ? 8 : 9;
    pieces[0] = (struct piece){word, draw_style(c->d, size, WEIGHT_REGULAR, INK_INK2)};
    pieces[1] = (struct piece){value, draw_style(c->d, size, WEIGHT_SEMIBOLD, INK_INK)};
    size_t n = 2 + place_around(at, 7, 8.5, places + 2), kept = 0;
    places[*word != 0] = (struct candidate){at.x - 5, at.y - 6, ANCHOR_END};
    places[*word == 0] = (struct candidate){at.x + 6, at.y + 11, ANCHOR_START};
    for (size_t i = 0; i < n; i++) /* left of the axis stand the labels of its ticks */
        if (at.x > c->plot.x.from + 5 || places[i].anchor == ANCHOR_START)
            places[kept++] = places[i];
    return (struct wish){.label = {.lines = {{*word ? pieces : pieces + 1, *word ? 2 : 1}}, .n = 1},
                         .at = places,
                         .n = kept,
                         .names = mark,
                         .tip = at,
                         .leader = true,
                         .worth = *word ? 2 : 0.25}; /* rather none than one far off */
}

static struct wish typical_wish(struct scaling *c, const struct scaling_point *p, bool last) {
    struct point at = plot_at(&c->plot, p->devices, p->speed.value);
    const char *value = scaling_speed_text(c->arena, p->speed.value);
    const char *says = say_with(c->arena, c->words, "chart.scaling.mark", "devices",
                                words_number(c->arena, p->devices), "speed", value, "low",
                                scaling_speed_text(c->arena, p->speed.low), "high",
                                scaling_speed_text(c->arena, p->speed.high), "share",
                                scaling_share_text(c->arena, p->share.value), NULL);
    int mark = modelled_draw(c->d, at, INK_INK, has_measured(c), says);
    return wish_at(c, at, last ? say(c->words, "chart.scaling.typical.before") : "", value, mark);
}

static struct wish measured_wish(struct scaling *c, const struct scaling_point *p, bool last) {
    struct point at = plot_at(&c->plot, p->devices, p->measured);
    const char *value = scaling_speed_text(c->arena, p->measured);
    int mark = draw_mark(c->d, say_with(c->arena, c->words, "chart.scaling.mark.measured",
                                        "devices", words_number(c->arena, p->devices), "speed",
                                        value, "source", c->source, NULL));
    shape_measured(c->d, at);
    draw_mark_end(c->d);
    return wish_at(c, at, last ? say(c->words, "chart.scaling.measured.before") : "", value, mark);
}

/* Returns how many wishes. */
static size_t draw_points(struct scaling *c, struct wish *wishes) {
    size_t n = 0, last = 0;
    for (size_t i = 0; i < SCALING_COUNTS; i++)
        if (isfinite(c->points[i].measured))
            last = i;
    for (size_t i = 0; i < SCALING_COUNTS; i++) {
        const struct scaling_point *p = &c->points[i];
        if (p->state == SCALING_REAL)
            wishes[n++] = typical_wish(c, p, i == c->last);
        if (isfinite(p->measured)) {
            struct wish w = measured_wish(c, p, i == last);
            if (i == last)
                wishes[n++] = w;
        }
    }
    return n;
}

/* Above its ring, where the plot has room for it, else beside it. */
static struct wish ridge_wish(struct scaling *c) {
    struct point at = plot_at(&c->plot, c->ridge, c->ridge_speed);
    const char *devices = words_digits(c->arena, c->ridge, c->ridge < 10 ? 2 : 3);
    const char *word = say(c->words, "chart.scaling.ridge.before");
    int mark = draw_mark(
        c->d, say_with(c->arena, c->words, "chart.scaling.ridge", "devices", devices, NULL));
    shape_ring(c->d, at, true, INK_INK);
    draw_mark_end(c->d);
    struct wish wish =
        wish_at(c, at, word,
                say_with(c->arena, c->words, "chart.scaling.devices", "n", devices, NULL), mark);
    struct candidate *places = ARENA_ARRAY(c->arena, struct candidate, wish.n + 1);
    memcpy(places + 1, wish.at, wish.n * sizeof *places);
    places[0] = (struct candidate){at.x, at.y - 8, ANCHOR_MIDDLE};
    wish.at = places;
    wish.n++;
    return wish;
}

/* ── Names ── */

static double node_at(const struct scaling *c) {
    return axis_at(c->plot.x, c->node);
}

static bool has_node(const struct scaling *c) {
    return c->node > c->plot.x.low && c->node < c->plot.x.high;
}

static int draw_node(struct scaling *c) {
    if (!has_node(c))
        return 0;
    struct point from = {node_at(c), c->plot.y.to}, to = {node_at(c), c->plot.y.from};
    int mark = draw_mark(c->d, say_with(c->arena, c->words, "chart.scaling.node", "n",
                                        words_number(c->arena, c->node), NULL));
    scene_line(c->d->scene, from, to,
               stroke_dashed(INK_INTERCONNECT, c->d->in_page ? 0.9 : 1.1, 4, 2.5));
    draw_keep_clear(c->d, from, to);
    draw_mark_end(c->d);
    return mark;
}

static void name_node(struct scaling *c, int mark) {
    if (!mark)
        return;
    struct piece piece = {say_with(c->arena, c->words, "chart.scaling.node", "n",
                                   words_number(c->arena, c->node), NULL),
                          small(c, WEIGHT_SEMIBOLD, INK_INTERCONNECT)};
    struct label label = {.lines = {{&piece, 1}}, .n = 1};
    double x = node_at(c), base = c->plot.y.from - 6;
    struct candidate at[] = {{x + 6, base, ANCHOR_START},
                             {x - 6, base, ANCHOR_END},
                             {x + 6, c->plot.y.to + 8, ANCHOR_START},
                             {x - 6, c->plot.y.to + 8, ANCHOR_END}};
    draw_naming(c->d, mark);
    size_t k = label_first_free(c->d, &label, at, 4);
    if (k < 4)
        label_draw(c->d, &label, at[k]);
    draw_naming(c->d, 0);
}

/* The name of the ceiling stands left of its slope, from the middle of the plot outwards. */
static void name_ceiling(struct scaling *c, int mark) {
    enum { PLACES = 24 };
    const struct scaling_point *one = &c->points[0];
    enum limit limit = c->training ? LIMIT_COMPUTE : LIMIT_BANDWIDTH;
    double size = c->d->in_page ? 7 : 8;
    struct piece name = {scaling_word(c, "ceiling"),
                         draw_style(c->d, c->d->in_page ? 8.5 : 9.5, WEIGHT_SEMIBOLD, work_ink(c))};
    struct piece why = {say(c->words, "chart.scaling.ceiling.why"),
                        small(c, WEIGHT_REGULAR, INK_INK2)};
    struct label label = {.lines = {{&name, 1}, {&why, 1}}, .n = 2, .pitch = 11};
    double width = label_box(c->d, &label, (struct candidate){0, 0, ANCHOR_START}).w + size + 2;
    draw_naming(c->d, mark);
    for (size_t i = 0; i < PLACES && one->state != SCALING_NONE; i++) {
        double x = c->plot.x.from + 4 + (double)i * 6;
        double right = fmin(x + width, c->plot.x.to), devices = axis_value(c->plot.x, right);
        double slope = one->ceiling * devices / one->devices;
        double y = axis_at(c->plot.y, slope) - 18;
        struct rect box =
            label_box(c->d, &label, (struct candidate){x + size + 2, y, ANCHOR_START});
        box.x -= size + 2;
        box.w += size + 2;
        if (y < c->plot.y.to + 8 || !draw_is_free(c->d, box))
            continue;
        mark_limit(c->d->scene, limit, (struct point){x, y + 0.6}, size);
        label_draw(c->d, &label, (struct candidate){x + size + 2, y, ANCHOR_START});
        break;
    }
    draw_naming(c->d, 0);
}

static struct gutter_entry entry(struct scaling *c, const char *name, const char *second,
                                 enum ink ink, double speed, int mark, enum limit glyph) {
    struct piece *pieces = ARENA_ARRAY(c->arena, struct piece, 2);
    pieces[0] =
        (struct piece){name, draw_style(c->d, c->d->in_page ? 8.5 : 10.5, WEIGHT_SEMIBOLD, ink)};
    pieces[1] = (struct piece){second, small(c, WEIGHT_REGULAR, INK_INK2)};
    struct label label = {
        .lines = {{pieces, 1}, {pieces + 1, 1}}, .n = second ? 2 : 1, .pitch = 11};
    double at = fmax(axis_at(c->plot.y, speed), c->plot.y.to);
    return (struct gutter_entry){label, at, mark, glyph};
}

static void draw_gutter(struct scaling *c, int typical, int wires) {
    struct gutter_entry entries[2];
    const struct scaling_point *end = NULL;
    size_t n = 0;
    for (size_t i = 0; i < SCALING_COUNTS; i++)
        if (c->points[i].state != SCALING_NONE)
            end = &c->points[i];
    if (wires)
        entries[n++] =
            entry(c,
                  say_with(c->arena, c->words, "chart.scaling.wires.value", "speed",
                           scaling_speed_text(c->arena, end->wires), NULL),
                  say_with(c->arena, c->words, "chart.scaling.wires.why", "time",
                           words_duration(c->arena, c->words,
                                          (double)end->estimate->scenario->batch / end->wires, 2),
                           NULL),
                  INK_INTERCONNECT, end->wires, wires, LIMIT_INTERCONNECT);
    const char *beyond = !scaling_has_real(c) ? say(c->words, "chart.does-not-fit")
                         : c->beyond ? say_with(c->arena, c->words, "chart.scaling.beyond", "n",
                                                words_number(c->arena, c->node), NULL)
                         : end->state == SCALING_HYPOTHETICAL ? say(c->words, "chart.does-not-fit")
                                                              : NULL;
    entries[n++] = entry(c, say(c->words, "chart.scaling.typical"), beyond, INK_INK,
                         end->speed.value, typical, LIMIT_NONE);
    double right = c->plot.x.to;
    gutter_draw(c->d, (struct gutter){right + 8, right, c->plot.y.to, c->plot.y.from, 24}, entries,
                n);
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
    draw_gutter(c, draw_typical(c), 0);
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
    size_t n = draw_points(c, wishes);
    if (isfinite(c->ridge))
        wishes[n++] = ridge_wish(c);
    draw_gutter(c, typical, wires);
    measured_draw(d, &c->plot, c->request->points, c->request->point_count,
                  "chart.scaling.measured.x", "chart.speed");
    place_draw(d, wishes, n);
    name_ceiling(c, ceiling);
    name_node(c, node);
}
