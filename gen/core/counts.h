/* What one device multiplies and reads, by operation: counted once, then every pass is a few
 * products (formulas 1, 2, 8). Stages of a pipeline are taken as balanced. */
#ifndef RIDGE_CORE_COUNTS_H
#define RIDGE_CORE_COUNTS_H

#include "core/parallel.h"

struct counts {
    const struct model *m;
    const struct format *f;
    double active[GROUPS]; /* elements of matrices that one token meets here */
    double bytes[GROUPS];  /* of the matrices held, scales and the biases of the group included */
    double biases[GROUPS]; /* elements added for one token */
    double norm_bytes, norm_active;
    double layers;         /* of the stage; a fraction when they do not divide evenly */
    double attention;      /* of them attention layers */
    double tensor;         /* ranks that share a layer */
    double kv_heads;       /* share of the KV heads that the device keeps */
    double table;          /* share of input table and output head */
    double head_bytes;     /* of the device's part of the head */
    double row_bytes;      /* of what one token looks up */
    double expert_tokens;  /* tokens that meet the experts here, for each token of the device */
    double embedding_held; /* bytes of input tables that no step reads as a whole */
};

struct counts counts_of(const struct model *m, const struct format *f, struct degrees d);

/* The same of a model that is counted already. */
struct counts counts_counted(const struct model *m, const struct format *f,
                             const struct census *counted, struct degrees d);

#endif
