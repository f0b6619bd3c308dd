#include "plot/axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"
#include "plot/words.h"

double axis_at(struct axis axis, double value) {
    double share = axis.scale ? log(value / axis.low) / log(axis.high / axis.low)
                              : (value - axis.low) / (axis.high - axis.low);
    return axis.from + share * (axis.to - axis.from);
}

double axis_value(struct axis axis, double at) {
    double share = (at - axis.from) / (axis.to - axis.from);
    return axis.scale ? axis.low * pow(axis.high / axis.low, share)
                      : axis.low + share * (axis.high - axis.low);
}

struct point plot_at(const struct plot *p, double x, double y) {
    return (struct point){axis_at(p->x, x), axis_at(p->y, y)};
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

/* 10 raised, where figures would be long. */
static const char *raised_power(struct arena *a, int exponent) {
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const char *digits = "";
    for (int left = abs(exponent); left || !*digits; left /= 10)
        digits = arena_printf(a, "%s%s", raised[left % 10], digits);
    return arena_printf(a, "10%s%s", exponent < 0 ? "⁻" : "", digits);
}

const char *axis_power_label(struct arena *a, int exponent, bool tight) {
    if (exponent >= (tight ? 4 : 6) || exponent < (tight ? -2 : -3))
        return raised_power(a, exponent);
    struct quantity q = quantity_exact(pow(10, exponent), UNIT_NONE);
    return quantity_format(a, q, (struct number_format){.decimals = exponent < 0 ? -exponent : 0});
}

static bool inside(struct axis axis, double value) {
    double slack = axis.scale ? axis.low * 1e-9 : (axis.high - axis.low) * 1e-9;
    return value >= axis.low - slack && value <= axis.high * (1 + 1e-9) + slack;
}

static bool is_power_of_ten(double value) {
    return value > 0 && fabs(value / pow(10, round(log10(value))) - 1) < 1e-9;
}

static const char *plain_label(struct arena *a, double value, bool tight) {
    if (is_power_of_ten(value))
        return axis_power_label(a, (int)round(log10(value)), tight);
    return words_number(a, value);
}

/* Beyond four digits only powers of ten are short enough for the margin. */
static const char *seconds_label(struct arena *a, double value) {
    if (value > 9999)
        return is_power_of_ten(value)
                   ? arena_printf(a, "%s\u202fs", plain_label(a, value, true))
                   : NULL;
    const char *unit = value < 0.0009995 ? "us" : value < 0.9995 ? "ms" : "s";
    return words_quantity(a, value, UNIT_SECOND, unit);
}


static const char *tick_label(struct arena *a, double value, enum tick_form form, bool tight) {
    switch (form) {
    case TICK_TOKENS:
        return value >= 1024 && fmod(value, 1024) == 0
                   ? arena_printf(a, "%sk", words_number(a, value / 1024))
                   : words_number(a, value);
    case TICK_PERCENT:
        return arena_printf(a, "%s%%", words_number(a, value * 100));
    case TICK_SECONDS:
        return seconds_label(a, value);
    case TICK_TIMES:
        return arena_printf(a, "%s×", words_number(a, value));
    case TICK_COUNT:
    case TICK_PLAIN:
        break;
    }
    return plain_label(a, value, tight);
}

/* Ticks as they are collected; values outside the axis are dropped. */
struct ticks {
    struct arena *arena;
    struct axis axis;
    enum tick_form form;
    bool tight;
    struct tick *at;
    size_t n, room;
};

static void add_tick(struct ticks *t, double value, bool labelled) {
    if (!inside(t->axis, value))
        return;
    ARENA_GROW(t->arena, t->at, t->n, t->room, 32);
    t->at[t->n++] =
        (struct tick){value, labelled ? tick_label(t->arena, value, t->form, t->tight) : NULL};
}

static double linear_step(const struct ticks *t) {
    static const double least = 10; /* points from one to the next, of one digit or two */
    double range = t->axis.high - t->axis.low, step = axis_step(range);
    if (t->form != TICK_COUNT)
        return step;
    return fabs(t->axis.to - t->axis.from) / range >= least ? 1 : fmax(step, 1);
}

static void add_linear(struct ticks *t) {
    double step = linear_step(t);
    for (double k = ceil(t->axis.low / step - 1e-9); k * step <= t->axis.high * (1 + 1e-9); k++)
        add_tick(t, k * step, true);
}

/* Which digits of each decade are labelled, from few to all; the first with two labels in view that
 * the length of the axis asks for. */
static const char *const labelled_digits[] = {"1", "125", "1235", "123456789"};
enum { DIGIT_SETS = sizeof labelled_digits / sizeof *labelled_digits };

static size_t labels_in_view(struct axis axis, const char *digits) {
    size_t n = 0;
    int last = (int)floor(log10(axis.high) + 1e-9);
    for (int k = (int)floor(log10(axis.low) + 1e-9); k <= last; k++)
        for (const char *c = digits; *c; c++)
            n += inside(axis, (*c - '0') * pow(10, k));
    return n;
}

static void add_log(struct ticks *t) {
    double decades = log10(t->axis.high / t->axis.low);
    size_t set = decades < 1 ? 2 : decades < 2 ? 1 : 0;
    while (set < DIGIT_SETS && labels_in_view(t->axis, labelled_digits[set]) < 2)
        set++;
    if (set == DIGIT_SETS) {
        add_linear(t);
        return;
    }
    int last = (int)floor(log10(t->axis.high) + 1e-9);
    for (int k = (int)floor(log10(t->axis.low) + 1e-9); k <= last; k++)
        for (int digit = 1; digit <= 9; digit++)
            add_tick(t, digit * pow(10, k), strchr(labelled_digits[set], '0' + digit) != NULL);
}

static void add_log2(struct ticks *t) {
    int first = (int)ceil(log2(t->axis.low) - 1e-9), last = (int)floor(log2(t->axis.high) + 1e-9);
    double pitch = fabs(t->axis.to - t->axis.from) / log2(t->axis.high / t->axis.low);
    bool every = last - first < 10 || pitch >= 30;
    for (int k = first; k <= last; k++)
        add_tick(t, pow(2, k), every || (last - k) % 2 == 0);
}

size_t axis_ticks(struct arena *a, struct axis axis, enum tick_form form, bool tight,
                  const struct tick **out) {
    static void (*const adds[])(struct ticks *) = {
        [AXIS_LINEAR] = add_linear, [AXIS_LOG] = add_log, [AXIS_LOG2] = add_log2};
    struct ticks t = {.arena = a, .axis = axis, .form = form, .tight = tight};
    adds[axis.scale](&t);
    *out = t.at;
    return t.n;
}

/* ── Drawing ── */

/* A line across an axis from one distance off its base to another. */
static void cross(struct path_point *out, bool vertical, double at, double from, double to) {
    out[0] = vertical ? (struct path_point){PATH_MOVE, from, at}
                      : (struct path_point){PATH_MOVE, at, from};
    out[1] =
        vertical ? (struct path_point){PATH_LINE, to, at} : (struct path_point){PATH_LINE, at, to};
}

/* All ticks of a kind as one path: a tick is a move and a line. */
static void draw_lines(struct drawing *d, struct axis axis, const struct tick *ticks, size_t n,
                       bool labelled, bool vertical, double from, double to, struct stroke stroke) {
    struct path_point *points = ARENA_ARRAY(d->arena, struct path_point, 2 * n + 1);
    size_t used = 0;
    for (size_t i = 0; i < n; i++)
        if ((ticks[i].label != NULL) == labelled) {
            cross(points + used, vertical, axis_at(axis, ticks[i].value), from, to);
            used += 2;
        }
    if (used)
        scene_path(d->scene, points, used, INK_NONE, stroke);
}

enum side { SIDE_LEFT, SIDE_BOTTOM, SIDE_TOP };

/* From the axis to the baseline of its labels. */
static double label_drop(const struct drawing *d, enum side side) {
    if (side == SIDE_TOP)
        return d->in_page ? -5.5 : -7;
    return d->in_page ? 11.5 : 14.5;
}

/* Beside an upper axis stands its title, which is drawn before it. */
static bool has_room(struct drawing *d, enum side side, double at, double base, const char *label,
                     struct text_style style) {
    struct piece piece = {label, style};
    double baseline = base + label_drop(d, side);
    return side != SIDE_TOP || draw_is_free(d, draw_box(d, at, baseline, ANCHOR_MIDDLE, &piece, 1));
}

/* Where a label left of an axis ends: nearer to the ticks when the canvas has no more room. */
static double left_end(double base, double gap, double width) {
    return fmin(base - gap + 1.5, fmax(base - gap, width + 0.1));
}

static void draw_tick_labels(struct drawing *d, struct axis axis, const struct tick *ticks,
                             size_t n, enum side side, double base) {
    struct text_style style = draw_style(d, d->in_page ? 8 : 9, WEIGHT_REGULAR, INK_INK3);
    double gap = d->in_page ? 5.5 : 7, previous = -1e9, reach = 0;
    for (size_t i = 0; i < n; i++) {
        if (!ticks[i].label)
            continue;
        double at = axis_at(axis, ticks[i].value);
        double half = draw_width(d, ticks[i].label, style) / 2;
        if (side == SIDE_LEFT) {
            draw_text(d, left_end(base, gap, 2 * half), at + (d->in_page ? 2.8 : 3), ANCHOR_END,
                      ticks[i].label, style);
        } else if (fabs(at - previous) > half + reach + 3 &&
                   has_room(d, side, at, base, ticks[i].label, style)) {
            draw_text(d, at, base + label_drop(d, side), ANCHOR_MIDDLE, ticks[i].label, style);
            previous = at;
            reach = half;
        }
    }
}

static void draw_axis(struct drawing *d, struct axis axis, double base, enum side side,
                      enum tick_form form) {
    const struct tick *ticks;
    size_t n = axis_ticks(d->arena, axis, form, d->in_page, &ticks);
    bool vertical = side == SIDE_LEFT;
    double out = side == SIDE_BOTTOM ? 1 : -1;
    struct point from = vertical ? (struct point){base, axis.to} : (struct point){axis.from, base};
    struct point to = vertical ? (struct point){base, axis.from} : (struct point){axis.to, base};
    scene_line(d->scene, from, to, stroke_solid(INK_INK3, d->in_page ? 0.6 : 0.7));
    draw_keep_clear(d, from, to);
    draw_lines(d, axis, ticks, n, false, vertical, base, base + out * (d->in_page ? 1.8 : 2.2),
               stroke_solid(INK_INK3, d->in_page ? 0.35 : 0.4));
    draw_lines(d, axis, ticks, n, true, vertical, base, base + out * (d->in_page ? 3.3 : 4),
               stroke_solid(INK_INK3, d->in_page ? 0.5 : 0.6));
    draw_tick_labels(d, axis, ticks, n, side, base);
}

void axis_draw_x(struct drawing *d, const struct plot *p, enum tick_form form) {
    draw_axis(d, p->x, p->y.from, SIDE_BOTTOM, form);
}

void axis_draw_y(struct drawing *d, const struct plot *p, enum tick_form form) {
    draw_axis(d, p->y, p->x.from, SIDE_LEFT, form);
}

void axis_draw_top(struct drawing *d, struct axis axis, double y, enum tick_form form) {
    draw_axis(d, axis, y, SIDE_TOP, form);
}

static void draw_grid(struct drawing *d, struct axis axis, bool vertical, struct axis other) {
    const struct tick *ticks;
    size_t n = axis_ticks(d->arena, axis, TICK_PLAIN, true, &ticks);
    draw_lines(d, axis, ticks, n, true, vertical, other.from, other.to,
               stroke_solid(INK_GRID, d->in_page ? 0.4 : 0.5));
}

void axis_draw_grid_x(struct drawing *d, const struct plot *p) {
    draw_grid(d, p->x, false, p->y);
}

void axis_draw_grid_y(struct drawing *d, const struct plot *p) {
    draw_grid(d, p->y, true, p->x);
}

static struct text_style title_style(const struct drawing *d, enum weight weight) {
    return draw_style(d, d->in_page ? 8 : 9, weight, INK_INK2);
}

void axis_draw_title_x(struct drawing *d, const struct plot *p, const char *title) {
    draw_text(d, p->x.to, p->y.from + (d->in_page ? 23 : 29), ANCHOR_END, title,
              title_style(d, WEIGHT_REGULAR));
}

void axis_draw_title_y(struct drawing *d, const struct plot *p, const char *title) {
    draw_text(d, d->in_page ? 0 : 16, p->y.to - 7, ANCHOR_START, title,
              title_style(d, WEIGHT_SEMIBOLD));
}

void axis_draw_logs(struct drawing *d, struct axis x, struct axis y) {
    struct plot p = {x, y};
    axis_draw_x(d, &p, TICK_PLAIN);
    axis_draw_y(d, &p, TICK_PLAIN);
}

void axis_draw_log_grid(struct drawing *d, struct axis x, struct axis y) {
    struct plot p = {x, y};
    axis_draw_grid_x(d, &p);
    axis_draw_grid_y(d, &p);
}
