/* Values that were measured, filled, and modelled ones, which are hollow beside them. */
#ifndef RIDGE_PLOT_MEASURED_H
#define RIDGE_PLOT_MEASURED_H

#include "plot/axis.h"

/* A modelled value on a curve: a disc, hollow where measured ones are drawn too. Returns its mark.
 */
int modelled_draw(struct drawing *d, struct point at, enum ink ink, bool hollow, const char *says);

/* The reader's points inside the plot, named where there is room; their tooltips say "batch 64,
 * 1200 tokens/s, measured" by the words of these keys. */
void measured_draw(struct drawing *d, const struct plot *p, const struct measured *points, size_t n,
                   const char *x_key, const char *y_key);

#endif
