/* The quantisation ladder from inside: what its parts share. */
#ifndef RIDGE_CHART_QUANTISATION_LADDER_H
#define RIDGE_CHART_QUANTISATION_LADDER_H

#include "core/estimate.h"
#include "plot/axis.h"
#include "plot/frame.h"

enum { RUNGS_MOST = 12 };

struct rung {
    const struct format *format;
    const struct estimate *estimate;
    double bytes, bits;    /* of all weights; a weight on average */
    struct quantity speed; /* value 0: does not fit */
    double ceiling;
    struct quantity share; /* of the bandwidth that is reached */
};

struct ladder_look {
    double left, right;      /* of the rows */
    double bits, gib;        /* right edges; bits 0: no such column */
    double plot, plot_right; /* left and right of the bars */
    double typical, range;   /* right edges; range 0: no such column */
    double top, pitch, bar, band;
    double name, text; /* type */
};

struct quantisation_ladder {
    struct drawing *d;
    const struct chart_request *request;
    struct ladder_look look;
    const struct scenario *scenario; /* completed, of the first rung */
    struct rung rungs[RUNGS_MOST];   /* the most bytes first */
    size_t count, first;             /* the first that fits; count: none */
    const char *unrated; /* formats that fit, but whose speed nobody can tell; NULL: none */
    struct plot plot;
};

void quantisation_draw(struct quantisation_ladder *q);

/* Words. */
struct frame quantisation_frame(const struct quantisation_ladder *q, struct arena *a);
const char *quantisation_says(const struct quantisation_ladder *q, struct arena *a,
                              const struct rung *r);
const char *quantisation_describe(const struct quantisation_ladder *q, struct arena *a,
                                  const char *title);
const char *quantisation_caption(const struct quantisation_ladder *q, struct arena *a);
struct chart_data quantisation_data(const struct quantisation_ladder *q, struct arena *a);
const char *quantisation_speed(struct arena *a, double speed); /* "57", "8.3" */
const char *quantisation_range(struct arena *a, struct quantity speed);
const char *quantisation_bits(struct arena *a, double bits); /* "4.16" */
const char *quantisation_gib(struct arena *a, double bytes);

#endif
