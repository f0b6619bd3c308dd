#include "chart/axis.h"

#include <math.h>

#include "base/quantity.h"

double axis_at(struct axis axis, double value) {
    double share = axis.log ? log10(value / axis.low) / log10(axis.high / axis.low)
                            : (value - axis.low) / (axis.high - axis.low);
    return axis.from + share * (axis.to - axis.from);
}

double axis_step(double most) {
    static const double steps[] = {1, 2, 5};
    if (!(most > 0) || !isfinite(most))
        return 1;
    for (int exponent = (int)floor(log10(most)) - 2;; exponent++)
        for (int i = 0; i < 3; i++) {
            double step = steps[i] * pow(10, exponent);
            if (ceil(most / step - 1e-9) <= 6)
                return step;
        }
}

struct decades axis_decades(struct window x, struct window y, double width, double height,
                            double decade) {
    double needed_x = width / log10(x.high / x.low), needed_y = height / log10(y.high / y.low);
    decade = fmin(decade, fmin(needed_x, needed_y));
    x.high = x.low * pow(10, width / decade);
    y.low = y.high / pow(10, height / decade);
    return (struct decades){x, y, decade};
}

const char *axis_power_label(struct arena *a, int exponent, bool tight) {
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    if (exponent >= (tight ? 4 : 6) && exponent < 10)
        return arena_printf(a, "10%s", raised[exponent]);
    struct quantity q = quantity_exact(pow(10, exponent), UNIT_NONE);
    return quantity_format(a, q, (struct number_format){.decimals = exponent < 0 ? -exponent : 0});
}

static bool inside(struct axis axis, double value) {
    return value >= axis.low * (1 - 1e-9) && value <= axis.high * (1 + 1e-9);
}

static int first_power(struct axis axis) {
    return (int)floor(log10(axis.low));
}

static int last_power(struct axis axis) {
    return (int)floor(log10(axis.high) + 1e-9);
}

void axis_draw_log_grid(struct drawing *d, struct axis x, struct axis y) {
    struct stroke grid = stroke_solid(INK_GRID, d->in_page ? 0.4 : 0.5);
    for (int k = first_power(x); k <= last_power(x); k++)
        if (inside(x, pow(10, k))) {
            double at = axis_at(x, pow(10, k));
            scene_line(d->scene, (struct point){at, y.to}, (struct point){at, y.from}, grid);
        }
    for (int k = first_power(y); k <= last_power(y); k++)
        if (inside(y, pow(10, k))) {
            double at = axis_at(y, pow(10, k));
            scene_line(d->scene, (struct point){x.from, at}, (struct point){x.to, at}, grid);
        }
}

/* Minor ticks of one axis as one path: a tick is a move and a line. */
static void draw_minor(struct drawing *d, struct axis axis, double base, bool vertical) {
    enum { MOST = 2 * 8 * 40 };
    struct path_point points[MOST];
    size_t n = 0;
    double length = d->in_page ? 1.7 : 2.2;
    for (int k = first_power(axis); k <= last_power(axis); k++)
        for (int digit = 2; digit <= 9 && n + 2 <= MOST; digit++) {
            double value = digit * pow(10, k);
            if (!inside(axis, value))
                continue;
            double at = axis_at(axis, value);
            points[n++] = vertical ? (struct path_point){PATH_MOVE, base, at}
                                   : (struct path_point){PATH_MOVE, at, base};
            points[n++] = vertical ? (struct path_point){PATH_LINE, base - length, at}
                                   : (struct path_point){PATH_LINE, at, base + length};
        }
    if (n)
        scene_path(d->scene, points, n, INK_NONE, stroke_solid(INK_INK3, d->in_page ? 0.35 : 0.4));
}

static void draw_major(struct drawing *d, struct axis axis, double base, bool vertical) {
    double length = d->in_page ? 3.2 : 4, size = d->in_page ? 8 : 9;
    struct stroke stroke = stroke_solid(INK_INK3, d->in_page ? 0.5 : 0.6);
    struct text_style style = draw_style(d, size, WEIGHT_REGULAR, INK_INK3);
    double gap = d->in_page ? 5.5 : 7, drop = d->in_page ? 11.5 : 14.5;
    double previous = -1e9;
    for (int k = first_power(axis); k <= last_power(axis); k++) {
        if (!inside(axis, pow(10, k)))
            continue;
        double at = axis_at(axis, pow(10, k));
        const char *label = axis_power_label(d->arena, k, d->in_page);
        struct point from = vertical ? (struct point){base - length, at} : (struct point){at, base};
        struct point to = vertical ? (struct point){base, at} : (struct point){at, base + length};
        scene_line(d->scene, from, to, stroke);
        double width = draw_width(d, label, style);
        if (vertical) {
            draw_text(d, base - gap, at + (d->in_page ? 2.8 : 3), ANCHOR_END, label, style);
        } else if (at - width / 2 > previous + 3) {
            draw_text(d, at, base + drop, ANCHOR_MIDDLE, label, style);
            previous = at + width / 2;
        }
    }
}

void axis_draw_logs(struct drawing *d, struct axis x, struct axis y) {
    struct stroke line = stroke_solid(INK_INK3, d->in_page ? 0.6 : 0.7);
    scene_line(d->scene, (struct point){x.from, y.from}, (struct point){x.to, y.from}, line);
    scene_line(d->scene, (struct point){x.from, y.to}, (struct point){x.from, y.from}, line);
    draw_minor(d, x, y.from, false);
    draw_minor(d, y, x.from, true);
    draw_major(d, x, y.from, false);
    draw_major(d, y, x.from, true);
}
