/* Bytes of tensors in a number format (formulas 2 and 3.3). */
#ifndef RIDGE_CORE_FORMAT_H
#define RIDGE_CORE_FORMAT_H

#include "core/parameters.h"

/* Bytes by tensor class; they add up to the whole checkpoint. */
struct weight_bytes {
    double linear, embedding, head, small, total;
};

/* One linear matrix with its scales. */
double format_matrix_bytes(const struct format *f, int64_t in, int64_t out);

struct weight_bytes format_weight_bytes(const struct format *f, const struct model *m);

/* Bytes per cached element of a head of this size, scales included. */
double format_kv_bytes(const struct format *f, int64_t head_dim);

#endif
