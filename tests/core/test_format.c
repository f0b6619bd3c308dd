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
    assert_null(format_lookup("exl2-1.9"));
    assert_null(format_lookup("exl2-4.05"));
}

/* Block table of formulas 2: every type, of its own name or with "-block" beside a preset. */
static void block_types(void **state) {
    (void)state;
    const struct {
        const char *id;
        double bits;
    } rows[] = {
        {"q4_0", 4.5},
        {"q4_1", 5.0},
        {"q5_0", 5.5},
        {"q5_1", 6.0},
        {"q8_0", 8.5},
        {"q8_1", 9.0},
        {"q2_k-block", 2.625},
        {"q3_k", 3.4375},
        {"q4_k", 4.5},
        {"q5_k", 5.5},
        {"q6_k-block", 6.5625},
        {"q8_k", 9.125},
        {"iq1_s-block", 1.5625},
        {"iq1_m-block", 1.75},
        {"iq2_xxs-block", 2.0625},
        {"iq2_xs-block", 2.3125},
        {"iq2_s-block", 2.5625},
        {"iq3_xxs-block", 3.0625},
        {"iq3_s-block", 3.4375},
        {"iq4_xs-block", 4.25},
        {"iq4_nl-block", 4.5},
        {"tq1_0", 1.6875},
        {"tq2_0", 2.0625},
        {"mxfp4-block", 4.25},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct format *f = format_lookup(rows[i].id);
        assert_non_null(f);
        assert_equal_double(f->linear_bits, rows[i].bits);
        assert_equal_double(f->head_bits, rows[i].bits);
        assert_false(f->average);
    }
    /* quant-size-09: a 4096 by 14336 tensor in q4_K, 31.5 MiB. */
    const struct format *q4_k = format_lookup("q4_k");
    assert_equal_double(format_matrix_bytes(q4_k, GROUP_FFN, 4096, 14336), 31.5 * 1048576);
}

static void widths_with_scales(void **state) {
    (void)state;
    const struct {
        const char *id;
        double bits;
    } rows[] = {{"fp8-block", 8 + 32.0 / 16384},
                {"mxfp8", 8.25},
                {"int4-g32", 5},
                {"int4-g128-sym", 4.125},
                {"int4-g32-sym", 4.5},
                {"exl2-4.0", 4},
                {"exl2-2.4", 2.4},
                {"exl2-4.65", 4.65},
                {"exl2-8.0", 8}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_near(format_lookup(rows[i].id)->linear_bits, rows[i].bits, 1e-12);
}

/* Sizes in the order of their widths (quant-size-12 and formulas 2). */
static void order_of_sizes(void **state) {
    (void)state;
    const char *const ladder[] = {"fp32",  "bf16",      "fp8",    "int4-g32",     "nf4",
                                  "mxfp4", "int4-g128", "nf4-dq", "int4-g128-sym"};
    for (size_t i = 1; i < sizeof ladder / sizeof *ladder; i++)
        assert_true(weights(ladder[i], &llama_2_7b) < weights(ladder[i - 1], &llama_2_7b));
}

static const struct model gpt_oss_120b = {.layers = 36,
                                          .hidden = 2880,
                                          .heads = 64,
                                          .kv_heads = 8,
                                          .head_dim = 64,
                                          .ffn = 2880,
                                          .ffn_matrices = 3,
                                          .vocabulary = 201088,
                                          .qkv_bias = 1,
                                          .output_bias = 1,
                                          .expert_bias = 1,
                                          .router_bias = 1,
                                          .sinks = 1,
                                          .experts = 128,
                                          .experts_active = 4,
                                          .expert_ffn = 2880,
                                          .moe_layers = 36,
                                          .max_context = 131072,
                                          .window = 128,
                                          .local_layers = 18};

/* gpt-oss model card, Table 1: the checkpoint has 60.8 GiB, experts at 4.25 bits, the rest 16. */
static void only_experts_are_packed(void **state) {
    (void)state;
    assert_int_equal(parameters_count(&gpt_oss_120b).total, 116829156672);
    assert_near(weights("mxfp4-moe", &gpt_oss_120b) / GIB, 60.8, 0.05);
    double experts = 36 * 128 * 3 * 2880.0 * 2880;
    assert_equal_double(format_weight_bytes(format_lookup("mxfp4-moe"), &gpt_oss_120b).expert,
                        experts * 4.25 / 8);
    /* The router is a small tensor: wide where everything else is narrow. */
    struct weight_bytes w = format_weight_bytes(format_lookup("int4-g128"), &gpt_oss_120b);
    assert_true(w.small > 2 * 36 * 2880.0 * 128);
}

/* Formulas 3.1: rk + 4 · rk / 128 + 2 · dr = 656 bytes for rk 512 and dr 64. */
static void latents_in_tiles(void **state) {
    (void)state;
    assert_equal_double(format_latent_bytes(format_lookup("fp8-block"), 512, 64), 656);
    assert_equal_double(format_latent_bytes(format_lookup("bf16"), 512, 64), 1152);
    assert_equal_double(format_latent_bytes(format_lookup("fp8"), 512, 64), 576);
    assert_true(format_is_cache(format_lookup("fp8-block"), true));
    assert_false(format_is_cache(format_lookup("fp8-block"), false));
    assert_false(format_is_cache(format_lookup("nf4"), true));
}

static void rows_are_distinct_and_sourced(void **state) {
    (void)state;
    assert_true(format_count() >= 60);
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
        TEST(block_types),
        TEST(widths_with_scales),
        TEST(order_of_sizes),
        TEST(only_experts_are_packed),
        TEST(latents_in_tiles),
        TEST(rows_are_distinct_and_sourced),
        TEST(kv_per_token),
        TEST(kv_widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
