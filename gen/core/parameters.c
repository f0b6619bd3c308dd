#include "core/parameters.h"

size_t matrices_of(const struct model *m, struct matrix out[MATRICES_MOST]) {
    int64_t query = m->heads * m->head_dim, cached = m->kv_heads * m->head_dim;
    const struct matrix all[MATRICES_MOST] = {
        {"q", GROUP_QKV, m->hidden, query},     {"k", GROUP_QKV, m->hidden, cached},
        {"v", GROUP_QKV, m->hidden, cached},    {"o", GROUP_OUTPUT, query, m->hidden},
        {"up", GROUP_FFN, m->hidden, m->ffn},   {"down", GROUP_FFN, m->ffn, m->hidden},
        {"gate", GROUP_FFN, m->hidden, m->ffn},
    };
    size_t n = m->ffn_matrices == 3 ? 7 : 6;
    for (size_t i = 0; i < n; i++)
        out[i] = all[i];
    return n;
}

struct parameters parameters_count(const struct model *m) {
    struct parameters p = {0};
    struct matrix matrices[MATRICES_MOST];
    size_t n = matrices_of(m, matrices);
    for (size_t i = 0; i < n; i++) {
        int64_t elements = matrices[i].in * matrices[i].out;
        if (matrices[i].group == GROUP_FFN)
            p.ffn += elements;
        else
            p.attention += elements;
    }
    p.linear = m->layers * (p.attention + p.ffn);
    if (m->qkv_bias)
        p.biases = (m->heads + 2 * m->kv_heads) * m->head_dim;
    p.attention += p.biases;
    p.norms = 2 * m->hidden;
    p.layer = p.attention + p.ffn + p.norms;
    p.small = m->layers * (p.norms + p.biases) + m->hidden;
    p.embedding = m->vocabulary * m->hidden;
    p.head = m->tied_embeddings ? 0 : p.embedding;
    p.total = p.linear + p.small + p.embedding + p.head;
    /* The input table is a lookup; a tied table still works as the output head. */
    p.active = p.total - p.embedding + (m->tied_embeddings ? p.embedding : 0);
    p.active_with_embedding = p.total;
    return p;
}
