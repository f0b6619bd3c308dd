/* Placing labels near points so that none meets another, a mark it does not name, or the edge: the
 * best choice of one place each, found by bounded search and the same on every run. */
#ifndef RIDGE_PLOT_PLACE_H
#define RIDGE_PLOT_PLACE_H

#include "plot/labels.h"

/* A label that wants a place: candidates from the best to the worst. */
struct wish {
    struct label label;
    const struct candidate *at;
    size_t n;
    int names;        /* the mark it names, 0 = none */
    struct point tip; /* the point it speaks of: a leader goes there when it stands far off */
    bool leader;      /* may have one */
    double worth;     /* what leaving it out costs; more than any place, usually 1 */
};

enum { PLACE_NONE = -1, PLACE_MOST = 24 };

/* Chooses a candidate for each of at most PLACE_MOST wishes (PLACE_NONE: left out), so that the sum
 * of ranks and of what is left out is least among those that the search sees; draws nothing. */
void place_choose(struct drawing *d, const struct wish *wishes, size_t n, int *chosen);

/* Chooses and draws, with leaders to those that stand more than 12 from their tip. Returns how many
 * were left out. */
size_t place_draw(struct drawing *d, const struct wish *wishes, size_t n);

/* Draws the same where place_choose chose. */
size_t place_draw_chosen(struct drawing *d, const struct wish *wishes, size_t n, const int *chosen);

/* Places around a point, near ones first: right, above right, above, left, below … at `gap`, then
 * farther off. Returns how many of at most 24. */
size_t place_around(struct point at, double gap, double pitch, struct candidate *out);

#endif
