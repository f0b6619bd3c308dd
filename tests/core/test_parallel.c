/* Degrees of parallelism, shares of a rank, and what is refused (formulas 3.5, 4.2, 4.3). */
#include "core/families.h"
#include "core/parallel.h"

static struct degrees degrees(int64_t t, int64_t p, int64_t data, int64_t e, int64_t x) {
    return (struct degrees){t, p, data, e, x, t * p * data * x, 1};
}

/* ── Defaults ── */

static void degrees_follow_from_devices(void **state) {
    const struct {
        struct scenario s;
        int64_t t, p, data, x, devices;
    } rows[] = {
        {{.task = "inference"}, 1, 1, 1, 1, 1},
        {{.task = "inference", .devices = 8}, 8, 1, 1, 1, 8},
        {{.task = "training", .devices = 8}, 1, 1, 8, 1, 8},
        {{.task = "inference", .tensor_parallel = 4}, 4, 1, 1, 1, 4},
        {{.task = "inference", .tensor_parallel = 4, .devices = 16}, 4, 1, 4, 1, 16},
        {{.task = "inference", .data_parallel = 8, .devices = 8}, 1, 1, 8, 1, 8},
        {{.task = "training", .tensor_parallel = 8, .pipeline_parallel = 2, .devices = 64},
         8,
         2,
         4,
         1,
         64},
        {{.task = "training", .context_parallel = 4, .data_parallel = 2}, 1, 1, 2, 4, 8},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct scenario s = rows[i].s;
        struct scenario_fault faults[8];
        s.model = &llama_3_70b;
        s.accelerator = &h100;
        assert_int_equal(scenario_complete(&s, *state, faults, 8), 0);
        struct degrees d = degrees_of(&s);
        assert_int_equal(d.tensor, rows[i].t);
        assert_int_equal(d.pipeline, rows[i].p);
        assert_int_equal(d.data, rows[i].data);
        assert_int_equal(d.context, rows[i].x);
        assert_int_equal(d.expert, 1);
        assert_int_equal(d.devices, rows[i].devices);
    }
}

/* ── Refusals ── */

static void expect_fault(struct arena *a, struct scenario s, const char *option, const char *found,
                         const char *expected) {
    struct scenario_fault faults[8];
    if (!s.model)
        s.model = &llama_3_70b; /* 64 heads, 8 KV heads, 80 layers */
    s.accelerator = &h100;
    size_t n = scenario_complete(&s, a, faults, 8);
    if (n != 1)
        fail_msg("%s = %s: %zu faults instead of 1", option, found, n);
    assert_string_equal(faults[0].option, option);
    assert_string_equal(faults[0].found, found);
    if (!strstr(faults[0].expected, expected))
        fail_msg("%s: expected “%s”, which lacks “%s”", option, faults[0].expected, expected);
}

static void heads_have_to_divide(void **state) {
    struct scenario s = {.task = "inference", .devices = 6};
    expect_fault(*state, s, "devices", "6", "1, 2, 4, 8, 16, 32 or 64: ");
    s = (struct scenario){.task = "inference", .tensor_parallel = 3};
    expect_fault(*state, s, "tensor-parallel", "3", "64 query heads");
    /* 28 heads and 4 KV heads: 7 divides the heads only. */
    s = (struct scenario){.task = "inference", .model = &qwen_7b, .tensor_parallel = 7};
    expect_fault(*state, s, "tensor-parallel", "7", "1, 2, 4 or 28: ");
}

static void counts_have_to_fit(void **state) {
    const struct scenario training = {.task = "training"};
    struct scenario s = {.task = "inference", .pipeline_parallel = 81};
    expect_fault(*state, s, "pipeline-parallel", "81", "at most 80");
    s = (struct scenario){
        .task = "inference", .tensor_parallel = 2, .data_parallel = 2, .devices = 8};
    expect_fault(*state, s, "devices", "8", "4 = tensor 2 × pipeline 1 × data 2 × context 1");
    s = (struct scenario){.task = "inference", .tensor_parallel = 8, .devices = 4};
    expect_fault(*state, s, "devices", "4", "8 = tensor 8");
    s = training;
    s.context_parallel = 3;
    expect_fault(*state, s, "context-parallel", "3", "the sequence of 2048 tokens");
    s = (struct scenario){.task = "inference",
                          .data_parallel = 100000000,
                          .pipeline_parallel = 64,
                          .devices = 100000000};
    expect_fault(*state, s, "devices", "the product of all degrees", "at most 100000000 devices");
    s = (struct scenario){.task = "training",
                          .model = &deepseek_v3,
                          .tensor_parallel = 100000000,
                          .data_parallel = 100000000,
                          .context_parallel = 100000000};
    expect_fault(*state, s, "devices", "the product of all degrees", "at most 100000000 devices");
    s = (struct scenario){.task = "inference", .tensor_parallel = -1};
    expect_fault(*state, s, "tensor-parallel", "-1", "a whole number");
    s = (struct scenario){.task = "inference", .devices = INT64_MAX};
    expect_fault(*state, s, "devices", "9223372036854775807", "a whole number");
}

static void chunks_have_to_fit(void **state) {
    struct scenario s = {.task = "training", .interleave = 2};
    expect_fault(*state, s, "interleave", "2", "pipeline-parallel of 2 or more");
    s.pipeline_parallel = 8; /* 10 layers a stage */
    s.interleave = 11;
    s.gradient_accumulation = 8;
    expect_fault(*state, s, "interleave", "11", "at most 10");
    s.interleave = 2;
    s.gradient_accumulation = 12;
    expect_fault(*state, s, "gradient-accumulation", "12", "a multiple of 8");
}

static void experts_have_to_divide(void **state) {
    struct scenario s = {.task = "inference", .expert_parallel = 2, .data_parallel = 2};
    expect_fault(*state, s, "expert-parallel", "2", "llama-3-70b has no experts");
    s = (struct scenario){
        .task = "inference", .model = &mixtral_8x7b, .expert_parallel = 16, .data_parallel = 16};
    expect_fault(*state, s, "expert-parallel", "16", "1, 2, 4 or 8: ");
    s.expert_parallel = 8;
    s.data_parallel = 4;
    expect_fault(*state, s, "expert-parallel", "8", "the 4 ranks of a stage");
}

static void options_of_what_is_absent(void **state) {
    struct scenario s = {.task = "training", .zero = "3"};
    expect_fault(*state, s, "zero", "3", "nothing to shard over");
    s = (struct scenario){.task = "training", .sequence_parallel = "yes"};
    expect_fault(*state, s, "sequence-parallel", "yes", "tensor-parallel of 2 or more");
    s.tensor_parallel = 8;
    s.sequence = 2047;
    expect_fault(*state, s, "sequence-parallel", "yes", "a sequence that 8 ranks");
    s = (struct scenario){.task = "training", .shard_group = 2, .data_parallel = 4};
    expect_fault(*state, s, "shard-group", "2", "without it nothing is sharded");
    s.zero = "3";
    s.shard_group = 3;
    expect_fault(*state, s, "shard-group", "3", "1, 2 or 4: ");
}

static void words_and_rates(void **state) {
    struct scenario s = {.task = "inference", .collective = "rnig"};
    expect_fault(*state, s, "collective", "rnig", "best, ring, tree");
    s = (struct scenario){.task = "inference", .collective = "in-network"};
    expect_fault(*state, s, "collective", "in-network", "the link is not known to add up");
    s = (struct scenario){.task = "inference", .overlap = 1.5};
    expect_fault(*state, s, "overlap", "1.5", "0 to 1");
    s = (struct scenario){.task = "inference", .latency = NAN};
    expect_fault(*state, s, "latency", "nan", "a time");
    s = (struct scenario){.task = "inference", .link_bandwidth = -1};
    expect_fault(*state, s, "link-bandwidth", "-1", "a rate");
}

/* More tensor ranks than KV heads hold copies of them. */
static void more_ranks_than_kv_heads(void **state) {
    struct scenario s = {
        .task = "inference", .model = &llama_3_70b, .accelerator = &h100, .tensor_parallel = 16};
    struct scenario_fault faults[8];
    assert_int_equal(scenario_complete(&s, *state, faults, 8), 0);
}

/* ── Shares ── */

static void one_device_holds_all(void **state) {
    (void)state;
    static const struct model *const models[] = {&llama_2_7b, &llama_3_70b,  &qwen_7b,
                                                 &llama_3_1b, &mixtral_8x7b, &deepseek_v3};
    static const char *const formats[] = {"bf16", "fp8", "int8", "nf4-dq", "q4_k_m"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        for (size_t j = 0; j < sizeof formats / sizeof *formats; j++) {
            const struct format *f = format_lookup(formats[j]);
            struct weight_bytes whole = format_weight_bytes(f, models[i]);
            struct weight_bytes rank = parallel_weights(f, models[i], degrees(1, 1, 1, 1, 1));
            assert_equal_double(rank.linear, whole.linear);
            assert_equal_double(rank.expert, whole.expert);
            assert_equal_double(rank.embedding, whole.embedding);
            assert_equal_double(rank.positions, whole.positions);
            assert_equal_double(rank.head, whole.head);
            assert_equal_double(rank.small, whole.small);
            assert_equal_double(rank.total, whole.total);
        }
        struct parameters p = parameters_count(models[i]);
        assert_equal_double(parallel_parameters(models[i], degrees(1, 1, 1, 1, 1)).total,
                            (double)p.total);
        assert_equal_double(parallel_kv_share(models[i], degrees(1, 1, 1, 1, 1)), 1);
    }
}

/* Formulas 18: 16.43 GiB. Matrices 80 · 855 638 016 / 8, tables 2 · 128 256 · 8192 / 8, and
 * 161 norms of 8192 whole. */
static void tensor_ranks_split_matrices_and_tables(void **state) {
    (void)state;
    struct weight_bytes w =
        parallel_weights(format_lookup("fp16"), &llama_3_70b, degrees(8, 1, 1, 1, 1));
    assert_equal_double(w.linear, 2 * 8556380160.0);
    assert_equal_double(w.embedding + w.head, 2 * 262668288.0);
    assert_equal_double(w.small, 2 * 161 * 8192.0);
    assert_near(w.total / GIB, 16.43, 0.005);
}

/* K and V of 8192 × 1024 over 16 ranks: one head of 128 each, so twice what a sixteenth would be.
 * q and o 2 · 67 108 864, FFN 3 · 234 881 024. */
static void kv_projections_are_copied(void **state) {
    (void)state;
    struct weight_bytes w =
        parallel_weights(format_lookup("bf16"), &llama_3_70b, degrees(16, 1, 1, 1, 1));
    double layer = (2 * 67108864.0 + 3 * 234881024.0) / 16 + 2 * 8192 * 128.0;
    assert_equal_double(w.linear, 2 * 80 * layer);
}

/* Stages of 126 / 3 = 42 layers; the last also holds the head and the final norm, which is as
 * large as the first's input table and one norm more. A layer: 2 · 16384² + 2 · 16384 · 1024 +
 * 3 · 16384 · 53248 = 3 187 671 040 and two norms. */
static void stages_hold_layers_and_one_table(void **state) {
    (void)state;
    struct degrees d = degrees(1, 3, 1, 1, 1);
    struct weight_bytes w = parallel_weights(format_lookup("bf16"), &llama_3_405b, d);
    assert_equal_double(w.linear, 2 * 42 * 3187671040.0);
    assert_equal_double(w.embedding, 0);
    assert_equal_double(w.head, 2 * 128256 * 16384.0);
    assert_equal_double(w.small, 2 * (42 * 2 + 1) * 16384.0);
    assert_equal_double(parallel_parameters(&llama_3_405b, d).total * 2, w.total);
    assert_near(parallel_kv_share(&llama_3_405b, d), 42 / 126.0, 1e-12);
}

/* 80 layers on 6 stages: 13, four times 14, 13. A layer has 855 654 400 parameters, a table
 * 128 256 · 8192, the last norm 8192: 2 · (13 · 855 654 400 + 1 050 673 152 + 8192) at the end are
 * more than 2 · 14 · 855 654 400 between. 126 layers of 3 187 703 808 on 16 stages, as Llama 3.1
 * 405B was trained: 7, fourteen times 8, 7; a table has fewer parameters than a layer, so that
 * eight layers are the most. */
static void ends_have_a_layer_less(void **state) {
    (void)state;
    const struct format *half = format_lookup("bf16");
    struct degrees six = degrees(1, 6, 1, 1, 1), sixteen = degrees(1, 16, 1, 1, 1);
    assert_equal_double(parallel_weights(half, &llama_3_70b, six).total,
                        2 * (13 * 855654400.0 + 1050673152 + 8192));
    assert_equal_double(parallel_parameters(&llama_3_70b, six).total,
                        13 * 855654400.0 + 1050673152 + 8192);
    assert_equal_double(parallel_weights(half, &llama_3_405b, sixteen).total, 2 * 8 * 3187703808.0);
    assert_equal_double(parallel_weights(half, &llama_3_405b, sixteen).head, 0);
    assert_equal_double(parallel_parameters(&llama_3_405b, sixteen).total, 8 * 3187703808.0);
    /* Five of six stages have to take 14 of 83 layers: an end is as full as the others. */
    struct model long_model = llama_3_70b;
    long_model.layers = 83;
    assert_equal_double(parallel_parameters(&long_model, six).total,
                        14 * 855654400.0 + 1050673152 + 8192);
}

/* The first and the last stage each hold the tied table. */
static void tied_tables_stand_twice(void **state) {
    (void)state;
    struct weight_bytes w =
        parallel_weights(format_lookup("bf16"), &llama_3_1b, degrees(1, 2, 1, 1, 1));
    assert_equal_double(w.embedding + w.head, 2 * 128256 * 2048.0);
}

static void cache_of_a_rank(void **state) {
    (void)state;
    assert_equal_double(parallel_kv_share(&llama_3_70b, degrees(4, 1, 1, 1, 1)), 0.25);
    assert_equal_double(parallel_kv_share(&llama_3_70b, degrees(8, 1, 1, 1, 1)), 0.125);
    assert_equal_double(parallel_kv_share(&llama_3_70b, degrees(16, 1, 1, 1, 1)), 0.125);
    assert_equal_double(parallel_kv_share(&llama_3_70b, degrees(8, 4, 1, 1, 2)), 0.125 / 4 / 2);
    assert_equal_double(parallel_kv_share(&llama_3_70b, degrees(1, 1, 8, 1, 1)), 1);
    assert_equal_double(parallel_kv_share(&deepseek_v3, degrees(8, 1, 1, 1, 1)), 1);
}

/* A fourth stage of 61 layers over 16: 4 layers of 4 experts, 3 · 7168 · 2048 each; 2048 devices in
 * 16 stages hold each expert twice. */
static void experts_of_a_rank(void **state) {
    (void)state;
    struct degrees d = degrees(1, 16, 128, 64, 1);
    struct rank_parameters r = parallel_parameters(&deepseek_v3, d);
    assert_equal_double(r.experts, 4 * 4 * 3 * 7168 * 2048.0);
    assert_int_equal(degrees_expert_shards(d), 2);
    assert_int_equal(degrees_dense_shards(d), 128);
    assert_int_equal(parallel_stage(&deepseek_v3, d).moe, 4);
    assert_int_equal(parallel_stage(&deepseek_v3, d).dense, 0);
    assert_int_equal(parallel_stage(&deepseek_v3, degrees(1, 2, 1, 1, 1)).moe, 31);
}

/* Mixtral on 8 devices: each expert split over all, or one expert a device, or two groups of four;
 * always an eighth of 32 · 8 · 3 · 4096 · 14336. */
static void experts_whole_or_split(void **state) {
    (void)state;
    static const int64_t groups[] = {1, 2, 4, 8};
    for (size_t i = 0; i < 4; i++) {
        struct degrees d = degrees(8, 1, 1, groups[i], 1);
        struct rank_parameters r = parallel_parameters(&mixtral_8x7b, d);
        assert_equal_double(r.experts, 32 * 3 * 4096 * 14336.0);
        assert_int_equal(degrees_expert_split(d), 8 / groups[i]);
        assert_int_equal(degrees_expert_shards(d), 1);
    }
    struct degrees d = degrees(2, 1, 8, 8, 1);
    assert_int_equal(degrees_expert_split(d), 1);
    assert_int_equal(degrees_expert_shards(d), 2);
}

/* The way down to the latent and the router stand whole on every tensor rank. */
static void what_no_rank_can_divide(void **state) {
    (void)state;
    struct matrix matrices[MATRICES_MOST];
    size_t n = matrices_of(&deepseek_v3, matrices);
    for (size_t i = 0; i < n; i++) {
        bool whole = strstr(matrices[i].name, "down") != NULL && matrices[i].group == GROUP_QKV;
        whole |= matrices[i].group == GROUP_ROUTER;
        assert_equal_double(
            parallel_matrix_share(&deepseek_v3, &matrices[i], degrees(8, 1, 1, 1, 1)),
            whole ? 1 : 0.125);
    }
}

static void ranks_never_hold_more(void **state) {
    (void)state;
    static const struct model *const models[] = {&llama_2_7b, &llama_3_70b,  &llama_3_405b,
                                                 &llama_3_1b, &mixtral_8x7b, &deepseek_v3,
                                                 &llama_2_70b};
    const struct format *f = format_lookup("bf16");
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        double weights = INFINITY, cache = INFINITY;
        for (int64_t t = 1; t <= 32; t *= 2) {
            double w = parallel_weights(f, models[i], degrees(t, 1, 1, 1, 1)).total;
            double kv = parallel_kv_share(models[i], degrees(t, 1, 1, 1, 1));
            assert_true(w < weights && kv <= cache);
            weights = w;
            cache = kv;
        }
        weights = INFINITY;
        for (int64_t p = 1; p <= 16; p *= 2) {
            double w = parallel_weights(f, models[i], degrees(1, p, 1, 1, 1)).total;
            assert_true(w < weights);
            weights = w;
        }
    }
}

int main(void) {
    fixtures_used();
    const struct CMUnitTest tests[] = {
        TEST(degrees_follow_from_devices),
        TEST(heads_have_to_divide),
        TEST(counts_have_to_fit),
        TEST(chunks_have_to_fit),
        TEST(experts_have_to_divide),
        TEST(options_of_what_is_absent),
        TEST(words_and_rates),
        TEST(more_ranks_than_kv_heads),
        TEST(one_device_holds_all),
        TEST(tensor_ranks_split_matrices_and_tables),
        TEST(kv_projections_are_copied),
        TEST(stages_hold_layers_and_one_table),
        TEST(ends_have_a_layer_less),
        TEST(tied_tables_stand_twice),
        TEST(cache_of_a_rank),
        TEST(experts_of_a_rank),
        TEST(experts_whole_or_split),
        TEST(what_no_rank_can_divide),
        TEST(ranks_never_hold_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
