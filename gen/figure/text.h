/* Text: shaping and measuring. A shaped text is plain data: clusters with advances, glyphs with
 * positions, faces by file. HarfBuzz shapes inside and is never seen. */
#ifndef RIDGE_FIGURE_TEXT_H
#define RIDGE_FIGURE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "figure/font.h"
#include "figure/palette.h"

struct text_style {
    enum family family;
    enum weight weight;
    bool italic;        /* Latin only; Han is never slanted */
    bool tabular;       /* figures of equal width (charts, tables) */
    double size;        /* points */
    double rise;        /* baseline shift, up, points; painters apply it, glyphs do not have it */
    double tracking;    /* added to every advance but the last, points; never on Han */
    double latin_scale; /* 0 = 1; 1.03 for serif Latin in Chinese text */
    enum ink ink;
    const char *language; /* BCP 47: "zh-Hans", "en"; decides who owns “ ” — … */
};

/* A piece of text in one style. */
struct piece {
    const char *text;
    struct text_style style;
};

struct glyph {
    uint32_t id;
    double dx, dy; /* from the cluster's origin, y down */
};

enum cluster_flag {
    CLUSTER_BREAK_BEFORE = 1, /* Unicode line breaking allows a break here */
    CLUSTER_SPACE = 2,        /* U+0020 and other breaking white space */
    CLUSTER_HAN = 4,          /* ideograph or full-width mark, set in a Han face */
    CLUSTER_MISSING = 8,      /* no face has the character */
    CLUSTER_MUST_BREAK = 16   /* after a line feed */
};

/* The smallest unit that can be moved: one character, or a ligature. */
struct cluster {
    uint32_t at, bytes; /* in struct shaped.text */
    uint32_t piece;     /* which piece it belongs to */
    uint32_t first_glyph, glyph_count;
    const struct face *face;
    double size;    /* with latin_scale applied */
    double advance; /* natural, points, tracking included */
    unsigned flags; /* enum cluster_flag */
    uint32_t code;  /* first code point */
};

struct shaped {
    const char *text; /* all pieces joined */
    size_t bytes;
    const struct piece *pieces; /* copied */
    size_t piece_count;
    const struct cluster *clusters;
    size_t cluster_count;
    const struct glyph *glyphs;
    size_t glyph_count;
    double width;   /* sum of advances */
    size_t missing; /* index of the first missing cluster, or SIZE_MAX */
};

/* Shapes the pieces as one line, no wrapping; the result lives in the arena or as long as the
 * fonts, whichever ends first, and is shared: short texts are shaped once. Never NULL. Missing
 * characters are flagged, not reported: the caller knows the place (see text_report_missing). */
const struct shaped *text_shape(struct fonts *f, struct arena *a, const struct piece *pieces,
                                size_t n);

/* The same of what will not be broken, as labels are: where it could be is not looked for. */
const struct shaped *text_shape_line(struct fonts *f, struct arena *a, const struct piece *pieces,
                                     size_t n);

/* The natural width of one string in one style. */
double text_width(struct fonts *f, const char *text, struct text_style style);

/* Reports GLYPH_MISSING for each missing character, as U+XXXX and itself, at the place. */
void text_report_missing(struct diag *d, struct span where, const struct shaped *s);

/* How far letters of the style's Latin face reach above and below the baseline, points, for boxes
 * of labels; and the height of its capitals. */
struct text_extent {
    double ascent, descent, cap_height;
};
struct text_extent text_extent(struct fonts *f, struct text_style style);

#endif
