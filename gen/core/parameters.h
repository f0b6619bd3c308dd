/* Parameter counts (formulas 1): attention by heads or latent, dense layers and experts, whatever
 * stands beside the matrices. All counts are whole numbers below 2^53. */
#ifndef RIDGE_CORE_PARAMETERS_H
#define RIDGE_CORE_PARAMETERS_H

#include "core/hardware.h"

/* The operation that multiplies a matrix. */
enum matrix_group {
    GROUP_QKV,
    GROUP_OUTPUT,
    GROUP_FFN,
    GROUP_ROUTER,
    GROUP_EXPERT,
    GROUP_SHARED, /* experts that every token meets */
    GROUP_RECURRENT,
    GROUPS
};

/* Linear layers of one shape. */
struct matrix {
    const char *name; /* as LoRA targets are named: "q", "k", "v", "o", "gate", "up", "down" … */
    enum matrix_group group;
    int64_t in, out;
    int64_t resident; /* how many the model holds, over all layers and experts */
    int64_t active;   /* how many of them one token meets */
    bool split;       /* divided by tensor parallelism; the others stand whole on every rank */
};

enum { MATRICES_MOST = 20 };

/* The linear layers of the whole model; returns how many shapes. */
size_t matrices_of(const struct model *m, struct matrix out[MATRICES_MOST]);

/* Elements held and elements that one token meets, of a group or, with GROUPS, of all. */
int64_t matrices_resident(const struct model *m, enum matrix_group group);
int64_t matrices_active(const struct model *m, enum matrix_group group);

/* Are all counts of the model below 2^53, so that they are exact? Shapes beyond are slips. */
bool parameters_countable(const struct model *m);

/* Parameters that the layers leave unexplained where the model gives its sum; negative when the
 * layers hold more than that. 0 when no sum is given. */
int64_t parameters_uncounted(const struct model *m);

struct parameters {
    int64_t attention; /* of one attention layer, with biases, QK norms and sinks */
    int64_t ffn;       /* of one dense feed-forward layer, with biases */
    int64_t expert;    /* of one routed expert, with biases */
    int64_t moe;       /* of one expert layer: router, all experts, shared ones */
    int64_t norms;     /* of one layer */
    int64_t layer;     /* attention, feed-forward and norms: of a dense layer if there is one */
    int64_t biases;    /* of one attention layer, QK norms and sinks included */
    int64_t linear;    /* all matrices of all layers; the router is one of them */
    int64_t experts;   /* all routed experts */
    int64_t small;     /* norms, biases, sinks of the whole model */
    int64_t small_active;
    int64_t positions;       /* learned position table */
    int64_t embedding, head; /* head 0 when tied */
    int64_t total;
    int64_t active; /* of one token: without input tables (a lookup), with the output head */
    int64_t active_with_embedding;
};

struct parameters parameters_count(const struct model *m);

/* Everything that is counted of a model, once: its linear layers, their elements by group, its
 * parameters. */
struct census {
    struct matrix matrices[MATRICES_MOST];
    size_t n;
    int64_t resident[GROUPS], active[GROUPS];
    struct parameters p;
};

void census_of(const struct model *m, struct census *out);

/* What model fields that may be absent stand for. */
int64_t model_norms(const struct model *m);     /* 2 */
int64_t model_value_dim(const struct model *m); /* the head's */
int64_t model_attention_layers(const struct model *m);
int64_t model_dense_layers(const struct model *m);
bool model_is_latent(const struct model *m);
/* Can so many devices share the heads: do they divide the query heads, and divide the KV heads or
 * hold one of them together? Latent attention has no KV heads to share. */
bool model_heads_divide(const struct model *m, int64_t devices);
bool model_is_moe(const struct model *m);

#endif
