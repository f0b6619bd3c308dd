/* The roofline from inside: what its parts share. */
#ifndef RIDGE_CHART_ROOFLINE_H
#define RIDGE_CHART_ROOFLINE_H

#include "chart/workload.h"
#include "plot/axis.h"
#include "plot/frame.h"
#include "plot/labels.h"

enum { ROOF_MOST = 5 };

/* One device; peak or bandwidth 0 = not known. */
struct roof_line {
    const struct accelerator *device;
    double peak, bandwidth, ridge;
    enum ink ink;
    struct stroke stroke;
};

/* Sizes of design 3, 4 and 6.1, standalone and in a page. */
struct roofline_look {
    double disc, diamond, halo;    /* marks of workloads, ring of ground */
    double ring[2], ring_width[2]; /* ridge of A, of the others */
    double hollow, hollow_width;   /* the same workload on other roofs */
    double dotted, dot_on, dot_off;
    double ridge_line;
    double name, name_first, second; /* type in the gutter */
    double point, share;             /* type at points */
    struct point beside, above;      /* label from its point: left end-aligned, above */
    double gutter_gap;
    double first_label; /* room for the label left of the first point */
};

struct roofline {
    struct drawing *d;
    const struct chart_request *request;
    const struct roofline_look *look;
    struct roof_line roofs[ROOF_MOST];
    size_t roof_count;
    struct workloads work;
    struct axis x, y;
    bool arithmetic; /* the gutter says peak ÷ bandwidth = ridge */
};

extern const struct roofline_look roofline_looks[2]; /* standalone, in page */

double roof_at(const struct roof_line *roof, double intensity); /* FLOP/s */
bool roof_bounds_compute(const struct roof_line *roof, double intensity);

/* A workload's place on a roof. */
struct point roofline_point(const struct roofline *r, const struct roof_line *roof,
                            double intensity);

/* The corners of a roof inside the plot; returns how many (0, 2 or 3). */
size_t roofline_corners(const struct roofline *r, const struct roof_line *roof,
                        struct point *corners);

void roofline_draw(struct roofline *r); /* everything but the labels */
void roofline_draw_labels(struct roofline *r);
double roofline_gutter(struct roofline *r); /* width that its texts need */

/* Words. */
struct frame roofline_frame(struct roofline *r);
const char *roofline_describe(struct roofline *r, const char *title);
/* short_form: without the model, for tight places. */
const char *roofline_point_name(struct roofline *r, const struct workload *w, bool is_last,
                                bool short_form);
struct chart_data roofline_data(struct roofline *r);

#endif
