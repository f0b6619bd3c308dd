/* Accelerators over time: years, curves, marks, and the rows of ridge points. */
#include <math.h>

#include "chart/over_time.h"
#include "plot/curve.h"
#include "plot/gutter.h"
#include "plot/shape.h"

/* Colour, line and form of a growth; the form tells it where colour does not. */
static const struct {
    enum limit limit;
    const char *name;
    bool dashed;
    void (*shape)(struct drawing *, struct point, double, enum ink, struct stroke);
    double half, hollow;
} growths[GROWTHS] = {
    [GROWTH_COMPUTE] = {LIMIT_COMPUTE, "limit.compute", false, shape_diamond, 4.4, 2.9},
    [GROWTH_CAPACITY] = {LIMIT_CAPACITY, "limit.capacity", true, shape_square, 2.7, 1.9},
    [GROWTH_BANDWIDTH] = {LIMIT_BANDWIDTH, "limit.bandwidth", false, shape_disc, 3.4, 2.1},
};

static struct point place(const struct over_time *t, const struct generation *g, int growth) {
    return plot_at(&t->plot, g->launched, g->times[growth]);
}

/* ── Years ── */

/* Ticks at the first of January, labels in mid-year, as many as there is room for. */
static void draw_years(struct over_time *t) {
    struct drawing *d = t->d;
    struct axis x = t->plot.x;
    double base = t->plot.y.from, previous = -1e9;
    struct text_style style = draw_style(d, d->in_page ? 8 : 9, WEIGHT_REGULAR, INK_INK3);
    double half = draw_width(d, "2000", style) / 2;
    scene_line(d->scene, (struct point){x.from, base}, (struct point){x.to, base},
               stroke_solid(INK_INK3, d->in_page ? 0.6 : 0.7));
    draw_keep_clear(d, (struct point){x.from, base}, (struct point){x.to, base});
    for (double year = x.low; year < x.high; year++) {
        double from = axis_at(x, year), to = axis_at(x, fmin(year + 1, x.high));
        scene_line(d->scene, (struct point){from, base}, (struct point){from, base + t->look->tick},
                   stroke_solid(INK_INK3, d->in_page ? 0.5 : 0.6));
        double at = (from + to) / 2;
        if (at - half < previous + 4 || at + half > x.to)
            continue;
        draw_text(d, at, base + t->look->year_drop, ANCHOR_MIDDLE,
                  arena_printf(d->arena, "%.0f", year), style);
        previous = at + half;
    }
}

/* ── Curves and marks ── */

/* Of the line's devices those whose values are known. */
static struct series series_of(struct over_time *t, int growth, bool both) {
    double *x = ARENA_ARRAY(t->d->arena, double, t->count),
           *y = ARENA_ARRAY(t->d->arena, double, t->count);
    size_t n = 0;
    for (size_t i = 0; i < t->count; i++) {
        if (!isfinite(t->line[i].times[growth]) || (both && t->line[i].figures.ridge <= 0))
            continue;
        x[n] = t->line[i].launched;
        y[n++] = t->line[i].times[growth];
    }
    return (struct series){x, y, n};
}

/* What lies between compute and bandwidth is the growth of the ridge. */
static void draw_gap(struct over_time *t) {
    struct series low = series_of(t, GROWTH_BANDWIDTH, true),
                  high = series_of(t, GROWTH_COMPUTE, true);
    band_draw(t->d, &t->plot, low.x, low.y, high.y, low.n, INK_TINT_BANDWIDTH);
}

static void draw_curve(struct over_time *t, int growth) {
    enum ink ink = limit_ink(growths[growth].limit);
    struct stroke stroke = growths[growth].dashed
                               ? stroke_dashed(ink, t->d->in_page ? 1.1 : 1.3, 5, 2.5)
                               : curve_typical(t->d, ink);
    curve_draw(t->d, &t->plot, series_of(t, growth, false), stroke);
}

static void draw_generation(struct over_time *t, const struct generation *g, bool own) {
    draw_mark(t->d, over_time_tooltip(t, g));
    for (int k = 0; k < GROWTHS; k++) {
        enum ink ink = limit_ink(growths[k].limit);
        if (!isfinite(g->times[k]))
            continue;
        double half = (own ? growths[k].half : growths[k].hollow) * t->look->mark;
        growths[k].shape(t->d, place(t, g, k), own ? half : fmax(half, 1.8), own ? ink : INK_GROUND,
                         stroke_solid(own ? INK_GROUND : ink, 1));
    }
    draw_mark_end(t->d);
}

static void draw_first(struct over_time *t) {
    draw_mark(t->d, over_time_tooltip(t, &t->line[0]));
    shape_disc(t->d, place(t, &t->line[0], GROWTH_COMPUTE), 3.6 * fmax(t->look->mark, 0.8),
               INK_GROUND, stroke_solid(INK_INK, t->d->in_page ? 1.2 : 1.5));
    draw_mark_end(t->d);
}

/* ── Gutter ── */

static struct gutter_entry entry_of(struct over_time *t, int growth) {
    struct drawing *d = t->d;
    const struct generation *last = over_time_last(t);
    struct piece *name = ARENA_NEW(d->arena, struct piece),
                 *span = ARENA_NEW(d->arena, struct piece);
    *name = (struct piece){
        say_with(d->arena, d->strings, "chart.accelerators-over-time.growth", "name",
                 say(d->strings, growths[growth].name), "times",
                 over_time_times(t, last->times[growth]), NULL),
        draw_style(d, t->look->name, WEIGHT_SEMIBOLD, limit_ink(growths[growth].limit))};
    *span = (struct piece){over_time_span(t, (enum growth)growth),
                           draw_style(d, t->look->second, WEIGHT_REGULAR, INK_INK2)};
    return (struct gutter_entry){.label = {{{name, 1}, {span, 1}}, 2, d->in_page ? 10.5 : 11.5},
                                 .at = place(t, last, growth).y,
                                 .glyph = growths[growth].limit};
}

static void draw_gutter(struct over_time *t) {
    struct gutter_entry entries[GROWTHS];
    for (int k = 0; k < GROWTHS; k++)
        entries[k] = entry_of(t, k);
    double x = t->plot.x.to + t->look->gutter, last = place(t, over_time_last(t), 0).x;
    gutter_draw(t->d, (struct gutter){x, last + 4, t->plot.y.to, t->plot.y.from, t->look->pitch},
                entries, GROWTHS);
}

/* ── Rows of ridge points ── */

struct column {
    const struct generation *g;
    double x, half;
};

static size_t make_columns(struct over_time *t, struct column *columns) {
    struct drawing *d = t->d;
    struct text_style name = draw_style(d, t->look->device, WEIGHT_REGULAR, INK_INK);
    struct text_style ridge = draw_style(d, t->look->ridge, WEIGHT_SEMIBOLD, INK_INK);
    for (size_t i = 0; i < t->count; i++) {
        const struct generation *g = &t->line[i];
        double width = fmax(draw_width(d, g->device->short_name, name),
                            draw_width(d, over_time_ridge(t, g), ridge));
        columns[i] = (struct column){g, place(t, g, GROWTH_COMPUTE).x, width / 2};
        if (!isfinite(columns[i].x))
            columns[i].x = axis_at(t->plot.x, g->launched);
    }
    return t->count;
}

/* From the first column to the last when they stand 4 apart. */
static double columns_width(const struct column *c, size_t n) {
    double width = 0;
    for (size_t i = 1; i < n; i++)
        width += c[i - 1].half + 4 + c[i].half;
    return width;
}

/* Leaves out whichever stands nearest to the one before it, but never an end. */
static size_t leave_one_out(struct column *c, size_t n) {
    size_t nearest = 1;
    for (size_t i = 2; i + 1 < n; i++)
        if (c[i].x - c[i - 1].x < c[nearest].x - c[nearest - 1].x)
            nearest = i;
    for (size_t i = nearest; i + 1 < n; i++)
        c[i] = c[i + 1];
    return n - 1;
}

/* At least 4 apart: pushed as if they were points, each moved by what those before it need. */
static void push_columns(const struct column *c, size_t n, double low, double high, double *at) {
    double before[TIME_DEVICES] = {0};
    for (size_t i = 0; i < n; i++) {
        before[i] = i ? before[i - 1] + c[i - 1].half + 4 + c[i].half : 0;
        at[i] = c[i].x - before[i];
    }
    labels_push_apart(at, n, 0, low, high - before[n - 1]);
    for (size_t i = 0; i < n; i++)
        at[i] += before[i];
}

static void draw_column(struct over_time *t, const struct column *c, double at) {
    struct drawing *d = t->d;
    double base = t->plot.y.from;
    if (fabs(at - c->x) > 1) {
        struct path_point path[] = {{PATH_MOVE, c->x, base + t->look->leader_from},
                                    {PATH_LINE, c->x, base + t->look->leader_from + 1.5},
                                    {PATH_LINE, at, base + t->look->leader_to}};
        scene_path(d->scene, path, 3, INK_NONE, stroke_solid(INK_INK3, 0.45));
    }
    draw_text(d, at, base + t->look->device_at, ANCHOR_MIDDLE, c->g->device->short_name,
              draw_style(d, t->look->device, WEIGHT_REGULAR, INK_INK));
    draw_text(d, at, base + t->look->ridge_at, ANCHOR_MIDDLE, over_time_ridge(t, c->g),
              draw_style(d, t->look->ridge, WEIGHT_SEMIBOLD, INK_INK));
}

static void draw_rows(struct over_time *t) {
    struct drawing *d = t->d;
    struct column columns[TIME_DEVICES] = {{0}};
    double at[TIME_DEVICES], base = t->plot.y.from, left = d->in_page ? 0 : 16;
    struct text_style head = draw_style(d, t->look->device, WEIGHT_SEMIBOLD, INK_INK2);
    struct rect names = draw_text(d, left, base + t->look->device_at, ANCHOR_START,
                                  say(d->strings, "chart.accelerators-over-time.device"), head);
    struct rect ridge = draw_text(d, left, base + t->look->ridge_at, ANCHOR_START,
                                  say(d->strings, "chart.accelerators-over-time.ridge"), head);
    struct rect unit =
        draw_text(d, d->scene->width - left, base + t->look->ridge_at, ANCHOR_END, "FLOP/B",
                  draw_style(d, t->look->device, WEIGHT_REGULAR, INK_INK2));
    scene_line(d->scene, (struct point){left, base + t->look->rule_at},
               (struct point){d->scene->width - left, base + t->look->rule_at},
               stroke_solid(INK_GRID, 0.5));
    size_t n = make_columns(t, columns);
    double low = fmax(rect_right(names), rect_right(ridge)) + 6, high = unit.x - 4;
    while (n > 2 && columns_width(columns, n) > high - low - columns[0].half - columns[n - 1].half)
        n = leave_one_out(columns, n);
    push_columns(columns, n, low + columns[0].half, high - columns[n - 1].half, at);
    for (size_t i = 0; i < n; i++)
        draw_column(t, &columns[i], at[i]);
}

/* ── What the gap is ── */

struct note {
    const char *lines[4];
    size_t n;
    bool wall, key; /* the first line names the wall; the last one is the key of the others */
};

static struct note make_note(struct over_time *t) {
    struct note note = {.wall = over_time_is_wall(t), .key = t->other_count > 0};
    const struct strings *s = t->d->strings;
    if (note.wall) {
        note.lines[note.n++] = say(s, "chart.accelerators-over-time.wall");
        note.lines[note.n++] = say(s, "chart.accelerators-over-time.wall.gap");
        note.lines[note.n++] = say(s, "chart.accelerators-over-time.wall.means");
    }
    if (note.key)
        note.lines[note.n++] = over_time_others(t);
    return note;
}

static struct text_style note_style(const struct over_time *t, const struct note *note, size_t i) {
    bool name = note->wall && i == 0;
    return draw_style(t->d, name ? t->look->name : t->look->second,
                      name ? WEIGHT_SEMIBOLD : WEIGHT_REGULAR, name ? INK_INK : INK_INK2);
}

static double note_indent(const struct note *note, size_t i) {
    return note->key && i + 1 == note->n ? 8 : 0;
}

/* The first place, from the upper left, where nothing stands yet. */
static bool find_place(struct over_time *t, struct rect *box) {
    double most_x = t->plot.x.to - box->w, most_y = t->plot.y.from - box->h;
    for (double x = t->plot.x.from + 22; x < most_x; x += 12)
        for (double y = t->plot.y.to + 14; y < most_y; y += 6) {
            *box = (struct rect){x, y, box->w, box->h};
            if (draw_is_free(t->d, *box))
                return true;
        }
    return false;
}

/* In the empty corner above the curves; left out where there is none. */
static void draw_note(struct over_time *t) {
    struct note note = make_note(t);
    double pitch = t->d->in_page ? 10.5 : 11.5;
    struct rect box = {0, 0, 0, pitch * (double)note.n + 2};
    for (size_t i = 0; i < note.n; i++)
        box.w = fmax(box.w, note_indent(&note, i) +
                                draw_width(t->d, note.lines[i], note_style(t, &note, i)));
    if (!note.n || !find_place(t, &box))
        return;
    for (size_t i = 0; i < note.n; i++) {
        double baseline = box.y + pitch * (double)(i + 1) - 2;
        if (note_indent(&note, i) > 0)
            scene_circle(t->d->scene, (struct point){box.x + 2.6, baseline - 3}, 2.1, INK_GROUND,
                         stroke_solid(INK_INK2, 1));
        draw_text(t->d, box.x + note_indent(&note, i), baseline, ANCHOR_START, note.lines[i],
                  note_style(t, &note, i));
    }
}

void over_time_draw(struct over_time *t) {
    draw_gap(t);
    axis_draw_grid_y(t->d, &t->plot);
    draw_years(t);
    axis_draw_y(t->d, &t->plot, TICK_TIMES);
    axis_draw_title_y(t->d, &t->plot, say(t->d->strings, "chart.accelerators-over-time.y-axis"));
    for (int k = GROWTHS - 1; k >= 0; k--)
        draw_curve(t, k);
    draw_gutter(t); /* leaders under the marks */
    for (size_t i = 0; i < t->other_count; i++)
        draw_generation(t, &t->others[i], false);
    for (size_t i = 1; i < t->count; i++)
        draw_generation(t, &t->line[i], true);
    draw_first(t);
    draw_rows(t);
    draw_note(t);
}
