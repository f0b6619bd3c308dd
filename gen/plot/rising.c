#include "plot/rising.h"

#include <math.h>

#include "figure/text.h"

enum { STRIPS = 96 };
static const double strip = 4, angle = 45;

/* The corners of a turned text, in order around it. */
static void corners_of(struct drawing *d, struct point at, const struct piece *pieces, size_t n,
                       struct point out[4]) {
    struct rect box = draw_box(d, 0, 0, ANCHOR_START, pieces, n);
    const double along[] = {0, box.w, box.w, 0};
    const double up[] = {rect_bottom(box), rect_bottom(box), box.y, box.y};
    for (int i = 0; i < 4; i++)
        out[i] = (struct point){at.x + (along[i] + up[i]) * sqrt(0.5),
                                at.y + (up[i] - along[i]) * sqrt(0.5)};
}

/* Widens a range of heights by the part of an edge that lies over [left, right]. */
static void widen(struct point p, struct point q, double left, double right, double *top,
                  double *bottom) {
    double from = fmax(fmin(p.x, q.x), left), to = fmin(fmax(p.x, q.x), right);
    if (from > to || p.x == q.x)
        return;
    const double ends[] = {from, to};
    for (int i = 0; i < 2; i++) {
        double y = p.y + (ends[i] - p.x) / (q.x - p.x) * (q.y - p.y);
        *top = fmin(*top, y);
        *bottom = fmax(*bottom, y);
    }
}

static size_t strips_of(struct drawing *d, struct point at, const struct piece *pieces, size_t n,
                        struct rect out[STRIPS]) {
    struct point c[4];
    corners_of(d, at, pieces, n, c);
    double left = fmin(c[0].x, c[3].x), right = fmax(c[1].x, c[2].x);
    size_t count = 0;
    for (double x = left; x < right && count < STRIPS; x += strip) {
        double end = fmin(x + strip, right), top = INFINITY, bottom = -INFINITY;
        for (int i = 0; i < 4; i++)
            widen(c[i], c[(i + 1) % 4], x, end, &top, &bottom);
        out[count++] = (struct rect){x, top, end - x, bottom - top};
    }
    return count;
}

bool rising_is_free(struct drawing *d, struct point at, const struct piece *pieces, size_t n) {
    struct rect strips[STRIPS];
    size_t count = strips_of(d, at, pieces, n, strips);
    for (size_t i = 0; i < count; i++)
        if (!draw_is_free(d, strips[i]))
            return false;
    return true;
}

void rising_draw(struct drawing *d, struct point at, const struct piece *pieces, size_t n) {
    struct rect strips[STRIPS];
    const struct shaped *shaped = text_shape_line(d->fonts, d->arena, pieces, n);
    scene_text(d->scene, &(struct text_item){.shaped = shaped,
                                             .to = shaped->cluster_count,
                                             .x = at.x,
                                             .baseline = at.y,
                                             .width = shaped->width,
                                             .anchor = ANCHOR_START,
                                             .angle = angle});
    size_t count = strips_of(d, at, pieces, n, strips);
    for (size_t i = 0; i < count; i++)
        draw_keep_box(d, strips[i]);
}
