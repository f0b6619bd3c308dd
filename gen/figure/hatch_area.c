/* Hatches of areas with corners: each line is cut where it crosses the outline. */
#include <math.h>
#include <stdlib.h>

#include "figure/scene.h"

enum { CURVE_STEPS = 8, MOST_LINES = 4000 };

/* ── Corners ── */

struct corners {
    struct path_point *at;
    size_t n;
    struct path_point start;
};

static void corner_add(struct corners *c, struct path_point p) {
    if (p.op == PATH_MOVE)
        c->start = p;
    c->at[c->n++] = p;
}

static void contour_close(struct corners *c) {
    if (c->n)
        corner_add(c, (struct path_point){PATH_LINE, c->start.x, c->start.y});
}

static double bezier(double a, double b, double c, double d, double t) {
    double u = 1 - t;
    return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}

static void curve_add(struct corners *c, const struct path_point *p) {
    struct path_point from = c->n ? c->at[c->n - 1] : p[0];
    for (int i = 1; i <= CURVE_STEPS; i++) {
        double t = (double)i / CURVE_STEPS;
        corner_add(c, (struct path_point){PATH_LINE, bezier(from.x, p[0].x, p[1].x, p[2].x, t),
                                          bezier(from.y, p[0].y, p[1].y, p[2].y, t)});
    }
}

size_t path_corners(struct arena *a, const struct path_point *p, size_t n,
                    struct path_point **out) {
    struct corners c = {.at = ARENA_ARRAY(a, struct path_point, (CURVE_STEPS + 1) * n + 1)};
    for (size_t i = 0; i < n; i++) {
        if (p[i].op == PATH_MOVE)
            contour_close(&c);
        if (p[i].op == PATH_CURVE && i + 2 < n) {
            curve_add(&c, p + i);
            i += 2;
        } else if (p[i].op != PATH_CLOSE) {
            corner_add(&c, p[i]);
        }
    }
    contour_close(&c);
    *out = c.at;
    return c.n;
}

/* ── Lines ── */

struct area {
    const struct path_point *corners;
    size_t n;
    struct point along, across;
    double *cuts; /* of one line */
    struct path_point *lines;
    size_t line_count, line_room;
    struct arena *arena;
    double period; /* of dots; 0: whole lines */
};

static double along(const struct area *a, size_t i) {
    return a->corners[i].x * a->along.x + a->corners[i].y * a->along.y;
}

static double across(const struct area *a, size_t i) {
    return a->corners[i].x * a->across.x + a->corners[i].y * a->across.y;
}

static int ascending(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* Where the line at a distance from the origin crosses the outline. */
static size_t find_cuts(struct area *a, double distance) {
    size_t n = 0;
    for (size_t i = 1; i < a->n; i++) {
        double u = across(a, i - 1) - distance, v = across(a, i) - distance;
        if (a->corners[i].op == PATH_LINE && (u < 0) != (v < 0))
            a->cuts[n++] = along(a, i - 1) + (along(a, i) - along(a, i - 1)) * u / (u - v);
    }
    qsort(a->cuts, n, sizeof *a->cuts, ascending);
    return n;
}

/* Hatches are many lines: their ends are rounded, so that files stay small. */
static double tenth(double value) {
    return round(value * 10) / 10;
}

static void line_add(struct area *a, double distance, double from, double to) {
    struct point foot = {a->across.x * distance, a->across.y * distance};
    for (int end = 0; end < 2; end++) {
        double t = end ? to : from;
        ARENA_GROW(a->arena, a->lines, a->line_count, a->line_room, 64);
        a->lines[a->line_count++] =
            (struct path_point){end ? PATH_LINE : PATH_MOVE, tenth(foot.x + t * a->along.x),
                                tenth(foot.y + t * a->along.y)};
    }
}

/* Of dots, a dashed line from the first to a little beyond the last; rows keep step. */
static void dots_add(struct area *a, double distance, double from, double to) {
    double first = ceil(from / a->period), last = ceil(to / a->period) - 1;
    if (first <= last)
        line_add(a, distance, first * a->period, (last + 0.25) * a->period);
}

static void lines_add(struct area *a, double distance) {
    size_t n = find_cuts(a, distance);
    for (size_t i = 0; i + 1 < n; i += 2)
        (a->period > 0 ? dots_add : line_add)(a, distance, a->cuts[i], a->cuts[i + 1]);
}

void scene_hatch_area(struct scene *s, const struct path_point *points, size_t n, double angle,
                      double pitch, struct stroke stroke) {
    double turn = angle * acos(-1) / 180, low = HUGE_VAL, high = -HUGE_VAL;
    struct path_point *corners;
    struct area a = {.along = {cos(turn), -sin(turn)},
                     .across = {sin(turn), cos(turn)},
                     .arena = s->arena,
                     .period = stroke.dash[0] > 0 ? stroke.dash[0] + stroke.dash[1] : 0};
    a.n = path_corners(s->arena, points, n, &corners);
    a.corners = corners;
    a.cuts = ARENA_ARRAY(s->arena, double, a.n + 1);
    for (size_t i = 0; i < a.n; i++) {
        low = fmin(low, across(&a, i));
        high = fmax(high, across(&a, i));
    }
    if (!(pitch > 0 && high > low && (high - low) / pitch < MOST_LINES))
        return;
    for (double k = ceil(low / pitch); k * pitch <= high; k++)
        lines_add(&a, k * pitch);
    if (a.line_count)
        scene_path(s, a.lines, a.line_count, INK_NONE, stroke);
}
