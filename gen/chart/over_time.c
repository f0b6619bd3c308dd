/* Accelerators over time (design 6.9): what one vendor's line gained since its first device. */
#include "chart/over_time.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char default_devices[] =
    "v100-sxm2-16gb a100-sxm4-40gb a100-sxm4-80gb h100-sxm5-80gb h200-sxm-141gb gb200-per-gpu "
    "gb300-per-gpu mi300x mi355x tpu-v4 tpu-v5p tpu-v7-ironwood";

static const struct over_time_look looks[2] = {
    {.mark = 1,
     .device_at = 36,
     .rule_at = 41,
     .ridge_at = 51,
     .device = 9,
     .ridge = 9.5,
     .name = 10.5,
     .second = 8.5,
     .leader_from = 18,
     .leader_to = 27.5,
     .year_drop = 14.5,
     .tick = 4,
     .gutter = 9,
     .pitch = 27},
    {.mark = 0.72,
     .device_at = 31,
     .rule_at = 35,
     .ridge_at = 44.5,
     .device = 8,
     .ridge = 8.5,
     .name = 8.5,
     .second = 8,
     .leader_from = 14,
     .leader_to = 23,
     .year_drop = 11.5,
     .tick = 3.3,
     .gutter = 9,
     .pitch = 24},
};

const struct generation *over_time_last(const struct over_time *t) {
    return &t->line[t->count - 1];
}

struct datum over_time_value(const struct generation *g, enum growth growth) {
    const struct datum values[GROWTHS] = {[GROWTH_COMPUTE] = g->figures.peak,
                                          [GROWTH_CAPACITY] = g->figures.capacity,
                                          [GROWTH_BANDWIDTH] = g->figures.bandwidth};
    return values[growth];
}

/* ── Devices ── */

static bool needs(const struct over_time *t, struct diag *diag, const char *what) {
    diag_report(diag, DIAG_CHART_NEEDS, t->request->where, t->request->kind, what, NULL);
    return false;
}

static bool same_vendor(const struct accelerator *a, const struct accelerator *b) {
    return a->vendor && b->vendor && !strcmp(a->vendor, b->vendor);
}

static bool add_device(struct arena *a, struct over_time *t, struct diag *diag,
                       const struct accelerator *device, const struct accelerator *first) {
    bool own = same_vendor(device, first);
    struct generation *g = own ? &t->line[t->count] : &t->others[t->other_count];
    *g = (struct generation){.device = device, .figures = device_figures(device)};
    g->launched = device_launched(device, &g->month);
    if (g->launched <= 0)
        return needs(t, diag,
                     arena_printf(a, "accelerators with a date of launch, not %s", device->id));
    *(own ? &t->count : &t->other_count) += 1;
    return true;
}

/* By launch; those of one month by what they do. */
static int by_launch(const void *a, const void *b) {
    const struct generation *x = a, *y = b;
    double by = x->launched - y->launched;
    if (by == 0)
        by = x->figures.peak.value - y->figures.peak.value;
    return by > 0 ? 1 : by < 0 ? -1 : 0;
}

static void relate(struct generation *g, const struct generation *first) {
    for (int k = 0; k < GROWTHS; k++) {
        struct datum now = over_time_value(g, (enum growth)k),
                     then = over_time_value(first, (enum growth)k);
        g->times[k] = now.known && then.known && now.value > 0 ? now.value / then.value : NAN;
    }
}

static bool is_whole(const struct generation *g) {
    return g->figures.ridge > 0 && g->figures.capacity.known;
}

static bool add_devices(struct arena *a, struct over_time *t, struct diag *diag) {
    const struct accelerator *devices[TIME_DEVICES];
    size_t n = request_accelerators(t->request, diag, default_devices, devices, TIME_DEVICES);
    bool good = n > 0;
    for (size_t i = 0; i < n; i++)
        good = add_device(a, t, diag, devices[i], devices[0]) && good;
    if (!good)
        return false;
    qsort(t->line, t->count, sizeof *t->line, by_launch);
    qsort(t->others, t->other_count, sizeof *t->others, by_launch);
    if (t->count < 2)
        return needs(t, diag, "at least two accelerators of one vendor");
    if (!is_whole(&t->line[0]) || !is_whole(over_time_last(t)))
        return needs(
            t, diag,
            "a first and a last accelerator with known 16-bit peak, bandwidth and capacity");
    for (size_t i = 0; i < t->count; i++)
        relate(&t->line[i], &t->line[0]);
    for (size_t i = 0; i < t->other_count; i++)
        relate(&t->others[i], &t->line[0]);
    return true;
}

/* ── Axes ── */

static void widen(const struct generation *at, size_t n, struct window *x, struct window *y) {
    for (size_t i = 0; i < n; i++) {
        x->low = fmin(x->low, floor(at[i].launched));
        x->high = fmax(x->high, floor(at[i].launched) + 1.5);
        for (int k = 0; k < GROWTHS; k++) { /* fmin and fmax pass NaN by */
            y->low = fmin(y->low, at[i].times[k]);
            y->high = fmax(y->high, at[i].times[k]);
        }
    }
}

static void set_axes(struct over_time *t, struct rect plot) {
    struct window x = {INFINITY, 0}, y = {1, 2};
    widen(t->line, t->count, &x, &y);
    widen(t->others, t->other_count, &x, &y);
    double high = pow(2, ceil(log2(y.high * 1.02) - 1e-9));
    t->plot.x = (struct axis){AXIS_LINEAR, x.low, x.high, plot.x, rect_right(plot)};
    t->plot.y = (struct axis){AXIS_LOG2, y.low * 0.8, high, rect_bottom(plot), plot.y};
}

bool chart_accelerators_over_time(struct arena *a, struct diag *diag,
                                  const struct chart_request *request, struct chart *chart) {
    static const struct frame_sizes sizes = {448, 48, 440, 108, 338, 48, 357, 232, false};
    struct over_time *t = ARENA_NEW(a, struct over_time);
    t->request = request;
    t->look = &looks[request->in_page];
    if (!add_devices(a, t, diag))
        return false;
    t->d = drawing_new(a, request, 560, 0); /* words need an arena before there is a frame */
    struct frame frame = over_time_frame(t);
    struct framed framed;
    struct rect plot;
    t->d = frame_open(a, request, &frame, &sizes, &framed, &plot);
    set_axes(t, plot);
    over_time_draw(t);
    frame_close(t->d, &frame, &framed, chart);
    chart->describe = over_time_describe(t, chart->title);
    chart->caption = over_time_caption(t);
    chart->data = over_time_data(t);
    return true;
}
