/* Values that others published (../shared, cases/published.tsv), as far as one device and dense
 * models reach; the case's number stands at each. A measured speed may not beat the ceiling, nor
 * stay further below it than the case allows. */
#include "core/fixtures.h"

static const struct accelerator rtx_3090 = {.id = "rtx-3090",
                                            .vendor = "NVIDIA",
                                            .architecture = "Ampere",
                                            .accumulate = "fp32-half",
                                            .memory_capacity = KNOWN(24 * GIB),
                                            .memory_bandwidth = KNOWN(936e9),
                                            .fp16 = KNOWN(71e12),
                                            .bf16 = KNOWN(71e12)};

static const struct estimate *ask(struct arena *a, const struct model *m,
                                  const struct accelerator *device, const char *weights,
                                  int64_t context) {
    return run(a, &(struct scenario){.task = "inference",
                                     .model = m,
                                     .accelerator = device,
                                     .weights = weights,
                                     .context = context});
}

static void file_sizes(void **state) {
    const struct {
        const char *number;
        const struct model *model;
        const char *weights;
        double gib, tolerance; /* relative */
    } rows[] = {
        {"weights-06", &llama_3_70b, "fp16", 131.42, 0.0001},
        {"quant-size-01", &llama_3_8b, "q8_0", 7.95, 0.002},
        {"quant-size-03", &llama_3_8b, "q4_k_m", 4.58, 0.02},
        {"quant-size-04", &llama_3_8b, "q6_k", 6.14, 0.01},
        {"quant-size-05", &llama_3_8b, "q5_k_s", 5.21, 0.02},
        {"quant-size-06", &llama_3_8b, "iq4_nl", 4.38, 0.03},
        {"quant-size-07", &llama_3_8b, "iq2_xxs", 2.23, 0.06},
        {"quant-size-08", &llama_2_7b, "q4_0", 3.56, 0.02},
        {"quant-size-11", &llama_3_70b, "q4_0", 37.22, 0.015},
        {"quant-size-14", &llama_3_70b, "q4_k_m", 39.59, 0.03},
        {"quant-size-15", &llama_2_7b, "q8_0", 6.67, 0.005},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct estimate *e = ask(*state, rows[i].model, &a100_80, rows[i].weights, 512);
        double gib = e->memory_weights.q.value / GIB;
        if (fabs(gib / rows[i].gib - 1) > rows[i].tolerance)
            fail_msg("%s: %g GiB instead of %g", rows[i].number, gib, rows[i].gib);
    }
}

static void cache_sizes(void **state) {
    /* kv-03: 128 sequences of 1024 tokens, 17.2 GB. kv-04: 128,000 tokens, 15.62 GiB. */
    double many = infer(*state, &llama_3_8b, &h100, 128, 1024)->memory_kv_cache.q.value;
    assert_near(many / 1e9, 17.2, 0.05);
    double lengthy = infer(*state, &llama_3_8b, &h100, 1, 128000)->memory_kv_cache.q.value;
    assert_near(lengthy / GIB, 15.62, 0.01);
    /* kv-08: Llama 2 70B, 64 sequences of 1024 tokens, 20 GiB. */
    double wide = infer(*state, &llama_2_70b, &a100_80, 64, 1024)->memory_kv_cache.q.value;
    assert_equal_double(wide, 20 * GIB);
}

/* Published ≤ ceiling ≤ factor · published. */
static void measured_decode_speeds(void **state) {
    const struct {
        const char *number;
        const struct model *model;
        const struct accelerator *device;
        const char *weights;
        int64_t context;
        double speed, factor;
    } rows[] = {
        {"decode-01", &llama_2_7b, &a100_80, "bf16", 128, 104.9, 1.6},
        {"decode-04", &llama_3_8b, &rtx_4090, "fp16", 1024, 54.34, 1.3},
        {"decode-05", &llama_3_8b, &rtx_3090, "q4_k_m", 1024, 111.74, 1.9},
        {"decode-10", &llama_2_7b, &rtx_4090, "fp16", 4, 1 / 15.5e-3, 1 / 0.8},
        {"decode-11", &llama_3_8b, &rtx_4090, "fp8", 32, 120, 1.3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct estimate *e =
            ask(*state, rows[i].model, rows[i].device, rows[i].weights, rows[i].context);
        assert_true(e->decode_ceiling_speed.present);
        double ceiling = e->decode_ceiling_speed.q.value;
        if (!(rows[i].speed <= ceiling && ceiling <= rows[i].factor * rows[i].speed))
            fail_msg("%s: ceiling %g for a measured %g", rows[i].number, ceiling, rows[i].speed);
    }
}

/* prefill-02: 0.446 s to the first token of 4096, at least three quarters of it explained. */
static void measured_prefill(void **state) {
    const struct estimate *e = ask(*state, &llama_3_8b, &rtx_4090, "fp16", 4096);
    double ceiling = e->prefill_ceiling_time.q.value;
    assert_true(0.75 * 0.446 <= ceiling && ceiling <= 0.446);
}

/* roofline-op-01 and 06: Llama 2 7B on 768 GB/s and 155 TFLOP/s; a projection at 2048 tokens has
 * 1024 FLOP/B and is compute-bound, at one token it attains 768 GFLOP/s. */
static void one_projection_on_the_roofline(void **state) {
    struct accelerator a6000 = rtx_3090;
    a6000.memory_bandwidth.value = 768e9;
    a6000.fp16.value = 155e12;
    a6000.memory_capacity.value = 48 * GIB;
    const struct estimate *e = infer(*state, &llama_2_7b, &a6000, 1, 2048);
    const struct operation *decode = &e->operations[4], *prefill = &e->operations[7 + 4];
    assert_string_equal(decode->name, "output");
    assert_near(decode->attainable / 1e9, 768, 0.5);
    assert_string_equal(decode->bound, "bandwidth");
    assert_string_equal(prefill->name, "prefill-output");
    assert_near(prefill->intensity, 1024, 1e-9);
    assert_near(prefill->attainable / 1e12, 155, 1e-9);
    assert_string_equal(prefill->bound, "compute");
}

/* flops-08 and 09: model FLOPs per token at 8192, causal attention halved. */
static void training_flops(void **state) {
    const struct {
        const struct model *model;
        double gflop;
    } rows[] = {{&llama_3_8b, 51.48}, {&llama_3_405b, 2526}};
    for (size_t i = 0; i < 2; i++) {
        const struct estimate *e = run(*state, &(struct scenario){.task = "training",
                                                                  .model = rows[i].model,
                                                                  .accelerator = &h100,
                                                                  .sequence = 8192});
        assert_near(e->training_flops_per_token.q.value / 1e9 / rows[i].gflop, 1, 0.01);
    }
}

static void training_states(void **state) {
    /* lora-10: 8 bytes a parameter for 405B, 3.25 TB. */
    const struct estimate *e = run(*state, &(struct scenario){.task = "training",
                                                              .model = &llama_3_405b,
                                                              .accelerator = &h100,
                                                              .optimizer = "adamw-bf16"});
    double states =
        e->memory_weights.q.value + e->memory_gradients.q.value + e->memory_optimizer.q.value;
    assert_near(states / 1e12, 3.25, 0.0325);
    /* activations-09: checkpoints of 32 layers for 32,768 tokens, 8 GiB, besides one live layer. */
    e = run(*state, &(struct scenario){.task = "training",
                                       .model = &llama_3_8b,
                                       .accelerator = &h100,
                                       .sequence = 32768,
                                       .recompute = "full"});
    double layer = 8 * 4096.0 + 2 * (4096 + 2 * 1024.0) + 2 * 4096 + 4 * 32 + 8 * 14336.0;
    assert_near((e->memory_activations.q.value - layer * 32768) / GIB, 8, 1e-9);
}

/* lora-05: 21.3 GB at 1304 tokens, 0.6 to 1.15 of it. lora-06: bf16 over nf4 over nf4-dq, the
 * second quantisation saves 0.37 bits of 6.5e9 weights. */
static void lora_memory(void **state) {
    double total[3];
    const char *const weights[] = {"bf16", "nf4", "nf4-dq"};
    for (size_t i = 0; i < 3; i++)
        total[i] = run(*state, &(struct scenario){.task = "training",
                                                  .method = "lora",
                                                  .model = &llama_2_7b,
                                                  .accelerator = &a100_40,
                                                  .weights = weights[i],
                                                  .targets = "q,v",
                                                  .rank = 8,
                                                  .sequence = 1304})
                       ->memory_total.q.value /
                   1e9;
    assert_true(0.6 * 21.3 <= total[0] && total[0] <= 1.15 * 21.3);
    assert_true(total[0] > total[1] && total[1] > total[2]);
    assert_near(total[1] - total[2], 0.30, 0.01);
}

static void verdicts(void **state) {
    struct accelerator card_16 = rtx_4090, card_12 = rtx_4090, card_48 = rtx_4090;
    card_16.memory_capacity.value = 15.99 * GIB;
    card_12.memory_capacity.value = 12 * GIB;
    card_48.memory_capacity.value = 48 * GIB;
    const struct {
        const char *number;
        const struct model *model;
        const struct accelerator *device;
        const char *weights;
        int64_t context;
        bool fits; /* at least with luck */
    } rows[] = {
        {"fit-01", &llama_2_70b, &a100_80, "bf16", 512, false},
        {"fit-02", &llama_2_70b, &a100_80, "int8", 512, true},
        {"fit-04", &llama_3_8b, &card_16, "fp16", 2048, true},
        {"fit-05", &llama_3_8b, &card_12, "fp16", 512, false},
        {"fit-24", &llama_3_70b, &card_48, "q4_k_m", 1024, true},
        {"fit-25", &llama_3_70b, &h100, "fp16", 1024, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct estimate *e =
            ask(*state, rows[i].model, rows[i].device, rows[i].weights, rows[i].context);
        if ((e->fits != VERDICT_NO) != rows[i].fits)
            fail_msg("%s: wrong verdict", rows[i].number);
    }
    /* fit-13: full fine-tuning of a 7B model on 80 GB. */
    const struct estimate *e =
        run(*state,
            &(struct scenario){.task = "training", .model = &llama_2_7b, .accelerator = &a100_80});
    assert_int_equal(e->fits, VERDICT_NO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(file_sizes),
        TEST(cache_sizes),
        TEST(measured_decode_speeds),
        TEST(measured_prefill),
        TEST(one_projection_on_the_roofline),
        TEST(training_flops),
        TEST(training_states),
        TEST(lora_memory),
        TEST(verdicts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
