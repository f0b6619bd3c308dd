#include "catalog/import_family.h"

#include <string.h>

#include "base/diag.h"
#include "catalog/import_read.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

/* ── How keys are spelled ── */

static const struct keys usual = {
    "num_hidden_layers", "hidden_size",       "num_attention_heads", "num_key_value_heads",
    "head_dim",          "intermediate_size", "vocab_size",          "max_position_embeddings"};

static const struct keys gpt2_keys = {"n_layer num_hidden_layers",
                                      "n_embd hidden_size",
                                      "n_head num_attention_heads",
                                      "",
                                      "",
                                      "n_inner",
                                      "vocab_size",
                                      "n_positions n_ctx max_position_embeddings"};

static const struct keys bloom_keys = {"n_layer num_hidden_layers",
                                       "n_embed n_embd hidden_size",
                                       "n_head num_attention_heads",
                                       "",
                                       "",
                                       "",
                                       "vocab_size",
                                       "seq_length"};

static const struct keys falcon_keys = {
    "num_hidden_layers n_layer", "hidden_size", "num_attention_heads n_head", "", "head_dim",
    "ffn_hidden_size",           "vocab_size",  "max_position_embeddings"};

static const struct keys opt_keys = {
    "num_hidden_layers", "hidden_size", "num_attention_heads",    "", "",
    "ffn_dim",           "vocab_size",  "max_position_embeddings"};

static const struct keys neox_keys = {
    "num_hidden_layers", "hidden_size", "num_attention_heads",    "", "",
    "intermediate_size", "vocab_size",  "max_position_embeddings"};

static const struct keys baichuan_keys = {"num_hidden_layers",
                                          "hidden_size",
                                          "num_attention_heads",
                                          "",
                                          "",
                                          "intermediate_size",
                                          "vocab_size",
                                          "model_max_length max_position_embeddings"};

static const struct keys chatglm_keys = {"num_layers num_hidden_layers",
                                         "hidden_size",
                                         "num_attention_heads",
                                         "",
                                         "kv_channels",
                                         "ffn_hidden_size",
                                         "padded_vocab_size",
                                         "seq_length"};

static const struct keys llama4_keys = {
    "num_hidden_layers", "hidden_size",           "num_attention_heads", "num_key_value_heads",
    "head_dim",          "intermediate_size_mlp", "vocab_size",          "max_position_embeddings"};

/* ── Experts ── */

static const struct moe mixtral_moe = {
    .experts = "num_local_experts", .active = "num_experts_per_tok", .width = "intermediate_size"};

static const struct moe minimax_moe = {.experts = "num_local_experts",
                                       .active = "num_experts_per_tok",
                                       .width = "intermediate_size",
                                       .router_bias = {"use_routing_bias", true}};

static const struct moe gpt_oss_moe = {.experts = "num_local_experts",
                                       .active = "num_experts_per_tok experts_per_token",
                                       .width = "intermediate_size",
                                       .expert_bias = true,
                                       .router_bias = {NULL, true}};

static const struct moe qwen2_moe = {.experts = "num_experts",
                                     .active = "num_experts_per_tok",
                                     .width = "moe_intermediate_size",
                                     .layers = MOE_SPARSE_STEP,
                                     .shared = SHARED_WIDTH};

static const struct moe qwen3_moe = {.experts = "num_experts",
                                     .active = "num_experts_per_tok",
                                     .width = "moe_intermediate_size",
                                     .layers = MOE_SPARSE_STEP};

static const struct moe deepseek_v2_moe = {.experts = "n_routed_experts",
                                           .active = "num_experts_per_tok",
                                           .width = "moe_intermediate_size",
                                           .layers = MOE_AFTER_DENSE,
                                           .shared = SHARED_COUNT};

static const struct moe deepseek_v3_moe = {.experts = "n_routed_experts",
                                           .active = "num_experts_per_tok",
                                           .width = "moe_intermediate_size",
                                           .layers = MOE_AFTER_DENSE,
                                           .shared = SHARED_COUNT,
                                           .router_bias = {NULL, true}};

static const struct moe llama4_moe = {.experts = "num_local_experts",
                                      .active = "num_experts_per_tok",
                                      .width = "intermediate_size",
                                      .layers = MOE_INTERLEAVED,
                                      .shared = SHARED_ONE};

/* ── The families ── */

/* Numbers that the general rule does not give. */
#define ASK_KV                                                                                     \
    { .kv_heads = KEY_NEEDED }
#define ASK_KV_AND_HEAD                                                                            \
    { .kv_heads = KEY_NEEDED, .head_dim = KEY_NEEDED }
#define ALWAYS                                                                                     \
    { NULL, true }
#define BY_KEY(key)                                                                                \
    { key, false }

#define LLAMA(name)                                                                                \
    {                                                                                              \
        .type = name, .keys = &usual, .ffn_matrices = 3, .norms = 2,                               \
        .qkv_bias = BY_KEY("attention_bias"), .output_bias = BY_KEY("attention_bias"),             \
        .ffn_bias = BY_KEY("mlp_bias")                                                             \
    }
#define QWEN3(name, experts)                                                                       \
    {                                                                                              \
        .type = name, .keys = &usual, .absent = ASK_KV_AND_HEAD, .ffn_matrices = 3, .norms = 2,    \
        .qk_norm = ALWAYS, .qkv_bias = BY_KEY("attention_bias"),                                   \
        .output_bias = BY_KEY("attention_bias"), .window = {.rule = WINDOW_SWITCHED},              \
        .moe = experts                                                                             \
    }
#define DEEPSEEK(name, experts)                                                                    \
    { .type = name, .keys = &usual, .ffn_matrices = 3, .norms = 2, .latent = true, .moe = experts }
#define GLM(name, count)                                                                           \
    {                                                                                              \
        .type = name, .keys = &usual, .absent = ASK_KV_AND_HEAD, .ffn_matrices = 3,                \
        .norms = count, .qkv_bias = BY_KEY("attention_bias")                                       \
    }
#define GEMMA(name, count, local)                                                                  \
    {                                                                                              \
        .type = name, .keys = &usual, .absent = ASK_KV_AND_HEAD, .ffn_matrices = 3,                \
        .norms = count, .tied = true, .qkv_bias = BY_KEY("attention_bias"),                        \
        .output_bias = BY_KEY("attention_bias"), .window = local                                   \
    }
#define GPT(name, spelling)                                                                        \
    .type = name, .keys = &spelling, .ffn_matrices = 2, .norms = 2, .norm_bias = true,             \
    .qkv_bias = ALWAYS, .output_bias = ALWAYS, .ffn_bias = ALWAYS
#define LOCAL(...)                                                                                 \
    { __VA_ARGS__ }

const struct family families[] = {
    {GPT("gpt2", gpt2_keys), .ffn_times = 4, .tied = true, .learned_positions = true,
     .format = "fp32"},
    {.type = "gpt_neox",
     .keys = &neox_keys,
     .ffn_matrices = 2,
     .norms = 2,
     .norm_bias = true,
     .qkv_bias = {"attention_bias", true},
     .output_bias = {"attention_bias", true},
     .ffn_bias = ALWAYS},
    /* ALiBi needs no table, and its configuration no length: all were trained on 2048 tokens. */
    {GPT("bloom", bloom_keys), .absent = {.context = 2048}, .ffn_times = 4, .tied = true,
     .embedding_norm = true, .format = "bf16"},
    {GPT("opt", opt_keys), .tied = true, .learned_positions = true, .more_positions = 2,
     .special = family_opt},
    {.type = "falcon",
     .keys = &falcon_keys,
     .absent = {.context = 2048},
     .ffn_times = 4,
     .ffn_matrices = 2,
     .norms = 2,
     .norm_bias = true,
     .tied = true,
     .qkv_bias = BY_KEY("bias"),
     .output_bias = BY_KEY("bias"),
     .ffn_bias = BY_KEY("bias"),
     .special = family_falcon},
    {.type = "gptj",
     .keys = &gpt2_keys,
     .ffn_times = 4,
     .ffn_matrices = 2,
     .norms = 1,
     .norm_bias = true,
     .head_bias = true,
     .ffn_bias = ALWAYS,
     .format = "fp32"},
    {GPT("gpt_bigcode", gpt2_keys), .ffn_times = 4, .tied = true, .learned_positions = true,
     .format = "fp32", .special = family_bigcode},
    {.type = "phi",
     .keys = &usual,
     .ffn_matrices = 2,
     .norms = 1,
     .norm_bias = true,
     .head_bias = true,
     .qkv_bias = ALWAYS,
     .output_bias = ALWAYS,
     .ffn_bias = ALWAYS,
     .special = family_without_qk_norm},
    {.type = "stablelm",
     .keys = &usual,
     .ffn_matrices = 3,
     .norms = 2,
     .norm_bias = true,
     .qkv_bias = BY_KEY("use_qkv_bias"),
     .special = family_stablelm},
    {.type = "starcoder2",
     .keys = &usual,
     .absent = ASK_KV,
     .ffn_matrices = 2,
     .norms = 2,
     .norm_bias = true,
     .tied = true,
     .qkv_bias = {"use_bias", true},
     .output_bias = {"use_bias", true},
     .ffn_bias = {"use_bias", true},
     .window = {.rule = WINDOW_ALL}},
    {.type = "cohere",
     .keys = &usual,
     .ffn_matrices = 3,
     .norms = 1,
     .tied = true,
     .qk_norm_heads = true,
     .qk_norm = BY_KEY("use_qk_norm"),
     .qkv_bias = BY_KEY("attention_bias"),
     .output_bias = BY_KEY("attention_bias")},
    {.type = "olmo2",
     .keys = &usual,
     .ffn_matrices = 3,
     .norms = 2,
     .qk_norm_heads = true,
     .qk_norm = ALWAYS,
     .qkv_bias = BY_KEY("attention_bias"),
     .output_bias = BY_KEY("attention_bias")},
    LLAMA("llama"),
    {.type = "mistral",
     .keys = &usual,
     .absent = ASK_KV,
     .ffn_matrices = 3,
     .norms = 2,
     .window = {.rule = WINDOW_ALL, .otherwise = 4096}},
    {.type = "mixtral",
     .keys = &usual,
     .absent = ASK_KV,
     .ffn_matrices = 3,
     .norms = 2,
     .window = {.rule = WINDOW_ALL},
     .moe = &mixtral_moe},
    {.type = "minimax_m2",
     .keys = &usual,
     .absent = ASK_KV_AND_HEAD,
     .ffn_matrices = 3,
     .norms = 2,
     .qk_norm_heads = true,
     .qk_norm = BY_KEY("use_qk_norm"),
     .moe = &minimax_moe,
     .special = family_minimax},
    {.type = "qwen2",
     .keys = &usual,
     .absent = ASK_KV,
     .ffn_matrices = 3,
     .norms = 2,
     .qkv_bias = ALWAYS,
     .window = {.rule = WINDOW_SWITCHED}},
    {.type = "qwen2_moe",
     .keys = &usual,
     .absent = ASK_KV,
     .ffn_matrices = 3,
     .norms = 2,
     .qkv_bias = {"qkv_bias", true},
     .window = {.rule = WINDOW_SWITCHED},
     .moe = &qwen2_moe},
    QWEN3("qwen3", NULL),
    QWEN3("qwen3_vl_text", NULL),
    QWEN3("qwen3_moe", &qwen3_moe),
    QWEN3("qwen3_vl_moe_text", &qwen3_moe),
    {.type = "deepseek",
     .keys = &usual,
     .ffn_matrices = 3,
     .norms = 2,
     .qkv_bias = BY_KEY("attention_bias"),
     .output_bias = BY_KEY("attention_bias"),
     .moe = &deepseek_v2_moe},
    DEEPSEEK("deepseek_v2", &deepseek_v2_moe),
    DEEPSEEK("deepseek_v3", &deepseek_v3_moe),
    DEEPSEEK("kimi_k2", &deepseek_v3_moe),
    GEMMA("gemma", 2, LOCAL(.rule = WINDOW_NEVER)),
    GEMMA("gemma2", 4, LOCAL(.rule = WINDOW_ALTERNATE, .otherwise = 4096)),
    {.type = "gemma3_text",
     .keys = &usual,
     .absent =
         {.heads = 8, .kv_heads = 4, .head_dim = 256, .vocabulary = 262208, .context = 131072},
     .ffn_matrices = 3,
     .norms = 4,
     .tied = true,
     .qk_norm = ALWAYS,
     .qkv_bias = BY_KEY("attention_bias"),
     .output_bias = BY_KEY("attention_bias"),
     .window = {.rule = WINDOW_PATTERN, .otherwise = 4096, .pattern = 6}},
    {.type = "llama4_text",
     .keys = &llama4_keys,
     .absent = ASK_KV_AND_HEAD,
     .ffn_matrices = 3,
     .norms = 2,
     .qkv_bias = BY_KEY("attention_bias"),
     .output_bias = BY_KEY("attention_bias"),
     .window = {.rule = WINDOW_CHUNKED, .otherwise = 8192, .pattern = 4},
     .moe = &llama4_moe},
    {.type = "phi3", .keys = &usual, .ffn_matrices = 3, .norms = 2, .window = {.rule = WINDOW_ALL}},
    {.type = "chatglm",
     .keys = &chatglm_keys,
     .absent = {.head_dim = KEY_NEEDED},
     .ffn_matrices = 3,
     .norms = 2,
     .qkv_bias = BY_KEY("add_qkv_bias"),
     .special = family_chatglm},
    GLM("glm", 2),
    GLM("glm4", 4),
    {.type = "glm4_moe",
     .keys = &usual,
     .absent = ASK_KV_AND_HEAD,
     .ffn_matrices = 3,
     .norms = 2,
     .qk_norm = BY_KEY("use_qk_norm"),
     .qkv_bias = BY_KEY("attention_bias"),
     .moe = &deepseek_v3_moe},
    {.type = "baichuan", .keys = &baichuan_keys, .ffn_matrices = 3, .norms = 2},
    {.type = "internlm2",
     .keys = &usual,
     .ffn_matrices = 3,
     .norms = 2,
     .qkv_bias = BY_KEY("bias"),
     .output_bias = BY_KEY("bias")},
    {.type = "gpt_oss",
     .keys = &usual,
     .absent = ASK_KV_AND_HEAD,
     .ffn_matrices = 3,
     .norms = 2,
     .sinks = true,
     .qkv_bias = {"attention_bias", true},
     .output_bias = {"attention_bias", true},
     .window = {.rule = WINDOW_ALTERNATE, .otherwise = 128},
     .moe = &gpt_oss_moe,
     .format = "bf16"},
};
const size_t family_count = COUNT_OF(families);

const struct family *family_find(const char *type) {
    for (size_t i = 0; i < family_count; i++)
        if (strcmp(families[i].type, type) == 0)
            return &families[i];
    return NULL;
}

const char *family_nearest(const char *type) {
    struct arena *scratch = arena_new();
    const char **names = ARENA_ARRAY(scratch, const char *, family_count + wrapper_count);
    size_t n = 0;
    for (size_t i = 0; i < family_count; i++)
        names[n++] = families[i].type;
    for (size_t i = 0; i < wrapper_count; i++)
        names[n++] = wrappers[i].outer;
    const char *nearest = nearest_name(type, names, n);
    arena_drop(scratch);
    return nearest;
}
