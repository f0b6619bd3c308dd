/* Reverse questions: each answer holds and one more does not, over models and devices at random
 * with a fixed seed; and values worked out by hand (formulas 16). */
#include "core/evaluate.h"
#include "core/fit.h"

/* Windows of 1024 in five layers of six, as Gemma 3 12B. */
static const struct model windowed = {.id = "windowed",
                                      .name = "Windowed",
                                      .native_format = "bf16",
                                      .layers = 48,
                                      .hidden = 3840,
                                      .heads = 16,
                                      .kv_heads = 8,
                                      .head_dim = 256,
                                      .ffn = 15360,
                                      .ffn_matrices = 3,
                                      .vocabulary = 262208,
                                      .max_context = 131072,
                                      .tied_embeddings = 1,
                                      .window = 1024,
                                      .local_layers = 40};

/* As Mixtral 8x7B. */
static const struct model experts = {.id = "experts",
                                     .name = "Experts",
                                     .native_format = "bf16",
                                     .layers = 32,
                                     .hidden = 4096,
                                     .heads = 32,
                                     .kv_heads = 8,
                                     .head_dim = 128,
                                     .ffn_matrices = 3,
                                     .vocabulary = 32000,
                                     .max_context = 32768,
                                     .experts = 8,
                                     .experts_active = 2,
                                     .expert_ffn = 14336,
                                     .moe_layers = 32};

static const struct model *const models[] = {&llama_2_7b, &llama_2_70b,  &llama_3_70b,
                                             &llama_3_8b, &llama_3_405b, &qwen_7b,
                                             &llama_3_1b, &windowed,     &experts};
static const struct accelerator *const devices[] = {&a100_80, &a100_40, &h100, &rtx_4090, &v100};

/* A fixed sequence (Numerical Recipes' constants). */
static uint32_t seed;

static uint32_t chance(uint32_t below) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static struct fit_result ask(struct arena *a, enum fit_question question,
                             const struct scenario *given, double target, int64_t most) {
    const struct scenario *const list[] = {given};
    const struct fit_request request = {.ask = question,
                                        .given = arena_memdup(a, list, sizeof list),
                                        .count = 1,
                                        .time_per_token = target,
                                        .most_devices = most};
    return fit_ask(a, &request);
}

static enum verdict fits(struct arena *a, const struct scenario *given) {
    struct scenario s = *given;
    struct scenario_fault faults[8];
    if (scenario_complete(&s, a, faults, 8))
        return VERDICT_NO;
    return estimate_figures(a, arena_memdup(a, &s, sizeof s))->fits;
}

static struct scenario random_inference(void) {
    static const char *const formats[] = {"fp16", "int8", "int4-g128", "q4_k_m", "fp8"};
    static const int64_t blocks[] = {0, 1, 16, 64};
    struct scenario s = {.task = "inference",
                         .model = models[chance(9)],
                         .accelerator = devices[chance(5)],
                         .weights = formats[chance(5)],
                         .block = blocks[chance(4)],
                         .memory_utilisation = chance(2) ? 0.9 : 0};
    if (chance(2))
        s.tensor_parallel = s.devices = 1 << chance(4);
    return s;
}

/* The longest context holds, and one page more does not, surely and with luck. */
static void contexts_are_exact(void **state) {
    seed = 1;
    size_t limited = 0;
    for (int i = 0; i < 60; i++) {
        struct scenario s = random_inference();
        s.batch = 1 + chance(8);
        struct fit_result r = ask(*state, FIT_MAX_CONTEXT, &s, 0, 0);
        assert_int_equal(r.count, 1);
        if (r.answers[0].fault)
            continue;
        int64_t page = s.block > 1 ? s.block : 1;
        const double ends[] = {r.answers[0].answer.q.low, r.answers[0].answer.q.high};
        const enum verdict wanted[] = {VERDICT_YES, VERDICT_MARGINAL};
        for (int end = 0; end < 2; end++) {
            s.context = (int64_t)ends[end];
            assert_int_equal(s.context % page, 0);
            if (s.context > 0)
                assert_true(fits(*state, &s) >= wanted[end]);
            s.context += page;
            if (s.context <= s.model->max_context) {
                assert_true(fits(*state, &s) < wanted[end]);
                limited++;
            } else {
                assert_true(s.context - page <= s.model->max_context);
            }
        }
        assert_true(ends[0] <= ends[1]);
    }
    assert_true(limited > 30);
}

static void batches_are_exact(void **state) {
    seed = 2;
    size_t some = 0;
    for (int i = 0; i < 60; i++) {
        struct scenario s = random_inference();
        s.context = 16 * (1 + (int64_t)chance(200));
        struct fit_result r = ask(*state, FIT_MAX_BATCH, &s, 0, 0);
        if (r.answers[0].fault)
            continue;
        for (int end = 0; end < 2; end++) {
            struct quantity q = r.answers[0].answer.q;
            enum verdict wanted = end ? VERDICT_MARGINAL : VERDICT_YES;
            s.batch = (int64_t)(end ? q.high : q.low);
            if (s.batch > 0) {
                assert_true(fits(*state, &s) >= wanted);
                some++;
            }
            s.batch++;
            assert_true(fits(*state, &s) < wanted);
        }
    }
    assert_true(some > 30);
}

/* Micro-batches of training are found the same way. */
static void micro_batches_are_exact(void **state) {
    static const char *const methods[] = {"full", "lora", "qlora"};
    seed = 3;
    size_t some = 0;
    for (int i = 0; i < 30; i++) {
        struct scenario s = {.task = "training",
                             .model = models[chance(9)],
                             .accelerator = devices[chance(5)],
                             .method = methods[chance(3)],
                             .recompute = chance(2) ? "full" : "none",
                             .sequence = 256 * (1 + (int64_t)chance(8))};
        struct fit_answer answer = ask(*state, FIT_MAX_BATCH, &s, 0, 0).answers[0];
        if (answer.fault)
            continue;
        s.micro_batch = (int64_t)answer.answer.q.low;
        if (s.micro_batch > 0) {
            assert_int_equal(fits(*state, &s), VERDICT_YES);
            some++;
        }
        s.micro_batch++;
        assert_true(fits(*state, &s) < VERDICT_YES);
    }
    assert_true(some > 5);
}

/* Full attention: floor((C − W − A − Z − R) / (b · κ)), everything at its high end. 7B in FP16 with
 * 0.5 MiB a token on 24 GiB: W 13,476,831,232; A over 8192 tokens at most; Z 2 · 4 · 32,000 at the
 * high end; R 2 GiB. */
static void context_by_hand(void **state) {
    const struct scenario s = {
        .task = "inference", .model = &llama_2_7b, .accelerator = &rtx_4090, .batch = 8};
    struct fit_answer answer = ask(*state, FIT_MAX_CONTEXT, &s, 0, 0).answers[0];
    const struct estimate *e = answer.estimate;
    double fixed = e->memory_total.q.high - e->memory_kv_cache.q.value;
    double room = 24 * GIB - fixed;
    double tokens = floor(room / (8 * 524288.0));
    assert_near(answer.answer.q.value, tokens, 1); /* A grows by a token's share up to 8192 */
    assert_string_equal(answer.limit, "capacity");
    assert_int_equal(answer.verdict, VERDICT_YES);
    assert_true(answer.margin.q.low >= 0);
    bool derived = false;
    for (size_t i = 0; i < answer.step_count; i++)
        derived |= strcmp(answer.steps[i].id, "fit/max-context") == 0;
    assert_true(derived);
}

static void the_model_ends_some_contexts(void **state) {
    const struct scenario s = {
        .task = "inference", .model = &llama_2_7b, .accelerator = &a100_80, .batch = 1};
    struct fit_answer answer = ask(*state, FIT_MAX_CONTEXT, &s, 0, 0).answers[0];
    assert_equal_double(answer.answer.q.value, 4096);
    assert_equal_double(answer.answer.q.high, 4096);
    assert_string_equal(answer.limit, "longest-context");
}

/* 8 full layers grow by 8 · 2 · 8 · 256 · 2 = 65,536 B a token; 40 windows hold 1024 tokens each.
 */
static void context_with_windows(void **state) {
    struct scenario s = {.task = "inference",
                         .model = &windowed,
                         .accelerator = &rtx_4090,
                         .weights = "int8",
                         .batch = 4};
    struct fit_answer answer = ask(*state, FIT_MAX_CONTEXT, &s, 0, 0).answers[0];
    const struct estimate *e = answer.estimate;
    double windows = 40.0 * 2 * 8 * 256 * 2 * 1024 * 4;
    double fixed = e->memory_total.q.high - e->memory_kv_cache.q.value;
    double tokens = floor((24 * GIB - fixed - windows) / (4 * 65536.0));
    assert_string_equal(answer.limit, "capacity");
    assert_near(answer.answer.q.value, tokens, 1);
}

/* A sequence is divided into equal parts; 8 of them here. */
static void sequences_in_equal_parts(void **state) {
    struct scenario s = {.task = "training",
                         .model = &llama_3_8b,
                         .accelerator = &h100,
                         .devices = 8,
                         .context_parallel = 8,
                         .recompute = "full",
                         .zero = "3"};
    struct fit_answer answer = ask(*state, FIT_MAX_CONTEXT, &s, 0, 0).answers[0];
    assert_null(answer.fault);
    s.sequence = (int64_t)answer.answer.q.value;
    assert_true(s.sequence > 0 && s.sequence % 8 == 0);
    assert_int_equal(fits(*state, &s), VERDICT_YES);
    s.sequence += 8;
    assert_true(s.sequence > s.model->max_context || fits(*state, &s) < VERDICT_YES);
}

/* What was given of a request does not stand in the way of a shorter context. */
static void a_request_is_left_out(void **state) {
    const struct scenario s = {.task = "inference",
                               .model = &llama_2_7b,
                               .accelerator = &rtx_4090,
                               .prompt = 1000,
                               .output = 500,
                               .batch = 8};
    assert_true(ask(*state, FIT_MAX_CONTEXT, &s, 0, 0).answers[0].answer.q.value > 0);
}

/* The batch at which a target time breaks: surely with the slow end, with luck with the fast one.
 */
static void a_target_time_ends_batches(void **state) {
    struct scenario s = {
        .task = "inference", .model = &llama_3_8b, .accelerator = &h100, .context = 2048};
    struct fit_answer free_of = ask(*state, FIT_MAX_BATCH, &s, 0, 0).answers[0];
    struct fit_answer timed = ask(*state, FIT_MAX_BATCH, &s, 0.015, 0).answers[0];
    assert_true(timed.answer.q.value < free_of.answer.q.value);
    assert_string_equal(free_of.limit, "capacity");
    assert_string_equal(timed.limit, "time");
    s.batch = (int64_t)timed.answer.q.low;
    assert_true(run(*state, &s)->decode_time.q.high <= 0.015);
    s.batch++;
    assert_true(run(*state, &s)->decode_time.q.high > 0.015);
    s.batch = (int64_t)timed.answer.q.high;
    assert_true(run(*state, &s)->decode_time.q.low <= 0.015);
}

/* b*: with short contexts matrices bind from the ridge on; long ones keep the step on the slope. */
static void the_batch_where_arithmetic_binds(void **state) {
    struct scenario s = {
        .task = "inference", .model = &llama_3_8b, .accelerator = &h100, .context = 16};
    struct fit_answer answer = ask(*state, FIT_MAX_BATCH, &s, 0, 0).answers[0];
    assert_true(answer.saturation.present);
    s.batch = (int64_t)answer.saturation.q.value;
    assert_string_equal(run(*state, &s)->decode_bound, "compute");
    s.batch--;
    assert_string_equal(run(*state, &s)->decode_bound, "bandwidth");
    s.context = 8192;
    assert_false(ask(*state, FIT_MAX_BATCH, &s, 0, 0).answers[0].saturation.present);
}

/* ── Devices ── */

/* 70B in 16 bits is 131 GiB: two devices of 80 GiB, in one tensor group; 405B is
 * 756 GiB, for which nine are too few and 16 are plenty. */
static void fewest_devices(void **state) {
    struct scenario s = {
        .task = "inference", .model = &llama_3_70b, .accelerator = &a100_80, .context = 2048};
    struct fit_answer answer = ask(*state, FIT_MIN_DEVICES, &s, 0, 0).answers[0];
    assert_equal_double(answer.answer.q.value, 2);
    assert_int_equal(answer.scenario->tensor_parallel, 2);
    assert_int_equal(answer.scenario->devices, 2);
    s.devices = 1;
    assert_true(fits(*state, &s) < VERDICT_YES);
    struct scenario large = {
        .task = "inference", .model = &llama_3_405b, .accelerator = &h100, .context = 2048};
    answer = ask(*state, FIT_MIN_DEVICES, &large, 0, 0).answers[0];
    assert_true(answer.answer.q.value >= 10 && answer.answer.q.value <= 16);
    assert_true(answer.scenario->tensor_parallel <= 8);
    assert_int_equal(answer.verdict, VERDICT_YES);
}

/* Full training of 7B has 100 GiB of states: sharded, some devices of 40 GiB hold them. */
static void fewest_devices_of_training(void **state) {
    struct scenario s = {.task = "training",
                         .model = &llama_2_7b,
                         .accelerator = &a100_40,
                         .recompute = "full",
                         .sequence = 1024};
    struct fit_answer answer = ask(*state, FIT_MIN_DEVICES, &s, 0, 0).answers[0];
    assert_true(answer.verdict == VERDICT_YES);
    assert_true(answer.answer.q.value > 2 && answer.answer.q.value <= 16);
    assert_string_equal(answer.scenario->zero, "3");
}

static void too_few_tried(void **state) {
    const struct scenario s = {
        .task = "inference", .model = &llama_3_405b, .accelerator = &rtx_4090, .context = 2048};
    struct fit_answer answer = ask(*state, FIT_MIN_DEVICES, &s, 0, 4).answers[0];
    assert_int_equal(answer.verdict, VERDICT_NO);
    assert_false(answer.answer.present);
    assert_string_equal(answer.limit, "devices-tried");
    assert_false(answer.estimate->decode_speed.present);
}

/* Candidates that fit stand first, with the fewest devices, the quickest among them. */
static void which_accelerator(void **state) {
    struct scenario list[5];
    const struct scenario *given[5];
    for (size_t i = 0; i < 5; i++) {
        list[i] = (struct scenario){.task = "inference",
                                    .model = &llama_3_70b,
                                    .accelerator = devices[i],
                                    .link_bandwidth = 300e9,
                                    .weights = "fp16",
                                    .context = 2048};
        given[i] = &list[i];
    }
    const struct fit_request request = {.ask = FIT_WHICH_ACCELERATOR, .given = given, .count = 5};
    struct fit_result r = fit_ask(*state, &request);
    assert_int_equal(r.count, 5);
    assert_string_equal(r.answers[0].scenario->accelerator->id, "h100-sxm5-80gb");
    assert_string_equal(r.answers[1].scenario->accelerator->id, "a100-sxm4-80gb");
    for (size_t i = 1; i < 5; i++)
        assert_true(r.answers[i].verdict <= r.answers[i - 1].verdict);
}

/* ── Formats and models ── */

/* 8B on 24 GiB: 16 GB of BF16 fit. 70B on 80 GiB: 8-bit formats fit, 16 bits do not. */
static void largest_format(void **state) {
    struct scenario s = {
        .task = "inference", .model = &llama_3_8b, .accelerator = &rtx_4090, .context = 2048};
    struct fit_answer answer = ask(*state, FIT_MAX_BITS, &s, 0, 0).answers[0];
    assert_string_equal(answer.word, "bf16");
    assert_string_equal(answer.limit, "native-format");
    s.model = &llama_3_70b;
    s.accelerator = &h100;
    answer = ask(*state, FIT_MAX_BITS, &s, 0, 0).answers[0];
    assert_string_equal(answer.limit, "capacity");
    s.weights = answer.word;
    assert_int_equal(fits(*state, &s), VERDICT_YES);
    assert_true(answer.answer.q.value >= 8 && answer.answer.q.value < 16);
    s.accelerator = &rtx_4090;
    answer = ask(*state, FIT_MAX_BITS, &s, 0, 0).answers[0];
    assert_true(!answer.word || answer.answer.q.value < 3);
}

/* PUB-zero-13: 4 + 12 / 64 bytes a parameter in 32 GB: 7.6 billion, nothing else held. */
static void largest_model(void **state) {
    const struct scenario s = {.task = "training",
                               .model = &llama_3_1b,
                               .accelerator = &v100,
                               .memory_capacity = 32e9,
                               .sequence = 128,
                               .data_parallel = 64,
                               .devices = 64,
                               .zero = "1"};
    struct scenario device = s;
    struct accelerator x = v100;
    x.memory_capacity.value = 32e9;
    device.accelerator = &x;
    struct fit_answer answer = ask(*state, FIT_MAX_MODEL, &device, 0, 0).answers[0];
    assert_non_null(answer.estimate);
    double each = answer.estimate->memory_weights.q.value +
                  answer.estimate->memory_gradients.q.value +
                  answer.estimate->memory_optimizer.q.value;
    each /= answer.estimate->parameters.q.value;
    assert_near(answer.most.q.value, 32e9 / each, 1);
    assert_true(answer.answer.q.value < answer.most.q.value);
    assert_near(32e9 / (4 + 12 / 64.0) / 1e9, 7.6, 0.05);
    if (fabs(each - 4.1875) < 1e-9) /* states are sharded */
        assert_near(answer.most.q.value / 1e9, 7.641791, 1e-6);
}

static void models_in_order(void **state) {
    struct scenario list[7];
    const struct scenario *given[7];
    for (size_t i = 0; i < 7; i++) {
        list[i] = (struct scenario){
            .task = "inference", .model = models[i], .accelerator = &a100_80, .context = 2048};
        given[i] = &list[i];
    }
    const struct fit_request request = {.ask = FIT_MAX_MODEL, .given = given, .count = 7};
    struct fit_result r = fit_ask(*state, &request);
    assert_string_equal(r.answers[0].scenario->model->id, "llama-3.1-8b");
    assert_string_equal(r.answers[6].scenario->model->id, "llama-2-70b");
    assert_int_equal(r.answers[0].verdict, VERDICT_YES);
    assert_int_equal(r.answers[6].verdict, VERDICT_NO);
}

/* ── Speed ── */

/* The bandwidth that was named gives the time that was asked for. */
static void bandwidth_for_a_speed(void **state) {
    const struct scenario s = {
        .task = "inference", .model = &llama_2_7b, .accelerator = &rtx_4090, .context = 2048};
    struct fit_answer answer = ask(*state, FIT_TARGET_SPEED, &s, 0.010, 0).answers[0];
    assert_true(answer.answer.present);
    struct accelerator x = rtx_4090;
    x.memory_bandwidth.value = answer.answer.q.value;
    struct scenario with = s;
    with.accelerator = &x;
    assert_near(run(*state, &with)->decode_time.q.value, 0.010, 1e-6);
    /* 14.5 GB in 10 ms at 85 % of the bandwidth. */
    double needed = answer.estimate->decode_bytes.q.value / (0.010 * 0.85);
    assert_near(answer.answer.q.value, needed, 0.001 * needed);
    assert_int_equal(answer.verdict, VERDICT_NO);
    assert_int_equal(ask(*state, FIT_TARGET_SPEED, &s, 0.030, 0).answers[0].verdict, VERDICT_YES);
    assert_int_equal(ask(*state, FIT_TARGET_SPEED, &s, 0.017, 0).answers[0].verdict,
                     VERDICT_MARGINAL);
}

static void what_binds(void **state) {
    const struct scenario s = {
        .task = "inference", .model = &llama_2_7b, .accelerator = &a100_80, .context = 4096};
    struct fit_answer answer = ask(*state, FIT_BINDING, &s, 0, 0).answers[0];
    assert_string_equal(answer.limit, "bandwidth");
    assert_string_equal(answer.word, "compute");
    assert_true(answer.answer.q.value > 100);
    assert_near(answer.estimate->gain_bandwidth.q.value, 0.1, 1e-9);
}

/* The lines of a derivation compute what they say, to the digits printed. */
static void derivations_are_arithmetic(void **state) {
    const struct scenario serve = {.task = "inference",
                                   .model = &llama_3_8b,
                                   .accelerator = &rtx_4090,
                                   .weights = "int8",
                                   .link_bandwidth = 64e9,
                                   .batch = 4,
                                   .context = 4096};
    const struct scenario train = {.task = "training",
                                   .model = &llama_3_1b,
                                   .accelerator = &a100_40,
                                   .sequence = 512,
                                   .recompute = "full"};
    const struct scenario *const given[] = {&serve, &train};
    size_t lines = 0;
    for (size_t g = 0; g < 2; g++)
        for (int q = 0; q < FIT_BINDING; q++) {
            struct fit_answer answer =
                ask(*state, (enum fit_question)q, given[g], 0.02, 4).answers[0];
            for (size_t i = 0; i < answer.step_count; i++) {
                const struct step *s = &answer.steps[i];
                double found;
                if (strncmp(s->id, "fit/", 4) != 0)
                    continue;
                if (!evaluate(s->substituted, &found))
                    fail_msg("%s: “%s” is no arithmetic", s->label, s->substituted);
                bool difference = strstr(s->formula, "−") != NULL;
                assert_near(found, s->result.value,
                            difference ? 0.01 * fabs(s->result.value) + 2e7
                                       : 0.003 * fabs(s->result.value) + 1);
                lines++;
            }
        }
    assert_true(lines > 15);
}

/* What cannot be asked at all says why. */
static void faults_are_told(void **state) {
    const struct scenario s = {.task = "inference",
                               .model = &llama_2_7b,
                               .accelerator = &a100_80,
                               .weights = "fp61",
                               .context = 10};
    for (int q = 0; q < FIT_QUESTIONS; q++) {
        if (q == FIT_MAX_BITS) /* it looks for the format */
            continue;
        struct fit_result r = ask(*state, (enum fit_question)q, &s, 0.01, 2);
        assert_non_null(r.answers[0].fault);
        assert_string_equal(r.answers[0].fault->option, "weights");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(contexts_are_exact),
        TEST(batches_are_exact),
        TEST(micro_batches_are_exact),
        TEST(context_by_hand),
        TEST(context_with_windows),
        TEST(the_model_ends_some_contexts),
        TEST(sequences_in_equal_parts),
        TEST(a_request_is_left_out),
        TEST(a_target_time_ends_batches),
        TEST(the_batch_where_arithmetic_binds),
        TEST(fewest_devices),
        TEST(fewest_devices_of_training),
        TEST(too_few_tried),
        TEST(which_accelerator),
        TEST(largest_format),
        TEST(largest_model),
        TEST(models_in_order),
        TEST(bandwidth_for_a_speed),
        TEST(what_binds),
        TEST(derivations_are_arithmetic),
        TEST(faults_are_told),
    };
    fixtures_used();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
