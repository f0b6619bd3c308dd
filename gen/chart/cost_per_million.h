/* Cost per million tokens from inside: what its parts share. */
#ifndef RIDGE_CHART_COST_PER_MILLION_H
#define RIDGE_CHART_COST_PER_MILLION_H

#include "core/estimate.h"
#include "plot/axis.h"
#include "plot/frame.h"

enum { COST_MOST = 4, COST_POINTS = 24 };

/* What a curve counts: rent or purchase; what energy costs where no price of the device is known;
 * energy itself where no price is. */
enum cost_basis { BASIS_NONE, BASIS_KWH, BASIS_ENERGY, BASIS_PRICE };

struct cost_point {
    double batch, least; /* least: at the ceiling of the speed */
    struct quantity cost;
};

/* One scenario's batches, from one sequence to the largest batch that fits. */
struct cost_curve {
    const struct scenario *scenario; /* completed */
    enum cost_basis basis;
    struct cost_point points[COST_POINTS];
    bool fits;
    size_t n;   /* 0: does not fit, or nothing is known of its cost */
    bool whole; /* its last batch is the largest that fits; else the axis ends before */
};

struct cost_chart {
    struct drawing *d;
    const struct chart_request *request;
    struct cost_curve curves[COST_MOST];
    size_t count;
    enum cost_basis basis; /* of all */
    const char *currency;  /* or "kWh" */
    struct plot plot;
    double wall; /* the batch beyond which none of them has memory; 0: beyond the axis */
};

void cost_draw(struct cost_chart *c);

/* The curve that is cheapest at its last point; NULL when none fits. */
const struct cost_curve *cost_cheapest(const struct cost_chart *c);
const struct cost_curve *cost_first(const struct cost_chart *c); /* that fits */
const struct cost_point *cost_last(const struct cost_curve *curve);

/* Words. */
const char *cost_amount(struct arena *a, double amount); /* "0.21", "35" */
const char *cost_name(const struct cost_chart *c, struct arena *a, const struct cost_curve *curve);
/* "RTX 4090: does not fit": why there is no curve. */
const char *cost_missing(const struct cost_chart *c, struct arena *a,
                         const struct cost_curve *curve);
const char *cost_says(const struct cost_chart *c, struct arena *a, const struct cost_curve *curve);
struct frame cost_frame(const struct cost_chart *c, struct arena *a);
const char *cost_axis_title(const struct cost_chart *c, struct arena *a);
const char *cost_describe(const struct cost_chart *c, struct arena *a, const char *title);
const char *cost_caption(const struct cost_chart *c, struct arena *a);
struct chart_data cost_data(const struct cost_chart *c, struct arena *a);

#endif
