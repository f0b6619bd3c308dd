/* The few drawings that belong to the house: the ridge mark and the glyphs of the four limits
 * (design.md 2.2, 3), verdict marks (6.2). Origin lower left, y up in the specification; placed
 * here by their lower left corner on a baseline. */
#ifndef RIDGE_FIGURE_MARK_H
#define RIDGE_FIGURE_MARK_H

#include "figure/scene.h"

enum limit { LIMIT_NONE, LIMIT_CAPACITY, LIMIT_BANDWIDTH, LIMIT_INTERCONNECT, LIMIT_COMPUTE };

/* "capacity" … → the limit; LIMIT_NONE when unknown. */
enum limit limit_lookup(const char *name);
enum ink limit_ink(enum limit l);

/* The glyph in a box of the size, its lower left corner at the point, in the limit's colour. */
void mark_limit(struct scene *s, enum limit l, struct point lower_left, double size);

/* Slope, ring, flat at a scale (not below 0.8). */
void mark_ridge(struct scene *s, struct point lower_left, double scale);

/* The same as a device slot: 26 × 18, one ink (sheets). slot 0 = A, 1 = B, 2 = C. */
void mark_slot(struct scene *s, int slot, struct point lower_left);

/* Verdicts, 6.2 × 6: tick, cross, ≈ (the last one is a text and drawn by the caller). */
void mark_tick(struct scene *s, struct point lower_left);
/* Many of them as one path. */
void mark_ticks(struct scene *s, const struct point *lower_left, size_t n);
void mark_cross(struct scene *s, struct point lower_left);

/* The top edge of a callout: a rise of 45° at the left, then flat (design.md 5). */
void mark_callout(struct scene *s, struct point left, double width, enum ink ink);

/* The progress rule under a running head; position 0…1. */
void mark_progress(struct scene *s, struct point left_high, double width, double position);

#endif
