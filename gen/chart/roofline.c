/* The roofline (design 6.1): what a device attains at an arithmetic intensity. */
#include "chart/roofline.h"

#include <math.h>

#include "chart/kind.h"
#include "core/roofline.h"
#include "plot/words.h"

const struct roofline_look roofline_looks[2] = {
    {.disc = 4.2,
     .diamond = 5.4,
     .halo = 1.2,
     .small = 2.9,
     .hollow = 2.1,
     .hollow_width = 1,
     .dotted = 0.8,
     .dot_on = 1.2,
     .dot_off = 2,
     .ridge_line = 0.5,
     .name = 9.5,
     .name_first = 10.5,
     .second = 8.5,
     .point = 9.5,
     .share = 9,
     .beside = {-9, -7},
     .above = {-6, -10},
     .gutter_gap = 9,
     .first_label = 45},
    {.disc = 2.6,
     .diamond = 3.2,
     .halo = 0.9,
     .small = 2,
     .hollow = 2.2,
     .hollow_width = 0.9,
     .dotted = 0.7,
     .dot_on = 1,
     .dot_off = 1.8,
     .ridge_line = 0.4,
     .name = 8.5,
     .name_first = 8.5,
     .second = 8,
     .point = 8.5,
     .share = 8,
     .beside = {-6, -2},
     .above = {-4, -6},
     .gutter_gap = 4,
     .first_label = 19},
};

/* Slots of design 2.4; a fourth and fifth device repeat B and C with other dashes. */
static const struct {
    enum ink ink;
    double dash[4];
} slots[ROOF_MOST] = {
    {INK_DEVICE_A, {0}},
    {INK_DEVICE_B, {0}},
    {INK_DEVICE_C, {5, 2.5}},
    {INK_DEVICE_B, {1.5, 2}},
    {INK_DEVICE_C, {8, 2.5, 2, 2.5}},
};

/* Where much is shown of one device, no others are put beside it unless they are asked for. */
static const char alone[] = "h100-sxm5-80gb", together[] = "h100-sxm5-80gb a100-sxm4-80gb rtx-4090";

double roof_at(const struct roof_line *roof, double intensity) {
    double slope = roof->bandwidth * intensity;
    if (roof->peak <= 0)
        return slope;
    return roof->bandwidth > 0 ? fmin(roof->peak, slope) : roof->peak;
}

bool roof_bounds_compute(const struct roof_line *roof, double intensity) {
    return roof->peak > 0 && roof_at(roof, intensity) >= roof->peak;
}

enum limit roofline_slope_limit(const struct roofline *r) {
    return r->link ? LIMIT_INTERCONNECT : LIMIT_BANDWIDTH;
}

enum ink roofline_ink(const struct roofline *r, double intensity) {
    bool compute = roof_bounds_compute(&r->roofs[0], intensity);
    return limit_ink(compute ? LIMIT_COMPUTE : roofline_slope_limit(r));
}

struct point roofline_point(const struct roofline *r, const struct roof_line *roof,
                            double intensity) {
    return (struct point){axis_at(r->x, intensity), axis_at(r->y, roof_at(roof, intensity) / 1e12)};
}

size_t roofline_corners(const struct roofline *r, const struct roof_line *roof,
                        struct point *corners) {
    size_t n = 0;
    double from = r->x.low, to = r->x.high;
    if (roof->bandwidth > 0) {
        from = fmax(from, r->y.low * 1e12 / roof->bandwidth);
        double end = roof->peak > 0 ? to : fmin(to, r->y.high * 1e12 / roof->bandwidth);
        if (from >= end)
            return 0;
        corners[n++] = roofline_point(r, roof, from);
        if (roof->ridge > from && roof->ridge < end)
            corners[n++] = roofline_point(r, roof, roof->ridge);
        corners[n++] = roofline_point(r, roof, end);
    } else if (roof->peak > 0) {
        corners[n++] = roofline_point(r, roof, from);
        corners[n++] = roofline_point(r, roof, to);
    }
    return n;
}

/* The memory's bandwidth, or that of the link between devices, one way; without one that of the
 * link to the host, as the devices talk over it then. */
static double bandwidth_of(const struct roofline *r, const struct accelerator *device) {
    struct datum rate = device->memory_bandwidth;
    if (r->link)
        rate = device->link_bandwidth.known ? device->link_bandwidth : device->host_link_bandwidth;
    return rate.known ? rate.value : 0;
}

static void add_roof(struct roofline *r, const struct accelerator *device) {
    struct roof_line *line = &r->roofs[r->roof_count];
    struct roof roof = roof_of(device, PEAK_BF16);
    struct datum peak = accelerator_peak(device, roof.arithmetic);
    double width = r->request->in_page ? (r->roof_count ? 1.4 : 2) : (r->roof_count ? 1.3 : 2.2);
    line->device = device;
    line->peak = roof.known ? roof.peak : peak.known ? peak.value : 0;
    line->bandwidth = bandwidth_of(r, device);
    line->ridge = line->peak > 0 && line->bandwidth > 0 ? line->peak / line->bandwidth : 0;
    line->ink = slots[r->roof_count].ink;
    line->stroke = stroke_solid(line->ink, width);
    line->stroke.join = JOIN_ROUND;
    for (int i = 0; i < 4; i++)
        line->stroke.dash[i] = slots[r->roof_count].dash[i];
    r->roof_count++;
}

static bool needs(const struct roofline *r, struct diag *diag, const char *what) {
    diag_report(diag, DIAG_CHART_NEEDS, r->request->where, r->request->kind, what, NULL);
    return false;
}

static bool add_roofs(struct roofline *r, struct diag *diag) {
    const struct accelerator *devices[ROOF_MOST];
    size_t n = request_accelerators(r->request, diag,
                                    r->request->shown_count && !r->link ? alone : together, devices,
                                    ROOF_MOST);
    for (size_t i = 0; i < n; i++)
        add_roof(r, devices[i]);
    if (!n || (r->roofs[0].peak <= 0 && r->roofs[0].bandwidth <= 0))
        return needs(r, diag, "an accelerator with a known memory bandwidth and 16-bit peak");
    if (r->link && r->roofs[0].ridge <= 0)
        return needs(r, diag, "an accelerator with a known link and 16-bit peak");
    return true;
}

/* All points on all roofs. */
static void see_points(const struct roofline *r, double *least, double *right) {
    for (size_t k = 0; k < r->work.n; k++) {
        double intensity = r->work.at[k].intensity;
        *right = fmax(*right, intensity);
        for (size_t i = 0; i < r->roof_count; i++)
            if (roof_at(&r->roofs[i], intensity) > 0)
                *least = fmin(*least, roof_at(&r->roofs[i], intensity));
    }
    for (size_t i = 0; i < r->request->point_count; i++) {
        *right = fmax(*right, r->request->points[i].x);
        *least = fmin(*least, r->request->points[i].y);
    }
}

/* The highest of what bounds compute; without any peak room over the points. */
static double highest(const struct roofline *r) {
    double top = 0;
    for (size_t i = 0; i < r->roof_count; i++)
        top = fmax(top, r->roofs[i].peak);
    for (size_t i = 0; i < r->ceiling_count; i++)
        if (!r->ceilings[i].is_slope)
            top = fmax(top, r->ceilings[i].value);
    for (size_t i = 0; i < r->request->point_count; i++)
        top = fmax(top, r->request->points[i].y);
    return top > 0 ? top : fmax(r->roofs[0].bandwidth * fmax(100, 4 * workloads_most(&r->work)), 1);
}

/* How far left: the first point, and of the roofline of communication as much as its slope needs.
 */
static double leftmost(const struct roofline *r) {
    double left = r->narrow ? 0.4 : 0.22, least = workloads_least(&r->work);
    for (size_t i = 0; r->link && i < r->roof_count; i++)
        if (r->roofs[i].ridge > 0)
            least = fmin(least > 0 ? least : r->roofs[i].ridge, r->roofs[i].ridge);
    if (r->link)
        left = least / 60; /* so that slopes are seen */
    for (size_t i = 0; i < r->request->point_count; i++)
        left = fmin(left, r->request->points[i].x / 2);
    return left;
}

/* What must be seen: all points on all roofs, all ridges, with room for their labels. */
static void needed_windows(const struct roofline *r, struct window *x, struct window *y) {
    double top = highest(r), left = leftmost(r), right = 0, least = INFINITY;
    for (size_t i = 0; i < r->roof_count; i++)
        right = fmax(right, r->roofs[i].ridge);
    see_points(r, &least, &right);
    right *= 2.4;
    for (size_t i = 0; i < r->ceiling_count; i++)
        right = fmax(right, r->ceilings[i].ridge * 1.5);
    *x = (struct window){left, fmax(right, left * 100)};
    double headroom = r->work.source == WORK_PREFILL ? 6 : r->narrow ? 1.718 : 1.76875;
    y->high = top * headroom / 1e12; /* names of several operations take more lines */
    y->low = fmin(least / 2.6e12, y->high / 100);
}

/* Where the plot stands: left, top, largest width and height. */
struct room {
    double left, top, width, height, decade;
};

static void set_axes(struct roofline *r, struct room room) {
    struct window x, y;
    needed_windows(r, &x, &y);
    struct decades fit = axis_decades(x, y, room.width, room.height, room.decade);
    double first = workloads_least(&r->work), label = roofline_first_label(r);
    for (int again = 0; again < 3 && first > 0; again++) { /* shorter decades need more of them */
        x.low = fmin(x.low, first / pow(10, label / fit.decade));
        fit = axis_decades(x, y, room.width, room.height, room.decade);
    }
    r->x = (struct axis){AXIS_LOG, fit.x.low, fit.x.high, room.left, room.left + room.width};
    r->y = (struct axis){AXIS_LOG, fit.y.low, fit.y.high, room.top + room.height, room.top};
}

static void draw_all(struct roofline *r) {
    roofline_draw(r);
    roofline_draw_marks(r);
    roofline_draw_labels(r);
}

static void draw_standalone(struct roofline *r, struct frame *frame) {
    struct framed framed = frame_measure(r->d, frame);
    r->d->scene->height += framed.drop + framed.grow;
    r->arithmetic = true;
    set_axes(r, (struct room){48, 108.56 + framed.drop, 312.06, 245.44, 67});
    frame_draw_head(r->d, frame, &framed);
    draw_all(r);
    frame_draw_foot(r->d, &framed);
}

/* A narrow frame has names only in its gutter; a wide one the whole division. */
static void draw_in_page(struct roofline *r) {
    double width = r->d->scene->width, height = r->d->scene->height;
    r->arithmetic = width >= 320;
    double gutter = fmax(roofline_gutter(r) + r->look->gutter_gap, 29.9);
    double plot_width = width - 26 - gutter, plot_height = height - 18 - 31.43;
    double decade = r->arithmetic ? plot_width / 4.176 : 46;
    set_axes(r, (struct room){26, 18, plot_width, plot_height, decade});
    draw_all(r);
}

/* In pages: pair, measure and wide (design 7). */
static double page_height(double width) {
    return width > 400 ? 300 : 219;
}

/* Devices, what limits them, and the work that is put on them. */
static bool gather(struct roofline *r, struct arena *a, struct diag *diag) {
    enum work_source source = workloads_source(r->request);
    r->link = source == WORK_TENSOR;
    if (!add_roofs(r, diag) || !roofline_add_ceilings(r, diag) ||
        !workloads_make(a, diag, r->request, r->roofs[0].device, source, &r->work))
        return false;
    if (!r->work.n && source != WORK_PHASES)
        return needs(r, diag, "a model and options that make a decode step");
    for (size_t i = 0; i < r->request->point_count; i++)
        if (!(r->request->points[i].x > 0 && r->request->points[i].y > 0))
            return needs(r, diag, "measured points above zero: its axes are logarithmic");
    r->point_marks = ARENA_ARRAY(a, int, r->work.n + 1);
    r->measured_marks = ARENA_ARRAY(a, int, r->request->point_count + 1);
    return true;
}

bool chart_roofline(struct arena *a, struct diag *diag, const struct chart_request *request,
                    struct chart *chart) {
    struct roofline *r = ARENA_NEW(a, struct roofline);
    double width = request->in_page ? (request->width > 0 ? request->width : 248) : 560;
    double height = frame_height(request, page_height(width));
    r->request = request;
    r->look = &roofline_looks[request->in_page];
    r->narrow = request->in_page && width <= 400;
    r->d = drawing_new(a, request, width, request->in_page ? height : 428);
    if (!gather(r, a, diag))
        return false;
    struct frame frame = roofline_frame(r);
    if (request->in_page)
        draw_in_page(r);
    else
        draw_standalone(r, &frame);
    chart->title = frame_title(a, &frame);
    chart->subtitle = frame.subtitle;
    chart->describe = roofline_describe(r, chart->title);
    chart->caption = say_with(a, request->strings, roofline_key(r, "caption"), "device",
                              r->roofs[0].device->short_name, NULL);
    chart->data = roofline_data(r);
    drawing_finish(r->d, chart);
    return true;
}
