/* Memory, bytes, intensity and speed of inference (formulas 6, 8, 10; golden values of 18, design
 * 14). */
#include "core/fixtures.h"

/* Formulas 10.1: weights less the input table, one row of it, KV read and written. */
static void bytes_of_a_decode_step(void **state) {
    const struct estimate *e = infer(*state, &llama_2_7b, &a100_80, 1, 4096);
    assert_equal_double(e->memory_weights.q.value, 13476831232.0);
    assert_equal_double(e->memory_kv_cache.q.value, 2147483648.0);
    assert_equal_double(e->kv_bytes_per_token.q.value, 524288.0);
    assert_equal_double(e->decode_weight_bytes.q.value, 13476831232.0 - 262144000 + 8192);
    assert_equal_double(e->decode_kv_bytes.q.value, 2147483648.0 + 524288);
    assert_equal_double(e->decode_bytes.q.value, 15362703360.0);
    assert_int_equal(e->decode_bytes.q.exactness, EXACT);
}

/* Formulas 18. */
static void decode_ceilings(void **state) {
    const struct {
        const struct accelerator *device;
        double milliseconds, speed;
    } rows[] = {{&a100_80, 7.53, 132.7}, {&a100_40, 9.88, 101.2}, {&rtx_4090, 15.24, 65.6}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct estimate *e = infer(*state, &llama_2_7b, rows[i].device, 1, 4096);
        assert_near(e->decode_ceiling_time.q.value * 1e3, rows[i].milliseconds, 0.006);
        assert_near(e->decode_ceiling_speed.q.value, rows[i].speed, 0.1);
        assert_int_equal(e->decode_ceiling_speed.q.exactness, CEILING);
        assert_equal_double(e->decode_ceiling_speed.q.low, e->decode_ceiling_speed.q.high);
        assert_string_equal(e->decode_bound, "bandwidth");
    }
}

/* A tied table is the head, so it is read whole. */
static void tied_tables_are_read(void **state) {
    const struct estimate *e = infer(*state, &llama_3_1b, &a100_80, 2, 1000);
    assert_equal_double(e->decode_weight_bytes.q.value, 2 * 1235814400.0 + 2 * 2 * 2048);
}

/* Design 14 for 2048 cached tokens; formulas 8 for 70B with 8192. */
static void decode_intensities(void **state) {
    const struct {
        const struct model *model;
        int64_t batch, context;
        double intensity, tolerance;
    } rows[] = {
        {&llama_3_8b, 1, 2048, 1.05, 0.005},   {&llama_3_8b, 8, 2048, 7.50, 0.005},
        {&llama_3_8b, 64, 2048, 31.97, 0.005}, {&llama_3_70b, 1, 8192, 1.13, 0.005},
        {&llama_3_70b, 32, 8192, 22.8, 0.05},  {&llama_3_70b, 256, 8192, 49.7, 0.05},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct estimate *e =
            infer(*state, rows[i].model, &h100, rows[i].batch, rows[i].context);
        assert_near(e->decode_intensity.q.value, rows[i].intensity, rows[i].tolerance);
    }
}

/* The shares of an H100's arithmetic written on the roofline of design 6.1. */
static void shares_of_the_peak(void **state) {
    const int64_t batches[] = {1, 8, 64};
    const double percent[] = {0.36, 2.5, 10.8};
    for (size_t i = 0; i < 3; i++) {
        const struct estimate *e = infer(*state, &llama_3_8b, &h100, batches[i], 2048);
        assert_near(e->decode_share.q.value * 100, percent[i], 0.05);
    }
}

/* Formulas 18: 70B in FP16, 32 sequences of 8192: an eighth of it on each device. */
static void seventy_billion(void **state) {
    const struct estimate *e = infer(*state, &llama_3_70b, &h100, 32, 8192);
    assert_near(e->memory_kv_cache.q.value / 8 / GIB, 10.00, 0.005);
    assert_near(e->decode_bytes.q.value / 8 / 1e9, 28.11, 0.006);
    const struct estimate *half = run(*state, &(struct scenario){.task = "inference",
                                                                 .model = &llama_3_70b,
                                                                 .accelerator = &h100,
                                                                 .weights = "fp8",
                                                                 .kv = "fp8",
                                                                 .batch = 32,
                                                                 .context = 8192});
    double bytes = half->memory_weights.q.value + half->memory_kv_cache.q.value;
    assert_near(bytes / 8 / GIB, 13.21, 0.006);
}

/* Formulas 10.2: 1121 TFLOP linear, 88 of attention. */
static void prefill_flops(void **state) {
    const struct estimate *e = infer(*state, &llama_3_70b, &h100, 1, 8192);
    double attention = 4 * 8192.0 * 8192 * 8192 / 2 * 80;
    assert_near(attention / 1e12, 88, 0.5);
    assert_near((e->prefill_flops.q.value - attention) / 1e12, 1121, 1);
    assert_near(e->prefill_flops.q.value / 1e12, 1209, 1.5);
}

/* 8 devices sum 160 · 8192 · 8192 · 2 B = 21.5 GB: about 0.1 s at 450 GB/s, under the 0.15 s that
 * 1209 TFLOP take; at 4 GB/s ten seconds, which is then what prefill waits for. */
static void prefill_over_a_slow_link(void **state) {
    struct scenario s = {.task = "inference",
                         .model = &llama_3_70b,
                         .accelerator = &h100,
                         .devices = 8,
                         .tensor_parallel = 8,
                         .link_bandwidth = 450e9,
                         .batch = 1,
                         .context = 8192};
    assert_string_equal(run(*state, &s)->prefill_bound, "compute");
    s.link_bandwidth = 4e9;
    const struct estimate *e = run(*state, &s);
    assert_string_equal(e->prefill_bound, "communication");
    assert_true(e->prefill_communication_time.q.value > 5);
    assert_near(e->prefill_compute_time.q.value, 1209e12 / 8 / 989.4e12, 0.001);
}

/* Design 14: 844 FLOP/B, activations counted operator by operator. */
static void prefill_intensity(void **state) {
    const struct estimate *e = infer(*state, &llama_3_8b, &h100, 1, 2048);
    assert_near(e->prefill_intensity.q.value, 844, 0.5);
    assert_true(e->prefill_intensity.q.low < 844 && e->prefill_intensity.q.high > 844.5);
    assert_int_equal(e->prefill_bytes.q.exactness, MODELLED);
    assert_string_equal(e->prefill_bound, "compute");
    /* By hand, per token and layer in units of the hidden size h: QKV 5, output 4, FFN 16 + 21 + 9,
     * flash attention 5, norms 14, cache 1; 2 bytes per token and hidden element for the table,
     * 3.5 passes over one row for the last norm, the head's row and FP32 logits. */
    double h = 4096, layers = 32 * 2048.0 * 75 * h, table = 2 * 2048.0 * h;
    double last = 3.5 * 2 * h + 2 * h + 4 * 128256.0;
    double weights = 2 * (8030261248.0 - 128256.0 * h);
    assert_equal_double(e->prefill_bytes.q.value, layers + table + last + weights);
}

/* The prompt is prefilled, prompt and output are cached. */
static void prompt_and_output(void **state) {
    const struct estimate *e = run(*state, &(struct scenario){.task = "inference",
                                                              .model = &llama_3_8b,
                                                              .accelerator = &h100,
                                                              .prompt = 2048,
                                                              .output = 512});
    assert_int_equal(e->scenario->context, 2560);
    assert_equal_double(e->memory_kv_cache.q.value, 131072.0 * 2560);
    assert_near(e->prefill_intensity.q.value, 844, 0.5);
}

/* Σ max(F / F_pk, B / BW) lies above the larger of the two sums and below their sum. */
static void prefill_times(void **state) {
    const struct estimate *e = infer(*state, &llama_3_8b, &h100, 1, 2048);
    assert_near(e->prefill_compute_time.q.value, e->prefill_flops.q.value / 989.4e12, 1e-9);
    assert_true(e->prefill_ceiling_time.q.value > e->prefill_compute_time.q.value);
    assert_true(e->prefill_ceiling_time.q.value <
                e->prefill_compute_time.q.value + e->prefill_memory_time.q.value);
    assert_int_equal(e->prefill_ceiling_time.q.exactness, CEILING);
    /* Half of the peak typical, 0.35 to 0.70. */
    assert_near(e->prefill_time.q.value, e->prefill_flops.q.value / 989.4e12 / 0.50, 1e-9);
    assert_near(e->prefill_time.q.low, e->prefill_flops.q.value / 989.4e12 / 0.70, 1e-9);
    assert_near(e->prefill_time.q.high, e->prefill_flops.q.value / 989.4e12 / 0.35, 1e-9);
}

/* Design 14, knee: 151 tokens/s for one, 3476 for 109 sequences, 32 each; the wall at 109. */
static void typical_decode(void **state) {
    const struct estimate *one = infer(*state, &llama_3_8b, &h100, 1, 4096);
    assert_near(one->decode_speed.q.value, 151, 0.5);
    assert_near(one->decode_speed.q.value / one->decode_ceiling_speed.q.value, 0.70, 1e-9);
    assert_near(one->decode_speed.q.low / one->decode_ceiling_speed.q.value, 0.55, 1e-9);
    assert_near(one->decode_speed.q.high / one->decode_ceiling_speed.q.value, 0.85, 1e-9);
    assert_equal_double(one->decode_largest_batch.q.value, 109);
    const struct estimate *wall = infer(*state, &llama_3_8b, &h100, 109, 4096);
    assert_near(wall->decode_speed.q.value, 3476, 1);
    assert_near(wall->decode_user_speed.q.value, 32, 0.5);
    assert_equal_double(wall->decode_largest_batch.q.value, 109);
}

/* Consumer cards and packed weights have their own ranges (formulas 17). */
static void efficiency_by_class(void **state) {
    const struct estimate *card = infer(*state, &llama_2_7b, &rtx_4090, 1, 4096);
    assert_near(card->decode_ceiling_time.q.value / card->decode_time.q.value, 0.85, 1e-9);
    const struct estimate *packed = run(*state, &(struct scenario){.task = "inference",
                                                                   .model = &llama_2_7b,
                                                                   .accelerator = &rtx_4090,
                                                                   .weights = "int4-g128",
                                                                   .context = 2048});
    assert_near(packed->decode_ceiling_time.q.value / packed->decode_time.q.value, 0.60, 1e-9);
}

/* Formulas 18: 60 tokens/s were measured on an RTX 4090 at 4096 tokens. */
static void a_measured_speed_lies_in_the_range(void **state) {
    const struct estimate *e = infer(*state, &llama_2_7b, &rtx_4090, 1, 4096);
    assert_true(e->decode_speed.q.low <= 60 && 60 <= e->decode_speed.q.high);
    assert_near(60 / e->decode_ceiling_speed.q.value, 0.91, 0.01);
}

/* Design 14: 15.7 and 45.7 GiB. */
static void totals(void **state) {
    assert_near(infer(*state, &llama_2_7b, &a100_80, 1, 4096)->memory_total.q.value / GIB, 15.7,
                0.05);
    assert_near(infer(*state, &llama_2_7b, &a100_80, 16, 4096)->memory_total.q.value / GIB, 45.7,
                0.05);
}

static void ridge_points(void **state) {
    const struct {
        const struct accelerator *device;
        double ridge;
    } rows[] = {{&h100, 295}, {&a100_80, 153}, {&a100_40, 201}, {&rtx_4090, 164}, {&v100, 139}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct estimate *e = infer(*state, &llama_3_1b, rows[i].device, 1, 2048);
        double margin = e->binding_margin.q.value, intensity = e->decode_intensity.q.value;
        assert_near(margin * intensity, rows[i].ridge, 0.5);
        assert_string_equal(e->binding_resource, "bandwidth");
        assert_string_equal(e->binding_next, "compute");
    }
}

/* Weights alone turn compute-bound at b* = F_pk · w / (2 · BW), and never with a long context. */
static void large_batches_turn_compute_bound(void **state) {
    const struct estimate *below = infer(*state, &llama_3_1b, &h100, 256, 1);
    const struct estimate *above = infer(*state, &llama_3_1b, &h100, 340, 1);
    assert_string_equal(below->decode_bound, "bandwidth");
    assert_string_equal(above->decode_bound, "compute");
    assert_string_equal(above->binding_resource, "compute");
    assert_near(above->decode_share.q.value, 1, 1e-12);
    assert_string_equal(infer(*state, &llama_3_1b, &h100, 340, 8192)->decode_bound, "bandwidth");
}

/* A BF16 model runs in FP16 where there are no BF16 units; FP8 has no such stand-in. */
static void missing_arithmetic(void **state) {
    const struct estimate *e = infer(*state, &llama_3_8b, &v100, 1, 2048);
    assert_true(e->decode_ceiling_speed.present);
    assert_near(e->decode_compute_time.q.value, e->decode_flops.q.value / 125e12, 1e-12);
    bool marked = false;
    for (size_t i = 0; i < e->step_count; i++)
        marked |= strcmp(e->steps[i].label, "step.device.peak-of-fp16") == 0 &&
                  strcmp(e->steps[i].formula, "F_fp16") == 0;
    assert_true(marked);
    const struct estimate *none = run(*state, &(struct scenario){.task = "inference",
                                                                 .model = &llama_3_8b,
                                                                 .accelerator = &v100,
                                                                 .weights = "fp8",
                                                                 .context = 2048});
    assert_false(none->decode_ceiling_speed.present);
    assert_false(none->decode_time.present);
    assert_false(none->prefill_time.present);
    assert_null(none->decode_bound);
    assert_null(none->binding_resource);
    assert_true(none->decode_bytes.present);
    assert_true(none->memory_total.present);
}

/* FP8 multiplies at its own rate, packed 4-bit weights in 16 bits. */
static void peak_follows_the_format(void **state) {
    const struct {
        const char *weights;
        double peak;
    } rows[] = {{"fp8", 1978.9e12},
                {"bf16", 989.4e12},
                {"int4-g128", 989.4e12},
                {"int8", 1978.9e12},
                {"q4_k_m", 989.4e12}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct estimate *e = run(*state, &(struct scenario){.task = "inference",
                                                                  .model = &llama_3_8b,
                                                                  .accelerator = &h100,
                                                                  .weights = rows[i].weights,
                                                                  .context = 2048});
        assert_near(e->decode_flops.q.value / e->decode_compute_time.q.value / rows[i].peak, 1,
                    1e-9);
    }
}

static void no_speed_when_it_does_not_fit(void **state) {
    const struct estimate *e = infer(*state, &llama_2_7b, &rtx_4090, 16, 4096);
    assert_int_equal(e->fits, VERDICT_NO);
    const struct measure *absent[] = {
        &e->decode_time,          &e->decode_speed,         &e->decode_user_speed,
        &e->decode_ceiling_time,  &e->decode_ceiling_speed, &e->decode_compute_time,
        &e->decode_memory_time,   &e->decode_share,         &e->prefill_time,
        &e->prefill_compute_time, &e->prefill_memory_time,  &e->prefill_ceiling_time,
    };
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        assert_false(absent[i]->present);
    assert_true(e->decode_bytes.present && e->decode_flops.present && e->decode_intensity.present);
    assert_true(e->prefill_bytes.present && e->prefill_intensity.present);
    assert_string_equal(e->binding_resource, "capacity");
    assert_string_equal(e->binding_next, "bandwidth");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(bytes_of_a_decode_step),
        TEST(decode_ceilings),
        TEST(tied_tables_are_read),
        TEST(decode_intensities),
        TEST(shares_of_the_peak),
        TEST(seventy_billion),
        TEST(prefill_flops),
        TEST(prefill_over_a_slow_link),
        TEST(prefill_intensity),
        TEST(prompt_and_output),
        TEST(prefill_times),
        TEST(typical_decode),
        TEST(efficiency_by_class),
        TEST(a_measured_speed_lies_in_the_range),
        TEST(totals),
        TEST(ridge_points),
        TEST(large_batches_turn_compute_bound),
        TEST(missing_arithmetic),
        TEST(peak_follows_the_format),
        TEST(no_speed_when_it_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
