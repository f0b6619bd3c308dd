/* The attention core: pairs, latents, intensities (formulas 7.1, 8). */
#include "core/attention.h"
#include "core/families.h"

/* One by one: token i of the new ones sees `sees(i)` of those before it; the formulas count half of
 * the pair with itself. */
static double by_hand(double cached, double tokens, double window, double chunk) {
    double sum = 0;
    for (double i = cached; i < cached + tokens; i++) {
        double before = i;
        if (window > 0)
            before = fmin(before, window);
        if (chunk > 0)
            before = fmod(before, chunk);
        sum += before;
    }
    return sum;
}

static void pairs_one_by_one(void **state) {
    (void)state;
    const double cached[] = {0, 5, 64, 200, 1000}, tokens[] = {1, 7, 64, 100, 640};
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < 5; k++) {
            double c = cached[i], s = tokens[k];
            assert_near(attention_pairs(c, s), by_hand(c, s, 0, 0) + s / 2, 1e-9);
            /* The half is only there while the window grows. */
            assert_near(attention_pairs_window(c, s, 64), by_hand(c, s, 64, 0), s / 2 + 0.5);
            assert_near(attention_pairs_chunk(c, s, 64), by_hand(c, s, 0, 64), s / 2 + 0.5);
        }
    /* W · s − W² / 2, and the same in two parts. */
    assert_equal_double(attention_pairs_window(0, 1000, 64), 64 * 1000 - 64 * 64 / 2);
    assert_equal_double(attention_pairs_window(0, 1000, 64),
                        attention_pairs_window(0, 300, 64) + attention_pairs_window(300, 700, 64));
    assert_equal_double(attention_pairs_chunk(0, 1000, 64),
                        attention_pairs_chunk(0, 300, 64) + attention_pairs_chunk(300, 700, 64));
    assert_equal_double(attention_pairs_window(0, 50, 64), attention_pairs(0, 50));
}

/* Formulas 7.1: 278,528 FLOP absorbed, 81,920 expanded for each cached token and layer. */
static void latent_pairs(void **state) {
    (void)state;
    struct pair_flops absorbed = attention_pair(&deepseek_v3, LATENT_ABSORBED);
    struct pair_flops expanded = attention_pair(&deepseek_v3, LATENT_EXPANDED);
    assert_equal_double(absorbed.scores + absorbed.values, 278528);
    assert_equal_double(expanded.scores + expanded.values, 81920);
    /* Cached keys and values are expanded again: 2 · 512 · 128 · 256 for each token and layer. */
    assert_equal_double(attention_decode_flops(&deepseek_v3, LATENT_EXPANDED, 1000),
                        61 * 1000 * (81920 + 2 * 512.0 * 128 * 256));
    assert_equal_double(attention_decode_flops(&deepseek_v3, LATENT_ABSORBED, 1000),
                        61 * 1000 * 278528.0);
}

/* 52 layers look back 1024 tokens, 10 at all. */
static void windows_in_decoding(void **state) {
    (void)state;
    double pair = 4 * 32 * 128;
    assert_equal_double(attention_decode_flops(&gemma_3_27b, LATENT_EXPANDED, 8192),
                        pair * (10 * 8192.0 + 52 * 1024));
    assert_equal_double(attention_decode_flops(&gemma_3_27b, LATENT_EXPANDED, 500),
                        pair * 62 * 500.0);
    assert_equal_double(attention_flops(&gemma_3_27b, LATENT_EXPANDED, 0, 8192),
                        pair * (10 * 8192.0 * 8192 / 2 + 52 * (1024.0 * 8192 - 1024 * 512)));
}

static const struct operation *named(const struct estimate *e, const char *name) {
    for (size_t i = 0; i < e->operation_count; i++)
        if (strcmp(e->operations[i].name, name) == 0)
            return &e->operations[i];
    fail_msg("no operation %s", name);
    return NULL;
}

/* Formulas 8: a / k FLOP/B for grouped heads in 16 bits, 242 for DeepSeek-V3, whatever the batch
 * and the context. */
static void decode_intensities(void **state) {
    for (int64_t batch = 1; batch <= 64; batch *= 8)
        for (int64_t context = 1000; context <= 8000; context *= 2) {
            const struct estimate *gqa = infer(*state, &llama_3_70b, &roomy, batch, context);
            /* The token written adds 1 / c to the bytes. */
            assert_near(named(gqa, "attention")->intensity * (1 + 1.0 / (double)context), 8, 1e-9);
            const struct estimate *mla = run(*state, &(struct scenario){.task = "inference",
                                                                        .model = &deepseek_v3,
                                                                        .accelerator = &roomy,
                                                                        .batch = batch,
                                                                        .context = context});
            double closed = 128.0 * (4 * 512 + 2 * 64) / ((512 + 64) * 2);
            assert_near(closed, 242, 0.5);
            assert_near(named(mla, "attention")->intensity * (1 + 1.0 / (double)context), closed,
                        1e-9);
        }
}

/* Formulas 8: 1.13, 22.8 and 49.7 FLOP/B. */
static void decode_intensity_saturates(void **state) {
    const struct {
        int64_t batch;
        double intensity, tolerance;
    } rows[] = {{1, 1.13, 0.005}, {32, 22.8, 0.05}, {256, 49.7, 0.05}};
    for (size_t i = 0; i < 3; i++)
        assert_near(
            infer(*state, &llama_3_70b, &roomy, rows[i].batch, 8192)->decode_intensity.q.value,
            rows[i].intensity, rows[i].tolerance);
}

/* Expanded decoding works more and reads the same. */
static void latents_as_asked(void **state) {
    struct scenario s = {.task = "inference",
                         .model = &deepseek_v3,
                         .accelerator = &roomy,
                         .context = 4096,
                         .attention = "expanded"};
    const struct estimate *expanded = run(*state, &s);
    s.attention = "absorbed";
    const struct estimate *absorbed = run(*state, &s);
    s.attention = NULL;
    const struct estimate *usual = run(*state, &s);
    assert_equal_double(absorbed->decode_flops.q.value, usual->decode_flops.q.value);
    assert_true(expanded->decode_flops.q.value > 10 * usual->decode_flops.q.value);
    assert_equal_double(expanded->decode_bytes.q.value, usual->decode_bytes.q.value);
    assert_equal_double(expanded->prefill_flops.q.value, usual->prefill_flops.q.value);
    /* 2 · (192 + 128) against 2 · (576 + 512) for each head and pair. */
    double pairs = 61 * 4096.0 * 4096 / 2 * 128;
    assert_near(absorbed->prefill_flops.q.value - usual->prefill_flops.q.value,
                pairs * 2 * (576 + 512 - 192 - 128), 1e6);
}

/* roofline-op: LLaMA-2-7B on an A6000 with 768 GB/s and 155 TFLOP/s, 2048 tokens, kernel by
 * kernel. */
static void eager_operations(void **state) {
    const struct estimate *e = run(*state, &(struct scenario){.task = "inference",
                                                              .model = &llama_2_7b,
                                                              .accelerator = &roomy,
                                                              .memory_bandwidth = 768e9,
                                                              .peak = 155e12,
                                                              .attention = "eager",
                                                              .prompt = 2048,
                                                              .context = 2048});
    const struct operation *scores = named(e, "prefill-scores");
    assert_near(scores->bytes / 32 / 1e6, 302, 0.5);
    assert_near(scores->attainable / 1e12, 87, 0.5);
    assert_near(named(e, "prefill-softmax")->flops / 32 / 1e6, 671, 0.5);
    assert_near(named(e, "prefill-softmax")->intensity, 1.25, 1e-9);
    assert_near(named(e, "prefill-output")->intensity, 1024, 1e-9);
    assert_near(named(e, "prefill-output")->attainable / 1e12, 155, 1e-9);
    assert_near(named(e, "prefill-residual")->intensity, 0.25, 1e-9);
    assert_near(named(e, "prefill-residual")->attainable / 1e9, 192, 1e-6);
    assert_near(named(e, "output")->attainable / 1e9, 768, 1e-6);
    /* Against flash: the square of scores written and read twice, 8 · a · s² a layer. */
    const struct estimate *flash = infer(*state, &llama_2_7b, &roomy, 1, 2048);
    assert_near(e->prefill_bytes.q.value - flash->prefill_bytes.q.value,
                32 * 8 * 32 * 2048.0 * 2048, 1e-3);
    /* One layer's scores live at a time. */
    assert_near(e->memory_activations.q.value - flash->memory_activations.q.value,
                2 * 32 * 2048.0 * 2048, 1);
    assert_equal_double(e->decode_bytes.q.value, flash->decode_bytes.q.value);
}

int main(void) {
    families_used();
    const struct CMUnitTest tests[] = {
        TEST(pairs_one_by_one),           TEST(latent_pairs),
        TEST(windows_in_decoding),        TEST(decode_intensities),
        TEST(decode_intensity_saturates), TEST(latents_as_asked),
        TEST(eager_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
