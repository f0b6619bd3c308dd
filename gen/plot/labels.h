/* Placing labels: pushing apart along a line, tests of boxes against lines, first free place. */
#ifndef RIDGE_PLOT_LABELS_H
#define RIDGE_PLOT_LABELS_H

#include "plot/draw.h"

/* Is the line wholly on one side of the box, as most are? */
static inline bool passes_by(struct point from, struct point to, struct rect box) {
    double right = rect_right(box), bottom = rect_bottom(box);
    return (from.x < box.x && to.x < box.x) || (from.x > right && to.x > right) ||
           (from.y < box.y && to.y < box.y) || (from.y > bottom && to.y > bottom);
}

/* Does the line touch the box? */
bool segment_meets(struct segment s, struct rect box);

/* Does the mark, a line or a body, touch the box? */
bool mark_meets(const struct chart_mark *m, struct rect box);

/* Moves sorted positions at least `pitch` apart, each group symmetrically about its wishes, kept in
 * [low, high] as far as they fit. */
void labels_push_apart(double *at, size_t n, double pitch, double low, double high);

enum { LABEL_LINES = 5 };

/* A label of one or two lines, and more where they had to be broken; each of pieces in several
 * styles. */
struct label_line {
    const struct piece *pieces;
    size_t n;
};

struct label {
    struct label_line lines[LABEL_LINES];
    size_t n;
    double pitch; /* baseline to baseline */
};

/* A place that a label may take: baseline of its first line. */
struct candidate {
    double x, baseline;
    enum anchor anchor;
};

/* The label with lines broken, between pieces and else between words, so that none is wider than
 * `width` as far as words allow. */
struct label label_fit(struct drawing *d, const struct label *label, double width);

struct rect label_box(struct drawing *d, const struct label *label, struct candidate at);
void label_draw(struct drawing *d, const struct label *label, struct candidate at);

/* Is the box, of the label or somewhat larger, free for it: draw_is_free, and read in all its inks?
 */
bool label_is_free(struct drawing *d, const struct label *label, struct rect box);

/* The index of the first free candidate, or n; with more room at its sides, and two
 * fifths of that above and below. */
size_t label_first_free(struct drawing *d, const struct label *label,
                        const struct candidate *candidates, size_t n);
size_t label_first_clear(struct drawing *d, const struct label *label,
                         const struct candidate *candidates, size_t n, double clear);

#endif
