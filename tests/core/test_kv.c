/* KV cache by kind of layer, engines, pages, prefixes, pools (formulas 3, 6). */
#include "core/families.h"
#include "core/kv.h"

static struct kv of(const struct model *m, const char *format) {
    return kv_of(m, format_lookup(format));
}

/* Formulas 3.6. */
static void published_widths(void **state) {
    (void)state;
    assert_equal_double(kv_bytes_per_token(&deepseek_v3, format_lookup("bf16")), 70272);
    assert_equal_double(kv_bytes_per_token(&deepseek_v3, format_lookup("fp8-block")), 40016);
    assert_equal_double(kv_bytes_per_token(&deepseek_v3, format_lookup("fp8")), 61 * 576);
    assert_equal_double(kv_bytes_per_token(&gpt_oss_120b, format_lookup("bf16")), 73728);
    assert_equal_double(kv_bytes_per_token(&mixtral_8x7b, format_lookup("bf16")), 131072);
    assert_equal_double(kv_bytes_per_token(&gemma_3_27b, format_lookup("bf16")), 507904);
}

/* K and V of different widths: each with its own scale in INT8. */
static void values_have_a_width_of_their_own(void **state) {
    (void)state;
    struct model m = llama_3_8b;
    m.value_dim = 64;
    assert_equal_double(of(&m, "bf16").layer, 8 * (128 + 64) * 2);
    assert_equal_double(of(&m, "int8").layer, 8 * ((128 + 2) + (64 + 2)));
    assert_equal_double(of(&m, "q8_0").layer, 8 * (128 + 64) * 1.0625);
}

/* Formulas 3.6: gpt-oss grows by 36,864 B a token above 4.5 MiB; Gemma 3 at 32k, 15.5 GiB against
 * 2.91 GiB. */
static void windows(void **state) {
    (void)state;
    struct kv oss = of(&gpt_oss_120b, "bf16");
    double at_1k = kv_cache_bytes(&oss, ENGINE_IDEAL, 1024, 1, 1);
    assert_equal_double(at_1k, 36864.0 * 1024 + 4.5 * 1048576);
    assert_equal_double(kv_cache_bytes(&oss, ENGINE_IDEAL, 1025, 1, 1) - at_1k, 36864);
    assert_equal_double(kv_cache_bytes(&oss, ENGINE_IDEAL, 100, 1, 1), 73728.0 * 100);
    assert_equal_double(kv_cache_bytes(&oss, ENGINE_UNIFIED, 1024, 1, 1), 73728.0 * 1024);
    struct kv gemma = of(&gemma_3_27b, "bf16");
    assert_near(kv_cache_bytes(&gemma, ENGINE_UNIFIED, 32768, 1, 1) / GIB, 15.5, 0.01);
    assert_near(kv_cache_bytes(&gemma, ENGINE_IDEAL, 32768, 1, 1) / GIB, 2.91, 0.005);
}

/* Windows of all sequences and the batch in work in one pool, in pages of 256: by hand for four
 * sequences of 1000 tokens. Full layers: 4 · 1024 cells. Window layers: 4 · 128 + 512 = 1024. */
static void llama_cpp(void **state) {
    (void)state;
    struct kv oss = of(&gpt_oss_120b, "bf16");
    assert_equal_double(kv_cache_bytes(&oss, ENGINE_LLAMA_CPP, 1000, 4, 1),
                        2048.0 * 18 * (4 * 1024 + 1024));
    /* No more for a window than for everything. */
    assert_equal_double(kv_cache_bytes(&oss, ENGINE_LLAMA_CPP, 100, 1, 1), 2048.0 * 36 * 256);
}

/* Layers that reuse an earlier cache: 15 of 35, spread over 7 global and 28 local ones. */
static void shared_layers_keep_nothing(void **state) {
    (void)state;
    struct model m = gemma_3_27b;
    m.layers = 35;
    m.local_layers = 28;
    m.shared_kv_layers = 15;
    struct kv k = of(&m, "bf16");
    assert_equal_double(k.full, 4);
    assert_equal_double(k.local, 16);
}

/* Formulas 3.4: 32 · 128 · 128 · 4 B and 48 KiB of convolution in each of 36 layers, 73.7 MiB a
 * sequence; 24,576 B a token in the other twelve. */
static void recurrent_state(void **state) {
    struct model m = llama_3_8b;
    m.layers = 48;
    m.kv_heads = 2;
    m.head_dim = 256;
    m.heads = 16;
    m.recurrent_layers = 36;
    m.recurrent_parameters = 1000;
    m.recurrent_state = 32 * 128 * 128 * 4 + 48 * 1024;
    struct kv k = of(&m, "bf16");
    assert_near(k.state / 1048576, 73.7, 0.05);
    assert_equal_double(kv_bytes_per_token(&m, format_lookup("bf16")), 24576);
    const struct estimate *e = infer(*state, &m, &h100, 5, 1000);
    assert_equal_double(e->memory_state.q.value, 5 * k.state);
    assert_equal_double(e->memory_kv_cache.q.value, 24576.0 * 5 * 1000);
    /* Read and written once a step, whatever the context. */
    const struct estimate *longer = infer(*state, &m, &h100, 5, 2000);
    assert_equal_double(longer->decode_kv_bytes.q.value - e->decode_kv_bytes.q.value,
                        24576.0 * 5 * 1000);
    assert_equal_double(e->decode_kv_bytes.q.value, 24576.0 * 5 * 1001 + 2 * 5 * k.state);
}

/* Pages of 16: 1000 tokens take 63 of them. */
static void pages(void **state) {
    struct kv k = of(&llama_3_8b, "bf16");
    assert_equal_double(kv_cache_bytes(&k, ENGINE_IDEAL, 1000, 3, 16), 3 * 131072.0 * 1008);
    const struct estimate *e = run(*state, &(struct scenario){.task = "inference",
                                                              .model = &llama_3_8b,
                                                              .accelerator = &h100,
                                                              .batch = 3,
                                                              .context = 1000,
                                                              .block = 16});
    assert_equal_double(e->memory_kv_cache.q.value, 3 * 131072.0 * 1008);
    assert_equal_double(e->kv_paging_waste.q.value, 3 * 131072.0 * 8);
    assert_false(infer(*state, &llama_3_8b, &h100, 3, 1000)->kv_paging_waste.present);
}

/* Formulas 10.3: KV(prefix) + b · KV(suffix). */
static void a_shared_prefix_is_held_once(void **state) {
    const struct estimate *e = run(*state, &(struct scenario){.task = "inference",
                                                              .model = &llama_3_8b,
                                                              .accelerator = &h100,
                                                              .batch = 10,
                                                              .prompt = 4000,
                                                              .output = 100,
                                                              .block = 16,
                                                              .prefix_hit = 0.5});
    assert_equal_double(e->memory_kv_cache.q.value,
                        131072.0 * (2000 + 10 * 2112)); /* 2100 in pages of 16 */
}

/* Formulas A: 5.38 GiB of 73,728 B are 78,384 tokens in pages of 16 in vLLM's own count; the log
 * prints two decimals, so the pool is known to 0.005 GiB. */
static void tokens_of_a_pool(void **state) {
    (void)state;
    assert_equal_double(kv_pool_tokens(78384.0 * 73728, 73728, 16), 78384);
    assert_equal_double(kv_pool_tokens(78384.0 * 73728 + 73727.0 * 16, 73728, 16), 78384);
    assert_near(kv_pool_tokens(5.38 * GIB, 73728, 16), 78384, 0.005 * GIB / 73728);
    assert_equal_double(kv_pool_tokens(-5, 73728, 16), 0);
    assert_equal_double(kv_pool_tokens(1e9, 0, 16), 0);
}

/* kv-12: weights 14.96 GiB, pool what a capacity leaves; the same tokens as by hand. */
static void pool_of_a_device(void **state) {
    const struct estimate *e = run(*state, &(struct scenario){.task = "inference",
                                                              .model = &llama_3_8b,
                                                              .accelerator = &h100,
                                                              .memory_capacity = 24 * GIB,
                                                              .context = 2048,
                                                              .block = 16});
    double weights = 2 * 8030261248.0;
    /* 2048 tokens of workspace: 2 · h + 4 · f bytes each. */
    double workspace = 2048 * (2 * 4096.0 + 4 * 14336);
    double pool = 0.9 * 24 * GIB - weights - 1 * GIB - workspace;
    assert_near(e->kv_pool.q.value, pool, 1);
    assert_equal_double(e->kv_pool_tokens.q.value, floor(pool / 131072 / 16) * 16);
    assert_true(e->kv_pool.q.low < pool && pool < e->kv_pool.q.high);
}

/* Formulas 3.5 and traps 4 and 29: heads are kept whole, latents by every rank. */
static void ranks(void **state) {
    const struct {
        const struct model *model;
        int64_t tensor, pipeline;
        double share;
    } rows[] = {
        {&llama_3_70b, 8, 1, 1 / 8.0},   {&llama_3_70b, 16, 1, 1 / 8.0},
        {&llama_3_70b, 2, 4, 1 / 8.0},   {&deepseek_v3, 8, 1, 1},
        {&deepseek_v3, 1, 2, 31 / 61.0}, {&llama_2_7b, 4, 1, 1 / 4.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct scenario s = {.task = "inference",
                             .model = rows[i].model,
                             .accelerator = &roomy,
                             .batch = 4,
                             .context = 2048};
        double whole = run(*state, &s)->memory_kv_cache.q.value;
        s.tensor_parallel = rows[i].tensor;
        s.pipeline_parallel = rows[i].pipeline;
        assert_near(run(*state, &s)->memory_kv_cache.q.value / whole, rows[i].share, 1e-12);
    }
}

/* Both ends are shown, and the engine's own lies between them. */
static void both_ends(void **state) {
    const char *const engines[] = {"ideal", "unified", "llama.cpp"};
    for (size_t f = 0; f < FAMILIES; f++)
        for (size_t i = 0; i < 3; i++)
            for (int64_t context = 64; context <= 32768; context *= 8) {
                const struct estimate *e = run(*state, &(struct scenario){.task = "inference",
                                                                          .model = families[f],
                                                                          .accelerator = &roomy,
                                                                          .batch = 3,
                                                                          .context = context,
                                                                          .engine = engines[i]});
                double kv = e->memory_kv_cache.q.value;
                assert_true(e->memory_kv_ideal.q.value <= kv);
                /* llama.cpp pads to 256. */
                double padded = ceil((double)context / 256) * 256 / (double)context;
                assert_true(kv <= e->memory_kv_unified.q.value * padded + 1);
            }
}

int main(void) {
    families_used();
    const struct CMUnitTest tests[] = {
        TEST(published_widths),
        TEST(values_have_a_width_of_their_own),
        TEST(windows),
        TEST(llama_cpp),
        TEST(shared_layers_keep_nothing),
        TEST(recurrent_state),
        TEST(pages),
        TEST(a_shared_prefix_is_held_once),
        TEST(tokens_of_a_pool),
        TEST(pool_of_a_device),
        TEST(ranks),
        TEST(both_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
