/* What the drawing of scaling is parted into: points, names. */
#ifndef RIDGE_CHART_SCALING_DRAW_H
#define RIDGE_CHART_SCALING_DRAW_H

#include "chart/scaling.h"
#include "plot/place.h"

enum ink scaling_work_ink(const struct scaling *c);

/* Draws typical and measured points; returns how many wishes for their values. */
size_t scaling_points(struct scaling *c, struct wish *wishes);

/* Draws the ring of the ridge. Its label stands above it, where the plot has room for it, else
 * beside it. */
struct wish scaling_ridge(struct scaling *c);

void scaling_name_node(struct scaling *c, int mark);

/* The name of the ceiling stands left of its slope, from the middle of the plot outwards. */
void scaling_name_ceiling(struct scaling *c, int mark);

/* The names of the lines' ends, by their marks; `wires` 0: there is none. */
void scaling_gutter(struct scaling *c, int typical, int wires);

#endif
