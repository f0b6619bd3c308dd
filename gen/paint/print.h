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

/* ── Inside: print_ground.c ── */

/* A fill that text may stand on, */
struct print_ground {
    struct print_ground *below;
    struct point offset; /* of its coordinates */
    struct rect box;
    const struct path_point *corners; /* NULL: the box */
    size_t n;
    const struct print_fill *fill;
};

/* and the lines of a grid that dots stand for. */
struct print_grid {
    struct print_grid *below;
    struct point from, to;
};

struct print_grounds {
    struct arena *arena;
    struct print_ground *fills;
    struct print_grid *grid;
};

/* All places are those of the whole scene. */
void print_note(struct print_grounds *g, struct print_ground ground);
void print_note_grid(struct print_grounds *g, struct point from, struct point to);
/* The topmost fill there; NULL: none. */
const struct print_fill *print_fill_at(const struct print_grounds *g, struct point at);
/* Would letters in the box be read among lines? */
bool print_is_lined(const struct print_grounds *g, struct rect text);

#endif
