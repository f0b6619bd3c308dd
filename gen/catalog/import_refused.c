/* Files whose decoder stands inside, and families that are refused. */
#include "catalog/import_family.h"

#include <string.h>

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

const struct wrapper wrappers[] = {
    {"gemma3", "gemma3_text"}, {"kimi_k25", "kimi_k2"},       {"llama4", "llama4_text"},
    {"mistral3", "mistral"},   {"qwen3_vl", "qwen3_vl_text"}, {"qwen3_vl_moe", "qwen3_vl_moe_text"},
};

const size_t wrapper_count = COUNT_OF(wrappers);

const char *family_wrapped(const char *type) {
    for (size_t i = 0; i < COUNT_OF(wrappers); i++)
        if (strcmp(wrappers[i].outer, type) == 0)
            return wrappers[i].text;
    return NULL;
}

/* ── What is refused ── */

static const char state_space[] = "its layers are a state space model";
static const char some_state_space[] = "only some of its layers are attention, the others a state "
                                       "space model";
static const char some_linear[] = "only some of its layers are attention, the others linear "
                                  "attention with a state";
static const char index_cache[] = "it keeps an index beside its cache to attend to a part of it";
static const char other_heads[] = "its local and global layers differ in their heads";

static const struct {
    const char *type, *why;
} refused[] = {
    {"mamba", state_space},
    {"mamba2", state_space},
    {"falcon_mamba", state_space},
    {"rwkv", "its layers are recurrent"},
    {"recurrent_gemma", "most of its layers are recurrent"},
    {"jamba", some_state_space},
    {"nemotron_h", some_state_space},
    {"zamba", some_state_space},
    {"zamba2", some_state_space},
    {"bamba", some_state_space},
    {"granitemoehybrid", some_state_space},
    {"falcon_h1", some_state_space},
    {"lfm2", "only some of its layers are attention, the others convolutions with a state"},
    {"qwen3_next", some_linear},
    {"qwen3_5", some_linear},
    {"qwen3_5_text", some_linear},
    {"qwen3_5_moe", some_linear},
    {"qwen3_5_moe_text", some_linear},
    {"kimi_linear", some_linear},
    {"minimax", some_linear},
    {"minimax_text_01", some_linear},
    {"gemma3n", "it holds an embedding for each layer and shares caches between layers"},
    {"gemma3n_text", "it holds an embedding for each layer and shares caches between layers"},
    {"gemma4", other_heads},
    {"gemma4_text", other_heads},
    {"deepseek_v32", index_cache},
    {"glm_moe_dsa", index_cache},
    {"minimax_m3", index_cache},
    {"minimax_m3_vl", index_cache},
    {"deepseek_v4", "it compresses its cache by another factor in each layer"},
    {"kimi_k3", some_linear},
    {"mimo_v2_flash", other_heads},
    {"nemotron-nas", "its layers differ from one another"},
};

const char *family_refusal(const char *type) {
    for (size_t i = 0; i < COUNT_OF(refused); i++)
        if (strcmp(refused[i].type, type) == 0)
            return refused[i].why;
    return NULL;
}

const struct hybrid_key hybrid_keys[] = {
    {"hybrid_override_pattern", some_state_space},
    {"attn_layer_period", some_state_space},
    {"state_size", state_space},
    {"ssm_state_size", state_space},
    {"mamba_d_state", state_space},
    {"linear_attn_config", some_linear},
    {"full_attention_interval", some_linear},
};
const size_t hybrid_key_count = COUNT_OF(hybrid_keys);
