/* Inside the room: from characters to clusters and glyphs. */
#ifndef RIDGE_FIGURE_SHAPE_H
#define RIDGE_FIGURE_SHAPE_H

#include "figure/character.h"
#include "figure/pool.h"

/* One shaping: what is read, and what is built. */
struct shaping {
    struct fonts *fonts;
    struct arena *scratch;
    const struct piece *pieces;
    struct characters text;
    enum slot *slots; /* one per character */
    struct cluster *clusters;
    size_t cluster_count;
    struct glyph *glyphs;
    size_t glyph_count, glyph_room;
};

/* Chooses the faces and shapes run by run; clusters and glyphs live in the arena. */
void shape_all(struct shaping *s, struct arena *a);

/* The size a character is set in: Latin may be scaled against Han. */
double size_of(const struct text_style *style, enum owner owner);

#endif
