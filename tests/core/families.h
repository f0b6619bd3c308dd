/* Models of other kinds than the dense ones of fixtures.h. Sizes from the published configurations;
 * each total is checked against the published count. */
#ifndef TESTS_CORE_FAMILIES_H
#define TESTS_CORE_FAMILIES_H

#include "core/fixtures.h"

static const struct model mixtral_8x7b = {.id = "mixtral-8x7b",
                                          .name = "Mixtral 8x7B",
                                          .native_format = "bf16",
                                          .layers = 32,
                                          .hidden = 4096,
                                          .heads = 32,
                                          .kv_heads = 8,
                                          .head_dim = 128,
                                          .ffn = 14336,
                                          .ffn_matrices = 3,
                                          .vocabulary = 32000,
                                          .max_context = 32768,
                                          .experts = 8,
                                          .experts_active = 2,
                                          .expert_ffn = 14336,
                                          .moe_layers = 32,
                                          .published_parameters = 46702792704};

/* Latent attention, one shared expert, three dense layers. */
static const struct model deepseek_v3 = {.id = "deepseek-v3",
                                         .name = "DeepSeek-V3",
                                         .native_format = "fp8-block",
                                         .layers = 61,
                                         .hidden = 7168,
                                         .heads = 128,
                                         .kv_heads = 128,
                                         .head_dim = 192,
                                         .ffn = 18432,
                                         .ffn_matrices = 3,
                                         .vocabulary = 129280,
                                         .max_context = 163840,
                                         .router_bias = 1,
                                         .kv_rank = 512,
                                         .q_rank = 1536,
                                         .nope_dim = 128,
                                         .rope_dim = 64,
                                         .value_dim = 128,
                                         .experts = 256,
                                         .experts_active = 8,
                                         .expert_ffn = 2048,
                                         .shared_ffn = 2048,
                                         .moe_layers = 58,
                                         .published_parameters = 671026419200};

/* 52 of 62 layers look back 1024 tokens. */
static const struct model gemma_3_27b = {.id = "gemma-3-27b",
                                         .name = "Gemma 3 27B",
                                         .native_format = "bf16",
                                         .layers = 62,
                                         .hidden = 5376,
                                         .heads = 32,
                                         .kv_heads = 16,
                                         .head_dim = 128,
                                         .ffn = 21504,
                                         .ffn_matrices = 3,
                                         .vocabulary = 262208,
                                         .max_context = 131072,
                                         .tied_embeddings = 1,
                                         .norms = 4,
                                         .qk_norm = 1,
                                         .window = 1024,
                                         .local_layers = 52,
                                         .published_parameters = 27009346304};

/* Windows of 128 in every second layer, experts, biases everywhere, sinks. */
static const struct model gpt_oss_120b = {.id = "gpt-oss-120b",
                                          .name = "gpt-oss-120b",
                                          .native_format = "mxfp4-moe",
                                          .layers = 36,
                                          .hidden = 2880,
                                          .heads = 64,
                                          .kv_heads = 8,
                                          .head_dim = 64,
                                          .ffn = 2880,
                                          .ffn_matrices = 3,
                                          .vocabulary = 201088,
                                          .max_context = 131072,
                                          .qkv_bias = 1,
                                          .output_bias = 1,
                                          .expert_bias = 1,
                                          .router_bias = 1,
                                          .sinks = 1,
                                          .window = 128,
                                          .local_layers = 18,
                                          .experts = 128,
                                          .experts_active = 4,
                                          .expert_ffn = 2880,
                                          .moe_layers = 36,
                                          .published_parameters = 116829156672};

static const struct model *const families[] = {&mixtral_8x7b, &deepseek_v3, &gemma_3_27b,
                                               &gpt_oss_120b};
enum { FAMILIES = sizeof families / sizeof *families };

/* More room than any of them needs. */
static const struct accelerator roomy = {.id = "roomy",
                                         .vendor = "NVIDIA",
                                         .architecture = "Hopper",
                                         .accumulate = "fp32",
                                         .memory_capacity = KNOWN(1e16),
                                         .memory_bandwidth = KNOWN(3350e9),
                                         .fp16 = KNOWN(989.4e12),
                                         .bf16 = KNOWN(989.4e12),
                                         .fp8 = KNOWN(1978.9e12),
                                         .int8 = KNOWN(1978.9e12)};

static inline void families_used(void) {
    fixtures_used();
    const void *all[] = {families, &roomy};
    (void)all;
}

#endif
