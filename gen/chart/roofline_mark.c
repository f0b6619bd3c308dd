/* The roofline's points: workloads on all roofs, the trail that joins them, measured points. */
#include <math.h>

#include "chart/roofline.h"
#include "plot/shape.h"

static const struct roof_line *first(const struct roofline *r) {
    return &r->roofs[0];
}

static struct point place_of(const struct roofline *r, const struct workload *w) {
    return roofline_point(r, first(r), w->intensity);
}

/* ── The trail ── */

static void draw_thick(struct drawing *d, struct point from, struct point to,
                       struct stroke stroke) {
    scene_line(d->scene, from, to, stroke);
    draw_keep_thick(d, from, to, stroke.width);
}

/* Over roof A from one intensity to another, in the colours of what limits. */
static void draw_stretch(const struct roofline *r, double least, double most) {
    double ridge = first(r)->ridge > 0 ? first(r)->ridge : first(r)->peak > 0 ? 0 : INFINITY;
    struct point from = roofline_point(r, first(r), least);
    struct point to = roofline_point(r, first(r), most);
    enum ink slope = limit_ink(roofline_slope_limit(r));
    double width = r->request->in_page ? 2.6 : 3.4;
    if (least < ridge) {
        struct point end = most < ridge ? to : roofline_point(r, first(r), ridge);
        draw_thick(r->d, from, end, stroke_solid(slope, width));
        from = end;
    }
    if (most > ridge)
        draw_thick(r->d, from, to, stroke_solid(INK_COMPUTE, width));
}

static bool step_fits(const struct workloads *w, size_t k) {
    return w->at[k - 1].fits != VERDICT_NO && w->at[k].fits != VERDICT_NO;
}

/* Neighbouring steps as one line; where one of the two does not fit there is none. */
static void draw_stretches(const struct roofline *r) {
    const struct workloads *w = &r->work;
    for (size_t k = 1, from = 0; k < w->n; k++) {
        bool real = step_fits(w, k);
        if (k + 1 < w->n && step_fits(w, k + 1) == real)
            continue;
        double a = w->at[from].intensity, b = w->at[k].intensity;
        if (real)
            draw_stretch(r, fmin(a, b), fmax(a, b));
        from = k;
    }
}

/* Where a trail goes: a triangle half way between two of its points, where they leave room. */
static void draw_arrow(const struct roofline *r) {
    const struct workloads *w = &r->work;
    struct point to = place_of(r, &w->at[w->n - 1]), from = place_of(r, &w->at[0]);
    double dx = to.x - from.x, length = fabs(dx), half = r->request->in_page ? 3 : 4.2;
    if (length < 8 * half)
        return;
    size_t k = w->n / 2;
    struct point p = place_of(r, &w->at[k - 1]), q = place_of(r, &w->at[k]);
    struct point at = {(p.x + q.x) / 2, (p.y + q.y) / 2};
    double step = hypot(q.x - p.x, q.y - p.y);
    if (step < 3.2 * half)
        return;
    double ux = (q.x - p.x) / step, uy = (q.y - p.y) / step;
    struct path_point head[] = {
        {PATH_MOVE, at.x + ux * half, at.y + uy * half},
        {PATH_LINE, at.x - ux * half - uy * half, at.y - uy * half + ux * half},
        {PATH_LINE, at.x - ux * half + uy * half, at.y - uy * half - ux * half},
        {PATH_CLOSE, 0, 0}};
    scene_path(r->d->scene, head, 4, roofline_ink(r, w->at[k].intensity),
               stroke_solid(INK_GROUND, 0.8));
    draw_keep_body(r->d, (struct rect){at.x - half, at.y - half, 2 * half, 2 * half});
}

/* Of work of several kinds only standalone: in a page the points stand too near. */
static void draw_trail(const struct roofline *r) {
    const struct workloads *w = &r->work;
    if (w->n < 2 || w->source == WORK_DECODE || w->source == WORK_PREFILL)
        return;
    if (workloads_grow(w) || !r->request->in_page)
        draw_stretches(r);
    if (workloads_grow(w))
        draw_arrow(r);
}

/* ── Points ── */

bool roofline_is_compared(const struct roofline *r, size_t k) {
    enum { MANY = 24 };
    bool end = k == 0 || k + 1 == r->work.n;
    return r->roof_count > 1 &&
           (end || (!workloads_grow(&r->work) && r->work.n * (r->roof_count - 1) <= MANY));
}

/* So many of them that tooltips would swell the file have none: the rows have their numbers. */
static const char *hollow_says(struct roofline *r, const struct roof_line *roof,
                               const struct workload *w) {
    enum { FEW = 12 };
    return r->work.n * (r->roof_count - 1) <= FEW ? roofline_say_point(r, roof, w) : NULL;
}

/* In a page the same work on another roof keeps its own colour and form; standalone it is a small
 * hollow disc in the device's colour. */
static void draw_hollow(struct roofline *r, const struct roof_line *roof,
                        const struct workload *w) {
    struct point at = roofline_point(r, roof, w->intensity);
    enum ink ink = r->request->in_page ? roofline_ink(r, w->intensity) : roof->ink;
    struct stroke stroke = stroke_solid(ink, r->look->hollow_width);
    if (at.y > r->y.from || at.y < r->y.to)
        return;
    draw_mark(r->d, hollow_says(r, roof, w));
    if (r->request->in_page && roof_bounds_compute(first(r), w->intensity))
        shape_diamond(r->d, at, r->look->diamond, INK_GROUND, stroke);
    else
        shape_disc(r->d, at, r->look->hollow, INK_GROUND, stroke);
    draw_mark_end(r->d);
}

/* On a trail the points between its ends are smaller. */
static double size_of(const struct roofline *r, size_t k) {
    bool end = k == 0 || k + 1 == r->work.n;
    return workloads_grow(&r->work) && !end ? r->look->small : r->look->disc;
}

/* What is modelled is hollow beside what was measured; what does not fit has a broken outline. */
static void draw_point(struct roofline *r, size_t k) {
    const struct workload *w = &r->work.at[k];
    enum ink ink = roofline_ink(r, w->intensity);
    bool fits = w->fits != VERDICT_NO, filled = fits && !r->request->point_count;
    double size = size_of(r, k);
    struct stroke outline = filled ? stroke_solid(INK_GROUND, r->look->halo)
                            : fits ? stroke_solid(ink, r->look->halo + 0.2)
                                   : stroke_dashed(ink, r->look->halo, 1.6, 1.2);
    r->point_marks[k] = draw_mark(r->d, roofline_say_point(r, first(r), w));
    if (ink == INK_COMPUTE)
        shape_diamond(r->d, place_of(r, w), size * r->look->diamond / r->look->disc,
                      filled ? ink : INK_GROUND, outline);
    else
        shape_disc(r->d, place_of(r, w), size, filled ? ink : INK_GROUND, outline);
    draw_mark_end(r->d);
}

static void draw_measured(struct roofline *r, size_t i) {
    const struct measured *m = &r->request->points[i];
    r->measured_marks[i] = draw_mark(r->d, roofline_say_measured(r, m));
    shape_measured(r->d, (struct point){axis_at(r->x, m->x), axis_at(r->y, m->y / 1e12)});
    draw_mark_end(r->d);
}

static void draw_ring(const struct roofline *r, size_t i) {
    const struct roof_line *roof = &r->roofs[i];
    if (roofline_ridge_is_seen(r, roof))
        shape_ring(r->d, roofline_point(r, roof, roof->ridge), i == 0, roof->ink);
}

void roofline_draw_marks(struct roofline *r) {
    scene_group_open(r->d->scene, "points", NULL, (struct point){0, 0});
    draw_trail(r);
    for (size_t i = 1; i < r->roof_count; i++)
        for (size_t k = 0; k < r->work.n; k++)
            if (roofline_is_compared(r, k))
                draw_hollow(r, &r->roofs[i], &r->work.at[k]);
    for (size_t i = r->roof_count; i-- > 0;)
        draw_ring(r, i);
    for (size_t k = r->work.n; k-- > 0;)
        draw_point(r, k);
    for (size_t i = 0; i < r->request->point_count; i++)
        draw_measured(r, i);
    scene_group_close(r->d->scene);
}
