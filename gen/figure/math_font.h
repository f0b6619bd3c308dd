/* The face of formulas: what its MATH table says, as plain data in points. Glyphs of signs in the
 * sizes the face draws, or put together from its parts; ready to be placed in a scene. */
#ifndef RIDGE_FIGURE_MATH_FONT_H
#define RIDGE_FIGURE_MATH_FONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "figure/text.h"

enum math_constant {
#define CONSTANT(name) MATH_##name,
#include "figure/math_constants.def"
#undef CONSTANT
    MATH_CONSTANTS
};

double math_constant(struct fonts *f, enum math_constant which, double size);

/* Shares of the size: of scripts at a level (1, 2 and more), and how far the degree of a root is
 * raised, of the root sign's height. */
double math_script_scale(struct fonts *f, int level);
double math_degree_raise(struct fonts *f);

/* A sign at a size. Distances are from its origin: right end of the advance, ink above and below
 * the baseline, italic correction, where an accent is centred. */
struct math_glyph {
    const struct shaped *shaped; /* one cluster */
    double advance, ascent, descent, ink_left, ink_right, italic, accent;
};

struct math_request {
    uint32_t code;
    const char *text; /* what is copied: "T" for the slanted letter; NULL: the code itself */
    double size;
    enum ink ink;
    const char *language;
};

/* False when the face lacks the sign. */
bool math_glyph(struct fonts *f, struct arena *a, struct math_request r, struct math_glyph *out);

/* The smallest form of the sign at least so high (wide), or the largest there is. */
bool math_stretched(struct fonts *f, struct arena *a, struct math_request r, bool vertical,
                    double least, struct math_glyph *out);

/* Ink of a shaped text about its baseline. */
void text_ink(struct fonts *f, const struct shaped *s, double *ascent, double *descent);

#endif
