/* Growth of the KV cache from inside: what its parts share. */
#ifndef RIDGE_CHART_KV_GROWTH_H
#define RIDGE_CHART_KV_GROWTH_H

#include "core/kv.h"
#include "plot/axis.h"
#include "plot/frame.h"

enum { GROWTH_MOST = 6, GROWTH_CARDS = 2 };

/* The longest context that a card holds beside the weights, as `ridge fit` says it. */
struct growth_room {
    bool known;
    double sure, lucky; /* tokens; 0: not one */
    bool at_trained;    /* surely as long as the model was trained for */
    bool weights_fit;
};

struct growth_line {
    const struct scenario *given; /* not completed, so that it can be varied */
    const struct estimate *estimate;
    const struct model *model;
    struct kv cache;
    enum engine engine;
    double batch, block;
    double trained; /* tokens; infinite when not known */
    struct growth_room rooms[GROWTH_CARDS];
    struct growth_room filled; /* of the smallest card, as if trained for any length */
    int mark;
};

struct kv_growth {
    struct arena *arena;
    const struct strings *words;
    const struct chart_request *request;
    struct diag *diag;
    struct drawing *d; /* NULL while the frame's words are made */
    struct growth_line lines[GROWTH_MOST];
    size_t count;
    const struct accelerator *cards[GROWTH_CARDS]; /* smallest first */
    size_t card_count;
    struct plot plot; /* tokens, GiB */
};

/* What a line keeps after so many tokens, in GiB. */
double growth_gib(const struct growth_line *line, double tokens);
/* At the right end of the axis. */
double growth_last(const struct kv_growth *g, const struct growth_line *line);
double growth_capacity(const struct accelerator *card); /* GiB */

/* Names. */
const struct scenario *growth_asked(const struct growth_line *line);
double growth_cache_width(const struct growth_line *line); /* bytes of an element */
bool growth_same_model(const struct kv_growth *g);         /* of several lines */
bool growth_same_batch(const struct kv_growth *g);
bool growth_same_cache(const struct kv_growth *g); /* elements are as wide */
/* "Llama 2 7B", "DeepSeek-V3 (671B)": with its size, unless the name says it. */
const char *growth_sized_name(struct kv_growth *g, const struct growth_line *line);

/* Words. */
struct frame growth_frame(struct kv_growth *g);
const char *growth_caption(struct kv_growth *g);
const char *growth_describe(struct kv_growth *g, const char *title);
struct chart_data growth_data(struct kv_growth *g);
const char *growth_tokens(struct arena *a, double tokens); /* "64k", "900": rounded down */
const char *growth_amount(struct arena *a, double gib);    /* "64.0", "0.063", "627" */
/* "50k–66k", "50k" where both are the same. */
const char *growth_range(struct arena *a, struct growth_room room);
const char *growth_name(struct kv_growth *g, const struct growth_line *line);
const char *growth_batch(struct kv_growth *g); /* "batch 1", or "" where they differ */
const char *growth_attention(struct kv_growth *g, const struct model *m);
/* "BF16, 15.0 GiB", "15.0 GiB". */
const char *growth_weights(struct kv_growth *g, const struct growth_line *line);
const char *growth_weights_tight(struct kv_growth *g, const struct growth_line *line);
/* The smallest card fills up inside the plot. */
bool growth_is_filled(const struct kv_growth *g, const struct growth_line *line);

void growth_draw(struct kv_growth *g);

/* The rows of the longest contexts, under the axis: how high, and how wide they must be. */
struct growth_rows {
    double height, least;
};
struct growth_rows growth_rows(struct kv_growth *g, double width);
void growth_draw_rows(struct kv_growth *g, double base);

#endif
