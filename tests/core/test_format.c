#include "core/fixtures.h"
#include "core/format.h"
#include "core/kv.h"

static double weights(const char *format, const struct model *m) {
    const struct format *f = format_lookup(format);
    assert_non_null(f);
    return format_weight_bytes(f, m).total;
}

static void plain_widths(void **state) {
    (void)state;
    assert_equal_double(weights("fp16", &llama_2_7b), 13476831232.0);
    assert_equal_double(weights("bf16", &llama_2_7b), 13476831232.0);
    assert_equal_double(weights("fp32", &llama_2_7b), 4 * 6738415616.0);
    assert_equal_double(weights("fp16", &llama_3_1b), 2 * 1235814400.0);
    assert_near(weights("bf16", &llama_3_8b) / GIB, 14.957527, 5e-7);
    /* Formulas 18: 16.43 GiB on each of eight devices. */
    assert_near(weights("fp16", &llama_3_70b) / 8 / GIB, 16.43, 0.005);
}

/* Bits per weight of formulas 2. */
static void bits_of_packed_formats(void **state) {
    (void)state;
    const struct {
        const char *id;
        double bits;
    } rows[] = {{"fp8", 8},        {"int8", 8},       {"int4-g128", 4.156}, {"nf4", 4.5},
                {"nf4-dq", 4.127}, {"mxfp4", 4.25},   {"nvfp4", 4.5},       {"q4_0", 4.5},
                {"q4_1", 5},       {"q5_0", 5.5},     {"q5_1", 6},          {"q8_0", 8.5},
                {"tq1_0", 1.6875}, {"tq2_0", 2.0625}, {"q4_k_m", 4.89},     {"q2_k", 3.16},
                {"iq2_xxs", 2.38}, {"q6_k", 6.56}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct format *f = format_lookup(rows[i].id);
        assert_non_null(f);
        assert_near(f->linear_bits, rows[i].bits, 0.0005);
    }
}

/* Formulas 2: 4 bits, group 128, on the linear layers only: the size of the usual AWQ files. */
static void tables_stay_at_16_bits(void **state) {
    (void)state;
    assert_near(weights("int4-g128", &llama_3_8b) / 1e9, 5.73, 0.005);
    /* Formulas 5: 6.476e9 · 4.127 / 8 + 0.524e9. */
    assert_near(weights("nf4-dq", &llama_2_7b) / 1e9, 3.87, 0.006);
    assert_near(weights("nf4-dq", &llama_2_7b) / GIB, 3.60, 0.005);
    /* 8 bits for 6,476,005,376 linear weights, one FP32 for each of 224 matrices. */
    assert_equal_double(weights("fp8-linear", &llama_2_7b),
                        6476005376.0 + 4 * 224 + 2 * (262144000.0 + 266240));
}

/* One FP16 scale per output channel: 4 · 4096 + 2 · 11008 + 4096 outputs a layer. */
static void scales_are_counted(void **state) {
    (void)state;
    double channels = 32 * (5 * 4096.0 + 2 * 11008);
    assert_equal_double(weights("int8", &llama_2_7b),
                        6476005376.0 + 2 * channels + 2 * (262144000.0 + 266240));
    assert_equal_double(weights("fp8", &llama_2_7b), 6738415616.0 + 4 * 224);
}

static void block_formats_keep_norms_at_32_bits(void **state) {
    (void)state;
    double rest = 6738415616.0 - 266240;
    assert_equal_double(weights("q8_0", &llama_2_7b), rest * 34 / 32 + 266240 * 4);
    assert_equal_double(weights("q4_0", &llama_2_7b), rest * 18 / 32 + 266240 * 4);
}

/* Published mean widths are modelled, with a range that only falls. */
static void presets_are_modelled(void **state) {
    const struct estimate *e = run(*state, &(struct scenario){.task = "inference",
                                                              .model = &llama_3_8b,
                                                              .accelerator = &rtx_4090,
                                                              .weights = "q4_k_m",
                                                              .context = 2048});
    assert_int_equal(e->memory_weights.q.exactness, MODELLED);
    assert_near(e->memory_weights.q.value / 1e9, 8.030261248 * 4.89 / 8, 1e-6);
    assert_near(e->memory_weights.q.low / 1e9, 8.030261248 * 4.74 / 8, 1e-6);
    assert_true(e->decode_bytes.q.low < e->decode_bytes.q.high);
    assert_int_equal(e->decode_intensity.q.exactness, MODELLED);
}

static void unknown_formats(void **state) {
    (void)state;
    assert_null(format_lookup("fp7"));
    assert_null(format_lookup(""));
    assert_null(format_lookup(NULL));
}

static void rows_are_distinct_and_sourced(void **state) {
    (void)state;
    assert_true(format_count() >= 39);
    for (size_t i = 0; i < format_count(); i++) {
        assert_ptr_equal(format_lookup(format_at(i)->id), format_at(i));
        assert_non_null(format_at(i)->source);
        assert_true(format_at(i)->linear_bits > 0);
    }
}

/* Formulas 3.6, 16-bit cache. */
static void kv_per_token(void **state) {
    (void)state;
    const struct {
        int64_t layers, kv_heads, head_dim;
        double bytes;
    } rows[] = {
        {32, 32, 128, 524288}, /* Llama 2 7B */
        {32, 8, 128, 131072},  /* Llama 3.1 8B, Mixtral 8x7B */
        {80, 8, 128, 327680},  /* Llama 3.1 70B */
        {126, 8, 128, 516096}, /* Llama 3.1 405B */
        {28, 8, 128, 114688},  /* Qwen3 0.6B: head size is not hidden / heads */
        {36, 8, 128, 147456},  /* Qwen3 8B */
        {64, 8, 128, 262144},  /* Qwen3 32B */
        {56, 8, 128, 229376},  /* Mixtral 8x22B */
        {48, 4, 128, 98304},   /* Qwen3 30B-A3B */
        {94, 4, 128, 192512},  /* Qwen3 235B-A22B */
        {62, 8, 128, 253952},  /* Qwen3 Coder 480B */
        {40, 40, 128, 819200}, /* OPT-13B */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct model m = {
            .layers = rows[i].layers, .kv_heads = rows[i].kv_heads, .head_dim = rows[i].head_dim};
        assert_equal_double(kv_bytes_per_token(&m, format_lookup("fp16")), rows[i].bytes);
        assert_equal_double(kv_bytes_per_token(&m, format_lookup("bf16")), rows[i].bytes);
        assert_equal_double(kv_bytes_per_token(&m, format_lookup("fp8")), rows[i].bytes / 2);
    }
}

/* Formulas 3.3. */
static void kv_widths(void **state) {
    (void)state;
    const struct {
        const char *id;
        double bytes;
    } rows[] = {{"fp32", 4},      {"fp16", 2},      {"fp8", 1},       {"int8", 1 + 2.0 / 128},
                {"q8_0", 1.0625}, {"q5_0", 0.6875}, {"q4_0", 0.5625}, {"q4_1", 0.625}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_equal_double(format_kv_bytes(format_lookup(rows[i].id), 128), rows[i].bytes);
    assert_equal_double(format_lookup("nf4")->kv_bytes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(plain_widths),
        TEST(bits_of_packed_formats),
        TEST(tables_stay_at_16_bits),
        TEST(scales_are_counted),
        TEST(block_formats_keep_norms_at_32_bits),
        TEST(presets_are_modelled),
        TEST(unknown_formats),
        TEST(rows_are_distinct_and_sourced),
        TEST(kv_per_token),
        TEST(kv_widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
