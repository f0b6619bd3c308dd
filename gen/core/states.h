/* Optimizer states: master copy and moments (formulas 4.1). */
#ifndef RIDGE_CORE_STATES_H
#define RIDGE_CORE_STATES_H

#include "core/parameters.h"

/* Tensors under training: elements of matrices of the layers, of everything else, and, for factored
 * moments, rows plus columns of all matrices with the elements those stand for. */
struct trained {
    double matrix, other;
    double factored, rows_and_columns;
};

struct trained trained_model(const struct model *m);
struct trained trained_adapters(double parameters, double pairs, int64_t rank);

double states_bytes(const struct optimizer *o, struct trained t);

/* Of a part of the model: elements of matrices of the layers, and others. */
double states_rank_bytes(const struct optimizer *o, const struct model *m, double matrices,
                         double others);

#endif
