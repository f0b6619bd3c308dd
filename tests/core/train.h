/* Training questions of the tests: models of published training papers, and one way to ask. */
#ifndef TESTS_CORE_TRAIN_H
#define TESTS_CORE_TRAIN_H

#include "core/fixtures.h"

/* Only 12 · L · h² parameters, as the papers of Megatron count: no table to speak of. */
static const struct model megatron_22b = {.id = "megatron-22b",
                                          .native_format = "fp16",
                                          .layers = 48,
                                          .hidden = 6144,
                                          .heads = 64,
                                          .kv_heads = 64,
                                          .head_dim = 96,
                                          .ffn = 4 * 6144,
                                          .ffn_matrices = 2,
                                          .norm_bias = 1,
                                          .vocabulary = 1,
                                          .tied_embeddings = 1,
                                          .max_context = 2048};

static const struct model megatron_530b = {.id = "megatron-530b",
                                           .native_format = "fp16",
                                           .layers = 105,
                                           .hidden = 20480,
                                           .heads = 128,
                                           .kv_heads = 128,
                                           .head_dim = 160,
                                           .ffn = 4 * 20480,
                                           .ffn_matrices = 2,
                                           .norm_bias = 1,
                                           .vocabulary = 1,
                                           .tied_embeddings = 1,
                                           .max_context = 2048};

/* A model of which only the number of parameters matters. */
static inline struct model sized(int64_t parameters) {
    return (struct model){.id = "sized",
                          .native_format = "bf16",
                          .layers = 1,
                          .hidden = 1000,
                          .heads = 8,
                          .kv_heads = 8,
                          .head_dim = 125,
                          .ffn = 1000,
                          .ffn_matrices = 2,
                          .vocabulary = 32000,
                          .tied_embeddings = 1,
                          .max_context = 1 << 20,
                          .given_parameters = parameters};
}

static inline const struct estimate *train(struct arena *a, struct scenario s) {
    s.task = "training";
    if (!s.model)
        s.model = &llama_2_7b;
    if (!s.accelerator)
        s.accelerator = &a100_80;
    return run(a, &s);
}

static inline void training_used(void) {
    const void *all[] = {&megatron_22b, &megatron_530b};
    (void)all;
    (void)sized;
}

#endif
