/* What stands around a standalone chart: ridge mark, kicker, title, subtitle, footer (design 6). */
#ifndef RIDGE_PLOT_FRAME_H
#define RIDGE_PLOT_FRAME_H

#include "plot/draw.h"

enum { FRAME_TITLE_LINES = 6, FRAME_SUBTITLE_LINES = 3, FRAME_FOOT_LINES = 9 };

struct frame {
    const char *kicker, *title_one, *title_two, *subtitle; /* title_two may be NULL */
    const char *foot[3];                                   /* sentences of the footer, by line */
    size_t foot_count;
};

/* The frame's texts broken into lines; `drop` is how far everything below the title moves down from
 * its place under a two-line title (−19 for one line, more for a longer subtitle), `grow` how much
 * taller the footer is. */
struct framed {
    const char *title[FRAME_TITLE_LINES], *subtitle[FRAME_SUBTITLE_LINES], *foot[FRAME_FOOT_LINES];
    size_t title_count, subtitle_count, foot_count;
    double drop, grow;
};

struct framed frame_measure(struct drawing *d, const struct frame *f);
void frame_draw_head(struct drawing *d, const struct frame *f, const struct framed *m);
void frame_draw_foot(struct drawing *d, const struct framed *m);

/* Where design places the plot of a kind: standalone with a title of two lines; `below` is what
 * stands between the axis and the end of a chart in a page, that has no footer. In a page gutters
 * keep their width and the plot gives way; a wider plot is higher, too, but rows keep their pitch.
 */
struct frame_sizes {
    double height;                   /* standalone, 560 wide */
    double left, right, top, bottom; /* of the plot */
    double below;
    double page_width, page_height; /* usual ones in a page */
    bool rows;                      /* the height is that of its rows, whatever the room */
};

/* Opens a drawing of the request's size with head drawn, and says where the plot stands. */
struct drawing *frame_open(struct arena *a, const struct chart_request *request,
                           const struct frame *f, const struct frame_sizes *sizes,
                           struct framed *framed, struct rect *plot);
/* Draws the footer and hands scene, title, subtitle and labels to the chart. */
void frame_close(struct drawing *d, const struct frame *f, const struct framed *framed,
                 struct chart *chart);

/* Of a chart in a page that is not made of rows. */
double frame_height(const struct chart_request *request, double usual);
/* Title in one string: a full-width mark at the end of the first half needs no space after it. */
const char *frame_title(struct arena *a, const struct frame *f);

#endif
