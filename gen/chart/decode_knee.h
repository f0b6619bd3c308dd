/* The decode knee from inside: what its parts share. */
#ifndef RIDGE_CHART_DECODE_KNEE_H
#define RIDGE_CHART_DECODE_KNEE_H

#include "chart/serving.h"

enum { KNEE_UNKNOWN = -1 };

enum knee_line { KNEE_ALL, KNEE_EACH, KNEE_LINES };

struct decode_knee {
    struct drawing *d;
    struct serving s;
    struct plot plot;
    int64_t end;       /* of the batch axis */
    int64_t wall;      /* largest batch that fits; 0: none does, KNEE_UNKNOWN: capacity not known */
    int64_t knee;      /* where the cache is as much traffic as the weights; 0: not on the axis */
    int64_t compute;   /* from here a step takes as long as its arithmetic; 0: not on the axis */
    double saturation; /* b*: weights alone turn compute-bound; 0: no peak known */
    struct serving_line lines[KNEE_LINES], free; /* free: reading the cache costs nothing */
    int marks[KNEE_LINES], free_mark, knee_mark, first_mark;
};

/* The last batch whose speed is real: that of the wall, or the end of the axis. */
int64_t knee_last(const struct decode_knee *k);
bool knee_wall_is_seen(const struct decode_knee *k);
/* Of a line at a batch among its counts. */
double knee_value(const struct decode_knee *k, enum knee_line line, int64_t batch);

/* What lines and labels share: colours, keys of names, and what is there. */
extern const enum ink knee_inks[KNEE_LINES];
extern const char *const knee_names[KNEE_LINES];
/* In the measure of a page: the shorter words, and no line without a cache. */
bool knee_is_tight(const struct decode_knee *k);
bool knee_has_free_line(const struct decode_knee *k);
bool knee_saturation_is_seen(const struct decode_knee *k);

void knee_draw(struct decode_knee *k);
void knee_draw_labels(struct decode_knee *k);

struct frame knee_frame(struct decode_knee *k);
const char *knee_describe(struct decode_knee *k, const char *title);
const char *knee_caption(struct decode_knee *k);
struct chart_data knee_data(struct decode_knee *k);

#endif
