/* What charts of serving share: one scenario asked along an axis, the lines of its answers, the
 * wall where memory ends, and how devices are named. */
#ifndef RIDGE_CHART_SERVING_H
#define RIDGE_CHART_SERVING_H

#include "figure/mark.h"
#include "plot/curve.h"
#include "plot/data.h"
#include "plot/frame.h"
#include "plot/labels.h"

struct serving {
    struct arena *arena;
    const struct chart_request *request;
    const struct scenario *given; /* as asked, to be varied */
    const struct estimate *plain; /* of it */
    const struct accelerator *device;
    const struct model *model;
    int64_t devices;
    bool peak_known; /* false: arithmetic is taken to cost nothing */
};

/* Puts a count into the question. */
typedef void serving_set(struct scenario *s, int64_t n);
serving_set serving_batch, serving_prompt;

/* What a kind of these charts asks of its own, and where its plot stands. */
struct serving_kind {
    const char *model, *device; /* ids */
    const char *options;        /* of the example, where nothing is asked */
    const char *own_options;    /* of a model or device that the request brings; NULL: the same */
    bool needs_peak;
    struct frame_sizes sizes;
    double page_left, page_gutter, wide_gutter; /* beside the plot in a page: design 7, the knee */
};

/* The first scenario of the request, on the device and with the model that it names besides; or the
 * options with these. False after reporting: no question of inference, no bandwidth, no link
 * between the devices, no peak where one is needed. */
bool serving_open(struct serving *s, struct arena *a, struct diag *diag,
                  const struct chart_request *request, const struct serving_kind *kind);

/* A model or device without a scenario is asked on as few devices, 1, 2, 4 or 8 in one tensor
 * group, as hold the question with that count; 8 where none do, and one where they have no link. */
void serving_spread(struct serving *s, serving_set *set, int64_t n);

/* Reports CHART_NEEDS; false, to be returned. */
bool serving_lacks(struct diag *diag, const struct chart_request *r, const char *what);

/* The answer in memory that holds anything; within the device's own. */
const struct estimate *serving_ask(const struct serving *s, serving_set *set, int64_t n);
const struct estimate *serving_ask_within(const struct serving *s, serving_set *set, int64_t n);

/* The least n of low…high of which it holds, high + 1 if none; it keeps holding from there on. */
typedef bool serving_test(const struct estimate *e);
int64_t serving_first(const struct serving *s, serving_set *set, int64_t low, int64_t high,
                      serving_test *holds);
/* Does not fit the device; asked within its own memory. */
int64_t serving_first_unfit(const struct serving *s, serving_set *set, int64_t low, int64_t high);

/* Whole numbers of an axis, evenly spread where it is drawn, with those that must be among them; 0
 * stands for none. */
struct samples {
    const int64_t *at;
    size_t n;
};
struct samples serving_samples(struct arena *a, struct axis axis, const int64_t *musts, size_t n);

/* What an answer says of one line; NaN = nothing. */
struct spread {
    double low, value, high, ceiling;
};
typedef struct spread serving_read(const struct estimate *e);

struct serving_line {
    double *x, *low, *value, *high, *ceiling;
    size_t n;
};
/* Several lines of the same answers. */
void serving_lines(const struct serving *s, serving_set *set, struct samples counts,
                   serving_read *const *reads, struct serving_line *out, size_t n);
/* The same line up to x, and from there on. */
struct serving_line serving_until(struct serving_line line, double x);
struct serving_line serving_beyond(struct serving_line line, double x);

/* Opens the drawing and puts both axes of the plot where they stand; their values are the kind's.
 */
struct drawing *serving_frame_open(const struct serving *s, const struct serving_kind *kind,
                                   const struct frame *f, struct framed *framed, struct plot *plot);

/* Rows of count, "yes" where it is at most `last`, and low, typical, high and ceiling of each line:
 * what does not fit has no speed. */
struct chart_data serving_data(const struct serving *s, const char *const *columns,
                               const struct serving_line *lines, size_t n, double last);

/* Band and ceiling; the typical line. */
void serving_draw_band(struct drawing *d, const struct plot *p, struct serving_line line,
                       enum ink band);
void serving_draw_ceiling(struct drawing *d, const struct plot *p, struct serving_line line,
                          enum ink ink);
void serving_draw_typical(struct drawing *d, const struct plot *p, struct serving_line line,
                          struct stroke stroke);

/* Widens a range of a log axis to the reader's own values between the ends of the other. */
void serving_reach_measured(const struct serving *s, struct axis x, double *low, double *high);

/* Places that no grid line of the y axis runs through come first: in print it is dotted black. */
void serving_off_grid(struct drawing *d, const struct plot *p, const struct label *label,
                      struct candidate *places, size_t n);

/* Glyph and words above the wall, kept inside the canvas. */
void serving_draw_wall_label(struct drawing *d, const struct plot *p, double x, const char *text);

/* What the question needs with that count, and what the device holds, over a plot where nothing
 * fits. */
void serving_draw_unfit(struct drawing *d, const struct serving *s, const struct plot *p,
                        serving_set *set, int64_t n);

/* The nearest 1, 2, 5 × 10ⁿ below or above. */
double serving_nice_below(double value);
double serving_nice_above(double value);

/* "one H100", "8 × H100"; "H100 SXM5 80GB" for kickers. */
const char *serving_devices(const struct serving *s);
const char *serving_kicker(const struct serving *s, const char *key);

/* The footer where nothing fits, and else two sentences; measured points are told apart; sources.
 */
void serving_foot(const struct serving *s, struct frame *f, bool fits, const char *one,
                  const char *two);

/* 151, 9.2; 8 ms, 11.4 s; 2k, 300. */
const char *serving_speed(struct arena *a, double tokens_per_second);
const char *serving_time(struct arena *a, double seconds);
const char *serving_tokens(struct arena *a, int64_t n);

#endif
