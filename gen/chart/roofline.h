/* The roofline from inside: what its parts share. */
#ifndef RIDGE_CHART_ROOFLINE_H
#define RIDGE_CHART_ROOFLINE_H

#include "chart/workload.h"
#include "figure/mark.h"
#include "plot/axis.h"
#include "plot/data.h"
#include "plot/frame.h"
#include "plot/gutter.h"
#include "plot/place.h"

enum { ROOF_MOST = 5, CEILING_MOST = 12 };

/* One device; peak or bandwidth 0 = not known. In the roofline of communication the bandwidth is
 * that of its link, one way. */
struct roof_line {
    const struct accelerator *device;
    double peak, bandwidth, ridge;
    enum ink ink;
    struct stroke stroke;
    int mark; /* of the drawing */
};

/* Another limit of device A: the peak of another format, or a memory or link that data come over.
 */
struct ceiling {
    const char *name;    /* "FP8, INT8", "PCIe 5.0 x16" */
    const char *from;    /* key of what lies behind a link; NULL for formats */
    const char *unit;    /* "TFLOP/s", "TOP/s", "GB/s" … */
    double value, ridge; /* FLOP/s or B/s; where it meets roof A: with a known peak */
    bool is_slope;
    int mark;
};

/* Sizes of design 3, 4 and 6.1, standalone and in a page. */
struct roofline_look {
    double disc, diamond, halo;  /* marks of workloads, ring of ground */
    double small;                /* discs of a trail between its ends */
    double hollow, hollow_width; /* the same workload on other roofs */
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
    struct ceiling ceilings[CEILING_MOST];
    size_t ceiling_count;
    struct workloads work;
    int *point_marks, *measured_marks; /* numbers of the drawing, one for each point */
    struct axis x, y;
    bool link;       /* the roofline of communication */
    bool arithmetic; /* the gutter says peak ÷ bandwidth = ridge */
    bool narrow;     /* in the measure or less */
};

extern const struct roofline_look roofline_looks[2]; /* standalone, in page */

double roof_at(const struct roof_line *roof, double intensity); /* FLOP/s */
bool roof_bounds_compute(const struct roof_line *roof, double intensity);

/* What the slopes are: memory bandwidth or the link. */
enum limit roofline_slope_limit(const struct roofline *r);
enum ink roofline_ink(const struct roofline *r, double intensity); /* of what bounds it on A */

/* A workload's place on a roof. */
struct point roofline_point(const struct roofline *r, const struct roof_line *roof,
                            double intensity);

/* The corners of a roof inside the plot; returns how many (0, 2 or 3). */
size_t roofline_corners(const struct roofline *r, const struct roof_line *roof,
                        struct point *corners);

/* Is a point shown on the other roofs too? Of a trail, and of very many points, only the ends. */
bool roofline_is_compared(const struct roofline *r, size_t k);

bool roofline_ridge_is_seen(const struct roofline *r, const struct roof_line *roof);

/* Where a ceiling runs inside the plot; false when it does not. */
bool roofline_ceiling_line(const struct roofline *r, const struct ceiling *c, struct segment *out);

/* False after reporting that the device has none. */
bool roofline_add_ceilings(struct roofline *r, struct diag *diag);

/* ── Drawing, in this order ── */

void roofline_draw(struct roofline *r);        /* regions, axes, roofs */
void roofline_draw_marks(struct roofline *r);  /* points on them */
void roofline_draw_labels(struct roofline *r); /* all texts */

/* ── Texts ── */

double roofline_gutter(struct roofline *r); /* width that its texts need */
void roofline_draw_gutter(struct roofline *r);
void roofline_draw_surround(struct roofline *r); /* axes, carets, regions */
void roofline_draw_slopes(struct roofline *r);   /* along links and memories */
void roofline_draw_key(struct roofline *r);
/* From the floor of the plot to the top of its first row. */
double roofline_key_height(struct roofline *r);
double roofline_first_label(struct roofline *r); /* room it needs left of the first point */

/* ── Words ── */

/* The key of a word, where it differs in the roofline of communication. */
const char *roofline_key(const struct roofline *r, const char *name);
const char *roofline_word(const struct roofline *r, const char *name);

void roofline_title(struct roofline *r, struct frame *f);
struct frame roofline_frame(struct roofline *r);
const char *roofline_describe(struct roofline *r, const char *title);
struct chart_data roofline_data(struct roofline *r);

double roofline_share(const struct roofline *r, const struct workload *w); /* of peak A; 0 */

/* short_form: without the model, for tight places. */
const char *roofline_point_name(struct roofline *r, const struct workload *w, bool is_last,
                                bool short_form);
const char *roofline_number(struct roofline *r, const struct workload *w); /* "64", "4k", "8" */
const char *roofline_ceiling_name(struct roofline *r, const struct ceiling *c);
const char *roofline_ceiling_value(struct roofline *r, const struct ceiling *c);

/* Tooltips: name, intensity, what it attains, what bounds it. */
const char *roofline_say_roof(struct roofline *r, const struct roof_line *roof);
const char *roofline_say_ceiling(struct roofline *r, const struct ceiling *c);
const char *roofline_say_point(struct roofline *r, const struct roof_line *roof,
                               const struct workload *w);
const char *roofline_say_measured(struct roofline *r, const struct measured *m);

#endif
