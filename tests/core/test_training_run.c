/* FLOPs, steps and whole runs of training against values that others published (../shared,
 * cases/published.tsv); the case's number stands at each. */
#include "core/train.h"

static const struct model gpt_2 = {.id = "gpt-2",
                                   .native_format = "fp32",
                                   .layers = 12,
                                   .hidden = 768,
                                   .heads = 12,
                                   .kv_heads = 12,
                                   .head_dim = 64,
                                   .ffn = 3072,
                                   .ffn_matrices = 2,
                                   .vocabulary = 50257,
                                   .tied_embeddings = 1,
                                   .positions = 1024,
                                   .max_context = 1024};

/* 540.35e9 parameters, of which the formula needs no more than their number. */
static const struct model palm = {.id = "palm",
                                  .native_format = "bf16",
                                  .layers = 118,
                                  .hidden = 18432,
                                  .heads = 48,
                                  .kv_heads = 1,
                                  .head_dim = 256,
                                  .ffn = 4 * 18432,
                                  .ffn_matrices = 3,
                                  .vocabulary = 256000,
                                  .tied_embeddings = 1,
                                  .max_context = 2048,
                                  .given_parameters = 540350000000};

static const struct model mpt_7b = {.id = "mpt-7b",
                                    .native_format = "bf16",
                                    .layers = 32,
                                    .hidden = 4096,
                                    .heads = 32,
                                    .kv_heads = 32,
                                    .head_dim = 128,
                                    .ffn = 4 * 4096,
                                    .ffn_matrices = 2,
                                    .vocabulary = 50368,
                                    .tied_embeddings = 1,
                                    .positions = 2048,
                                    .max_context = 2048,
                                    .norm_bias = 1,
                                    .qkv_bias = 1,
                                    .output_bias = 1,
                                    .ffn_bias = 1};

static struct model gpt_3(void) {
    struct model m = gpt_2;
    m.layers = 96;
    m.hidden = 12288;
    m.heads = m.kv_heads = 96;
    m.head_dim = 128;
    m.ffn = 4 * 12288;
    m.vocabulary = 51200;
    m.max_context = 2048;
    m.positions = 0;
    return m;
}

/* Room for everything, and a peak of one's own: only arithmetic is asked for. */
static struct scenario roomy(const struct model *m, double peak) {
    return (struct scenario){.model = m, .peak = peak, .memory_capacity = 1e18};
}

static double of(struct measure m) {
    assert_true(m.present);
    return m.q.value;
}

/* ── FLOPs ── */

/* flops-01 to 03: matrix products only, three times as many with the backward pass, and the
 * convention of PaLM. */
static void flops_of_a_small_gpt(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.model = &gpt_2, .sequence = 1024});
    assert_equal_double(of(e->parameters), 124337664);
    assert_equal_double(of(e->training_forward_flops_full), 291648307200);
    assert_equal_double(3 * of(e->training_forward_flops_full), 874944921600);
    assert_equal_double(of(e->training_flops_per_token_full) * 1024, 875062886400);
}

/* flops-05, 08, 09, 10 and 13: the whole square, and the half of it that is looked at. */
static void conventions_of_others(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.model = &palm, .sequence = 2048});
    assert_near(of(e->training_flops_per_token_full) / 1e12, 3.28, 0.01);
    e = train(*state, (struct scenario){.model = &llama_3_8b, .sequence = 8192});
    assert_near(of(e->training_flops_per_token) / 1e9 / 51.48, 1, 0.01);
    assert_near(of(e->training_flops_per_token_full) / 1e9 / 57.9, 1, 0.01);
    e = train(*state, (struct scenario){.model = &llama_3_405b, .sequence = 8192});
    assert_near(of(e->training_flops_per_token) / 1e9 / 2526, 1, 0.01);
    e = train(*state, (struct scenario){.model = &mpt_7b, .sequence = 2048});
    double reached = of(e->training_flops_per_token_full) * 10643 / 989.5e12;
    assert_near(reached * 100 / 46.44, 1, 0.003);
}

/* flops-04, 06, 07 and 14: six per parameter and token. */
static void compute_of_whole_runs(void **state) {
    struct model chinchilla = sized(70000000000), gpt = sized(174600000000);
    const struct {
        const struct model *model;
        double tokens, expected, digit;
    } rows[] = {
        {&gpt, 300e9, 3.14e23, 1e21},
        {&chinchilla, 1.4e12, 588.0e21, 0.1e21},
        {&llama_3_405b, 15.6e12, 3.8e25, 1e24},
        {&chinchilla, 1, 4.2e11, 1e10},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct scenario s = roomy(rows[i].model, 0);
        s.tokens = rows[i].tokens;
        assert_near(of(train(*state, s)->training_total_flops), rows[i].expected, rows[i].digit);
    }
}

/* Chinchilla itself: 70e9 parameters, 1.4e12 tokens. Adapters have no such rule. */
static void tokens_for_the_compute(void **state) {
    struct model chinchilla = sized(70000000000);
    struct scenario s = roomy(&chinchilla, 0);
    s.tokens = 1;
    assert_near(of(train(*state, s)->training_optimal_tokens), 1.4e12, 1e9);
    s = roomy(&llama_3_405b, 0);
    s.tokens = 1;
    s.method = "lora";
    assert_false(train(*state, s)->training_optimal_tokens.present);
}

/* Attention of a window by hand: W · s − W²/2 pairs in local layers; latent attention has queries
 * of 192 and values of 128; experts count as often as a token meets them. */
static void flops_by_kind_of_layer(void **state) {
    struct model local = llama_2_7b;
    local.window = 512;
    local.local_layers = 24;
    const struct estimate *e = train(*state, (struct scenario){.model = &local, .sequence = 2048});
    double full = 2048.0 * 2048 / 2, window = 512 * 2048.0 - 512.0 * 512 / 2;
    double forward = 2 * 6607343616.0 * 2048 + 4 * 4096.0 * (8 * full + 24 * window);
    assert_near(of(e->training_forward_flops), forward, 1);
    static const struct model latent = {.id = "latent",
                                        .native_format = "bf16",
                                        .layers = 2,
                                        .hidden = 1024,
                                        .heads = 8,
                                        .kv_heads = 8,
                                        .head_dim = 192,
                                        .ffn = 2048,
                                        .ffn_matrices = 3,
                                        .vocabulary = 1000,
                                        .max_context = 4096,
                                        .kv_rank = 256,
                                        .nope_dim = 128,
                                        .rope_dim = 64,
                                        .value_dim = 128,
                                        .experts = 16,
                                        .experts_active = 4,
                                        .expert_ffn = 512,
                                        .moe_layers = 1};
    e = train(*state, (struct scenario){.model = &latent, .sequence = 1000});
    double attention =
        1024 * 8 * 192.0 + 1024 * (256 + 64.0) + 256 * 8 * (128 + 128.0) + 8 * 128 * 1024.0;
    double met =
        2 * attention + 3 * 1024 * 2048.0 + 1024 * 16.0 + 4 * 3 * 1024 * 512.0 + 1024 * 1000.0;
    double small = of(e->active_parameters) - met; /* norms */
    assert_true(small > 0 && small < 10000);
    assert_near(of(e->training_forward_flops),
                2 * (met + small) * 1000 + 2 * 8 * (192 + 128.0) * 2 * 500000, 1);
}

/* ── Steps ── */

/* train-time-03: 175B on 1024 A100 at 138 TFLOP/s of what is computed, in the authors' count of the
 * whole square; 32 s. train-time-05: 22B at 1.10 s a step reaches 41.5 %. */
static void iterations_of_megatron(void **state) {
    struct model m = gpt_3(), small = megatron_22b;
    struct scenario s = roomy(&m, 312e12);
    s.sequence = 2048;
    s.recompute = "full";
    s.data_parallel = 1024;
    s.micro_batch = 3;
    s.gradient_accumulation = 1;
    const struct estimate *e = train(*state, s);
    double step = of(e->training_hardware_flops_full) / 2 / (1024 * 138e12);
    assert_near(of(e->training_step_tokens), 2 * 1536 * 2048.0, 0);
    assert_near(step / 32, 1, 0.015);
    small.vocabulary = 51200;
    s = roomy(&small, 312e12);
    s.micro_batch = 4;
    s.sequence = 2048;
    e = train(*state, s);
    double share = of(e->training_flops_per_token_full) * 4 * 2048 / (8 * 312e12 * 1.10);
    assert_near(share * 100 / 41.5, 1, 0.01);
}

/* train-time-02 and 16: 8 · T · P / (n · X), so that X counts the forward pass of recomputation. */
static void runs_at_a_given_rate(void **state) {
    struct model gpt = sized(174600000000), thirteen = sized(13000000000);
    const struct {
        const struct model *model;
        int64_t devices;
        double rate, days, digit;
    } rows[] = {{&gpt, 1024, 140e12, 34, 0.5}, {&thirteen, 256, 45e12, 31.35, 0.01}};
    for (size_t i = 0; i < 2; i++) {
        struct scenario s = roomy(rows[i].model, 312e12);
        s.data_parallel = rows[i].devices;
        s.sequence = 1;
        s.tokens = 300e9;
        s.goodput = 1;
        s.mfu = rows[i].rate / 312e12 * 6 / 8;
        const struct estimate *e = train(*state, s);
        assert_near(of(e->training_total_time) / 86400, rows[i].days, rows[i].digit);
        assert_near(of(e->training_mfu), s.mfu, 1e-12);
    }
}

/* train-time-06 to 08. */
static void runs_at_a_given_share(void **state) {
    struct model llama = sized(70000000000), small = sized(124337664);
    small.hidden = 100;
    struct scenario s = roomy(&llama, 459e12);
    s.sequence = 1;
    s.tokens = 15e12;
    s.goodput = 1;
    s.mfu = 0.4;
    s.data_parallel = 8960;
    assert_near(of(train(*state, s)->training_total_time) / 86400, 44, 0.5);
    s.data_parallel = 1;
    double years = of(train(*state, s)->training_ceiling_hours) / 86400 / 365;
    assert_near(years, 435, 0.5);
    s = roomy(&small, 312e12);
    s.sequence = 1;
    s.tokens = 300e9;
    s.goodput = 1;
    s.mfu = 0.3;
    s.data_parallel = 8;
    assert_near(of(train(*state, s)->training_total_time) / 86400, 3.46, 0.01);
}

/* train-time-09 and 10: what was spent lies above the floor and not too far. */
static void hours_that_were_spent(void **state) {
    const struct {
        const struct model *model;
        double hours, least;
    } rows[] = {{&llama_2_70b, 1720320, 0.4}, {&llama_2_7b, 184320, 0.37}};
    for (size_t i = 0; i < 2; i++) {
        struct scenario s = roomy(rows[i].model, 312e12);
        s.tokens = 2e12;
        s.sequence = 4096;
        const struct estimate *e = train(*state, s);
        double floor_hours = of(e->training_ceiling_hours) / 3600;
        assert_true(rows[i].least * rows[i].hours <= floor_hours && floor_hours <= rows[i].hours);
        assert_true(floor_hours <= e->training_device_hours.q.low / 3600);
    }
}

/* ── A step by its parts ── */

/* By hand: four micro-batches, each 57.4 TFLOP at half of 312 TFLOP/s, and one update. */
static void accumulation_repeats_the_passes(void **state) {
    struct scenario s = {.method = "lora"};
    const struct estimate *one = train(*state, s);
    s.gradient_accumulation = 4;
    const struct estimate *four = train(*state, s);
    assert_near(of(four->training_step_tokens), 4 * 2048, 0);
    assert_near(of(four->training_model_flops), 4 * of(one->training_model_flops), 1);
    assert_near(of(four->training_update_time), of(one->training_update_time), 1e-15);
    assert_near(of(four->training_step_time),
                4 * of(one->training_step_time) - 3 * of(one->training_update_time), 1e-9);
    assert_near(of(four->training_speed), 4 * 2048 / of(four->training_step_time), 1e-6);
}

/* Formulas 12: reads gradients, master copy and moments, writes states and weights: 28 bytes. */
static void the_update_moves_states(void **state) {
    struct scenario s = roomy(&llama_2_7b, 0);
    const struct estimate *e = train(*state, s);
    assert_near(of(e->training_update_time), 28 * 6738415616.0 / (2039e9 * 0.70), 1e-6);
    s.data_parallel = 8;
    s.zero = "1"; /* 28 bytes of an eighth */
    assert_near(of(train(*state, s)->training_update_time), 28 * 6738415616.0 / 8 / (2039e9 * 0.70),
                1e-6);
}

static void nothing_beats_the_ceiling(void **state) {
    const struct model *const models[] = {&llama_2_7b, &llama_3_70b, &llama_3_1b, &gpt_2};
    static const char *const recompute[] = {"none", "selective", "ffn", "full"};
    for (size_t m = 0; m < 4; m++)
        for (size_t i = 0; i < 4; i++) {
            struct scenario s = roomy(models[m], 0);
            s.sequence = 1024;
            s.recompute = recompute[i];
            s.micro_batch = 4;
            const struct estimate *e = train(*state, s);
            assert_true(e->training_step_time.q.low >= of(e->training_compute_time));
            assert_true(e->training_step_time.q.low >= of(e->training_ceiling_time));
            assert_true(of(e->training_ceiling_time) >= of(e->training_compute_time));
            assert_true(of(e->training_hfu) >= of(e->training_mfu));
            assert_true(e->training_hfu.q.high <= 1);
        }
}

/* Formulas 17: what others reached lies in our range. Megatron on A100 with selective
 * recomputation, Llama 3.1 405B on H100, a 7B model over eight H100. */
static void published_shares_lie_in_the_range(void **state) {
    struct model m_175b = gpt_3();
    const struct {
        const struct model *model;
        const struct accelerator *device;
        int64_t tensor, pipeline, interleave, passes, data, sequence;
        const char *zero, *recompute;
        double low, high;
    } rows[] = {
        {&megatron_22b, &a100_80, 8, 1, 0, 1, 1, 2048, "0", "selective", 0.415, 0.415},
        {&m_175b, &a100_80, 8, 8, 3, 64, 1, 2048, "0", "selective", 0.514, 0.514},
        {&megatron_530b, &a100_80, 8, 35, 3, 280, 1, 2048, "0", "selective", 0.560, 0.560},
        {&llama_3_405b, &h100, 8, 16, 4, 32, 64, 8192, "1", "none", 0.38, 0.43},
        {&llama_2_7b, &h100, 1, 1, 0, 1, 8, 2048, "fsdp", "none", 0.42, 0.46},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool hopper = rows[i].device == &h100;
        const struct estimate *e =
            train(*state, (struct scenario){.model = rows[i].model,
                                            .accelerator = rows[i].device,
                                            .memory_capacity = 1e18,
                                            .link_bandwidth = hopper ? 450e9 : 300e9,
                                            .node_link_bandwidth = hopper ? 50e9 : 25e9,
                                            .tensor_parallel = rows[i].tensor,
                                            .sequence_parallel = rows[i].tensor > 1 ? "yes" : "no",
                                            .pipeline_parallel = rows[i].pipeline,
                                            .interleave = rows[i].interleave,
                                            .gradient_accumulation = rows[i].passes,
                                            .data_parallel = rows[i].data,
                                            .micro_batch = rows[i].data == 8 ? 8
                                                           : i == 0          ? 4
                                                                             : 1,
                                            .zero = rows[i].zero,
                                            .recompute = rows[i].recompute,
                                            .sequence = rows[i].sequence});
        assert_true(e->training_mfu.present);
        struct quantity mfu = e->training_mfu.q;
        if (!(mfu.low <= rows[i].low && rows[i].high <= mfu.high))
            fail_msg("%s: %g to %g, published %g to %g", rows[i].model->id, mfu.low, mfu.high,
                     rows[i].low, rows[i].high);
    }
}

static void given_share_must_be_one(void **state) {
    struct scenario s = {.task = "training",
                         .model = &llama_2_7b,
                         .accelerator = &a100_80,
                         .mfu = 42,
                         .goodput = -1};
    struct scenario_fault faults[8];
    assert_int_equal(scenario_complete(&s, *state, faults, 8), 2);
    assert_string_equal(faults[0].option, "mfu");
    assert_string_equal(faults[1].option, "goodput");
}

int main(void) {
    training_used();
    const struct CMUnitTest tests[] = {
        TEST(flops_of_a_small_gpt),
        TEST(conventions_of_others),
        TEST(compute_of_whole_runs),
        TEST(tokens_for_the_compute),
        TEST(flops_by_kind_of_layer),
        TEST(iterations_of_megatron),
        TEST(runs_at_a_given_rate),
        TEST(runs_at_a_given_share),
        TEST(hours_that_were_spent),
        TEST(accumulation_repeats_the_passes),
        TEST(the_update_moves_states),
        TEST(nothing_beats_the_ceiling),
        TEST(published_shares_lie_in_the_range),
        TEST(given_share_must_be_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
