/* The ladder's rows: guide, step, mark, and what stands beside them. */
#include <math.h>

#include "chart/bandwidth_ladder.h"
#include "plot/shape.h"

/* Form and colour of a tier; the form tells it where colour does not. */
static const struct {
    void (*shape)(struct drawing *, struct point, double, enum ink, struct stroke);
    double half;
    enum ink ink;
} marks[TIERS] = {
    [TIER_DEVICE_MEMORY] = {shape_disc, 4.2, INK_BANDWIDTH},
    [TIER_DEVICE_LINK] = {shape_triangle, 4.6, INK_INTERCONNECT},
    [TIER_HOST_MEMORY] = {shape_diamond, 4.8, INK_DEVICE_C},
    [TIER_HOST_LINK] = {shape_triangle, 4.6, INK_INTERCONNECT},
    [TIER_NETWORK] = {shape_triangle, 4.6, INK_INTERCONNECT},
    [TIER_STORAGE] = {shape_square, 3.6, INK_INK3},
};

static double row_x(const struct ladder *l, size_t i) {
    return axis_at(l->plot.x, l->rungs[i].bandwidth / 1e9);
}

/* ── Texts of a row ── */

static struct text_style group_style(const struct ladder *l, enum tier tier) {
    return draw_style(l->d, l->look->group, WEIGHT_SEMIBOLD, marks[tier].ink);
}

static struct text_style value_style(const struct ladder *l) {
    return draw_style(l->d, l->look->value, WEIGHT_SEMIBOLD, INK_INK);
}

static struct text_style time_style(const struct ladder *l) {
    return draw_style(l->d, l->look->name, WEIGHT_REGULAR, INK_INK);
}

static struct text_style passes_style(const struct ladder *l) {
    return draw_style(l->d, l->look->name, WEIGHT_REGULAR, INK_INK2);
}

/* "HBM3", and lighter beside it "H100"; a plain space would be lost at the end of a piece. */
static size_t name_pieces(const struct ladder *l, const struct rung *r, struct piece out[3]) {
    struct text_style name = draw_style(l->d, l->look->name, WEIGHT_SEMIBOLD, INK_INK);
    out[0] = (struct piece){r->name, name};
    out[1] = (struct piece){"\u00a0", name};
    out[2] = (struct piece){r->detail, draw_style(l->d, l->look->detail, WEIGHT_REGULAR, INK_INK2)};
    return r->detail[0] ? 3 : 1;
}

double ladder_groups_width(struct ladder *l) {
    double width = 0;
    for (size_t i = 0; i < l->count; i++)
        width = fmax(width, draw_width(l->d, ladder_tier(l, l->rungs[i].tier),
                                       group_style(l, l->rungs[i].tier)));
    return width;
}

double ladder_names_width(struct ladder *l) {
    struct piece pieces[3];
    double width = 0;
    for (size_t i = 0; i < l->count; i++) {
        size_t n = name_pieces(l, &l->rungs[i], pieces);
        width = fmax(width, draw_box(l->d, 0, 0, ANCHOR_START, pieces, n).w);
    }
    return width;
}

/* The widest of a column that is made of each row's text, or of its head. */
static double column_width(struct ladder *l,
                           const char *(*text)(struct ladder *, const struct rung *),
                           struct text_style style, const char *head) {
    double width =
        head ? draw_width(l->d, say(l->d->strings, head),
                          draw_style(l->d, l->d->in_page ? 8 : 9, WEIGHT_SEMIBOLD, INK_INK2))
             : 0;
    for (size_t i = 0; i < l->count; i++)
        width = fmax(width, draw_width(l->d, text(l, &l->rungs[i]), style));
    return width;
}

double ladder_values_width(struct ladder *l) {
    return column_width(l, ladder_rate, value_style(l), NULL);
}

double ladder_times_width(struct ladder *l) {
    return column_width(l, ladder_time, time_style(l), "chart.bandwidth-ladder.pass");
}

double ladder_passes_width(struct ladder *l) {
    return column_width(l, ladder_passes, passes_style(l), "chart.bandwidth-ladder.passes");
}

/* ── Marks ── */

/* On ground of its own, so that no grid line runs through it. */
static void draw_value(struct ladder *l, const struct rung *r, double x) {
    struct piece value = {ladder_rate(l, r), value_style(l)};
    double baseline = r->y + l->look->name_drop;
    struct rect box = draw_box(l->d, x, baseline, ANCHOR_START, &value, 1);
    scene_rect(l->d->scene, box, INK_GROUND, stroke_none);
    draw_pieces(l->d, x, baseline, ANCHOR_START, &value, 1);
}

static void draw_row_mark(struct ladder *l, size_t i) {
    const struct rung *r = &l->rungs[i];
    struct point at = {row_x(l, i), r->y};
    int mark = draw_mark(l->d, ladder_tooltip(l, r));
    struct stroke halo = stroke_solid(INK_GROUND, 1), edge = stroke_solid(marks[r->tier].ink, 1);
    marks[r->tier].shape(l->d, at, marks[r->tier].half * l->look->mark,
                         r->fits ? marks[r->tier].ink : INK_GROUND, r->fits ? halo : edge);
    draw_mark_end(l->d);
    draw_naming(l->d, mark);
    draw_value(l, r, at.x + l->look->value_gap);
    draw_naming(l->d, 0);
}

/* Left to where the next one stands, and down to it. */
static void draw_step(struct ladder *l, size_t i) {
    struct drawing *d = l->d;
    double next = i + 1 < l->count ? row_x(l, i + 1) : row_x(l, i);
    scene_line(d->scene, (struct point){l->plot.x.from, l->rungs[i].y},
               (struct point){next, l->rungs[i].y}, stroke_solid(INK_GRID, 0.8));
    if (i + 1 == l->count)
        return;
    struct path_point path[] = {{PATH_MOVE, row_x(l, i), l->rungs[i].y},
                                {PATH_LINE, next, l->rungs[i].y},
                                {PATH_LINE, next, l->rungs[i + 1].y}};
    scene_path(d->scene, path, 3, INK_NONE, stroke_solid(INK_INK3, d->in_page ? 0.6 : 0.8));
    for (int k = 1; k < 3; k++)
        draw_keep_clear(d, (struct point){path[k - 1].x, path[k - 1].y},
                        (struct point){path[k].x, path[k].y});
}

static void draw_row_texts(struct ladder *l, size_t i) {
    const struct rung *r = &l->rungs[i];
    struct piece pieces[3];
    double baseline = r->y + l->look->name_drop;
    if (!i || r->tier != l->rungs[i - 1].tier)
        draw_text(l->d, l->group_x, baseline, ANCHOR_START, ladder_tier(l, r->tier),
                  group_style(l, r->tier));
    draw_pieces(l->d, l->name_x, baseline, ANCHOR_START, pieces, name_pieces(l, r, pieces));
    draw_text(l->d, l->time_x, baseline, ANCHOR_END, ladder_time(l, r), time_style(l));
    struct text_style passes = passes_style(l);
    if (l->no_passes)
        return;
    if (!r->fits)
        passes.ink = INK_CAPACITY;
    draw_text(l->d, l->passes_x, baseline, ANCHOR_END, ladder_passes(l, r), passes);
}

/* The upper axis is the lower one read as time; it runs the other way. */
static void draw_axes(struct ladder *l) {
    struct drawing *d = l->d;
    struct axis x = l->plot.x;
    double top = l->plot.y.to, base = l->plot.y.from, at = top - (d->in_page ? 5.5 : 7);
    struct text_style style = draw_style(d, d->in_page ? 8 : 9, WEIGHT_SEMIBOLD, INK_INK2);
    double left = x.from - l->look->title_gap;
    draw_text(d, left, base + (d->in_page ? 11.5 : 14.5), ANCHOR_END, "GB/s", style);
    draw_text(d, left, at, ANCHOR_END,
              say_with(d->arena, d->strings, "chart.bandwidth-ladder.axis", "bytes",
                       ladder_bytes(l), NULL),
              style);
    draw_text(d, l->time_x, at, ANCHOR_END, say(d->strings, "chart.bandwidth-ladder.pass"), style);
    if (!l->no_passes)
        draw_text(d, l->passes_x, at, ANCHOR_END, say(d->strings, "chart.bandwidth-ladder.passes"),
                  style);
    axis_draw_x(d, &l->plot, TICK_PLAIN);
    axis_draw_top(
        d,
        (struct axis){AXIS_LOG, l->bytes / (x.high * 1e9), l->bytes / (x.low * 1e9), x.to, x.from},
        top, TICK_SECONDS);
}

void ladder_draw(struct ladder *l) {
    axis_draw_grid_x(l->d, &l->plot);
    draw_axes(l);
    for (size_t i = 0; i < l->count; i++)
        draw_step(l, i);
    for (size_t i = 0; i < l->count; i++)
        draw_row_mark(l, i);
    for (size_t i = 0; i < l->count; i++)
        draw_row_texts(l, i);
}
