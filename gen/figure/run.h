/* Inside the room: runs, which are characters of one face and style. Their words, and ideographs,
 * come again and again, in other texts and other sizes: each is shaped once. */
#ifndef RIDGE_FIGURE_RUN_H
#define RIDGE_FIGURE_RUN_H

#include "figure/shape.h"

/* A shaped run, in the units of its face; clusters count in characters from its start. */
struct run {
    const struct run_glyph {
        uint32_t id, cluster;
        int32_t advance, dx, dy; /* dy up */
    } * at;
    size_t n;
};

struct runs;

/* A new, empty memory; lives in the arena. */
struct runs *runs_new(struct arena *a);

/* The characters [from, to) of the text as a run; lives as long as the shaping. */
struct run run_shape(struct shaping *s, size_t from, size_t to);

#endif
