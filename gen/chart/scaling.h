/* Scaling from inside: what its parts share. */
#ifndef RIDGE_CHART_SCALING_H
#define RIDGE_CHART_SCALING_H

#include "plot/axis.h"
#include "plot/frame.h"

enum { SCALING_COUNTS = 6 };

/* Real: it fits and the wires are known. Hypothetical: with more memory, or as if the fast link
 * went on beyond its node. */
enum scaling_state { SCALING_NONE, SCALING_HYPOTHETICAL, SCALING_REAL };

struct scaling_point {
    double devices;
    enum scaling_state state;
    const struct estimate *estimate;
    struct quantity speed; /* tokens a second */
    double ceiling;        /* the same if links cost nothing and everything else its least */
    double wires;          /* the same if all but the links cost nothing; infinite on one device */
    struct quantity share; /* of a step that goes to the links */
    double efficiency;     /* speed over that of the first count times the ratio of counts */
    double measured;       /* published; NaN: none */
};

struct scaling {
    struct arena *arena;
    const struct strings *words;
    const struct chart_request *request;
    struct drawing *d;
    const struct scenario *asked; /* completed, at the first count that can be asked */
    bool training;
    struct scaling_point points[SCALING_COUNTS];
    size_t first, last; /* real ones; first > last: there is none */
    double node;        /* devices that share the fast link */
    bool beyond;        /* something is drawn beyond the node that is not real */
    double ridge;       /* devices from which the links are the lower ceiling; NaN */
    double ridge_speed;
    const char *source; /* of the measured values, or NULL */
    struct plot plot;   /* devices, tokens a second */
};

bool scaling_has_real(const struct scaling *c);

struct frame scaling_frame(struct scaling *c);
const char *scaling_caption(struct scaling *c);
const char *scaling_describe(struct scaling *c, const char *title);
struct chart_data scaling_data(struct scaling *c);
const char *scaling_speed_text(struct arena *a, double speed);       /* "553", "8.6", "12 300" */
const char *scaling_share_text(struct arena *a, double share);       /* "35%" */
const char *scaling_word(const struct scaling *c, const char *name); /* of decoding or training */

void scaling_draw(struct scaling *c);
/* Bars of a step, the share of the links and the efficiency, under the axis. */
void scaling_draw_rows(struct scaling *c);
double scaling_rows_height(const struct scaling *c);

#endif
