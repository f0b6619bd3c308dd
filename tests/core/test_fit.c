/* The longest context and the largest batch: each answer holds and one more does not, over models
 * and devices at random with a fixed seed; and values worked out by hand (formulas 16). */
#include "core/fitting.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(contexts_are_exact),         TEST(batches_are_exact),
        TEST(micro_batches_are_exact),    TEST(context_by_hand),
        TEST(context_with_windows),       TEST(the_model_ends_some_contexts),
        TEST(sequences_in_equal_parts),   TEST(a_request_is_left_out),
        TEST(a_target_time_ends_batches), TEST(the_batch_where_arithmetic_binds),
    };
    fitting_used();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
