/* Marks of single values (design 3): each keeps its body clear of labels. */
#ifndef RIDGE_PLOT_SHAPE_H
#define RIDGE_PLOT_SHAPE_H

#include "plot/draw.h"

/* `half` is the radius of a disc, half the diagonal of a diamond, half the side of a square or of
 * the foot of a triangle. */
void shape_disc(struct drawing *d, struct point at, double half, enum ink fill,
                struct stroke stroke);
void shape_diamond(struct drawing *d, struct point at, double half, enum ink fill,
                   struct stroke stroke);
void shape_square(struct drawing *d, struct point at, double half, enum ink fill,
                  struct stroke stroke);
void shape_triangle(struct drawing *d, struct point at, double half, enum ink fill,
                    struct stroke stroke);

/* A ridge point, or where something is full: ground inside, `first` = of the device that the chart
 * is about. */
void shape_ring(struct drawing *d, struct point at, bool first, enum ink ink);

/* A reader's measured point: filled, in ink, with a ring of ground. */
void shape_measured(struct drawing *d, struct point at);

#endif
