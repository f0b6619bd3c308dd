/* Formulas and pictures among text: measured and drawn by those who make them. */
#ifndef RIDGE_FIGURE_BOX_H
#define RIDGE_FIGURE_BOX_H

#include "figure/scene.h"

/* What stands in a line as a whole: measured and drawn by its own file. */
struct box {
    double width, ascent, descent; /* from its baseline, points */
    void (*draw)(struct scene *s, const struct box *b, struct point at); /* left end, baseline */
    const void *what;
    enum tag tag; /* TAG_FORMULA or TAG_FIGURE */
    const char *alt;
};

/* A thing that becomes a box once the style of the text around it is known. */
struct thing {
    const struct box *(*set)(struct arena *a, struct fonts *f, const struct thing *t,
                             const struct text_style *around);
    const void *what;
    const char *alt; /* in words, in the language of the block */
};

#endif
