/* Themes: which literal an ink has, and what a scene becomes. */
#ifndef RIDGE_PAINT_THEME_H
#define RIDGE_PAINT_THEME_H

#include <stdint.h>

#include "paint/paint.h"

/* 0xRRGGBB. AUTO and OFFICE have the light literals, PRINT black and white. */
uint32_t theme_rgb(enum theme theme, enum ink ink);

/* What painters draw: for PRINT the scene in one ink, otherwise the scene itself. */
const struct scene *theme_scene(struct arena *a, enum theme theme, const struct scene *s);

#endif
