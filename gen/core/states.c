#include "core/states.h"

struct trained trained_model(const struct model *m) {
    struct parameters p = parameters_count(m);
    struct matrix matrices[MATRICES_MOST];
    size_t n = matrices_of(m, matrices);
    double tables = m->tied_embeddings ? 1 : 2;
    struct trained t = {
        .matrix = (double)p.linear,
        .other = (double)(p.total - p.linear),
        .factored = (double)(p.linear + p.embedding + p.head),
        .rows_and_columns = tables * (double)(m->vocabulary + m->hidden),
    };
    for (size_t i = 0; i < n; i++)
        t.rows_and_columns += (double)(matrices[i].resident * (matrices[i].in + matrices[i].out));
    return t;
}

/* A pair of factors of rank r: r · (in + out) elements, in + out + 2 · r rows and columns. */
struct trained trained_adapters(double parameters, double pairs, int64_t rank) {
    return (struct trained){
        .matrix = parameters,
        .factored = parameters,
        .rows_and_columns = parameters / (double)rank + 2 * (double)rank * pairs,
    };
}

double states_bytes(const struct optimizer *o, struct trained t) {
    double all = t.matrix + t.other, master = o->master * all;
    if (o->factored)
        return master + o->moments * (t.rows_and_columns + all - t.factored);
    double on_matrices = o->matrix_moments > 0 ? o->matrix_moments : o->moments;
    return master + on_matrices * t.matrix + o->moments * t.other;
}

double states_rank_bytes(const struct optimizer *o, const struct model *m, double matrices,
                         double others) {
    if (!o->factored)
        return states_bytes(o, (struct trained){.matrix = matrices, .other = others});
    struct trained all = trained_model(m);
    return states_bytes(o, all) / (all.matrix + all.other) * (matrices + others);
}
