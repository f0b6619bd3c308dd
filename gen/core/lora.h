/* Low-rank adapters (formulas 5). */
#ifndef RIDGE_CORE_LORA_H
#define RIDGE_CORE_LORA_H

#include "core/parallel.h"
#include "core/parameters.h"

/* What is trained: everything, or adapters beside some of the matrices. */
struct lora {
    const struct model *m;
    int64_t rank;
    bool full;            /* no adapters: every matrix is trained */
    bool embedding, head; /* trained whole beside the adapters */
    bool magnitudes;      /* DoRA: a length of each output beside the pair */
    size_t n;
    struct matrix matrices[MATRICES_MOST]; /* all of the model */
    bool adapted[MATRICES_MOST];
};

/* targets: "all-linear", "experts", or names of matrices: "q,v", and of tables that are trained
 * whole: "embedding", and "head" where it is not the same; not read when full. */
struct lora lora_of(const struct model *m, const char *targets, int64_t rank, bool full);

/* The word of the list that names no matrix of the model, or NULL; nearest may be NULL. */
const char *lora_unknown(struct arena *a, const struct model *m, const char *targets,
                         const char **nearest);

/* "q, k, v, o, gate, up, down": what a list may name. */
const char *lora_names(struct arena *a, const struct model *m);

/* Whether one of the matrices that read the same input is trained: then the input is kept. names
 * are separated by blanks. */
bool lora_reads(const struct lora *l, enum matrix_group group, const char *names);

/* Trainable parameters: r · (in + out) per adapted matrix, over all layers and experts; DoRA: and
 * of these the magnitudes, out per adapted matrix. */
double lora_parameters(const struct lora *l);
double lora_magnitudes(const struct lora *l);

/* Of the trainable parameters those of whole tables, and how many tables there are. */
double lora_tables(const struct lora *l);
double lora_table_count(const struct lora *l);
bool lora_trains_head(const struct model *m, const char *targets);

/* Those on the fullest rank, by what they are sharded over. Of a pair that stands beside a divided
 * matrix, the side that meets the full width is whole. */
struct lora_rank {
    double dense, experts;
};

struct lora_rank lora_parameters_of_rank(const struct lora *l, struct degrees d);

/* Adapted matrices in the whole model. */
double lora_pairs(const struct lora *l);

#endif
