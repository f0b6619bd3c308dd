/* The palette: inks by meaning. NONE paints nothing. */
#ifndef RIDGE_FIGURE_PALETTE_H
#define RIDGE_FIGURE_PALETTE_H

#include <stdint.h>

enum ink {
    INK_NONE,
#define INK(id, token, class, light, dark) INK_##id,
#include "figure/palette.def"
#undef INK
    INKS
};

struct ink_row {
    const char *token; /* CSS: --rp-TOKEN */
    const char *class; /* of SVG, after an f for fills and an s for strokes */
    uint32_t light, dark;
};

/* The row of an ink other than INK_NONE. */
const struct ink_row *ink_row(enum ink ink);

/* Contrast of a text in one ink on the other (WCAG 2), in the theme where it is less. */
double ink_contrast(enum ink text, enum ink ground);

/* By token; INK_NONE when unknown. */
enum ink ink_lookup(const char *token);

#endif
