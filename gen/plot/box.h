/* Boxes that stand for an amount or for a piece of work: segments of bars, passes of a schedule,
 * cells of a step. */
#ifndef RIDGE_PLOT_BOX_H
#define RIDGE_PLOT_BOX_H

#include "plot/draw.h"

/* What fills a box, its edge inside it (INK_NONE: none), and what is written on it. */
struct box_ink {
    enum ink fill, edge, on;
};

/* Whether labels keep clear of it is for the caller to say. */
void box_draw(struct drawing *d, struct rect box, struct box_ink ink);

/* A line inside the box along its sides. */
void box_edge(struct drawing *d, struct rect box, enum ink ink);

/* Many boxes of one fill as one path. */
void box_draw_all(struct drawing *d, const struct rect *boxes, size_t n, enum ink fill);

/* Idle time has no colour: 45° lines in an outline (design 6.7). */
void box_draw_idle(struct drawing *d, struct rect box);

/* Is the box wide and high enough for the text, with `room` at each side? */
bool box_holds(struct drawing *d, struct rect box, const char *text, struct text_style style,
               double room);

/* In the middle of the box. */
void box_say(struct drawing *d, struct rect box, const char *text, struct text_style style);

/* A line in the ground colour between two neighbours, `x` or the height of a side. */
void box_part(struct drawing *d, struct point from, struct point to);

#endif
