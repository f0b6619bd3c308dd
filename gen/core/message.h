/* The messages of a pass (formulas 11.1): which collective, of how many bytes, how often, between
 * which ranks. */
#ifndef RIDGE_CORE_MESSAGE_H
#define RIDGE_CORE_MESSAGE_H

#include "core/network.h"
#include "core/parallel.h"
#include "core/trace.h"

/* One kind of message of a pass, `count` times. */
struct message {
    enum step_name step; /* the line of its time */
    enum collective kind;
    double bytes, count;
    struct group group;
    double saved; /* share of the bytes that is not sent at best */
};

enum { MESSAGES_MOST = 8 };

struct messages {
    struct message at[MESSAGES_MOST];
    size_t n;
};

/* What passes through a stage, or in inference through all of them. */
struct traffic {
    const struct model *m;
    const struct network *w;
    struct degrees d;
    struct stage stage;  /* layers whose messages count */
    double tokens;       /* on one context rank */
    double rows;         /* of the output head; in training those of the loss */
    double element;      /* bytes of an activation */
    double dispatched;   /* bytes of an activation on its way to an expert */
    double kv_token;     /* bytes of K and V of a token in one layer on one tensor rank */
    double passes;       /* through the layers: 1; 2 with the backward pass, 3 with recomputation */
    double rings;        /* through attention by ring hops: 1; 3 with the backward pass, 4 */
    double expert_nodes; /* that a token's experts lie on at most; 0 = any */
    double chunks;       /* of a stage: sends per micro-batch and direction */
    bool decode, training, sequence_split;
};

/* Devices between two stages. In training a stage is all data ranks, in inference the ranks of one
 * replica, unless replicas share experts. */
int64_t stage_stride(struct degrees d, bool training);

/* One list for each parallelism of a pass; empty when there is none (formulas 11.1). */
struct messages traffic_tensor(const struct traffic *t);
struct messages traffic_pipeline(const struct traffic *t);
struct messages traffic_context(const struct traffic *t);
struct messages traffic_expert(const struct traffic *t);

/* Copies of a token that are sent to its experts: one each, or where routing is limited to fewer
 * nodes than that one a node, which hands it on. */
double traffic_copies(const struct traffic *t);

/* Gradients and weights that data ranks exchange (formulas 4.2, 11.1). */
struct exchange {
    bool experts;     /* routed experts, which other ranks share than the rest */
    bool scatters;    /* sums of gradients are scattered and new weights gathered */
    bool gathers;     /* weights are gathered for every pass */
    int64_t group;    /* ranks that states are sharded over; all data ranks unless fewer */
    double gradients; /* bytes on a rank */
    double weights;   /* bytes on a rank */
    int64_t ranks;    /* that hold the same parameters */
    int64_t stride;   /* devices between them */
};

/* Appended to the list: dense parameters and experts are exchanged by different ranks. */
void traffic_data(const struct exchange *s, struct messages *list);

#endif
