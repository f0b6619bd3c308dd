#include "catalog/model_rules.h"

#include <string.h>

#include "core/parameters.h"

struct bounds model_bounds(size_t field) {
    enum need { OPTIONAL, NEEDED };
    static const struct bounds bounds[] = {
#define MODEL(member, name, least, most, need) {least, most, need},
#include "core/model.def"
#undef MODEL
    };
    return bounds[field];
}

typedef const struct model *M;

/* ── Attention ── */

static bool heads_uneven(M m) {
    return m->kv_heads > m->heads || m->heads % m->kv_heads;
}

const char *model_attention(M m) {
    if (model_is_latent(m))
        return "mla";
    return m->kv_heads == m->heads ? "mha" : m->kv_heads == 1 ? "mqa" : "gqa";
}

static bool attention_misnamed(M m) {
    return m->attention && strcmp(m->attention, model_attention(m)) != 0;
}

static bool latent_dims_missing(M m) {
    return model_is_latent(m) && (!m->nope_dim || !m->rope_dim || !m->value_dim);
}

static bool latent_dims_alone(M m) {
    return !model_is_latent(m) && (m->q_rank || m->nope_dim || m->rope_dim);
}

static bool latent_head_differs(M m) {
    return model_is_latent(m) && m->head_dim != m->nope_dim + m->rope_dim;
}

/* The latent has no KV heads of its own: the number repeats the query heads. */
static bool latent_kv_heads(M m) {
    return model_is_latent(m) && m->kv_heads != m->heads;
}

static bool head_norms_alone(M m) {
    return m->qk_norm_heads && !m->qk_norm;
}

static bool latent_extras(M m) {
    return model_is_latent(m) && (m->qkv_bias || m->output_gate || m->qk_norm || m->sinks);
}

/* ── Kinds of layers ── */

static bool recurrent_too_many(M m) {
    return m->recurrent_layers > m->layers;
}

static bool recurrent_incomplete(M m) {
    return m->recurrent_layers && (!m->recurrent_parameters || !m->recurrent_state);
}

static bool recurrent_parameters_alone(M m) {
    return m->recurrent_parameters && !m->recurrent_layers;
}

static bool recurrent_state_alone(M m) {
    return m->recurrent_state && !m->recurrent_layers;
}

static bool local_too_many(M m) {
    return m->local_layers > model_attention_layers(m);
}

static bool window_without_layers(M m) {
    return m->window && !m->local_layers;
}

static bool local_without_window(M m) {
    return m->local_layers && !m->window;
}

static bool window_wide(M m) {
    return m->window >= m->max_context;
}

static bool chunks_without_window(M m) {
    return m->chunked && !m->window;
}

static bool shared_too_many(M m) {
    return m->shared_kv_layers && m->shared_kv_layers >= model_attention_layers(m);
}

/* ── Feed-forward ── */

static bool experts_incomplete(M m) {
    bool any = m->experts || m->experts_active || m->expert_ffn || m->moe_layers;
    return any && !(m->experts && m->experts_active && m->expert_ffn && m->moe_layers);
}

static bool experts_too_active(M m) {
    return m->experts_active > m->experts;
}

static bool moe_too_many(M m) {
    return m->moe_layers > m->layers;
}

static bool expert_parts_alone(M m) {
    return !model_is_moe(m) &&
           (m->shared_ffn || m->shared_gate || m->router_bias || m->expert_bias);
}

static bool gate_without_shared(M m) {
    return m->shared_gate && !m->shared_ffn;
}

/* Recurrent layers may do without. */
static bool ffn_missing(M m) {
    return !m->ffn && model_dense_layers(m) > m->recurrent_layers;
}

/* ── Sums and names ── */

static bool uncountable(M m) {
    return !parameters_countable(m);
}

static bool sum_too_small(M m) {
    return parameters_uncounted(m) < 0;
}

static bool extras_beyond(M m) {
    return m->published_parameters < 0;
}

static bool format_unknown(M m) {
    return m->native_format && !format_lookup(m->native_format);
}

static const struct model_rule rules[] = {
    {"recurrent-layers", recurrent_too_many, "there are fewer layers"},
    {"moe-layers", moe_too_many, "there are fewer layers"},
    {"kv-heads", heads_uneven, "the query heads, which must share them evenly, are another number"},
    {"kv-heads", latent_kv_heads, "kv-rank is given: latent attention repeats the heads here"},
    {"attention", attention_misnamed, "heads, kv-heads and kv-rank make it another kind"},
    {"kv-rank", latent_dims_missing, "nope-dim, rope-dim and value-dim are not all given"},
    {"attention", latent_dims_alone, "q-rank, nope-dim or rope-dim is given without kv-rank"},
    {"head-dim", latent_head_differs, "nope-dim and rope-dim add up to another width"},
    {"kv-rank", latent_extras,
     "qkv-bias, output-gate, qk-norm or sinks is given: latent attention is counted without"},
    {"qk-norm-per-head", head_norms_alone, "there is no qk-norm"},
    {"recurrent-layers", recurrent_incomplete,
     "recurrent-parameters and recurrent-state are not both given"},
    {"recurrent-parameters", recurrent_parameters_alone, "there are no recurrent-layers"},
    {"recurrent-state", recurrent_state_alone, "there are no recurrent-layers"},
    {"local-layers", local_too_many, "there are fewer attention layers"},
    {"window", window_without_layers, "there are no local-layers"},
    {"local-layers", local_without_window, "there is no window"},
    {"window", window_wide, "max-context is no longer than that: no window at all"},
    {"chunked-attention", chunks_without_window, "there is no window, the length of a chunk"},
    {"shared-kv-layers", shared_too_many, "there are no more attention layers to share with"},
    {"experts", experts_incomplete,
     "experts, experts-active, expert-ffn and moe-layers are not all given"},
    {"moe-layers", experts_incomplete,
     "experts, experts-active, expert-ffn and moe-layers are not all given"},
    {"experts-active", experts_too_active, "there are fewer experts"},
    {"shared-ffn", expert_parts_alone, "there are no experts"},
    {"shared-gate", gate_without_shared, "there is no shared-ffn"},
    {"ffn", ffn_missing, "some layers have no experts"},
    {"layers", uncountable, "the fields multiply to more than 2^53 parameters"},
    {"given-parameters", sum_too_small, "the layers alone hold more"},
    {"published-parameters", extras_beyond, "the extras named beside it are more"},
    {"native-format", format_unknown, "no format has that name"},
};

const struct model_rule *model_rule_broken(M m) {
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].broken(m))
            return &rules[i];
    return NULL;
}
