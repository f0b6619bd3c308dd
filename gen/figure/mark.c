#include "figure/mark.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    enum ink ink;
} limits[] = {
    [LIMIT_NONE] = {"", INK_INK},
    [LIMIT_CAPACITY] = {"capacity", INK_CAPACITY},
    [LIMIT_BANDWIDTH] = {"bandwidth", INK_BANDWIDTH},
    [LIMIT_INTERCONNECT] = {"interconnect", INK_INTERCONNECT},
    [LIMIT_COMPUTE] = {"compute", INK_COMPUTE},
};

enum limit limit_lookup(const char *name) {
    for (int i = LIMIT_CAPACITY; i <= LIMIT_COMPUTE; i++)
        if (name && strcmp(limits[i].name, name) == 0)
            return (enum limit)i;
    return LIMIT_NONE;
}

enum ink limit_ink(enum limit l) {
    return limits[l].ink;
}

/* A drawing in its own coordinates, y up, scaled, placed by its origin. */
struct pen {
    struct scene *scene;
    struct point origin;
    double scale;
    enum ink ink;
};

static struct point at(const struct pen *p, double x, double y) {
    return (struct point){p->origin.x + x * p->scale, p->origin.y - y * p->scale};
}

static struct stroke round_stroke(const struct pen *p, double width) {
    struct stroke stroke = stroke_solid(p->ink, width * p->scale);
    stroke.cap = CAP_ROUND;
    stroke.join = JOIN_ROUND;
    return stroke;
}

static void round_line(const struct pen *p, double x1, double y1, double x2, double y2,
                       double width) {
    scene_line(p->scene, at(p, x1, y1), at(p, x2, y2), round_stroke(p, width));
}

static void butt_line(const struct pen *p, double x1, double y1, double x2, double y2,
                      double width) {
    scene_line(p->scene, at(p, x1, y1), at(p, x2, y2), stroke_solid(p->ink, width * p->scale));
}

static struct rect box(const struct pen *p, double x, double y, double w, double h) {
    struct point top_left = at(p, x, y + h);
    return (struct rect){top_left.x, top_left.y, w * p->scale, h * p->scale};
}

static void draw_capacity(const struct pen *p) {
    scene_rect(p->scene, box(p, 0.6, 0.6, 6.4, 4.0), p->ink, stroke_none);
    scene_rect(p->scene, box(p, 0.6, 0.6, 6.4, 6.6), INK_NONE,
               stroke_solid(p->ink, 1.3 * p->scale));
}

static void draw_bandwidth(const struct pen *p) {
    round_line(p, 0.5, 0.6, 7.2, 7.3, 2.0);
}

static void draw_interconnect(const struct pen *p) {
    butt_line(p, 1.4, 3.7, 6.6, 3.7, 1.3);
    scene_circle(p->scene, at(p, 1.6, 3.7), 1.7 * p->scale, p->ink, stroke_none);
    scene_circle(p->scene, at(p, 6.5, 3.7), 1.7 * p->scale, p->ink, stroke_none);
}

static void draw_compute(const struct pen *p) {
    round_line(p, 0.4, 6.6, 7.6, 6.6, 2.0);
    butt_line(p, 1, 3, 7, 3, 0.8);
    butt_line(p, 1, 0.6, 7, 0.6, 0.8);
}

void mark_limit(struct scene *s, enum limit l, struct point lower_left, double size) {
    static void (*const draw[])(const struct pen *) = {
        [LIMIT_CAPACITY] = draw_capacity,
        [LIMIT_BANDWIDTH] = draw_bandwidth,
        [LIMIT_INTERCONNECT] = draw_interconnect,
        [LIMIT_COMPUTE] = draw_compute,
    };
    struct pen pen = {s, lower_left, size / 8, limits[l].ink};
    if (draw[l])
        draw[l](&pen);
}

void mark_ridge(struct scene *s, struct point lower_left, double scale) {
    struct pen slope = {s, lower_left, fmax(scale, 0.8), INK_BANDWIDTH};
    struct pen flat = slope;
    flat.ink = INK_COMPUTE;
    round_line(&slope, 0, 0, 8, 8, 2.2);
    round_line(&flat, 8, 8, 24, 8, 2.2);
    scene_circle(s, at(&slope, 8, 8), 2.3 * slope.scale, INK_GROUND,
                 stroke_solid(INK_INK, 1.2 * slope.scale));
}

void mark_slot(struct scene *s, int slot, struct point lower_left) {
    static const struct {
        enum ink ink;
        double width, dash[2];
    } slots[] = {
        {INK_DEVICE_A, 2.2, {0, 0}}, {INK_DEVICE_B, 1.3, {0, 0}}, {INK_DEVICE_C, 1.3, {5, 2.5}}};
    int i = slot >= 0 && slot < 3 ? slot : 2;
    struct pen pen = {s, lower_left, 1, slots[i].ink};
    struct stroke stroke =
        stroke_dashed(pen.ink, slots[i].width, slots[i].dash[0], slots[i].dash[1]);
    struct point foot = at(&pen, 0, 2), ridge = at(&pen, 11, 13), end = at(&pen, 26, 13);
    struct path_point points[] = {
        {PATH_MOVE, foot.x, foot.y}, {PATH_LINE, ridge.x, ridge.y}, {PATH_LINE, end.x, end.y}};
    scene_path(s, points, 3, INK_NONE, stroke);
    scene_circle(s, ridge, 2.6, INK_GROUND, stroke_solid(pen.ink, 1.2));
}

void mark_ticks(struct scene *s, const struct point *lower_left, size_t n) {
    static const double corners[3][2] = {{0, 2.6}, {2.3, 0.4}, {6.2, 5.6}};
    struct path_point *points = ARENA_ARRAY(s->arena, struct path_point, 3 * n + 1);
    struct pen pen = {s, {0, 0}, 1, INK_INTERCONNECT};
    for (size_t i = 0; i < 3 * n; i++) {
        pen.origin = lower_left[i / 3];
        struct point corner = at(&pen, corners[i % 3][0], corners[i % 3][1]);
        points[i] = (struct path_point){i % 3 ? PATH_LINE : PATH_MOVE, corner.x, corner.y};
    }
    if (n)
        scene_path(s, points, 3 * n, INK_NONE, round_stroke(&pen, 1.5));
}

void mark_tick(struct scene *s, struct point lower_left) {
    mark_ticks(s, &lower_left, 1);
}

void mark_cross(struct scene *s, struct point lower_left) {
    struct pen pen = {s, lower_left, 1, INK_CAPACITY};
    struct point a = at(&pen, 0.5, 0.5), b = at(&pen, 5.5, 5.5), c = at(&pen, 0.5, 5.5),
                 d = at(&pen, 5.5, 0.5);
    struct path_point points[] = {
        {PATH_MOVE, a.x, a.y}, {PATH_LINE, b.x, b.y}, {PATH_MOVE, c.x, c.y}, {PATH_LINE, d.x, d.y}};
    scene_path(s, points, 4, INK_NONE, round_stroke(&pen, 1.5));
}

void mark_callout(struct scene *s, struct point left, double width, enum ink ink) {
    double y = left.y;
    struct path_point points[] = {{PATH_MOVE, left.x, y + 7.3},
                                  {PATH_LINE, left.x + 6.6, y + 0.7},
                                  {PATH_LINE, left.x + width, y + 0.7}};
    struct stroke stroke = stroke_solid(ink, 1.4);
    stroke.join = JOIN_ROUND;
    scene_path(s, points, 3, INK_NONE, stroke);
}

void mark_progress(struct scene *s, struct point left_high, double width, double position) {
    double rise = fmin(fmax(width * position, 6), width - 6);
    double x = left_high.x, high = left_high.y, low = high + 6;
    struct path_point points[] = {{PATH_MOVE, x, low},
                                  {PATH_LINE, x + rise, low},
                                  {PATH_LINE, x + rise + 6, high},
                                  {PATH_LINE, x + width, high}};
    struct stroke stroke = stroke_solid(INK_INK3, 0.5);
    stroke.join = JOIN_ROUND;
    scene_path(s, points, 4, INK_NONE, stroke);
}
