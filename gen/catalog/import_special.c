/* What only one family has. */
#include "catalog/import_read.h"

#include <inttypes.h>

/* Refuses unless the key says so or is absent. */
static void expect_flag(struct import *i, const char *key, bool value, const char *what) {
    struct config_value v = import_value(i, i->text, key);
    if (import_flag(i, i->text, (struct flag){key, value}) != value)
        import_refuse(i, v.span, what);
}

/* The 350M model projects its embedding and norms after its layers. */
void family_opt(struct import *i) {
    int64_t width = import_count(i, NULL, "word_embed_proj_dim", i->m->hidden);
    if (width != i->m->hidden)
        import_refuse(i, import_value(i, i->text, "word_embed_proj_dim").span,
                      "its embedding is projected to another width");
    expect_flag(i, "do_layer_norm_before", true, "it has its norms after the layers");
    expect_flag(i, "enable_bias", true, "it has no biases");
    expect_flag(i, "layer_norm_elementwise_affine", true, "its norms have no weights");
}

/* The newer architecture names its KV heads; before it multi_query means one, whatever num_kv_heads
 * says. Attention and FFN side by side share one norm, or have one each. */
void family_falcon(struct import *i) {
    struct model *m = i->m;
    bool newer = import_flag(i, i->text, (struct flag){"new_decoder_architecture", false});
    bool one = import_flag(i, i->text, (struct flag){"multi_query", true});
    bool beside = import_flag(i, i->text, (struct flag){"parallel_attn", true});
    if (newer) {
        m->kv_heads = import_count(i, "kv-heads", "num_kv_heads n_head_kv", KEY_NEEDED);
        m->norms = import_count(i, "norms", "num_ln_in_parallel_attn", 2);
    } else {
        m->kv_heads = one ? 1 : m->heads;
        m->norms = beside ? 1 : 2;
    }
}

void family_chatglm(struct import *i) {
    struct model *m = i->m;
    if (import_flag(i, i->text, (struct flag){"multi_query_attention", false}))
        m->kv_heads = import_count(i, "kv-heads", "multi_query_group_num", KEY_NEEDED);
    if (import_flag(i, i->text, (struct flag){"add_bias_linear", false}))
        m->qkv_bias = m->output_bias = m->ffn_bias = 1;
    expect_flag(i, "rmsnorm", true, "its norms are LayerNorm");
    expect_flag(i, "post_layer_norm", true, "it has no norm after the last layer");
}

/* A layer that is no attention is marked 0. */
void family_minimax(struct import *i) {
    struct config_value list = config_at(i->text, "attn_type_list");
    struct config_value item = list;
    for (size_t k = 0; k < config_count(list); k++) {
        item = config_next(list, k, item);
        if (item.whole != 1) {
            import_refuse(i, item.span,
                          "only some of its layers are attention, the others linear attention");
            return;
        }
    }
}

void family_bigcode(struct import *i) {
    if (import_flag(i, i->text, (struct flag){"multi_query", true}))
        i->m->kv_heads = 1;
}

void family_without_qk_norm(struct import *i) {
    expect_flag(i, "qk_layernorm", false, "queries and keys have norms of their own kind");
}

void family_stablelm(struct import *i) {
    family_without_qk_norm(i);
    if (import_flag(i, i->text, (struct flag){"use_parallel_residual", false}))
        i->m->norms = 1;
}
