/* Font faces for Cairo, loaded by file. */
#ifndef RIDGE_PAINT_FACE_H
#define RIDGE_PAINT_FACE_H

#include <cairo.h>

#include "figure/font.h"

struct faces;

/* An empty cache; its Cairo objects go with the arena. */
struct faces *faces_new(struct arena *a);

/* The face at a size under a scaling by `zoom`, or NULL when the file cannot be loaded. */
cairo_scaled_font_t *faces_scaled(struct faces *f, const struct face *face, double size,
                                  double zoom);

#endif
