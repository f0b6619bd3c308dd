/* What the forward pass keeps for the backward pass, and the buffers of inference. */
#ifndef RIDGE_CORE_ACTIVATIONS_H
#define RIDGE_CORE_ACTIVATIONS_H

#include "core/lora.h"

enum recompute {
    RECOMPUTE_NONE,
    RECOMPUTE_SELECTIVE, /* the core of attention: scores, or the log-sum-exp of a flash kernel */
    RECOMPUTE_FFN,       /* what lies between the matrices of the FFN */
    RECOMPUTE_NORM,      /* outputs of norms, from their inputs */
    RECOMPUTE_FULL
};

enum recompute recompute_of(const char *word);

/* How a pass is run on one rank. */
struct keeping {
    const struct lora *lora;
    enum recompute recompute;
    bool fp32;              /* activations are no 16-bit numbers */
    bool eager;             /* scores are written to memory */
    double sequence;        /* whole, for the rows of the scores */
    double crowd;           /* tokens of the fullest experts over the mean: 1 or more */
    double tensor;          /* ranks that share each matrix */
    bool sequence_parallel; /* they share what stands beside the matrices too */
};

/* Bytes per token of one layer (formulas 4.4, 4.5, 5), with the terms that add up to it. Low: what
 * lies between gate, up and down is fused or recomputed. High: kernels of a framework without
 * fusion keep FP32 inputs of RMSNorm, Q and K before and after the rotation, and copies under
 * dropout of what adapters read. */
struct kept {
    struct quantity bytes;
    const char *formula; /* NULL when not traced */
};

/* A layer mixes tokens by attention or by a recurrence; its feed-forward part is dense or experts.
 */
struct layer_kind {
    bool recurrent, experts;
};

/* a: where the formula goes, or NULL. */
struct kept activations_layer(struct arena *a, const struct keeping *how, struct layer_kind kind);

#endif
