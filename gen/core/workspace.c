#include "core/workspace.h"

#include <math.h>
#include <string.h>

enum { PASS_TOKENS = 2048, PASS_TOKENS_HIGH = 8192, LLAMA_CPP_TOKENS = 512 };

/* Width of the activations of one layer's feed-forward part for one token. */
static double ffn_width(const struct model *m) {
    double experts = (double)(m->experts_active * m->expert_ffn + m->shared_ffn);
    double dense = model_dense_layers(m) > 0 ? (double)m->ffn : 0;
    return model_is_moe(m) ? fmax(dense, experts) : (double)m->ffn;
}

/* Queries, keys and values of one token. */
static double qkv_width(const struct model *m) {
    double value = (double)model_value_dim(m), heads = (double)m->heads;
    if (model_is_latent(m))
        return heads * (2 * (double)(m->nope_dim + m->rope_dim) + value);
    return heads * (double)m->head_dim + (double)m->kv_heads * ((double)m->head_dim + value);
}

/* One token in the attention part and in the feed-forward part of a layer. */
struct parts {
    double attention, feed_forward;
};

static struct parts parts_of(const struct model *m, struct degrees d) {
    double h = (double)m->hidden, t = (double)d.tensor;
    return (struct parts){4 * h + 2 * qkv_width(m) / t, 2 * h + 4 * ffn_width(m) / t};
}

double workspace_per_token(const struct model *m, struct degrees d) {
    struct parts p = parts_of(m, d);
    return fmax(p.attention, p.feed_forward);
}

/* Without a plan that gives one part the buffers of the other. */
static double most_per_token(const struct model *m, struct degrees d) {
    struct parts p = parts_of(m, d);
    return p.attention + p.feed_forward;
}

struct quantity workspace_tokens(const struct account *c) {
    double present = (double)c->s->context * (double)c->s->batch;
    double most = c->s->chunk > 0 ? (double)c->s->chunk : 0;
    double typical = fmin(most > 0 ? most : PASS_TOKENS, present);
    double high = fmin(most > 0 ? most : PASS_TOKENS_HIGH, present);
    return quantity_range(typical, typical, high, UNIT_NONE, MODELLED);
}

/* Scores of the whole pass against all that is cached, 16 bits; one layer lives at a time. */
static double eager_bytes(const struct account *c) {
    if (!c->s->attention || strcmp(c->s->attention, "eager") != 0)
        return 0;
    double tokens = (double)(c->s->chunk > 0 ? c->s->chunk : c->s->prompt * c->s->batch);
    return 2 * tokens * (double)c->m->heads / (double)c->d.tensor * (double)c->s->context;
}

/* llama.cpp works in batches of 512: logits of a whole batch, or where that is more the scores of
 * eager attention, and eight bytes per token for hidden state and feed-forward width. */
static void llama_cpp_workspace(struct account *c) {
    double u = LLAMA_CPP_TOKENS, h = (double)c->m->hidden, f = ffn_width(c->m);
    double V = (double)c->m->vocabulary, attended = (double)(c->m->heads * c->s->context);
    bool eager = eager_bytes(c) > 0 && attended > V;
    double typical = 4 * u * (eager ? attended : V) + 8 * u * (h + f);
    struct quantity bytes = quantity_range(typical / 2, typical, 2 * typical, UNIT_BYTE, MODELLED);
    measure_set(&c->e->memory_activations, bytes);
    TRACE(&c->trace, STEP_WORKSPACE,
          eager ? "4 · T · a · c + 8 · T · (h + f)" : "4 · T · V + 8 · T · (h + f)", bytes,
          N("T", u), N("V", V), N("a", c->m->heads), N("c", c->s->context), N("h", h), N("f", f));
}

void account_workspace(struct account *c) {
    if (c->engine == ENGINE_LLAMA_CPP) {
        llama_cpp_workspace(c);
        return;
    }
    double token = workspace_per_token(c->m, c->d), eager = eager_bytes(c);
    struct quantity tokens = workspace_tokens(c);
    struct quantity bytes =
        quantity_range(token * tokens.low + eager, token * tokens.value + eager,
                       most_per_token(c->m, c->d) * tokens.high + eager, UNIT_BYTE, MODELLED);
    measure_set(&c->e->memory_activations, bytes);
    const char *formula = eager > 0
                              ? "T · max(4 · h + 2 · x_qkv / n_tp, 2 · h + 4 · f / n_tp) + B_scores"
                              : "T · max(4 · h + 2 · x_qkv / n_tp, 2 · h + 4 · f / n_tp)";
    TRACE(&c->trace, STEP_WORKSPACE, formula, bytes, N("T", tokens.value), N("h", c->m->hidden),
          N("x_qkv", qkv_width(c->m)), N("n_tp", c->d.tensor), N("f", ffn_width(c->m)),
          Q("B_scores", quantity_exact(eager, UNIT_BYTE), "GiB"));
}

/* One FP32 row per sequence; samplers may hold a copy. */
void account_logits(struct account *c) {
    double rows = (double)c->s->batch * (double)c->m->vocabulary * 4;
    struct quantity bytes = quantity_range(rows, rows, 2 * rows, UNIT_BYTE, MODELLED);
    measure_set(&c->e->memory_logits, bytes);
    TRACE(&c->trace, STEP_LOGITS, "4 · b · V", bytes, N("b", c->s->batch),
          N("V", c->m->vocabulary));
}
