/* Totals, room left and verdicts (formulas 16, design 14). */
#include "core/fixtures.h"

/* Room left of the five stacks of the picture, on 24 and 80 GiB. */
static void room_left(void **state) {
    const struct {
        struct scenario s;
        double left_24, left_80;
    } rows[] = {
        {{.task = "training", .method = "full"}, -87.6, -31.6},
        {{.task = "training", .method = "lora"}, -0.4, 55.6},
        {{.task = "training", .method = "qlora"}, 8.5, 64.5},
        {{.task = "inference", .context = 4096}, 8.3, 64.3},
        {{.task = "inference", .context = 4096, .batch = 16}, -21.7, 34.3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct scenario s = rows[i].s;
        s.model = &llama_2_7b;
        s.accelerator = &rtx_4090;
        const struct estimate *small = run(*state, &s);
        assert_near(small->memory_headroom.q.value / GIB, rows[i].left_24, 0.05);
        s.accelerator = &a100_80;
        const struct estimate *large = run(*state, &s);
        assert_near(large->memory_headroom.q.value / GIB, rows[i].left_80, 0.05);
        assert_near(large->memory_total.q.value + large->memory_headroom.q.value, 80 * GIB, 1);
    }
}

/* Fits at the high end: yes; only at the low end: marginal. */
static void verdict_follows_the_range(void **state) {
    const struct estimate *e = infer(*state, &llama_2_7b, &a100_80, 1, 4096);
    struct quantity total = e->memory_total.q;
    const struct {
        double capacity;
        enum verdict expected;
    } rows[] = {
        {total.high, VERDICT_YES},       {total.high - 1, VERDICT_MARGINAL},
        {total.value, VERDICT_MARGINAL}, {total.low, VERDICT_MARGINAL},
        {total.low - 1, VERDICT_NO},     {1, VERDICT_NO},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct accelerator device = a100_80;
        device.memory_capacity.value = rows[i].capacity;
        e = infer(*state, &llama_2_7b, &device, 1, 4096);
        assert_int_equal(e->fits, rows[i].expected);
        assert_int_equal(e->decode_speed.present, rows[i].expected != VERDICT_NO);
    }
}

/* Part of the card only: the limit moves, the capacity does not. */
static void utilisation_moves_the_limit(void **state) {
    const struct estimate *e = run(*state, &(struct scenario){.task = "inference",
                                                              .model = &llama_2_7b,
                                                              .accelerator = &rtx_4090,
                                                              .context = 4096,
                                                              .memory_utilisation = 0.5});
    assert_int_equal(e->fits, VERDICT_NO);
    assert_equal_double(e->memory_capacity.q.value, 24 * GIB);
    assert_near(e->memory_headroom.q.value / GIB, 12 - 15.65, 0.01);
    assert_equal_double(e->decode_largest_batch.q.value, 0);
}

static void runtime_has_a_range(void **state) {
    struct quantity r = infer(*state, &llama_2_7b, &a100_80, 1, 4096)->memory_runtime.q;
    assert_near(r.low / GIB, 0.6, 1e-9);
    assert_near(r.value / GIB, 1.0, 1e-9);
    assert_near(r.high / GIB, 2.0, 1e-9);
}

/* Formulas 6: 2048 tokens of 2 · 4096 + 4 · 11008 = 52,224 bytes, never more tokens than there are;
 * at most beside the 4 · 4096 + 2 · (4096 + 2 · 4096) = 40,960 bytes of attention. */
static void workspace_of_inference(void **state) {
    const struct estimate *e = infer(*state, &llama_2_7b, &a100_80, 1, 4096);
    assert_equal_double(e->memory_activations.q.value, 2048 * 52224.0);
    assert_equal_double(e->memory_activations.q.high, 4096 * 93184.0);
    e = infer(*state, &llama_2_7b, &a100_80, 4, 4096);
    assert_equal_double(e->memory_activations.q.high, 8192 * 93184.0);
    e = infer(*state, &llama_2_7b, &a100_80, 1, 100);
    assert_equal_double(e->memory_activations.q.value, 100 * 52224.0);
}

/* Formulas 6: 512 tokens of llama.cpp have 4 · 32,000 bytes of logits or, where attention is not
 * fused, 4 · 32 · 4096 of scores, and 8 · (4096 + 11,008) beside. */
static void workspace_of_llama_cpp(void **state) {
    struct scenario s = {.task = "inference",
                         .model = &llama_2_7b,
                         .accelerator = &a100_80,
                         .engine = "llama.cpp",
                         .context = 4096};
    assert_equal_double(run(*state, &s)->memory_activations.q.value, 512 * (128000.0 + 120832));
    s.attention = "eager";
    assert_equal_double(run(*state, &s)->memory_activations.q.value, 512 * (524288.0 + 120832));
}

/* Formulas 6: 0.2 to 0.6 GiB where devices send to each other, none for replicas. */
static void library_of_several_devices(void **state) {
    struct scenario s = {.task = "inference",
                         .model = &llama_2_7b,
                         .accelerator = &a100_80,
                         .link_bandwidth = 300e9,
                         .tensor_parallel = 2,
                         .context = 4096};
    const struct estimate *e = run(*state, &s);
    assert_near(e->memory_buffers.q.low / GIB, 0.2, 1e-12);
    assert_near(e->memory_buffers.q.high / GIB, 0.6, 1e-12);
    double parts = e->memory_weights.q.high + e->memory_kv_cache.q.high +
                   e->memory_activations.q.high + e->memory_logits.q.high;
    assert_near(e->memory_total.q.high - parts, 2.6 * GIB, 1);
    s.tensor_parallel = 1;
    s.data_parallel = 2;
    assert_false(run(*state, &s)->memory_buffers.present);
}

/* The pool of 0.9 · 80 GiB less 12.55 GiB of weights, 0.10 of workspace and 2.0 of runtime holds 28
 * sequences of 2.0 GiB. */
static void largest_batch(void **state) {
    const struct estimate *e = infer(*state, &llama_2_7b, &a100_80, 1, 4096);
    assert_equal_double(e->decode_largest_batch.q.value, 28);
    /* What is named largest does fit, and one that is well above does not. */
    assert_int_equal(infer(*state, &llama_2_7b, &a100_80, 28, 4096)->fits, VERDICT_YES);
    assert_int_equal(infer(*state, &llama_2_7b, &a100_80, 34, 4096)->fits, VERDICT_NO);
}

/* 124.8 GiB are 65 % of 192; macOS may give 75 %, 144 GiB: between the two it fits with luck. */
static void unified_memory(void **state) {
    struct accelerator apple = a100_80;
    apple.memory_capacity.value = 124.8 * GIB;
    apple.gpu_share_low = (struct datum)KNOWN(0.65);
    apple.gpu_share_high = (struct datum)KNOWN(0.75);
    const struct estimate *e = infer(*state, &llama_3_70b, &apple, 1, 4096);
    assert_int_equal(e->fits, VERDICT_MARGINAL); /* 131.4 GiB of weights */
    assert_near(e->memory_headroom.q.high - e->memory_headroom.q.low,
                (144 - 124.8) * GIB + e->memory_total.q.high - e->memory_total.q.low, 1e3);
    assert_int_equal(run(*state, &(struct scenario){.task = "inference",
                                                    .model = &llama_3_70b,
                                                    .accelerator = &apple,
                                                    .memory_utilisation = 1,
                                                    .context = 4096})
                         ->fits,
                     VERDICT_NO);
    assert_int_equal(infer(*state, &llama_2_7b, &apple, 1, 4096)->fits, VERDICT_YES);
}

static void unknown_capacity(void **state) {
    struct accelerator device = a100_80;
    device.memory_capacity = (struct datum){.reason = "not published"};
    const struct estimate *e = infer(*state, &llama_2_7b, &device, 1, 4096);
    assert_false(e->memory_capacity.present);
    assert_false(e->memory_headroom.present);
    assert_false(e->decode_largest_batch.present);
    assert_false(e->decode_speed.present);
    assert_int_equal(e->fits, VERDICT_NO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(room_left),
        TEST(verdict_follows_the_range),
        TEST(utilisation_moves_the_limit),
        TEST(runtime_has_a_range),
        TEST(workspace_of_inference),
        TEST(workspace_of_llama_cpp),
        TEST(library_of_several_devices),
        TEST(largest_batch),
        TEST(unified_memory),
        TEST(unknown_capacity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
