/* Curves, bands and walls inside a plot: cut at its edges by geometry, so that no clip is needed.
 */
#ifndef RIDGE_PLOT_CURVE_H
#define RIDGE_PLOT_CURVE_H

#include "plot/axis.h"

/* Values in units of the axes; a NaN in y is a gap. */
struct series {
    const double *x, *y;
    size_t n;
};

/* Widths of design 3: ceiling 0.6, typical 2.4, hypothetical 1.2 dashed, reference 0.8 dotted; in
 * pages thinner. */
struct stroke curve_ceiling(const struct drawing *d, enum ink ink);
struct stroke curve_typical(const struct drawing *d, enum ink ink);
struct stroke curve_hypothetical(const struct drawing *d, enum ink ink);
struct stroke curve_reference(const struct drawing *d, enum ink ink);

/* A line through the values; labels keep clear of it. */
void curve_draw(struct drawing *d, const struct plot *p, struct series s, struct stroke stroke);

/* The area between two series over the same x. Labels may stand on it: it is a tint. */
void band_draw(struct drawing *d, const struct plot *p, const double *x, const double *low,
               const double *high, size_t n, enum ink ink);

/* A vertical wall at x over the height of the plot and a little above it, and the hatch of what
 * cannot be from there to the right end, which no label stands on. */
void wall_draw(struct drawing *d, const struct plot *p, double x);
void hatch_beyond(struct drawing *d, const struct plot *p, double x);

/* A horizontal line at y over the width of the plot and 3 beyond. */
void level_draw(struct drawing *d, const struct plot *p, double y, struct stroke stroke);

/* Samples of an axis, evenly spread where it is drawn; both ends included. */
const double *axis_samples(struct arena *a, struct axis axis, size_t n);

#endif
