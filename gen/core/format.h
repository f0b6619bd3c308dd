/* Bytes of tensors in a number format (formulas 2 and 3.3). */
#ifndef RIDGE_CORE_FORMAT_H
#define RIDGE_CORE_FORMAT_H

#include "core/parameters.h"

/* Bytes by tensor class; they add up to the whole checkpoint. Routers are among the small. */
struct weight_bytes {
    double linear, expert, embedding, positions, head, small, total;
};

/* Bits per weight of the class that the matrices of a group belong to. */
double format_group_bits(const struct format *f, enum matrix_group group);

/* One matrix with its scales. */
double format_matrix_bytes(const struct format *f, enum matrix_group group, int64_t in,
                           int64_t out);

struct weight_bytes format_weight_bytes(const struct format *f, const struct model *m);

/* Whether it can hold the cache of such a model: tiled formats hold latents only. */
bool format_is_cache(const struct format *f, bool latent);

/* Bytes per cached element of a head of this size, scales included. */
double format_kv_bytes(const struct format *f, int64_t head_dim);

/* Bytes of one latent with its rotary key. */
double format_latent_bytes(const struct format *f, int64_t rank, int64_t rope);

#endif
