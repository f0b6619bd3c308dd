/* Accelerators over time from inside: what its parts share. */
#ifndef RIDGE_CHART_OVER_TIME_H
#define RIDGE_CHART_OVER_TIME_H

#include "chart/device.h"
#include "chart/kind.h"
#include "plot/axis.h"
#include "plot/frame.h"

enum { TIME_DEVICES = 16 };

enum growth { GROWTH_COMPUTE, GROWTH_CAPACITY, GROWTH_BANDWIDTH, GROWTHS };

struct generation {
    const struct accelerator *device;
    struct device_figures figures;
    double launched;       /* in years */
    bool month;            /* not only the year */
    double times[GROWTHS]; /* of the first; NaN = not known */
};

struct over_time_look {
    double mark;                         /* of the sizes of design 3 */
    double device_at, rule_at, ridge_at; /* rows below the axis */
    double device, ridge, name, second;  /* type */
    double leader_from, leader_to;
    double year_drop, tick;
    double gutter, pitch;
};

struct over_time {
    struct drawing *d;
    const struct chart_request *request;
    const struct over_time_look *look;
    struct generation line[TIME_DEVICES], others[TIME_DEVICES]; /* by launch */
    size_t count, other_count;
    struct plot plot;
};

const struct generation *over_time_last(const struct over_time *t);
/* Value of a growth, in SI. */
struct datum over_time_value(const struct generation *g, enum growth growth);

void over_time_draw(struct over_time *t);

/* Words. */
const char *over_time_times(struct over_time *t, double times); /* "8.9×" */
const char *over_time_span(struct over_time *t, enum growth growth);
const char *over_time_ridge(struct over_time *t, const struct generation *g);
const char *over_time_tooltip(struct over_time *t, const struct generation *g);
const char *over_time_others(struct over_time *t);
/* Has the ridge risen? Compared as printed. */
bool over_time_is_wall(struct over_time *t);
struct frame over_time_frame(struct over_time *t);
const char *over_time_describe(struct over_time *t, const char *title);
const char *over_time_caption(struct over_time *t);
struct chart_data over_time_data(struct over_time *t);

#endif
