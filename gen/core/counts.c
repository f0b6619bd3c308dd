#include "core/counts.h"

/* ── Small tensors: each with the operation that uses it ── */

static double ffn_bias(const struct model *m, int64_t width) {
    return (double)((m->ffn_matrices - 1) * width + m->hidden);
}

static void count_biases(struct counts *k, const struct parameters *p, double stages) {
    const struct model *m = k->m;
    double moe = (double)m->moe_layers / stages, dense = (double)model_dense_layers(m) / stages;
    double bits = k->f->norm_bits / 8;
    k->biases[GROUP_QKV] = (double)p->biases * k->attention;
    if (m->ffn_bias)
        k->biases[GROUP_FFN] = ffn_bias(m, m->ffn) * dense;
    if (m->router_bias)
        k->biases[GROUP_ROUTER] = (double)m->experts * moe;
    for (size_t g = 0; g < GROUPS; g++)
        k->bytes[g] += k->biases[g] * bits;
    if (m->expert_bias) {
        double one = ffn_bias(m, m->expert_ffn) * moe / k->tensor;
        k->biases[GROUP_EXPERT] = one * (double)m->experts_active;
        k->bytes[GROUP_EXPERT] += one * (double)m->experts / k->expert_tokens * bits;
    }
}

static void count_norms(struct counts *k, const struct parameters *p, double stages) {
    const struct model *m = k->m;
    double norm = (double)(m->hidden * (m->norm_bias ? 2 : 1));
    double once =
        norm * (double)(1 + m->embedding_norm) + (m->head_bias ? (double)m->vocabulary : 0);
    k->norm_active = k->layers * (double)p->norms + once / stages;
    k->norm_bytes = k->norm_active * k->f->norm_bits / 8;
}

/* ── Tables ── */

static double packed(double elements, double bits) {
    return elements * bits / 8;
}

static void count_tables(struct counts *k, const struct parameters *p) {
    const struct model *m = k->m;
    bool tied = m->tied_embeddings;
    double input = packed((double)p->embedding, k->f->embedding_bits);
    double positions = packed((double)p->positions, k->f->embedding_bits);
    k->head_bytes = k->table * (tied ? input : packed((double)p->head, k->f->head_bits));
    k->row_bytes =
        k->table * packed((double)m->hidden * (m->positions ? 2 : 1), k->f->embedding_bits);
    k->embedding_held = k->table * ((tied ? 0 : input) + positions);
}

/* ── Matrices ── */

static void count_matrices(struct counts *k, const struct census *counted, struct degrees d) {
    double stages = (double)d.pipeline;
    for (size_t i = 0; i < counted->n; i++) {
        const struct matrix *x = &counted->matrices[i];
        double share = parallel_matrix_share(k->m, x, d) / stages;
        double met = x->group == GROUP_EXPERT ? share * k->expert_tokens : share;
        k->active[x->group] += (double)(x->in * x->out) * (double)x->active * met;
        k->bytes[x->group] +=
            format_matrix_bytes(k->f, x->group, x->in, x->out) * (double)x->resident * share;
    }
}

struct counts counts_of(const struct model *m, const struct format *f, struct degrees d) {
    struct census counted;
    census_of(m, &counted);
    return counts_counted(m, f, &counted, d);
}

struct counts counts_counted(const struct model *m, const struct format *f,
                             const struct census *counted, struct degrees d) {
    double stages = (double)d.pipeline, t = (double)d.tensor, e = (double)d.expert;
    struct counts k = {
        .m = m,
        .f = f,
        .layers = (double)m->layers / stages,
        .attention = (double)model_attention_layers(m) / stages,
        .tensor = t,
        .kv_heads = parallel_kv_heads_share(m, d),
        .table = 1 / (t * stages),
        .expert_tokens = e > t ? e / t : 1,
    };
    count_matrices(&k, counted, d);
    count_biases(&k, &counted->p, stages);
    count_norms(&k, &counted->p, stages);
    count_tables(&k, &counted->p);
    return k;
}
