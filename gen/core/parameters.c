#include "core/parameters.h"

#include <string.h>

int64_t model_norms(const struct model *m) {
    return m->norms ? m->norms : 2;
}

int64_t model_value_dim(const struct model *m) {
    return m->value_dim ? m->value_dim : m->head_dim;
}

int64_t model_attention_layers(const struct model *m) {
    return m->layers - m->recurrent_layers;
}

int64_t model_dense_layers(const struct model *m) {
    return m->layers - m->moe_layers;
}

bool model_is_latent(const struct model *m) {
    return m->kv_rank > 0;
}

bool model_heads_divide(const struct model *m, int64_t devices) {
    bool whole = model_is_latent(m) || m->kv_heads % devices == 0 || devices % m->kv_heads == 0;
    return m->heads % devices == 0 && whole;
}

bool model_is_moe(const struct model *m) {
    return m->moe_layers > 0;
}

struct shapes {
    struct matrix *at;
    size_t n;
};

/* Absent matrices have no copies or no elements. */
static void shape_add(struct shapes *s, struct matrix matrix) {
    if (matrix.resident > 0 && matrix.in > 0 && matrix.out > 0)
        s->at[s->n++] = matrix;
}

/* As many as there are layers of that kind, all of them met by every token. */
static void shape_everywhere(struct shapes *s, const char *name, enum matrix_group group,
                             int64_t in, int64_t out, int64_t layers, bool split) {
    shape_add(s, (struct matrix){name, group, in, out, layers, layers, split});
}

static void head_shapes(struct shapes *s, const struct model *m) {
    int64_t h = m->hidden, n = model_attention_layers(m), value = model_value_dim(m);
    int64_t query = m->heads * m->head_dim;
    shape_everywhere(s, "q", GROUP_QKV, h, query, n, true);
    shape_everywhere(s, "k", GROUP_QKV, h, m->kv_heads * m->head_dim, n, true);
    shape_everywhere(s, "v", GROUP_QKV, h, m->kv_heads * value, n, true);
    if (m->output_gate)
        shape_everywhere(s, "output-gate", GROUP_QKV, h, query, n, true);
    shape_everywhere(s, "o", GROUP_OUTPUT, m->heads * value, h, n, true);
}

/* The way down to the latent is the same on every rank; the way up is divided by heads. */
static void latent_shapes(struct shapes *s, const struct model *m) {
    int64_t h = m->hidden, n = model_attention_layers(m), value = model_value_dim(m);
    int64_t query = m->heads * (m->nope_dim + m->rope_dim);
    if (m->q_rank) {
        shape_everywhere(s, "q-down", GROUP_QKV, h, m->q_rank, n, false);
        shape_everywhere(s, "q-up", GROUP_QKV, m->q_rank, query, n, true);
    } else {
        shape_everywhere(s, "q", GROUP_QKV, h, query, n, true);
    }
    shape_everywhere(s, "kv-down", GROUP_QKV, h, m->kv_rank + m->rope_dim, n, false);
    shape_everywhere(s, "kv-up", GROUP_QKV, m->kv_rank, m->heads * (m->nope_dim + value), n, true);
    shape_everywhere(s, "o", GROUP_OUTPUT, m->heads * value, h, n, true);
}

static void ffn_shapes(struct shapes *s, const struct model *m, enum matrix_group group,
                       int64_t width, int64_t layers) {
    shape_everywhere(s, "up", group, m->hidden, width, layers, true);
    shape_everywhere(s, "down", group, width, m->hidden, layers, true);
    if (m->ffn_matrices == 3)
        shape_everywhere(s, "gate", group, m->hidden, width, layers, true);
}

static void expert_shapes(struct shapes *s, const struct model *m) {
    int64_t n = m->moe_layers, held = n * m->experts, met = n * m->experts_active;
    shape_everywhere(s, "router", GROUP_ROUTER, m->hidden, m->experts, n, false);
    shape_add(s, (struct matrix){"up", GROUP_EXPERT, m->hidden, m->expert_ffn, held, met, true});
    shape_add(s, (struct matrix){"down", GROUP_EXPERT, m->expert_ffn, m->hidden, held, met, true});
    if (m->ffn_matrices == 3)
        shape_add(s,
                  (struct matrix){"gate", GROUP_EXPERT, m->hidden, m->expert_ffn, held, met, true});
    ffn_shapes(s, m, GROUP_SHARED, m->shared_ffn, n);
    if (m->shared_gate)
        shape_everywhere(s, "shared-gate", GROUP_ROUTER, m->hidden, 1, n, false);
}

/* A block of elements without a shape of its own, as a matrix that keeps their number. */
static void block_add(struct shapes *s, const char *name, enum matrix_group group,
                      const struct model *m, int64_t elements, int64_t copies) {
    int64_t in = elements % m->hidden ? elements & -elements : m->hidden;
    if (elements > 0)
        shape_everywhere(s, name, group, in, elements / in, copies, true);
}

static int64_t elements_of(const struct matrix *matrix, bool active) {
    return matrix->in * matrix->out * (active ? matrix->active : matrix->resident);
}

static size_t counted_shapes(const struct model *m, struct matrix out[MATRICES_MOST]) {
    struct shapes s = {out, 0};
    if (model_is_latent(m))
        latent_shapes(&s, m);
    else
        head_shapes(&s, m);
    ffn_shapes(&s, m, GROUP_FFN, m->ffn, model_dense_layers(m));
    expert_shapes(&s, m);
    block_add(&s, "recurrent", GROUP_RECURRENT, m, m->recurrent_parameters, m->recurrent_layers);
    return s.n;
}

/* ── Small tensors ── */

static int64_t attention_small(const struct model *m) {
    int64_t value = model_value_dim(m), small = 0;
    if (m->qkv_bias)
        small += m->heads * m->head_dim + m->kv_heads * (m->head_dim + value);
    if (m->output_bias)
        small += m->hidden;
    if (m->qk_norm)
        small += (m->qk_norm_heads ? m->heads + m->kv_heads : 2) * m->head_dim;
    if (m->sinks)
        small += m->heads;
    if (model_is_latent(m))
        small += m->q_rank + m->kv_rank; /* the norms of the latents */
    return small;
}

static int64_t ffn_bias(const struct model *m, bool has, int64_t width) {
    return has ? (m->ffn_matrices - 1) * width + m->hidden : 0;
}

/* A weight, and a bias in LayerNorm. */
static int64_t norm_width(const struct model *m) {
    return m->hidden * (m->norm_bias ? 2 : 1);
}

static int64_t small_tensors(const struct model *m, const struct parameters *p, int64_t experts) {
    return model_attention_layers(m) * p->biases + m->layers * p->norms +
           model_dense_layers(m) * ffn_bias(m, m->ffn_bias, m->ffn) +
           m->moe_layers * (experts * ffn_bias(m, m->expert_bias, m->expert_ffn) +
                            (m->router_bias ? m->experts : 0)) +
           norm_width(m) * (1 + m->embedding_norm) + (m->head_bias ? m->vocabulary : 0);
}

/* Everything but the matrices of the layers. */
static int64_t beside_matrices(const struct model *m) {
    struct parameters p = {.biases = attention_small(m), .norms = model_norms(m) * norm_width(m)};
    int64_t tables = m->vocabulary * m->hidden * (m->tied_embeddings ? 1 : 2);
    return small_tensors(m, &p, m->experts) + tables + m->positions * m->hidden;
}

int64_t parameters_uncounted(const struct model *m) {
    struct matrix matrices[MATRICES_MOST];
    size_t n = counted_shapes(m, matrices);
    int64_t known = beside_matrices(m);
    for (size_t i = 0; i < n; i++)
        known += elements_of(&matrices[i], false);
    return m->given_parameters ? m->given_parameters - known : 0;
}

bool parameters_countable(const struct model *m) {
    const double most = 9007199254740992.0;
    struct matrix matrices[MATRICES_MOST];
    size_t n = counted_shapes(m, matrices);
    double sum = (double)beside_matrices(m);
    for (size_t i = 0; i < n; i++)
        sum += (double)matrices[i].in * (double)matrices[i].out * (double)matrices[i].resident;
    return sum < most;
}

size_t matrices_of(const struct model *m, struct matrix out[MATRICES_MOST]) {
    struct shapes s = {out, counted_shapes(m, out)};
    if (m->given_parameters)
        block_add(&s, "uncounted", GROUP_FFN, m, parameters_uncounted(m), 1);
    return s.n;
}

/* ── The count ── */

static int64_t sum_of(const int64_t counts[GROUPS]) {
    int64_t sum = 0;
    for (size_t g = 0; g < GROUPS; g++)
        sum += counts[g];
    return sum;
}

static void count_layers(struct census *c, const struct model *m) {
    struct parameters *p = &c->p;
    int64_t attention = model_attention_layers(m), ffn = m->ffn_matrices * m->hidden;
    int64_t projections = c->resident[GROUP_QKV] + c->resident[GROUP_OUTPUT];
    p->biases = attention_small(m);
    p->norms = model_norms(m) * norm_width(m);
    p->attention = (attention ? projections / attention : 0) + p->biases;
    p->ffn = ffn * m->ffn + ffn_bias(m, m->ffn_bias, m->ffn);
    if (model_is_moe(m)) {
        p->expert = ffn * m->expert_ffn + ffn_bias(m, m->expert_bias, m->expert_ffn);
        p->moe = m->experts * p->expert + ffn * m->shared_ffn +
                 c->resident[GROUP_ROUTER] / m->moe_layers + (m->router_bias ? m->experts : 0);
    }
    p->layer = p->attention + (model_dense_layers(m) ? p->ffn : p->moe) + p->norms;
}

static void count_all(struct census *c, const struct model *m) {
    struct parameters *p = &c->p;
    count_layers(c, m);
    p->linear = sum_of(c->resident);
    p->experts = c->resident[GROUP_EXPERT];
    p->small = small_tensors(m, p, m->experts);
    p->small_active = small_tensors(m, p, m->experts_active);
    p->positions = m->positions * m->hidden;
    p->embedding = m->vocabulary * m->hidden;
    p->head = m->tied_embeddings ? 0 : p->embedding;
    p->total = p->linear + p->small + p->positions + p->embedding + p->head;
    /* Input tables are a lookup; a tied one still works as the output head. */
    p->active = sum_of(c->active) + p->small_active + p->embedding;
    p->active_with_embedding = p->active + p->positions + (m->tied_embeddings ? 0 : p->embedding);
}

void census_of(const struct model *m, struct census *out) {
    out->n = matrices_of(m, out->matrices);
    memset(out->resident, 0, sizeof out->resident);
    memset(out->active, 0, sizeof out->active);
    out->p = (struct parameters){0};
    for (size_t i = 0; i < out->n; i++) {
        const struct matrix *x = &out->matrices[i];
        out->resident[x->group] += elements_of(x, false);
        out->active[x->group] += elements_of(x, true);
    }
    count_all(out, m);
}

struct parameters parameters_count(const struct model *m) {
    struct census c;
    census_of(m, &c);
    return c.p;
}

int64_t matrices_resident(const struct model *m, enum matrix_group group) {
    struct census c;
    census_of(m, &c);
    return group == GROUPS ? sum_of(c.resident) : c.resident[group];
}

int64_t matrices_active(const struct model *m, enum matrix_group group) {
    struct census c;
    census_of(m, &c);
    return group == GROUPS ? sum_of(c.active) : c.active[group];
}
