/* Parameter counts of a dense transformer (formulas 1). */
#ifndef RIDGE_CORE_PARAMETERS_H
#define RIDGE_CORE_PARAMETERS_H

#include "core/hardware.h"

/* One linear layer of the block. The group is the operation that multiplies it. */
enum matrix_group { GROUP_QKV, GROUP_OUTPUT, GROUP_FFN, GROUPS };

struct matrix {
    const char *name; /* "q", "k", "v", "o", "gate", "up", "down": names of LoRA targets */
    enum matrix_group group;
    int64_t in, out;
};

enum { MATRICES_MOST = 7 };

/* The linear layers of one block; returns how many. */
size_t matrices_of(const struct model *m, struct matrix out[MATRICES_MOST]);

struct parameters {
    int64_t attention, ffn, norms, layer; /* of one layer; attention includes its biases */
    int64_t biases;                       /* of one layer */
    int64_t linear;                       /* all matrices of all layers */
    int64_t small;                        /* norms and biases of the whole model */
    int64_t embedding, head;              /* head 0 when tied */
    int64_t total, active, active_with_embedding;
};

struct parameters parameters_count(const struct model *m);

#endif
