/* Text that rises at 45° along a slope, as that of a chapter's opening does. */
#ifndef RIDGE_PLOT_RISING_H
#define RIDGE_PLOT_RISING_H

#include "plot/draw.h"

/* Its baseline begins at the point. Free of labels, of marks that are not being named, and inside
 * the canvas. */
bool rising_is_free(struct drawing *d, struct point at, const struct piece *pieces, size_t n);

/* Draws and remembers what it covers, as upright strips that touch but do not overlap. */
void rising_draw(struct drawing *d, struct point at, const struct piece *pieces, size_t n);

#endif
