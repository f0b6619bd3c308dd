/* Model families as data: how each spells its configuration, and what its library takes for granted
 * where a key is absent (models-NOTES 8). A further family is a row of import_family.c. */
#ifndef RIDGE_CATALOG_IMPORT_FAMILY_H
#define RIDGE_CATALOG_IMPORT_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Keys of the same meaning, between blanks; all that are given must agree. "" = there is none. */
struct keys {
    const char *layers, *hidden, *heads, *kv_heads, *head_dim, *ffn, *vocabulary, *context;
};

/* Whether something is there: what a key says, or `otherwise` when it is absent or there is none.
 */
struct flag {
    const char *key;
    bool otherwise;
};

/* The FFN of some layers is a set of experts. */
enum moe_layers {
    MOE_EVERYWHERE,
    MOE_AFTER_DENSE, /* first_k_dense_replace, moe_layer_freq */
    MOE_SPARSE_STEP, /* decoder_sparse_step, mlp_only_layers */
    MOE_INTERLEAVED  /* interleave_moe_layer_step, moe_layers */
};
enum moe_shared {
    SHARED_NONE,
    SHARED_COUNT, /* n_shared_experts, each as wide as a routed one */
    SHARED_WIDTH, /* shared_expert_intermediate_size, behind a gate */
    SHARED_ONE    /* always one, without a key */
};
struct moe {
    const char *experts, *active, *width;
    enum moe_layers layers;
    enum moe_shared shared;
    bool expert_bias;
    struct flag router_bias;
};

/* Which layers are local when no layer_types list says so. */
enum window_rule {
    WINDOW_NEVER,
    WINDOW_ALL,       /* every layer, when sliding_window is a number */
    WINDOW_SWITCHED,  /* use_sliding_window, from layer max_window_layers on */
    WINDOW_ALTERNATE, /* every second layer, beginning with the first */
    WINDOW_PATTERN,   /* all but every nth: sliding_window_pattern */
    WINDOW_CHUNKED    /* attention_chunk_size, all but every fourth */
};
struct window {
    enum window_rule rule;
    int64_t otherwise; /* width when the key is absent (null is none); 0: none */
    int64_t pattern;   /* when its key is absent */
};

/* What stands for an absent number: 0 = the general rule (KV heads are the heads, a head is
 * hidden/heads wide, the FFN …), NEEDED = nothing, the file must say it. */
enum { KEY_NEEDED = -1 };
struct absent {
    int64_t heads, kv_heads, head_dim, vocabulary, context;
};

struct import;

struct family {
    const char *type; /* model_type */
    const struct keys *keys;
    struct absent absent;
    int64_t ffn_times;    /* FFN width in hidden widths when no key gives it; 0: it is needed */
    int64_t ffn_matrices; /* 3 gated: the family decides, not the name of the activation */
    int64_t norms;        /* a layer */
    bool norm_bias, embedding_norm, head_bias, tied, latent, sinks;
    bool learned_positions;
    int64_t more_positions; /* rows of the table beyond the context */
    bool qk_norm_heads;     /* when the flag holds */
    struct flag qk_norm, qkv_bias, output_bias, ffn_bias;
    struct window window;
    const struct moe *moe;
    const char *format;                /* when neither torch_dtype nor dtype is there; or NULL */
    void (*special)(struct import *i); /* what no other family has; or NULL */
};

extern const struct family families[];
extern const size_t family_count;

const struct family *family_find(const char *type);

/* Files of several towers hold the decoder in text_config: the family of that, or NULL. */
struct wrapper {
    const char *outer, *text;
};
extern const struct wrapper wrappers[];
extern const size_t wrapper_count;
const char *family_wrapped(const char *type);

/* Why the family is refused, or NULL. */
const char *family_refusal(const char *type);

/* A key that only layers other than attention have, and what it says. */
struct hybrid_key {
    const char *key, *what;
};
extern const struct hybrid_key hybrid_keys[];
extern const size_t hybrid_key_count;

/* The family whose name is nearest. */
const char *family_nearest(const char *type);

#endif
