/* Paragraphs: total-fit line breaking over shaped clusters, Chinese and English.
 * Sources: Knuth and Plass 1981; the rules of typographic targets 4 to 6; ragged right for English.
 */
#ifndef RIDGE_LINE_PARAGRAPH_H
#define RIDGE_LINE_PARAGRAPH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "doc/block.h"
#include "doc/style.h"
#include "figure/scene.h"

struct hyphenator;

/* English hyphenation from the distribution's patterns; adopted by the arena. NULL (reported) when
 * the file is missing. */
struct hyphenator *hyphenator_open(struct arena *a, struct diag *d, const char *patterns);

struct paragraph_request {
    struct fonts *fonts;
    struct hyphenator *hyphenator; /* NULL = never hyphenate */
    const struct style *style;
    const char *language; /* BCP 47 of the block */
    const struct inline_ *text;
    double measure;     /* full width, pt; the style's left padding comes off */
    double label_width; /* a run-in label takes this much of the first line */
    bool no_indent;     /* first paragraph after a heading (English) */
    /* The folio of a destination, for INLINE_PAGE; NULL from it: not known yet. */
    const char *(*folio)(void *folios, const char *dest);
    void *folios;
    const char *const *names; /* never broken: "Blackwell", "H100 SXM5"; in order of strcmp */
    size_t name_count;
    struct span where;
};

/* A stretch of a line with something more than text to it: underline of a computed value, a link.
 */
struct line_mark {
    const struct inline_ *inline_;
    double from, to; /* x within the line */
    size_t first,
        last; /* clusters [first, last) of the paragraph's shaped text; none: INLINE_MARK */
    size_t piece;
    const struct box *box; /* INLINE_BOX, INLINE_NOTE */
};

struct line {
    size_t from, to;        /* clusters */
    double x;               /* offset from the block's left edge */
    double width;           /* as set */
    const double *advances; /* of [from, to) */
    const double *shifts;   /* or NULL */
    bool hyphen;            /* a hyphen follows the last cluster */
    bool divided;           /* it ends in a hyphen, that one or one the author typed */
    bool closes;            /* no tag stays open at its end */
    const struct line_mark *marks;
    size_t mark_count;
    double stretch;      /* ratio by which glue was stretched (+) or shrunk (−) */
    double boundary;     /* ems by which each boundary of Han grew */
    double above, below; /* room for its boxes besides the pitch, in whole steps of it */
};

struct paragraph {
    const struct shaped *shaped;
    const struct line *lines;
    size_t line_count;
    const struct shaped *hyphen;
    const struct style *style;
    const char *language;
    bool spans; /* some text is a link: all text of the block stands in SPAN or LINK leaves */
    const struct inline_ *const *inline_of; /* of each piece of the shaped text */
    bool dots;                              /* some text has dots of emphasis */
    size_t overfull, loose; /* lines outside the limits of typographic targets 6.4 */
};

/* Breaks a paragraph. Never fails: what cannot be set is set overfull, counted and reported
 * (LINE_OVERFULL at the place). */
const struct paragraph *paragraph_set(struct arena *a, struct diag *d,
                                      const struct paragraph_request *request);

/* Width and single line of text that is never broken (labels, table cells). */
const struct paragraph *paragraph_single(struct arena *a, const struct paragraph_request *request);
double paragraph_width(const struct paragraph *p); /* widest line */

/* Chinese emphasis: a dot under each Han character, where lines stand far enough apart. */
bool paragraph_dots(const struct paragraph_request *r, const struct inline_ *in);

/* What stands after a line, footnotes at the foot of its page, is not part of its last SPAN. */
void paragraph_close_line(const struct paragraph *p, size_t line);

/* Draws line i with its baseline at the point; x is the block's left edge. Draws underlines and
 * opens SPAN and LINK tags as needed; the caller has opened the block's own tag (P, TD …). All
 * lines are drawn in order, with nothing but artifacts in between: a SPAN may run from line to
 * line. */
void paragraph_draw_line(struct scene *s, const struct paragraph *p, size_t i, struct point at);

/* The same where a tag of the caller's begins before the line or ends after it, so that no SPAN may
 * come from the line before or run on to the next. */
struct line_ends {
    bool begins, ends;
};
void paragraph_draw_part(struct scene *s, const struct paragraph *p, size_t i, struct point at,
                         struct line_ends apart);

#endif
