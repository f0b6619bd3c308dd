#include "core/activations.h"

#include "core/parameters.h"

/* Copies of the FFN width kept, each of 2 bytes: gate, up, SiLU of the gate and product, or without
 * a gate the input and output of the activation function. */
static double ffn_kept(const struct model *m, bool fused) {
    double f = (double)m->ffn;
    if (m->ffn_matrices != 3)
        return 4 * f;
    return (fused ? 4 : 8) * f;
}

/* A frozen matrix does not need its input; an adapted one keeps the low-rank product too. */
static double adapter_change(const struct model *m, enum adapted adapted, int64_t rank) {
    struct matrix matrices[MATRICES_MOST];
    double low_rank = 2 * (double)rank;
    switch (adapted) {
    case ADAPTED_ALL:
        return low_rank * (double)matrices_of(m, matrices);
    case ADAPTED_QV:
        return 2 * low_rank - 2 * (double)m->hidden - 2 * (double)m->ffn;
    case ADAPTED_NONE:
        break;
    }
    return 0;
}

struct quantity activations_layer(const struct model *m, enum adapted adapted, int64_t rank) {
    double query = (double)(m->heads * m->head_dim), cached = (double)(m->kv_heads * m->head_dim);
    double rest = 8 * (double)m->hidden + 2 * (query + 2 * cached) + 2 * query +
                  4 * (double)m->heads + adapter_change(m, adapted, rank);
    double low = rest + ffn_kept(m, true), high = rest + ffn_kept(m, false);
    return quantity_range(low, high, high, UNIT_BYTE, MODELLED);
}

struct quantity activations_logits(const struct model *m, double tokens) {
    double elements = tokens * (double)m->vocabulary;
    return quantity_range(10 * elements, 14 * elements, 14 * elements, UNIT_BYTE, MODELLED);
}

double activations_workspace(const struct model *m) {
    double h = (double)m->hidden, query = (double)(m->heads * m->head_dim),
           cached = (double)(m->kv_heads * m->head_dim);
    double attention = 4 * h + 2 * (query + 2 * cached), ffn = 2 * h + 4 * (double)m->ffn;
    return attention > ffn ? attention : ffn;
}
