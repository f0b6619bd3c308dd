/* Font faces for Cairo, loaded by file. */
#ifndef RIDGE_PAINT_FACE_H
#define RIDGE_PAINT_FACE_H

#include <stdint.h>

#include "figure/scene.h"

struct faces;

/* An empty cache; its Cairo objects go with the arena. */
struct faces *faces_new(struct arena *a);

/* Announces the faces of a scene. When the pool was widened while a document was laid out, one face
 * stands in several files with other glyph numbers; the widest then serves for all, so that the
 * document does not depend on how its pool came about. */
void faces_note(struct faces *f, const struct scene *s);

struct face_use {
    struct _cairo_scaled_font *font;
    const uint32_t *map; /* glyph numbers in the widest file; NULL: as they are */
    size_t map_count;
};

/* The face at a size under a scaling by `zoom`; false when the file cannot be loaded. */
bool faces_use(struct faces *f, const struct face *face, double size, double zoom,
               struct face_use *out);

#endif
