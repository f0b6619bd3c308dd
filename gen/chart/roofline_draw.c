/* The roofline's lines and marks, in the order of design 6.1. */
#include <math.h>

#include "chart/roofline.h"

static const struct roof_line *first(const struct roofline *r) {
    return &r->roofs[0];
}

static enum ink workload_ink(const struct roofline *r, double intensity) {
    return roof_bounds_compute(first(r), intensity) ? INK_COMPUTE : INK_BANDWIDTH;
}

static bool ridge_is_seen(const struct roofline *r, const struct roof_line *roof) {
    return roof->ridge > r->x.low && roof->ridge < r->x.high && roof->peak / 1e12 > r->y.low;
}

static void fill_under(const struct roofline *r, struct point from, struct point to, enum ink ink) {
    double base = r->y.from;
    struct path_point points[] = {{PATH_MOVE, from.x, base},
                                  {PATH_LINE, from.x, from.y},
                                  {PATH_LINE, to.x, to.y},
                                  {PATH_LINE, to.x, base},
                                  {PATH_CLOSE, 0, 0}};
    scene_path(r->d->scene, points, 5, ink, stroke_none);
}

/* The regions belong to device A; above its roof nothing is reachable and stays white. */
static void draw_tints(const struct roofline *r) {
    struct point corners[3];
    size_t n = roofline_corners(r, first(r), corners);
    if (n == 3) {
        fill_under(r, corners[0], corners[1], INK_TINT_BANDWIDTH);
        fill_under(r, corners[1], corners[2], INK_TINT_COMPUTE);
    } else if (n == 2) {
        bool flat = corners[0].y == corners[1].y;
        fill_under(r, corners[0], corners[1], flat ? INK_TINT_COMPUTE : INK_TINT_BANDWIDTH);
    }
}

/* The highest and the lowest roof over an intensity, inside the plot. */
static void roof_span(const struct roofline *r, double intensity, double *high, double *low) {
    *high = INFINITY;
    *low = -INFINITY;
    for (size_t i = 0; i < r->roof_count; i++) {
        double y = roofline_point(r, &r->roofs[i], intensity).y;
        *high = fmin(*high, y);
        *low = fmax(*low, y);
    }
    *high = fmax(*high, r->y.to);
    *low = fmin(*low, r->y.from);
}

static void draw_workloads(const struct roofline *r) {
    for (size_t k = 0; k < r->work.n; k++) {
        double intensity = r->work.at[k].intensity, high, low;
        enum ink ink = workload_ink(r, intensity);
        double x = axis_at(r->x, intensity), base = r->y.from;
        roof_span(r, intensity, &high, &low);
        struct point from = {x, high}, to = {x, low};
        if (low - high > 1) {
            scene_line(r->d->scene, from, to,
                       stroke_dashed(ink, r->look->dotted, r->look->dot_on, r->look->dot_off));
            draw_keep_clear(r->d, from, to);
        }
        if (r->request->in_page)
            continue;
        struct path_point caret[] = {{PATH_MOVE, x - 2.6, base},
                                     {PATH_LINE, x, base - 4.6},
                                     {PATH_LINE, x + 2.6, base},
                                     {PATH_CLOSE, 0, 0}};
        scene_path(r->d->scene, caret, 4, ink, stroke_none);
    }
}

static void draw_ridge_line(const struct roofline *r) {
    if (!ridge_is_seen(r, first(r)))
        return;
    struct point from = roofline_point(r, first(r), first(r)->ridge);
    struct point to = {from.x, r->y.from};
    scene_line(r->d->scene, from, to, stroke_solid(INK_INK3, r->look->ridge_line));
    draw_keep_clear(r->d, from, to);
}

static void draw_roof(const struct roofline *r, const struct roof_line *roof) {
    struct point corners[3];
    struct path_point path[3];
    size_t n = roofline_corners(r, roof, corners);
    for (size_t i = 0; i < n; i++)
        path[i] = (struct path_point){i ? PATH_LINE : PATH_MOVE, corners[i].x, corners[i].y};
    scene_path(r->d->scene, path, n, INK_NONE, roof->stroke);
    for (size_t i = 1; i < n; i++)
        draw_keep_clear(r->d, corners[i - 1], corners[i]);
}

/* The way of the workloads over roof A, in the colours of what limits them. */
static void draw_trail(const struct roofline *r) {
    if (r->request->in_page || r->work.n < 2)
        return;
    double least = r->work.at[0].intensity, most = r->work.at[r->work.n - 1].intensity;
    double ridge = first(r)->ridge > 0 ? first(r)->ridge : first(r)->peak > 0 ? 0 : INFINITY;
    struct point from = roofline_point(r, first(r), least);
    struct point to = roofline_point(r, first(r), most);
    if (least < ridge) {
        struct point end = most < ridge ? to : roofline_point(r, first(r), ridge);
        scene_line(r->d->scene, from, end, stroke_solid(INK_BANDWIDTH, 3.4));
        from = end;
    }
    if (most > ridge)
        scene_line(r->d->scene, from, to, stroke_solid(INK_COMPUTE, 3.4));
}

static void draw_diamond(struct drawing *d, struct point at, double half, enum ink fill,
                         struct stroke stroke) {
    struct path_point points[] = {{PATH_MOVE, at.x, at.y - half},
                                  {PATH_LINE, at.x + half, at.y},
                                  {PATH_LINE, at.x, at.y + half},
                                  {PATH_LINE, at.x - half, at.y},
                                  {PATH_CLOSE, 0, 0}};
    scene_path(d->scene, points, 5, fill, stroke);
}

/* In a page the same work on another roof keeps its own colour and form; standalone it is a small
 * hollow disc in the device's colour. */
static void draw_hollow(const struct roofline *r, const struct roof_line *roof, double intensity) {
    struct point at = roofline_point(r, roof, intensity);
    enum ink ink = r->request->in_page ? workload_ink(r, intensity) : roof->ink;
    struct stroke stroke = stroke_solid(ink, r->look->hollow_width);
    if (at.y > r->y.from || at.y < r->y.to)
        return;
    if (r->request->in_page && roof_bounds_compute(first(r), intensity))
        draw_diamond(r->d, at, r->look->diamond, INK_GROUND, stroke);
    else
        scene_circle(r->d->scene, at, r->look->hollow, INK_GROUND, stroke);
}

static void draw_ring(const struct roofline *r, size_t i) {
    const struct roof_line *roof = &r->roofs[i];
    if (!ridge_is_seen(r, roof))
        return;
    struct point at = roofline_point(r, roof, roof->ridge);
    double radius = r->look->ring[i > 0];
    scene_circle(r->d->scene, at, radius, INK_GROUND,
                 stroke_solid(roof->ink, r->look->ring_width[i > 0]));
    draw_keep_clear(r->d, (struct point){at.x - radius, at.y}, (struct point){at.x + radius, at.y});
}

/* What does not fit on device A is drawn hollow. */
static void draw_point(const struct roofline *r, const struct workload *w) {
    struct point at = roofline_point(r, first(r), w->intensity);
    enum ink ink = workload_ink(r, w->intensity);
    bool real = w->fits != VERDICT_NO, compute = ink == INK_COMPUTE;
    enum ink fill = real ? ink : INK_GROUND;
    struct stroke ring = stroke_solid(real ? INK_GROUND : ink, r->look->halo);
    double radius = compute ? r->look->diamond : r->look->disc;
    if (compute)
        draw_diamond(r->d, at, radius, fill, ring);
    else
        scene_circle(r->d->scene, at, radius, fill, ring);
    draw_keep_clear(r->d, (struct point){at.x - radius, at.y}, (struct point){at.x + radius, at.y});
    draw_keep_clear(r->d, (struct point){at.x, at.y - radius}, (struct point){at.x, at.y + radius});
}

void roofline_draw(struct roofline *r) {
    struct scene *s = r->d->scene;
    scene_group_open(s, "regions", NULL, (struct point){0, 0});
    draw_tints(r);
    scene_group_close(s);
    scene_group_open(s, "axes", NULL, (struct point){0, 0});
    axis_draw_log_grid(r->d, r->x, r->y);
    axis_draw_logs(r->d, r->x, r->y);
    scene_group_close(s);
    scene_group_open(s, "roofs", NULL, (struct point){0, 0});
    draw_workloads(r);
    draw_ridge_line(r);
    for (size_t i = r->roof_count; i-- > 0;)
        draw_roof(r, &r->roofs[i]);
    draw_trail(r);
    scene_group_close(s);
    scene_group_open(s, "points", NULL, (struct point){0, 0});
    for (size_t i = 1; i < r->roof_count; i++)
        for (size_t k = 0; k < r->work.n; k++)
            draw_hollow(r, &r->roofs[i], r->work.at[k].intensity);
    for (size_t i = 0; i < r->roof_count; i++)
        draw_ring(r, i);
    for (size_t k = 0; k < r->work.n; k++)
        draw_point(r, &r->work.at[k]);
    scene_group_close(s);
}
