/* The roofline's regions, axes and roofs, in the order of design 6.1. */
#include <math.h>

#include "chart/roofline.h"
#include "plot/curve.h"
#include "plot/shape.h"

static const struct roof_line *first(const struct roofline *r) {
    return &r->roofs[0];
}

bool roofline_ridge_is_seen(const struct roofline *r, const struct roof_line *roof) {
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
    enum ink slope = r->link ? INK_TINT_INTERCONNECT : INK_TINT_BANDWIDTH;
    if (n == 3) {
        fill_under(r, corners[0], corners[1], slope);
        fill_under(r, corners[1], corners[2], INK_TINT_COMPUTE);
    } else if (n == 2) {
        bool flat = corners[0].y == corners[1].y;
        fill_under(r, corners[0], corners[1], flat ? INK_TINT_COMPUTE : slope);
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

/* Lines or carets of one colour as one path: a file of many points stays small. */
struct strokes {
    struct path_point *at;
    size_t n;
};

static void add_point(struct strokes *s, unsigned op, double x, double y) {
    s->at[s->n++] = (struct path_point){op, x, y};
}

static void add_dotted(const struct roofline *r, double intensity, struct strokes *s) {
    double x = axis_at(r->x, intensity), high, low;
    roof_span(r, intensity, &high, &low);
    if (low - high <= 1)
        return;
    add_point(s, PATH_MOVE, x, high);
    add_point(s, PATH_LINE, x, low);
    draw_keep_clear(r->d, (struct point){x, high}, (struct point){x, low});
}

static void add_caret(const struct roofline *r, double intensity, struct strokes *s) {
    double x = axis_at(r->x, intensity), base = r->y.from;
    add_point(s, PATH_MOVE, x - 2.6, base);
    add_point(s, PATH_LINE, x, base - 4.6);
    add_point(s, PATH_LINE, x + 2.6, base);
    add_point(s, PATH_CLOSE, 0, 0);
    draw_keep_body(r->d, (struct rect){x - 2.6, base - 4.6, 5.2, 4.6});
}

/* The carets on the axis and the dotted lines from roof to roof, in one colour. */
static void draw_intensities(const struct roofline *r, enum ink ink) {
    struct arena *a = r->d->arena;
    struct strokes dots = {ARENA_ARRAY(a, struct path_point, 2 * r->work.n + 1), 0};
    struct strokes carets = {ARENA_ARRAY(a, struct path_point, 4 * r->work.n + 1), 0};
    for (size_t k = 0; k < r->work.n; k++) {
        double intensity = r->work.at[k].intensity;
        if (roofline_ink(r, intensity) != ink)
            continue;
        if (roofline_is_compared(r, k))
            add_dotted(r, intensity, &dots);
        if (!r->request->in_page)
            add_caret(r, intensity, &carets);
    }
    if (dots.n)
        scene_path(r->d->scene, dots.at, dots.n, INK_NONE,
                   stroke_dashed(ink, r->look->dotted, r->look->dot_on, r->look->dot_off));
    if (carets.n)
        scene_path(r->d->scene, carets.at, carets.n, ink, stroke_none);
}

static void draw_ridge_line(const struct roofline *r) {
    if (!roofline_ridge_is_seen(r, first(r)))
        return;
    struct point from = roofline_point(r, first(r), first(r)->ridge);
    struct point to = {from.x, r->y.from};
    scene_line(r->d->scene, from, to, stroke_solid(INK_INK3, r->look->ridge_line));
    draw_keep_clear(r->d, from, to);
}

static void draw_roof(struct roofline *r, struct roof_line *roof) {
    struct point corners[3];
    struct path_point path[3];
    size_t n = roofline_corners(r, roof, corners);
    for (size_t i = 0; i < n; i++)
        path[i] = (struct path_point){i ? PATH_LINE : PATH_MOVE, corners[i].x, corners[i].y};
    roof->mark = draw_mark(r->d, roofline_say_roof(r, roof));
    scene_path(r->d->scene, path, n, INK_NONE, roof->stroke);
    for (size_t i = 1; i < n; i++)
        draw_keep_thick(r->d, corners[i - 1], corners[i], roof->stroke.width);
    draw_mark_end(r->d);
}

static void draw_ceiling(struct roofline *r, struct ceiling *c) {
    struct segment line;
    if (!roofline_ceiling_line(r, c, &line))
        return;
    enum ink ink = c->is_slope ? INK_INTERCONNECT : first(r)->ink;
    c->mark = draw_mark(r->d, roofline_say_ceiling(r, c));
    scene_line(r->d->scene, line.from, line.to, curve_ceiling(r->d, ink));
    draw_keep_clear(r->d, line.from, line.to);
    if (c->is_slope && c->ridge > 0 && c->ridge < r->x.high)
        shape_disc(r->d, line.to, r->look->hollow, INK_GROUND,
                   stroke_solid(ink, r->look->hollow_width));
    draw_mark_end(r->d);
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
    draw_intensities(r, limit_ink(roofline_slope_limit(r)));
    draw_intensities(r, INK_COMPUTE);
    draw_ridge_line(r);
    for (size_t i = 0; i < r->ceiling_count; i++)
        draw_ceiling(r, &r->ceilings[i]);
    for (size_t i = r->roof_count; i-- > 0;)
        draw_roof(r, &r->roofs[i]);
    scene_group_close(s);
}
