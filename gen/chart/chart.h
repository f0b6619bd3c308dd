/* Charts: one file per kind, one row per kind in kinds.def; each makes a scene. */
#ifndef RIDGE_CHART_CHART_H
#define RIDGE_CHART_CHART_H

#include "plot/plot.h"

/* A row of kinds.def. */
struct chart_kind {
    const char *name;
    int accelerators, models, scenarios; /* how many it takes at most; 0 = none */
    int least_width;                     /* in a page; narrower, its labels would crowd */
    const char *shows;                   /* words of what it can show besides, between blanks */
    const char *measured_x, *measured_y; /* columns of measured points: "batch", "tokens/s" …; "" */
    bool (*make)(struct arena *, struct diag *, const struct chart_request *, struct chart *);
};

size_t chart_kind_count(void);
const struct chart_kind *chart_kind_at(size_t i);
/* By name; unknown: reports UNKNOWN_CHART with the nearest at the place, returns NULL. */
const struct chart_kind *chart_kind(struct diag *d, struct span where, const char *name);

/* Of a chart in a page; 0 where the kind is unknown. */
int chart_least_width(const char *name);

/* Makes a chart. Reports UNKNOWN_CHART, CHART_NEEDS, CHART_TOO_MANY …, returns NULL then. */
const struct chart *chart_make(struct arena *a, struct diag *d,
                               const struct chart_request *request);

#endif
