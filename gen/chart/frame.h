/* What stands around a standalone chart: ridge mark, kicker, title, subtitle, footer (design 6). */
#ifndef RIDGE_CHART_FRAME_H
#define RIDGE_CHART_FRAME_H

#include "chart/draw.h"

enum { FRAME_TITLE_LINES = 4, FRAME_FOOT_LINES = 6 };

struct frame {
    const char *kicker, *title_one, *title_two, *subtitle; /* title_two may be NULL */
    const char *foot[3];                                   /* sentences of the footer, by line */
    size_t foot_count;
};

/* The frame's texts broken into lines; `drop` is how far everything below the title moves down from
 * its place under a two-line title (−19 for one line), `grow` how much taller the footer is. */
struct framed {
    const char *title[FRAME_TITLE_LINES], *foot[FRAME_FOOT_LINES];
    size_t title_count, foot_count;
    double drop, grow;
};

struct framed frame_measure(struct drawing *d, const struct frame *f);
void frame_draw_head(struct drawing *d, const struct frame *f, const struct framed *m);
void frame_draw_foot(struct drawing *d, const struct framed *m);

/* Of a chart in a page. */
double frame_height(const struct chart_request *request, double usual);
/* Title in one string: a full-width mark at the end of the first half needs no space after it. */
const char *frame_title(struct arena *a, const struct frame *f);

#endif
