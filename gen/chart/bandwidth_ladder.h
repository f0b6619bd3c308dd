/* The bandwidth ladder from inside: what its parts share. */
#ifndef RIDGE_CHART_BANDWIDTH_LADDER_H
#define RIDGE_CHART_BANDWIDTH_LADDER_H

#include "chart/kind.h"
#include "core/estimate.h"
#include "plot/axis.h"
#include "plot/frame.h"

enum { LADDER_DEVICES = 8, LADDER_RUNGS = 24 };

enum tier {
    TIER_DEVICE_MEMORY,
    TIER_DEVICE_LINK,
    TIER_HOST_MEMORY,
    TIER_HOST_LINK,
    TIER_NETWORK,
    TIER_STORAGE,
    TIERS
};

struct rung {
    enum tier tier;
    const char *name, *detail; /* "HBM3", "H100"; either may be "" */
    double bandwidth;          /* B/s, one way */
    const struct accelerator *device;
    const struct link *link;
    bool fits; /* links and drives hold anything */
    enum grade grade;
    double y;
};

struct ladder_look {
    double group, name, detail, value; /* type */
    double name_drop;                  /* from the middle of a row to the baseline */
    double first, last;                /* from the plot's edges to the first and last row */
    double gap;                        /* more between tiers, in rows */
    double value_gap, title_gap;
    double name_x, name_x_wide, plot_x; /* least places of columns; beside the longer tier names */
    double passes, values;              /* least widths */
    double mark;                        /* of the sizes of design 3 */
};

struct ladder {
    struct drawing *d;
    const struct chart_request *request;
    const struct ladder_look *look;
    const struct model *model;
    const struct estimate *estimate; /* of the model on the first device */
    double bytes, step; /* of all weights; of those that a decode step reads, 0 = not known */
    const struct accelerator *subject;
    struct rung rungs[LADDER_RUNGS];
    size_t count;
    struct plot plot;
    bool no_passes; /* there is no room for them */
    double pitch, group_x, name_x, time_x, passes_x;
};

double ladder_seconds(const struct ladder *l, const struct rung *r);

/* The rung of a link by its id, or of the device that the chart is about; NULL when not there. */
const struct rung *ladder_link(const struct ladder *l, const char *id);
const struct rung *ladder_subject(const struct ladder *l);

void ladder_draw(struct ladder *l);
/* Widths of the columns, as drawn. */
double ladder_groups_width(struct ladder *l);
double ladder_names_width(struct ladder *l);
double ladder_values_width(struct ladder *l);
double ladder_times_width(struct ladder *l);
double ladder_passes_width(struct ladder *l);

/* Words. */
bool ladder_is_of_gpus(const struct ladder *l); /* so that their memory is called so */
const char *ladder_tier(struct ladder *l, enum tier tier);
const char *ladder_rate(struct ladder *l, const struct rung *r);   /* "460.8" */
const char *ladder_time(struct ladder *l, const struct rung *r);   /* "29.2 ms" */
const char *ladder_passes(struct ladder *l, const struct rung *r); /* "34.2" */
const char *ladder_tooltip(struct ladder *l, const struct rung *r);
const char *ladder_bytes(struct ladder *l);
struct frame ladder_frame(struct ladder *l);
const char *ladder_describe(struct ladder *l, const char *title);
struct chart_data ladder_data(struct ladder *l);

#endif
