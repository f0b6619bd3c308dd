/* The measured shares (formulas 17), row by row. */
#include "core/efficiency.h"
#include "core/fixtures.h"

static void expect(struct quantity q, double low, double typical, double high) {
    assert_near(q.low, low, 1e-12);
    assert_near(q.value, typical, 1e-12);
    assert_near(q.high, high, 1e-12);
    assert_int_equal(q.exactness, EMPIRICAL);
}

static void bandwidth_in_decode(void **state) {
    (void)state;
    const struct format *half = format_lookup("bf16");
    struct accelerator apple = {.vendor = "Apple"}, nameless = {0};
    expect(efficiency_memory(&h100, half, NULL), 0.55, 0.70, 0.85);
    expect(efficiency_memory(&rtx_4090, half, NULL), 0.70, 0.85, 0.92);
    expect(efficiency_memory(&apple, half, NULL), 0.60, 0.75, 0.90);
    expect(efficiency_memory(&nameless, half, NULL), 0.55, 0.70, 0.85);
    expect(efficiency_memory(&h100, format_lookup("int4-g128"), NULL), 0.40, 0.60, 0.82);
    expect(efficiency_memory(&apple, format_lookup("q4_k_m"), NULL), 0.40, 0.60, 0.82);
    expect(efficiency_memory(&h100, format_lookup("q8_0"), NULL), 0.55, 0.70, 0.85);
}

/* Software that is named stands for the device; a desktop runtime does not unpack faster. */
static void bandwidth_by_software(void **state) {
    (void)state;
    const struct format *half = format_lookup("bf16"), *packed = format_lookup("q4_k_m");
    struct accelerator apple = {.vendor = "Apple"};
    expect(efficiency_memory(&h100, half, "hand-tuned"), 0.70, 0.85, 0.92);
    expect(efficiency_memory(&rtx_4090, half, "compiled"), 0.55, 0.70, 0.85);
    expect(efficiency_memory(&apple, half, "desktop"), 0.40, 0.55, 0.70);
    expect(efficiency_memory(&rtx_4090, packed, "desktop"), 0.40, 0.55, 0.70);
    expect(efficiency_memory(&rtx_4090, packed, "hand-tuned"), 0.40, 0.60, 0.82);
    const struct scenario s = {.task = "inference",
                               .model = &llama_2_7b,
                               .accelerator = &a100_80,
                               .context = 4096,
                               .software = "desktop"};
    const struct estimate *e = run(*state, &s);
    /* 7.53 ms at 2039 GB/s (formulas 18). */
    assert_near(e->decode_time.q.value, 15.3627e9 / (0.55 * 2039e9), 1e-4);
}

static void matrix_products(void **state) {
    (void)state;
    expect(efficiency_matmul(PEAK_BF16), 0.70, 0.78, 0.87);
    expect(efficiency_matmul(PEAK_FP16), 0.70, 0.78, 0.87);
    expect(efficiency_matmul(PEAK_FP8), 0.60, 0.70, 0.77);
    expect(efficiency_prefill(), 0.35, 0.50, 0.70);
}

static void training_runs(void **state) {
    (void)state;
    expect(efficiency_training(&a100_80, PEAK_BF16, false, 2048), 0.40, 0.50, 0.57);
    expect(efficiency_training(&h100, PEAK_BF16, false, 8192), 0.33, 0.42, 0.50);
    expect(efficiency_goodput(), 0.80, 0.90, 0.97);
    /* Other generations: no narrower than both together. */
    /* Experts and long sequences; DeepSeek-V3 on H800: 34 % of BF16, 17 % of FP8. */
    expect(efficiency_training(&h100, PEAK_BF16, true, 4096), 0.20, 0.30, 0.40);
    expect(efficiency_training(&h100, PEAK_BF16, false, 32768), 0.20, 0.30, 0.40);
    struct quantity eight = efficiency_training(&h100, PEAK_FP8, true, 4096);
    assert_true(eight.low <= 0.17 && 0.17 <= eight.high);
    assert_near(eight.value, 0.17, 0.005);
    struct quantity other = efficiency_training(&rtx_4090, PEAK_FP16, false, 2048);
    assert_near(other.low, 0.33, 1e-12);
    assert_near(other.high, 0.57, 1e-12);
    expect(efficiency_recompute(4.0 / 3), 1.25, 4.0 / 3, 1.40);
    expect(efficiency_recompute(1), 1, 1, 1);
    expect(efficiency_unpack(), 1.2, 1.5, 1.8);
}

/* A compute-bound decode step is slowed by the share of matrix products, not by that of bandwidth.
 */
static void compute_bound_decode(void **state) {
    const struct estimate *e = infer(*state, &llama_3_1b, &h100, 2000, 1);
    assert_string_equal(e->decode_bound, "compute");
    double share = e->decode_compute_time.q.value / e->decode_time.q.value;
    assert_true(share > 0.75 && share <= 0.78);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(bandwidth_in_decode), TEST(bandwidth_by_software), TEST(matrix_products),
        TEST(training_runs),       TEST(compute_bound_decode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
