/* Inside the room: a paragraph while it is set, from pieces over breaks to lines. */
#ifndef RIDGE_LINE_SETTING_H
#define RIDGE_LINE_SETTING_H

#include "line/glue.h"

struct setting {
    struct arena *arena, *scratch; /* scratch: until the lines are made */
    const struct paragraph_request *request;
    const struct shaped *shaped;
    const struct shaped *hyphen;
    const struct inline_ *const *inline_of; /* of each piece */
    const struct box *const *boxes;         /* of each piece, or NULL */
    struct atom *atoms;
    size_t n, pieces;
    double *width, *stretch, *boundary, *shrink; /* sums over atoms before i */
    double size;
    bool chinese;
    size_t piece; /* the first whose destination no line has yet */
};

/* A stretch of atoms as a line, without blanks at its ends. */
struct extent {
    size_t from, to;
    double width, stretch, shrink;
    double boundary; /* the part of the stretch that boundaries of Han take */
};

/* paragraph_piece.c: inlines to shaped text with atoms. */
void setting_shape(struct setting *s);

/* paragraph_fit.c: sums, and where lines end: line_count + 1 atoms. */
void setting_sum(struct setting *s);
struct extent setting_extent(const struct setting *s, size_t i, size_t j);
double setting_room(const struct setting *s, bool first);
double setting_indent(const struct paragraph_request *r);
/* Gives words wider than the measure places to break. */
void setting_resort(struct setting *s);
size_t *setting_fit(const struct setting *s, size_t *line_count);

/* Does a line that ends before this atom end with a hyphen? */
static inline bool setting_hyphened(const struct setting *s, size_t at) {
    return at < s->n && s->atoms[at].before == BREAK_HYPHEN;
}

/* Would the reader see a hyphen there, ours or the author's? Not in a range of numbers. */
bool setting_divided(const struct setting *s, size_t at);

/* paragraph_line.c: the line between two breaks. */
struct line setting_line(struct setting *s, size_t i, size_t j, bool first, bool last);

/* paragraph_height.c: room above and below lines whose boxes are higher than the pitch. */
void setting_heights(const struct setting *s, struct line *lines, size_t n);

#endif
