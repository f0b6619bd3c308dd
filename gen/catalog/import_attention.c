/* Heads, latents and biases of an imported model. */
#include "catalog/import_read.h"

/* Without an own key a head is hidden/heads wide, which must come out even. */
static int64_t head_width(struct import *i) {
    const struct model *m = i->m;
    int64_t width =
        import_count(i, "head-dim", i->family->keys->head_dim, i->family->absent.head_dim);
    if (width || i->family->absent.head_dim == KEY_NEEDED || !m->heads)
        return width;
    if (m->hidden % m->heads == 0)
        return m->hidden / m->heads;
    struct config_value heads = import_value(i, i->text, i->family->keys->heads);
    import_unfit(i, heads, "a divisor of the hidden width, since no key gives the width of a head");
    return 0;
}

static void heads_import(struct import *i) {
    struct model *m = i->m;
    const struct keys *keys = i->family->keys;
    m->kv_heads = import_count(i, "kv-heads", keys->kv_heads, i->family->absent.kv_heads);
    if (!m->kv_heads)
        m->kv_heads = m->heads;
    m->head_dim = head_width(i);
}

/* KV heads repeat the heads there and say nothing about the cache; q_lora_rank null is a full query
 * projection. */
static void latent_import(struct import *i) {
    struct model *m = i->m;
    m->q_rank = import_nullable(i, "q-rank", "q_lora_rank");
    m->kv_rank = import_count(i, "kv-rank", "kv_lora_rank", KEY_NEEDED);
    m->nope_dim = import_count(i, "nope-dim", "qk_nope_head_dim", KEY_NEEDED);
    m->rope_dim = import_count(i, "rope-dim", "qk_rope_head_dim", KEY_NEEDED);
    m->value_dim = import_count(i, "value-dim", "v_head_dim", KEY_NEEDED);
    m->head_dim = m->nope_dim + m->rope_dim;
    m->kv_heads = m->heads;
    struct config_value bias = import_value(i, i->text, "attention_bias");
    if (import_flag(i, i->text, (struct flag){"attention_bias", false}))
        import_refuse(i, bias.span, "latent attention is counted without biases");
}

static void small_tensors_import(struct import *i) {
    struct model *m = i->m;
    const struct family *f = i->family;
    m->norms = f->norms;
    m->norm_bias = f->norm_bias;
    m->embedding_norm = f->embedding_norm;
    m->head_bias = f->head_bias;
    m->sinks = f->sinks;
    m->qk_norm = import_flag(i, i->text, f->qk_norm);
    m->qk_norm_heads = m->qk_norm && f->qk_norm_heads;
    m->qkv_bias = import_flag(i, i->text, f->qkv_bias);
    m->output_bias = import_flag(i, i->text, f->output_bias);
    m->ffn_bias = import_flag(i, i->text, f->ffn_bias);
    m->positions = f->learned_positions ? m->max_context + f->more_positions : 0;
}

void import_attention(struct import *i) {
    if (i->family->latent)
        latent_import(i);
    else
        heads_import(i);
    small_tensors_import(i);
}
