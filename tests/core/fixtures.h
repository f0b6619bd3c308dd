/* Models and devices as literals, so that the core is tested without a catalogue. Sizes from the
 * published configurations; rates dense, from the data sheets. */
#ifndef TESTS_CORE_FIXTURES_H
#define TESTS_CORE_FIXTURES_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/estimate.h"

#define GIB 1073741824.0

/* cmocka 1.1.5 compares no doubles. */
#define assert_near(found, expected, tolerance)                                                    \
    do {                                                                                           \
        double found_ = (found), expected_ = (expected);                                           \
        if (!(fabs(found_ - expected_) <= (tolerance)))                                            \
            fail_msg("%s is %.10g, expected %.10g", #found, found_, expected_);                    \
    } while (0)
#define assert_equal_double(found, expected) assert_near(found, expected, 0)

static const struct model llama_2_7b = {.id = "llama-2-7b",
                                        .name = "Llama 2 7B",
                                        .native_format = "fp16",
                                        .layers = 32,
                                        .hidden = 4096,
                                        .heads = 32,
                                        .kv_heads = 32,
                                        .head_dim = 128,
                                        .ffn = 11008,
                                        .ffn_matrices = 3,
                                        .vocabulary = 32000,
                                        .max_context = 4096,
                                        .published_parameters = 6738415616};

static const struct model llama_2_70b = {.id = "llama-2-70b",
                                         .name = "Llama 2 70B",
                                         .native_format = "fp16",
                                         .layers = 80,
                                         .hidden = 8192,
                                         .heads = 64,
                                         .kv_heads = 8,
                                         .head_dim = 128,
                                         .ffn = 28672,
                                         .ffn_matrices = 3,
                                         .vocabulary = 32000,
                                         .max_context = 4096,
                                         .published_parameters = 68976648192};

static const struct model llama_3_70b = {.id = "llama-3-70b",
                                         .name = "Llama 3 70B",
                                         .native_format = "bf16",
                                         .layers = 80,
                                         .hidden = 8192,
                                         .heads = 64,
                                         .kv_heads = 8,
                                         .head_dim = 128,
                                         .ffn = 28672,
                                         .ffn_matrices = 3,
                                         .vocabulary = 128256,
                                         .max_context = 8192,
                                         .published_parameters = 70553706496};

static const struct model llama_3_8b = {.id = "llama-3.1-8b",
                                        .name = "Llama 3.1 8B",
                                        .native_format = "bf16",
                                        .layers = 32,
                                        .hidden = 4096,
                                        .heads = 32,
                                        .kv_heads = 8,
                                        .head_dim = 128,
                                        .ffn = 14336,
                                        .ffn_matrices = 3,
                                        .vocabulary = 128256,
                                        .max_context = 131072,
                                        .published_parameters = 8030261248};

static const struct model llama_3_405b = {.id = "llama-3.1-405b",
                                          .name = "Llama 3.1 405B",
                                          .native_format = "bf16",
                                          .layers = 126,
                                          .hidden = 16384,
                                          .heads = 128,
                                          .kv_heads = 8,
                                          .head_dim = 128,
                                          .ffn = 53248,
                                          .ffn_matrices = 3,
                                          .vocabulary = 128256,
                                          .max_context = 131072,
                                          .published_parameters = 405853388800};

static const struct model qwen_7b = {.id = "qwen2.5-7b",
                                     .name = "Qwen2.5 7B",
                                     .native_format = "bf16",
                                     .layers = 28,
                                     .hidden = 3584,
                                     .heads = 28,
                                     .kv_heads = 4,
                                     .head_dim = 128,
                                     .ffn = 18944,
                                     .ffn_matrices = 3,
                                     .vocabulary = 152064,
                                     .max_context = 131072,
                                     .qkv_bias = 1,
                                     .published_parameters = 7615616512};

/* Tied input table and output head. */
static const struct model llama_3_1b = {.id = "llama-3.2-1b",
                                        .name = "Llama 3.2 1B",
                                        .native_format = "bf16",
                                        .layers = 16,
                                        .hidden = 2048,
                                        .heads = 32,
                                        .kv_heads = 8,
                                        .head_dim = 64,
                                        .ffn = 8192,
                                        .ffn_matrices = 3,
                                        .vocabulary = 128256,
                                        .max_context = 131072,
                                        .tied_embeddings = 1,
                                        .published_parameters = 1235814400};

#define KNOWN(x)                                                                                   \
    { .value = (x), .known = true }

static const struct accelerator a100_80 = {.id = "a100-sxm4-80gb",
                                           .vendor = "NVIDIA",
                                           .architecture = "Ampere",
                                           .accumulate = "fp32",
                                           .memory_capacity = KNOWN(80 * GIB),
                                           .memory_bandwidth = KNOWN(2039e9),
                                           .fp32 = KNOWN(19.5e12),
                                           .fp16 = KNOWN(312e12),
                                           .bf16 = KNOWN(312e12),
                                           .int8 = KNOWN(624e12)};

static const struct accelerator a100_40 = {.id = "a100-sxm4-40gb",
                                           .vendor = "NVIDIA",
                                           .architecture = "Ampere",
                                           .accumulate = "fp32",
                                           .memory_capacity = KNOWN(40 * GIB),
                                           .memory_bandwidth = KNOWN(1555e9),
                                           .fp16 = KNOWN(312e12),
                                           .bf16 = KNOWN(312e12)};

static const struct accelerator h100 = {.id = "h100-sxm5-80gb",
                                        .vendor = "NVIDIA",
                                        .architecture = "Hopper",
                                        .accumulate = "fp32",
                                        .memory_capacity = KNOWN(79.65 * GIB),
                                        .memory_bandwidth = KNOWN(3350e9),
                                        .fp16 = KNOWN(989.4e12),
                                        .bf16 = KNOWN(989.4e12),
                                        .fp8 = KNOWN(1978.9e12),
                                        .int8 = KNOWN(1978.9e12)};

static const struct accelerator rtx_4090 = {.id = "rtx-4090",
                                            .vendor = "NVIDIA",
                                            .architecture = "Ada Lovelace",
                                            .accumulate = "fp32-half",
                                            .memory_capacity = KNOWN(24 * GIB),
                                            .memory_bandwidth = KNOWN(1008e9),
                                            .fp16 = KNOWN(165.2e12),
                                            .bf16 = KNOWN(165.2e12),
                                            .fp8 = KNOWN(330.3e12),
                                            .int8 = KNOWN(660.6e12)};

/* No BF16 and no FP8 units. */
static const struct accelerator v100 = {.id = "v100-sxm2-32gb",
                                        .vendor = "NVIDIA",
                                        .architecture = "Volta",
                                        .accumulate = "fp32",
                                        .memory_capacity = KNOWN(32 * GIB),
                                        .memory_bandwidth = KNOWN(900e9),
                                        .fp32 = KNOWN(15.7e12),
                                        .fp16 = KNOWN(125e12),
                                        .bf16 = {.reason = "not supported"}};

static inline int arena_setup(void **state) {
    *state = arena_new();
    return 0;
}

static inline int arena_teardown(void **state) {
    arena_drop(*state);
    return 0;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, arena_setup, arena_teardown)

/* Completes the scenario, which must be free of faults, and runs it. */
static inline const struct estimate *run(struct arena *a, const struct scenario *given) {
    struct scenario *s = arena_memdup(a, given, sizeof *given);
    struct scenario_fault faults[8];
    size_t n = scenario_complete(s, a, faults, 8);
    if (n)
        fail_msg("%s: %s, expected %s", faults[0].option, faults[0].found, faults[0].expected);
    return estimate_run(a, s);
}

static inline const struct estimate *infer(struct arena *a, const struct model *m,
                                           const struct accelerator *device, int64_t batch,
                                           int64_t context) {
    return run(a, &(struct scenario){.task = "inference",
                                     .model = m,
                                     .accelerator = device,
                                     .batch = batch,
                                     .context = context});
}

/* Every header user needs all of them, or the compiler speaks of unused ones. */
static inline void fixtures_used(void) {
    const void *all[] = {&llama_2_7b,   &llama_2_70b, &llama_3_70b, &llama_3_8b,
                         &llama_3_405b, &qwen_7b,     &llama_3_1b,  &a100_80,
                         &a100_40,      &h100,        &rtx_4090,    &v100};
    (void)all;
}

#endif
