/* Font files, opened once per document, for both painters of glyphs. */
#ifndef RIDGE_PAINT_FACE_FILE_H
#define RIDGE_PAINT_FACE_FILE_H

#include <stdint.h>

#include "figure/scene.h"

/* When the pool was widened while a document was laid out, one face stands in several files with
 * other glyph numbers; the widest then serves for all, so that the document does not depend on how
 * its pool came about. `widest` may be the file itself. */
struct face_file {
    struct face_file *next, *widest;
    const char *path;
    struct FT_FaceRec_ *freetype;
    struct face_library *library;
    struct stocked_font *stocked; /* lent by the run, or NULL */
    uint32_t *map;                /* to the widest, when that is another */
};

struct face_files {
    struct arena *arena;
    struct face_library *library;
    struct face_file *first;
    struct pdf_stock *stock; /* lends files that the run keeps open; NULL: each is opened here */
};

/* The file, opened at its first use; NULL when it is no font. */
struct face_file *face_files_load(struct face_files *f, const char *path);

/* Opens the faces of a scene. */
void face_files_note(struct face_files *f, const struct scene *s);

/* Glyph numbers of the file in the widest; NULL when they are the same. */
const uint32_t *face_file_map(struct face_files *f, struct face_file *file);

/* Keeps a file's face open beyond the document, until dropped. NULL when memory is short. */
void *face_file_hold(struct face_file *file);
void face_file_held_drop(void *held);

#endif
