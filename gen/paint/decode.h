/* Pictures as pixels, by Cairo. */
#ifndef RIDGE_PAINT_DECODE_H
#define RIDGE_PAINT_DECODE_H

#include "figure/picture.h"

/* Of a PNG; goes with the arena. NULL when it cannot be had. */
struct _cairo_surface *picture_surface(struct arena *a, const struct picture *p);

/* Three bytes a pixel, over white. NULL when they cannot be had. */
unsigned char *picture_pixels(struct arena *a, const struct picture *p);

#endif
