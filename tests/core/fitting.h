/* What the tests of reverse questions share: models and devices to choose from, chance with a fixed
 * seed, asking, and whether a scenario fits. */
#ifndef TESTS_CORE_FITTING_H
#define TESTS_CORE_FITTING_H

#include "core/evaluate.h"
#include "core/fit.h"

/* Windows of 1024 in five layers of six, as Gemma 3 12B. */
static const struct model windowed = {.id = "windowed",
                                      .name = "Windowed",
                                      .native_format = "bf16",
                                      .layers = 48,
                                      .hidden = 3840,
                                      .heads = 16,
                                      .kv_heads = 8,
                                      .head_dim = 256,
                                      .ffn = 15360,
                                      .ffn_matrices = 3,
                                      .vocabulary = 262208,
                                      .max_context = 131072,
                                      .tied_embeddings = 1,
                                      .window = 1024,
                                      .local_layers = 40};

/* As Mixtral 8x7B. */
static const struct model experts = {.id = "experts",
                                     .name = "Experts",
                                     .native_format = "bf16",
                                     .layers = 32,
                                     .hidden = 4096,
                                     .heads = 32,
                                     .kv_heads = 8,
                                     .head_dim = 128,
                                     .ffn_matrices = 3,
                                     .vocabulary = 32000,
                                     .max_context = 32768,
                                     .experts = 8,
                                     .experts_active = 2,
                                     .expert_ffn = 14336,
                                     .moe_layers = 32};

static const struct model *const models[] = {&llama_2_7b, &llama_2_70b,  &llama_3_70b,
                                             &llama_3_8b, &llama_3_405b, &qwen_7b,
                                             &llama_3_1b, &windowed,     &experts};
static const struct accelerator *const devices[] = {&a100_80, &a100_40, &h100, &rtx_4090, &v100};

/* A fixed sequence (Numerical Recipes' constants). */
static uint32_t seed;

static inline uint32_t chance(uint32_t below) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static inline struct fit_result ask(struct arena *a, enum fit_question question,
                                    const struct scenario *given, double target, int64_t most) {
    const struct scenario *const list[] = {given};
    const struct fit_request request = {.ask = question,
                                        .given = arena_memdup(a, list, sizeof list),
                                        .count = 1,
                                        .time_per_token = target,
                                        .most_devices = most};
    return fit_ask(a, &request);
}

static inline enum verdict fits(struct arena *a, const struct scenario *given) {
    struct scenario s = *given;
    struct scenario_fault faults[8];
    if (scenario_complete(&s, a, faults, 8))
        return VERDICT_NO;
    return estimate_figures(a, arena_memdup(a, &s, sizeof s))->fits;
}

static inline void fitting_used(void) {
    const void *all[] = {models, devices, &seed};
    (void)all;
    fixtures_used();
}

#endif
