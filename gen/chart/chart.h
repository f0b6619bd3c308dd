/* Charts: one file per kind, one row per kind in kinds.def; each makes a scene. */
#ifndef RIDGE_CHART_CHART_H
#define RIDGE_CHART_CHART_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "catalog/catalog.h"
#include "figure/scene.h"

/* What to draw, as written in r:chart or on the command line. */
struct chart_request {
    struct catalog *catalog;
    const struct strings *strings;
    struct fonts *fonts;
    struct span where; /* for messages */
    const char *kind;
    const struct accelerator *const *accelerators; /* slots A, B, C … in order */
    size_t accelerator_count;
    const struct model *model;               /* or NULL: the kind's default */
    const struct scenario *const *scenarios; /* points or stacks, in order */
    size_t scenario_count;
    bool in_page;         /* no title block, smaller type (design.md 7) */
    double width, height; /* of the in-page frame; 0 = the kind's own size */
    double highest;       /* of the kind's own height; 0 = any */
};

/* A row of the data behind a chart, for --data and for tests. */
struct chart_data {
    const char *const *columns;
    size_t column_count;
    const char *const *cells; /* row by row */
    size_t row_count;
};

struct chart {
    struct scene *scene;
    const char *title; /* the finding, computed */
    const char *subtitle;
    const char *describe; /* all numbers, for <desc> and alternative text */
    const char *caption;  /* how to read it, for captions in pages */
    struct chart_data data;
    const struct rect *labels; /* boxes of all texts, for the overlap check */
    size_t label_count;
};

/* Makes a chart. Reports UNKNOWN_CHART, CHART_NEEDS …, returns NULL then. */
const struct chart *chart_make(struct arena *a, struct diag *d,
                               const struct chart_request *request);

size_t chart_kind_count(void);
const char *chart_kind_name(size_t i);

#endif
