/* What to draw, and what was drawn: the two ends of every chart. */
#ifndef RIDGE_PLOT_PLOT_H
#define RIDGE_PLOT_PLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "catalog/catalog.h"
#include "figure/scene.h"

/* A measured point of the reader's own, in SI units of the kind's axes. */
struct measured {
    const char *name; /* "" = none */
    double x, y;
};

/* What to draw, as written in r:chart or on the command line. */
struct chart_request {
    struct catalog *catalog;
    const struct strings *strings;
    struct fonts *fonts;
    struct span where; /* for messages */
    const char *kind;
    const struct accelerator *const *accelerators; /* slots A, B, C … in order */
    size_t accelerator_count;
    const struct model *const *models; /* none: the kind's defaults */
    size_t model_count;
    const struct scenario *const *scenarios; /* points, stacks, bars … in order */
    size_t scenario_count;
    const char *const *shown; /* words of the kind's row: what to show besides */
    size_t shown_count;
    const struct measured *points; /* drawn filled beside the modelled ones */
    size_t point_count;
    bool in_page;         /* no title block, smaller type (design.md 7) */
    double width, height; /* of the in-page frame; 0 = the kind's own size */
    double highest;       /* of the kind's own height; 0 = any */
};

/* Is the word among those to show? */
bool request_shows(const struct chart_request *r, const char *word);

/* The first model, or the catalogue's entry of this id; NULL after reporting. */
const struct model *request_model(const struct chart_request *r, struct diag *d, const char *id);

/* The accelerators, or the catalogue's entries of these ids ("h100-sxm5-80gb rtx-4090"), into
 * `out`; returns how many, at most `room`. */
size_t request_accelerators(const struct chart_request *r, struct diag *d, const char *ids,
                            const struct accelerator **out, size_t room);
size_t request_models(const struct chart_request *r, struct diag *d, const char *ids,
                      const struct model **out, size_t room);

/* A row of the data behind a chart, for --data and for tests. */
struct chart_data {
    const char *const *columns;
    size_t column_count;
    const char *const *cells; /* row by row */
    size_t row_count;
};

/* A text of a chart, with the slack that other fonts may need, and the mark that it names: a number
 * of the drawing, 0 = none (axes, titles, rows). */
struct chart_label {
    struct rect box;
    int names;
};

/* What a label must not cross unless it names it: a line, or a box that ink fills. */
struct chart_mark {
    bool is_box;
    struct point from, to; /* of a box, its corners */
    int number;            /* which mark of the drawing it belongs to; 0 = itself only */
};

struct chart {
    struct scene *scene;
    const char *title; /* the finding, computed */
    const char *subtitle;
    const char *describe; /* all numbers, for <desc> and alternative text */
    const char *caption;  /* how to read it, for captions in pages */
    struct chart_data data;
    const struct chart_label *labels;
    size_t label_count;
    const struct chart_mark *marks;
    size_t mark_count;
    const struct measured *const *outside; /* measured points that the plot does not reach */
    size_t outside_count;
};

#endif
