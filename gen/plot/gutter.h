/* The gutter right of a plot: names of lines at the height of their ends, pushed apart. */
#ifndef RIDGE_PLOT_GUTTER_H
#define RIDGE_PLOT_GUTTER_H

#include "figure/mark.h"
#include "plot/labels.h"

struct gutter_entry {
    struct label label;
    double at;        /* y where the line ends */
    int names;        /* the mark it names, 0 = none */
    enum limit glyph; /* LIMIT_NONE: none */
};

/* Where entries stand: text from x, ends of lines at `line`, between top and bottom; at least
 * `pitch` from name to name, and more after an entry that is higher. */
struct gutter {
    double x, line, top, bottom, pitch;
};

/* Draws the entries, in the order of their heights; one that had to move has a leader of three
 * points, where there is room for it. */
void gutter_draw(struct drawing *d, struct gutter g, const struct gutter_entry *entries, size_t n);

/* The width that the widest entry needs. */
double gutter_width(struct drawing *d, const struct gutter_entry *entries, size_t n);

#endif
