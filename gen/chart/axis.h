/* Axes: where values lie, where ticks stand, and how they are drawn (design 3, 6). */
#ifndef RIDGE_CHART_AXIS_H
#define RIDGE_CHART_AXIS_H

#include "chart/draw.h"

/* Values low…high lie at positions from…to. */
struct axis {
    bool log;
    double low, high;
    double from, to;
};

double axis_at(struct axis axis, double value);

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

/* "1", "1000", "10 000", "0.1"; "10⁴" where room is short. */
const char *axis_power_label(struct arena *a, int exponent, bool tight);

/* Both axes of a log-log plot with grid, ticks and labels. */
void axis_draw_logs(struct drawing *d, struct axis x, struct axis y);
void axis_draw_log_grid(struct drawing *d, struct axis x, struct axis y);

#endif
