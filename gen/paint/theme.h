/* Themes: which literal an ink has. */
#ifndef RIDGE_PAINT_THEME_H
#define RIDGE_PAINT_THEME_H

#include <stdint.h>

#include "paint/paint.h"

/* 0xRRGGBB. AUTO, PRINT and OFFICE have the light literals. */
uint32_t theme_rgb(enum theme theme, enum ink ink);

#endif
