/* The offload cliff from inside: what its parts share. */
#ifndef RIDGE_CHART_OFFLOAD_CLIFF_H
#define RIDGE_CHART_OFFLOAD_CLIFF_H

#include "plot/axis.h"
#include "plot/frame.h"

enum { CLIFF_HOSTS = 2, CLIFF_CURVES = CLIFF_HOSTS + 1, CLIFF_CARDS = 3 };

/* Tokens a second at a share of the weights (and their cache) in memory of the card. */
struct cliff_speed {
    double low, value, high, ceiling;
};

/* What one card holds of weights and cache. */
struct cliff_wall {
    const struct accelerator *card;
    bool known;
    struct quantity share; /* 1 = all */
    double capacity, rest; /* bytes; the rest is neither weights nor cache */
    int64_t cards;         /* that hold all of it; 0 = no number does */
    int mark;
};

/* A host that computes, or weights streamed over the link. */
struct cliff_curve {
    const struct scenario *given; /* on a card that everything fits on */
    bool streamed;
    double rate;      /* B/s, as rated */
    const char *name; /* of the memory or the link */
    double *low, *value, *high, *ceiling;
    int mark;
};

struct offload_cliff {
    struct arena *arena;
    const struct strings *words;
    const struct chart_request *request;
    struct drawing *d;
    const struct accelerator *card;
    const struct model *model;
    const struct estimate *plain; /* without offload, on the card itself */
    int64_t devices;
    struct cliff_curve curves[CLIFF_CURVES];
    size_t count;
    const double *shares; /* that all curves are sampled at */
    size_t samples;
    struct cliff_wall walls[CLIFF_CARDS]; /* of the card itself, and of others to compare */
    size_t wall_count;
    bool alone; /* no further card is assumed */
    struct plot plot;
};

struct cliff_speed cliff_at(const struct offload_cliff *c, const struct cliff_curve *curve,
                            double share);
/* It does not hold everything. */
bool cliff_is_wall(const struct cliff_wall *w);
/* Speeds at this share are real: what is beyond a card that stands alone is not. */
bool cliff_is_real(const struct offload_cliff *c, double share);

struct frame cliff_frame(struct offload_cliff *c);
const char *cliff_caption(struct offload_cliff *c);
const char *cliff_describe(struct offload_cliff *c, const char *title);
struct chart_data cliff_data(struct offload_cliff *c);
const char *cliff_speed_text(struct arena *a, double speed); /* "1.7", "15.5", "110" */
const char *cliff_share_text(struct arena *a, double share); /* "59%" */
const char *cliff_gib(struct arena *a, double bytes);
const char *cliff_loss(const struct offload_cliff *c); /* at nine tenths: "44%" */
const char *cliff_curve_kind(const struct offload_cliff *c, const struct cliff_curve *curve);
const char *cliff_curve_name(const struct offload_cliff *c, const struct cliff_curve *curve);

void cliff_draw(struct offload_cliff *c);

#endif
