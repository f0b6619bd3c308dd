/* Hatches in an SVG: a broad dashed line, whose dashes are the lines, takes a tenth of the bytes of
 * the lines. Programs of offices round dashes, so they get the lines. */
#include <math.h>

#include "paint/svg.h"

/* The extent of a box along an axis. */
static void extent(struct point axis, struct rect b, double *low, double *high) {
    double origin = axis.x * b.x + axis.y * b.y, x = axis.x * b.w, y = axis.y * b.h;
    *low = origin + fmin(x, 0) + fmin(y, 0);
    *high = origin + fmax(x, 0) + fmax(y, 0);
}

static void put_end(struct svg *v, char op, struct point along, double by, struct point across,
                    double at) {
    const double ends[] = {by * along.x + at * across.x, by * along.y + at * across.y};
    for (int i = 0; i < 2; i++) {
        bytes_add(&v->body, i ? " " : &op, 1);
        bytes_number(&v->body, round(ends[i] * 10) / 10);
    }
}

bool svg_hatch(struct svg *v, const struct item *item) {
    static const double step = 50; /* few widths make few rules */
    const struct hatch *h = item->kind == ITEM_PATH ? item->as.path.hatch : NULL;
    const struct stroke *s = &item->as.path.stroke;
    if (!h || v->attributes || s->dash[0] > 0 || !(h->pitch > s->width))
        return false;
    double turn = h->angle * acos(-1) / 180, low, high, left, right;
    struct point along = {cos(turn), -sin(turn)}, across = {sin(turn), cos(turn)};
    extent(across, h->box, &low, &high);
    extent(along, h->box, &left, &right);
    double middle = (left + right) / 2;
    bytes_puts(&v->body, "<path d=\"");
    put_end(v, 'M', along, middle, across, floor(low / h->pitch) * h->pitch - s->width / 2);
    put_end(v, 'L', along, middle, across, high + s->width);
    bytes_puts(&v->body, "\"");
    double broad = ceil((right - left) / step + 0.1) * step;
    struct stroke line = stroke_dashed(s->ink, broad, s->width, h->pitch - s->width);
    svg_paint(v, "path", INK_NONE, &line);
    return true;
}

/* Level and upright lines whose dashes are areas: each as a box. */
bool svg_broad(struct svg *v, const struct item *item) {
    static const double broad = 2;
    const struct stroke *s = &item->as.line.stroke;
    struct point from = item->as.line.from, to = item->as.line.to;
    bool level = from.y == to.y;
    if (item->kind != ITEM_LINE || !v->attributes || !(s->dash[0] > 0) || s->dash[2] > 0 ||
        s->width < broad || !(level || from.x == to.x))
        return false;
    double length = level ? to.x - from.x : to.y - from.y, step = s->dash[0] + s->dash[1];
    bytes_puts(&v->body, "<path d=\"");
    for (int i = 0; i * step < length; i++) {
        double at = i * step, run = fmin(s->dash[0], length - at);
        struct point corner = {level ? from.x + at : from.x - s->width / 2,
                               level ? from.y - s->width / 2 : from.y + at};
        double w = level ? run : s->width, h = level ? s->width : run;
        bytes_puts(&v->body, "M");
        bytes_number(&v->body, corner.x);
        bytes_puts(&v->body, " ");
        bytes_number(&v->body, corner.y);
        bytes_puts(&v->body, "h");
        bytes_number(&v->body, w);
        bytes_puts(&v->body, "v");
        bytes_number(&v->body, h);
        bytes_puts(&v->body, "h");
        bytes_number(&v->body, -w);
        bytes_puts(&v->body, "Z");
    }
    bytes_puts(&v->body, "\"");
    svg_paint(v, "path", s->ink, &stroke_none);
    return true;
}
