/* What an inference question may not ask (DESIGN section 6). */
#include "core/families.h"

static void expect(struct arena *a, struct scenario s, const char *option, const char *expected) {
    struct scenario_fault faults[8];
    s.task = "inference";
    s.accelerator = &roomy;
    if (!s.model)
        s.model = &llama_3_8b;
    size_t n = scenario_complete(&s, a, faults, 8);
    for (size_t i = 0; i < n; i++)
        if (strcmp(faults[i].option, option) == 0 && strstr(faults[i].expected, expected))
            return;
    fail_msg("no fault on %s that expects “%s” among %zu", option, expected, n);
}

#define FAULT(option, expected, ...)                                                               \
    expect(*state, (struct scenario){__VA_ARGS__}, option, expected)

static void words(void **state) {
    FAULT("engine", "ideal, unified or llama.cpp", .engine = "vllm");
    FAULT("attention", "flash or eager", .attention = "absorbed");
    FAULT("attention", "absorbed or expanded", .model = &deepseek_v3, .attention = "sparse");
    FAULT("weights", "ridge list formats", .weights = "mxfp4-mo");
    FAULT("kv", "fp8", .kv = "fp8-block"); /* holds latents only */
    FAULT("weights", "exl2-8.0", .weights = "exl2-9.5");
    FAULT("weights", "no experts to pack", .weights = "mxfp4-moe");
}

static void counts_and_shares(void **state) {
    FAULT("batch", "from 1 to 1000000000", .batch = -1);
    FAULT("block", "from 1 to 1000000000", .block = -16);
    FAULT("chunk", "from 1 to 1000000000", .chunk = -1);
    FAULT("prefix-hit", "0 to 1", .prefix_hit = 1.5);
    FAULT("prefix-hit", "0 to 1", .prefix_hit = NAN);
    FAULT("host-time", "3600 s", .host_time = -1);
    FAULT("request-rate", "a second", .request_rate = -3);
    FAULT("output", "how many tokens", .request_rate = 3);
    FAULT("mfu", "at most 1", .mfu = 1.2);
    FAULT("memory-bandwidth", "from 1 ", .memory_bandwidth = -1);
    FAULT("memory-capacity", "from 1 ", .memory_capacity = INFINITY);
    FAULT("peak", "from 1 ", .peak = NAN);
}

static void drafts(void **state) {
    FAULT("acceptance", "probability", .draft_tokens = 4);
    FAULT("draft-tokens", "a round", .acceptance = 0.7);
    FAULT("acceptance", "at most 1", .draft_tokens = 4, .acceptance = 1.2);
    FAULT("draft-tokens", "from 1 to 1000000000", .draft_tokens = -4, .acceptance = 0.5);
    FAULT("acceptance", "probability", .draft = &llama_3_1b, .draft_model = "llama-3.2-1b",
          .draft_tokens = 4);
    FAULT("draft-model", "vocabulary", .draft = &llama_2_7b, .draft_model = "llama-2-7b",
          .draft_tokens = 4, .acceptance = 0.7);
    FAULT("draft-model", "context of at least", .model = &llama_2_70b, .context = 4096,
          .draft = &(struct model){.layers = 2,
                                   .hidden = 64,
                                   .heads = 2,
                                   .kv_heads = 2,
                                   .head_dim = 32,
                                   .ffn = 64,
                                   .ffn_matrices = 3,
                                   .vocabulary = 32000,
                                   .max_context = 2048},
          .draft_model = "small", .draft_tokens = 4, .acceptance = 0.7);
}

/* Kinds of layers that do not add up. */
static void models(void **state) {
    struct model m = gemma_3_27b;
    m.local_layers = 63;
    FAULT("model", "kinds of layers", .model = &m);
    m = gemma_3_27b;
    m.window = 0;
    FAULT("model", "kinds of layers", .model = &m);
    m = mixtral_8x7b;
    m.experts_active = 9;
    FAULT("model", "kinds of layers", .model = &m);
    m = mixtral_8x7b;
    m.moe_layers = 33;
    FAULT("model", "kinds of layers", .model = &m);
    m = llama_3_8b;
    m.recurrent_layers = 33;
    FAULT("model", "kinds of layers", .model = &m);
}

static void defaults(void **state) {
    struct scenario_fault faults[8];
    struct scenario s = {.task = "inference", .model = &deepseek_v3, .accelerator = &roomy};
    assert_int_equal(scenario_complete(&s, *state, faults, 8), 0);
    assert_string_equal(s.weights, "fp8-block");
    assert_string_equal(s.kv, "bf16");
    assert_string_equal(s.engine, "ideal");
    assert_string_equal(s.attention, "flash");
    assert_int_equal(s.block, 1);
    struct scenario latents = {
        .task = "inference", .model = &deepseek_v3, .accelerator = &roomy, .kv = "fp8-block"};
    assert_int_equal(scenario_complete(&latents, *state, faults, 8), 0);
}

int main(void) {
    families_used();
    const struct CMUnitTest tests[] = {
        TEST(words), TEST(counts_and_shares), TEST(drafts), TEST(models), TEST(defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
