#include "plot/curve.h"

#include <math.h>

struct stroke curve_ceiling(const struct drawing *d, enum ink ink) {
    return stroke_solid(ink, d->in_page ? 0.5 : 0.6);
}

struct stroke curve_typical(const struct drawing *d, enum ink ink) {
    struct stroke s = stroke_solid(ink, d->in_page ? 1.8 : 2.4);
    s.join = JOIN_ROUND;
    return s;
}

struct stroke curve_hypothetical(const struct drawing *d, enum ink ink) {
    return stroke_dashed(ink, d->in_page ? 1 : 1.2, 2, 2.5);
}

struct stroke curve_reference(const struct drawing *d, enum ink ink) {
    return stroke_dashed(ink, d->in_page ? 0.7 : 0.8, 1.2, 2.2);
}

static struct rect plot_rect(const struct plot *p) {
    double left = fmin(p->x.from, p->x.to), top = fmin(p->y.from, p->y.to);
    return (struct rect){left, top, fabs(p->x.to - p->x.from), fabs(p->y.to - p->y.from)};
}

/* Liang–Barsky: the part of a line inside a box; false when there is none. */
static bool cut(struct point *from, struct point *to, struct rect box) {
    double dx = to->x - from->x, dy = to->y - from->y, enter = 0, leave = 1;
    const double step[] = {-dx, dx, -dy, dy};
    const double room[] = {from->x - box.x, rect_right(box) - from->x, from->y - box.y,
                           rect_bottom(box) - from->y};
    for (int i = 0; i < 4; i++) {
        if (step[i] == 0 && room[i] < 0)
            return false;
        double t = step[i] == 0 ? 0 : room[i] / step[i];
        if (step[i] < 0)
            enter = fmax(enter, t);
        if (step[i] > 0)
            leave = fmin(leave, t);
    }
    if (enter >= leave)
        return false;
    struct point start = {from->x + enter * dx, from->y + enter * dy};
    *to = (struct point){from->x + leave * dx, from->y + leave * dy};
    *from = start;
    return true;
}

static bool same_point(struct point a, struct point b) {
    return fabs(a.x - b.x) < 1e-6 && fabs(a.y - b.y) < 1e-6;
}

/* On one straight line, so that the middle one says nothing. */
static bool straight(struct path_point a, struct path_point b, struct point c) {
    double area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    return fabs(area) < 0.01 * fmax(1, hypot(c.x - a.x, c.y - a.y)) && b.op == PATH_LINE;
}

/* A thick line by both of its edges. */
static void keep_clear(struct drawing *d, struct point from, struct point to, double width) {
    double length = hypot(to.x - from.x, to.y - from.y);
    if (width < 1.5 || length <= 0) {
        draw_keep_clear(d, from, to);
        return;
    }
    double half = width / 2 / length, x = (from.y - to.y) * half, y = (to.x - from.x) * half;
    draw_keep_clear(d, (struct point){from.x + x, from.y + y}, (struct point){to.x + x, to.y + y});
    draw_keep_clear(d, (struct point){from.x - x, from.y - y}, (struct point){to.x - x, to.y - y});
}

void curve_draw(struct drawing *d, const struct plot *p, struct series s, struct stroke stroke) {
    struct rect box = plot_rect(p);
    struct path_point *path = ARENA_ARRAY(d->arena, struct path_point, 2 * s.n + 1);
    struct point last = {NAN, NAN};
    size_t n = 0;
    for (size_t i = 1; i < s.n; i++) {
        struct point from = plot_at(p, s.x[i - 1], s.y[i - 1]), to = plot_at(p, s.x[i], s.y[i]);
        if (!isfinite(from.y) || !isfinite(to.y) || !cut(&from, &to, box))
            continue;
        if (!n || !same_point(from, last))
            path[n++] = (struct path_point){PATH_MOVE, from.x, from.y};
        else if (n > 1 && straight(path[n - 2], path[n - 1], to))
            n--;
        path[n++] = (struct path_point){PATH_LINE, to.x, to.y};
        last = to;
    }
    if (n)
        scene_path(d->scene, path, n, INK_NONE, stroke);
    for (size_t i = 1; i < n; i++)
        if (path[i].op == PATH_LINE)
            keep_clear(d, (struct point){path[i - 1].x, path[i - 1].y},
                       (struct point){path[i].x, path[i].y}, stroke.width);
}

void band_draw(struct drawing *d, const struct plot *p, const double *x, const double *low,
               const double *high, size_t n, enum ink ink) {
    struct path_point *path = ARENA_ARRAY(d->arena, struct path_point, 2 * n + 1);
    struct rect box = plot_rect(p);
    size_t used = 0;
    for (size_t k = 0; k < 2 * n; k++) {
        size_t i = k < n ? k : 2 * n - 1 - k;
        struct point at = plot_at(p, x[i], k < n ? high[i] : low[i]);
        if (!isfinite(at.x) || !isfinite(at.y))
            continue;
        at.x = fmin(fmax(at.x, box.x), rect_right(box));
        at.y = fmin(fmax(at.y, box.y), rect_bottom(box));
        if (used > 1 && straight(path[used - 2], path[used - 1], at))
            used--;
        path[used] = (struct path_point){used ? PATH_LINE : PATH_MOVE, at.x, at.y};
        used++;
    }
    if (used < 3)
        return;
    if (ink == INK_BAND_INK || ink == INK_BAND_BANDWIDTH || ink == INK_BAND_COMPUTE)
        draw_keep_tint(d, (struct tint){path, used, ink});
    path[used++] = (struct path_point){PATH_CLOSE, 0, 0};
    scene_path(d->scene, path, used, ink, stroke_none);
}

void wall_draw(struct drawing *d, const struct plot *p, double x) {
    double at = axis_at(p->x, x);
    struct point from = {at, p->y.to - 2}, to = {at, p->y.from};
    scene_line(d->scene, from, to, stroke_solid(INK_CAPACITY, d->in_page ? 1.4 : 1.8));
    draw_keep_clear(d, from, to);
}

void hatch_beyond(struct drawing *d, const struct plot *p, double x) {
    double at = fmax(axis_at(p->x, x), p->x.from);
    struct rect box = {at, p->y.to, p->x.to - at, p->y.from - p->y.to};
    if (box.w <= 0)
        return;
    scene_hatch(d->scene, box, 45, 5, stroke_solid(INK_HATCH_CAPACITY, 0.6));
    draw_keep_body(d, box);
}

void level_draw(struct drawing *d, const struct plot *p, double y, struct stroke stroke) {
    struct point from = {p->x.from, axis_at(p->y, y)}, to = {p->x.to + 3, from.y};
    double clear = stroke.width / 2 + 0.5; /* a level is a thick line, and runs along the words */
    scene_line(d->scene, from, to, stroke);
    draw_keep_body(d, (struct rect){from.x, from.y - clear, to.x - from.x, 2 * clear});
}

const double *axis_samples(struct arena *a, struct axis axis, size_t n) {
    double *x = ARENA_ARRAY(a, double, n);
    for (size_t i = 0; i < n; i++) {
        double at = (double)i / (double)(n - 1);
        x[i] = axis_value(axis, axis.from + at * (axis.to - axis.from));
    }
    return x;
}
