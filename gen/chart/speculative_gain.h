/* The gain of speculative decoding from inside: what its parts share. */
#ifndef RIDGE_CHART_SPECULATIVE_GAIN_H
#define RIDGE_CHART_SPECULATIVE_GAIN_H

#include "chart/serving.h"

/* Lines of four acceptances, and that of the main one at the largest batch. */
enum { GAIN_ACCEPTANCES = 4, GAIN_LARGE = GAIN_ACCEPTANCES, GAIN_MOST, GAIN_DRAFTS = 8 };

struct speculative_gain {
    struct drawing *d;
    struct serving s;
    struct plot plot;
    double acceptances[GAIN_MOST];
    size_t main, count;        /* the acceptance the chart is about; lines: 4, or 5 */
    int64_t batch, large;      /* asked for; the largest that fits, 0: no larger one */
    bool fits;                 /* target and draft */
    const struct model *draft; /* NULL: drafts cost nothing */
    double cost;               /* of a draft step, in plain steps */
    struct serving_line lines[GAIN_MOST];
    int64_t best[GAIN_MOST]; /* drafted tokens with the highest typical gain; 0: none gains */
    int marks[GAIN_MOST];
};

/* Puts a number of drafted tokens into the question. */
serving_set gain_drafts;

/* Typical gain of a line with so many drafted tokens. */
double gain_at(const struct speculative_gain *g, size_t line, int64_t drafts);

void gain_draw(struct speculative_gain *g);
void gain_draw_labels(struct speculative_gain *g);

struct frame gain_frame(struct speculative_gain *g);
const char *gain_describe(struct speculative_gain *g, const char *title);
const char *gain_caption(struct speculative_gain *g);
struct chart_data gain_data(struct speculative_gain *g);
/* "acceptance 0.8", "acceptance 0.8, batch 323". */
const char *gain_name(struct speculative_gain *g, size_t line);
const char *gain_best(struct speculative_gain *g, size_t line);

#endif
