/* One-colour print: a scene whose only inks are black and paper. Fills become hatches (design 2.3,
 * 6.7), so that every painter can show it. */
#ifndef RIDGE_PAINT_PRINT_H
#define RIDGE_PAINT_PRINT_H

#include "figure/scene.h"

struct scene *scene_printed(struct arena *a, const struct scene *s);

/* ── Inside: print_ink.c ── */

struct print_lines {
    double angle, pitch, width;
    bool dots;
};

/* How a fill prints: black unless a row says otherwise. */
struct print_fill {
    enum { PRINT_SOLID, PRINT_PAPER, PRINT_LINES, PRINT_NOTHING } kind;
    struct print_lines lines[2];
    bool edged; /* a line of 0.5 just inside */
};

const struct print_fill *print_fill(enum ink ink);

/* A stroke in black or paper, and as light as its ink was. */
struct stroke print_stroke(struct stroke s);

/* Inks of what fills memory and of the edges of such fills. */
bool print_is_memory(enum ink ink);

/* Draws a fill's lines over a rectangle, or over an area. */
void print_hatch_box(struct scene *s, const struct print_fill *fill, struct rect box);
void print_hatch_area(struct scene *s, const struct print_fill *fill, const struct path_point *area,
                      size_t n);

#endif
