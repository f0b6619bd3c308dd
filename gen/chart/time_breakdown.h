/* The time breakdown from inside: what its parts share. */
#ifndef RIDGE_CHART_TIME_BREAKDOWN_H
#define RIDGE_CHART_TIME_BREAKDOWN_H

#include "core/breakdown.h"
#include "figure/mark.h"
#include "plot/axis.h"
#include "plot/box.h"
#include "plot/frame.h"

enum { BARS_MOST = 5, BAR_LINES = 3 };

/* What all bars show one of. */
enum timed { TIMED_TRAINING, TIMED_DECODE, TIMED_PREFILL, TIMEDS };

struct spent_row {
    const char *id; /* in data; the key of its words ends with it */
    enum limit glyph;
    struct box_ink ink; /* no fill: idle time */
};
extern const struct spent_row spent_rows[SPENTS];

/* Numbers of the chart are whole multiples of a power of ten of its unit. */
struct time_unit {
    const char *id, *printed; /* "ms", and the language's word */
    double seconds;
    int decimals;
};

struct bar {
    const struct scenario *scenario;
    const struct estimate *estimate;
    struct breakdown spent;
    long long parts[SPENTS], total; /* add up */
    const char *lines[BAR_LINES];
    size_t line_count;
};

struct time_look {
    double bar, pitch, first;    /* from the top of the plot */
    double range, range_gap;     /* height, and from the bar to its middle */
    double tick, tick_width;     /* typical value on the range */
    double line_first, line;     /* baselines of the names beside a bar */
    double value, total, second; /* type */
    double name;
};

struct time_breakdown {
    struct drawing *d;
    const struct chart_request *request;
    const struct time_look *look;
    enum timed timed;
    struct bar bars[BARS_MOST];
    size_t count;
    struct time_unit unit;
    struct plot plot; /* x in printed units */
    bool linked;      /* some bar has communication */
};

extern const struct time_look time_looks[2]; /* standalone, in page */

double bar_top(const struct time_breakdown *b, size_t i);
void time_draw(struct time_breakdown *b);

/* Where a part lies on a bar; whether its number has room there: lines would run through one on
 * idle time. */
struct rect time_segment(const struct time_breakdown *b, size_t i, enum spent part);
bool time_says_inside(const struct time_breakdown *b, size_t i, enum spent part);

/* Each part once, above a bar that has it. */
void time_name_parts(struct time_breakdown *b);
void time_draw_share_head(struct time_breakdown *b);

/* What the names beside the bars need, with the gap to the bars. */
double time_names_width(const struct time_breakdown *b);

/* Words. */
const char *time_number(const struct time_breakdown *b, long long n);
const char *time_with_unit(const struct time_breakdown *b, long long n);
const char *time_range(const struct time_breakdown *b, const struct bar *bar);
const char *spent_word(const struct time_breakdown *b, enum spent part);
double link_share(const struct bar *bar);
void time_name_bars(struct time_breakdown *b);
struct frame time_frame(struct time_breakdown *b);
const char *time_describe(struct time_breakdown *b, const char *title);
struct chart_data time_data(struct time_breakdown *b);

#endif
