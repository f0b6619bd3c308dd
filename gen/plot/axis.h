/* Axes: where values lie, where ticks stand, and how they are drawn (design 3, 6). */
#ifndef RIDGE_PLOT_AXIS_H
#define RIDGE_PLOT_AXIS_H

#include "plot/draw.h"

enum axis_scale { AXIS_LINEAR, AXIS_LOG, AXIS_LOG2 };

/* Values low…high lie at positions from…to. */
struct axis {
    enum axis_scale scale;
    double low, high;
    double from, to;
};

/* Both axes of a plot; y.from is its base. */
struct plot {
    struct axis x, y;
};

double axis_at(struct axis axis, double value);
double axis_value(struct axis axis, double at); /* the other way */
struct point plot_at(const struct plot *p, double x, double y);

/* The step of a linear axis from zero that reaches `most` with 5 to 7 labels: 1, 2, 5 × 10ⁿ. */
double axis_step(double most);

/* A window of a log axis: its low end so that [need_low, need_high] fits; see axis_window. */
struct window {
    double low, high;
};

/* Two log windows with one decade length for both. */
struct decades {
    struct window x, y;
    double decade; /* points */
};

/* Fits what must be seen into width × height with equal decades, at most `decade` long. x starts at
 * x.low, y ends at y.high; the room left over goes to the other ends. */
struct decades axis_decades(struct window x, struct window y, double width, double height,
                            double decade);

/* How the labels of an axis are written: "10 000", "128k", "40%", "10 ms", "8×"; whole numbers of
 * what is counted, each where there is room. */
enum tick_form { TICK_PLAIN, TICK_TOKENS, TICK_PERCENT, TICK_SECONDS, TICK_TIMES, TICK_COUNT };

struct tick {
    double value;
    const char *label; /* NULL: a minor tick */
};

/* The ticks of an axis, ascending. Linear: 5 to 7 labels; log 10: powers of ten, with 2 and 5 (and
 * 3) between where fewer than three would be seen; log 2: each doubling, every second one labelled
 * (the last among them) where there are more than ten without room. */
size_t axis_ticks(struct arena *a, struct axis axis, enum tick_form form, bool tight,
                  const struct tick **out);

/* "1", "1000", "10 000", "0.1"; "10⁴" where room is short. */
const char *axis_power_label(struct arena *a, int exponent, bool tight);

/* Line, ticks and labels of the x axis at the base of y, of the y axis at the left of x; a label
 * without room is left out. Grid lines stand at the labelled ticks. */
void axis_draw_x(struct drawing *d, const struct plot *p, enum tick_form form);
void axis_draw_y(struct drawing *d, const struct plot *p, enum tick_form form);
/* The same axis read in another unit, above the plot: its values may run the other way. Labels keep
 * clear of what is there. */
void axis_draw_top(struct drawing *d, struct axis axis, double y, enum tick_form form);
void axis_draw_grid_x(struct drawing *d, const struct plot *p);
void axis_draw_grid_y(struct drawing *d, const struct plot *p);

/* Right-aligned to the plot's right end below the tick labels; above the plot at the canvas' left.
 */
void axis_draw_title_x(struct drawing *d, const struct plot *p, const char *title);
void axis_draw_title_y(struct drawing *d, const struct plot *p, const char *title);

/* Both axes of a log-log plot with grid, ticks and labels. */
void axis_draw_logs(struct drawing *d, struct axis x, struct axis y);
void axis_draw_log_grid(struct drawing *d, struct axis x, struct axis y);

#endif
