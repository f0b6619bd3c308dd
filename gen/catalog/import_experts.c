/* The feed-forward layers of an imported model: dense ones and experts. */
#include "catalog/import_read.h"

static int64_t after_dense(struct import *i) {
    int64_t first = import_count(i, NULL, "first_k_dense_replace", KEY_NEEDED);
    int64_t every = import_count(i, NULL, "moe_layer_freq", 1), n = 0;
    for (int64_t k = first; k < i->m->layers; k++)
        n += every > 0 && k % every == 0;
    return n;
}

/* Which layers a list of their numbers names; each of them once. */
static const bool *listed_layers(struct import *i, struct config_value list) {
    bool *listed = ARENA_ARRAY(i->arena, bool, (size_t)i->m->layers + 1);
    struct config_value item = list;
    if (list.kind != CONFIG_ABSENT && list.kind != CONFIG_NULL && list.kind != CONFIG_LIST)
        import_unfit(i, list, "a list of numbers of layers");
    for (size_t k = 0; k < config_count(list); k++) {
        item = config_next(list, k, item);
        bool layer = item.kind == CONFIG_WHOLE && item.whole >= 0 && item.whole < i->m->layers;
        if (!layer || listed[item.whole]) {
            import_unfit(i, item, "the number of a layer, from 0, each layer once");
            break;
        }
        listed[item.whole] = true;
    }
    return listed;
}

static int64_t sparse_steps(struct import *i) {
    const bool *dense = listed_layers(i, config_at(i->text, "mlp_only_layers"));
    int64_t step = import_count(i, NULL, "decoder_sparse_step", 1), n = 0;
    for (int64_t k = 0; step > 0 && k < i->m->layers; k++)
        n += (k + 1) % step == 0 && !dense[k];
    return n;
}

static int64_t interleaved(struct import *i) {
    struct config_value list = config_at(i->text, "moe_layers");
    listed_layers(i, list);
    int64_t step = import_count(i, NULL, "interleave_moe_layer_step", KEY_NEEDED);
    if (list.kind == CONFIG_LIST)
        return (int64_t)config_count(list);
    return step > 0 ? i->m->layers / step : 0;
}

static int64_t layers_with_experts(struct import *i) {
    switch (i->family->moe->layers) {
    case MOE_AFTER_DENSE:
        return after_dense(i);
    case MOE_SPARSE_STEP:
        return sparse_steps(i);
    case MOE_INTERLEAVED:
        return interleaved(i);
    case MOE_EVERYWHERE:
        break;
    }
    return i->m->layers;
}

static void shared_import(struct import *i) {
    struct model *m = i->m;
    switch (i->family->moe->shared) {
    case SHARED_COUNT:
        m->shared_ffn = import_nullable(i, NULL, "n_shared_experts") * m->expert_ffn;
        break;
    case SHARED_WIDTH:
        m->shared_ffn =
            import_count(i, "shared-ffn", "shared_expert_intermediate_size", KEY_NEEDED);
        m->shared_gate = m->shared_ffn > 0;
        break;
    case SHARED_ONE:
        m->shared_ffn = m->expert_ffn;
        break;
    case SHARED_NONE:
        break;
    }
}

static void moe_import(struct import *i) {
    struct model *m = i->m;
    const struct moe *moe = i->family->moe;
    m->moe_layers = layers_with_experts(i);
    m->experts = import_count(i, "experts", moe->experts, KEY_NEEDED);
    m->experts_active = import_count(i, "experts-active", moe->active, KEY_NEEDED);
    m->expert_ffn = import_count(i, "expert-ffn", moe->width, KEY_NEEDED);
    shared_import(i);
    m->expert_bias = moe->expert_bias;
    m->router_bias = import_flag(i, i->text, moe->router_bias);
    if (m->moe_layers)
        return;
    m->experts = m->experts_active = m->expert_ffn = m->shared_ffn = 0;
    m->shared_gate = m->expert_bias = m->router_bias = 0;
}

/* Which width it is, is a matter of the family; where all layers have experts it is not used. */
static void ffn_import(struct import *i) {
    const struct family *f = i->family;
    int64_t usual = f->ffn_times ? f->ffn_times * i->m->hidden : KEY_NEEDED;
    i->m->ffn_matrices = f->ffn_matrices;
    i->m->ffn = import_count(i, "ffn", f->keys->ffn, usual);
}

void import_experts(struct import *i) {
    ffn_import(i);
    if (i->family->moe)
        moe_import(i);
}
