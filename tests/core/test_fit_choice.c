/* The fewest devices, the largest format and model, what a speed takes and what binds (formulas
 * 16). */
#include "core/fitting.h"

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

/* 1.24 billion parameters at 16 bytes are 18.4 GiB of states: one device of 80 GiB holds them,
 * whether sharding is left open or asked for, and then nothing is sharded. */
static void one_device_trains(void **state) {
    struct scenario s = {
        .task = "training", .model = &llama_3_1b, .accelerator = &a100_80, .sequence = 1024};
    static const char *const stages[] = {NULL, "0", "3"};
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        s.zero = stages[i];
        struct fit_answer answer = ask(*state, FIT_MIN_DEVICES, &s, 0, 0).answers[0];
        assert_equal_double(answer.answer.q.value, 1);
        assert_string_equal(answer.scenario->zero, "0");
        assert_near(answer.estimate->memory_states.q.value / 0x1p30, 18.4, 0.05);
    }
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

/* 131 GiB fit into 8 to 16 devices of 24 GiB, but 16 of 1008 GB/s need 9 ms to read them: what ends
 * a search for 1 ms is the time, and the room left is no shortage. */
static void too_slow_is_no_shortage(void **state) {
    const struct scenario s = {.task = "inference",
                               .model = &llama_3_70b,
                               .accelerator = &rtx_4090,
                               .link_bandwidth = 31.5e9,
                               .context = 2048};
    struct fit_answer answer = ask(*state, FIT_MIN_DEVICES, &s, 0.001, 16).answers[0];
    assert_int_equal(answer.verdict, VERDICT_NO);
    assert_string_equal(answer.limit, "time");
    assert_true(answer.estimate->fits > VERDICT_NO);
    assert_true(answer.estimate->decode_time.present);
    assert_true(answer.margin.q.high > 0);
}

/* 8.03 billion parameters: 8.5 bits are 7.95 GiB, and 9 and 9.125 would fit into 12 GiB as well. */
static void formats_of_kernels_are_no_answer(void **state) {
    struct accelerator x = rtx_4090;
    x.memory_capacity.value = 12 * 0x1p30;
    const struct scenario s = {
        .task = "inference", .model = &llama_3_8b, .accelerator = &x, .context = 2048};
    struct fit_answer answer = ask(*state, FIT_MAX_BITS, &s, 0, 0).answers[0];
    assert_non_null(answer.word);
    assert_string_not_equal(answer.word, "q8_1");
    assert_string_not_equal(answer.word, "q8_k");
    assert_string_not_equal(answer.lucky_word, "q8_k");
    assert_true(answer.answer.q.value >= 8);
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

/* In training too the quicker one stands first, and unknown speeds last. */
static void quicker_trainers_first(void **state) {
    struct scenario list[3];
    const struct scenario *given[3];
    static const struct accelerator *const order[] = {&v100, &a100_80, &h100};
    for (size_t i = 0; i < 3; i++) {
        list[i] = (struct scenario){.task = "training",
                                    .model = &llama_3_1b,
                                    .accelerator = order[i],
                                    .method = "lora",
                                    .weights = "fp16",
                                    .sequence = 512};
        given[i] = &list[i];
    }
    const struct fit_request request = {.ask = FIT_WHICH_ACCELERATOR, .given = given, .count = 3};
    struct fit_result r = fit_ask(*state, &request);
    assert_string_equal(r.answers[0].scenario->accelerator->id, "h100-sxm5-80gb");
    assert_string_equal(r.answers[1].scenario->accelerator->id, "a100-sxm4-80gb");
    for (size_t i = 0; i < 3; i++)
        assert_equal_double(r.answers[i].answer.q.value, 1);
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

/* A model published in FP8 goes no higher, although INT8 with its 16-bit tables has more bytes. */
static void no_more_than_published(void **state) {
    struct model m = llama_3_70b;
    m.native_format = "fp8";
    struct scenario s = {.task = "inference",
                         .model = &m,
                         .accelerator = &h100,
                         .link_bandwidth = 450e9,
                         .tensor_parallel = 4,
                         .devices = 4};
    struct fit_answer answer = ask(*state, FIT_MAX_BITS, &s, 0, 0).answers[0];
    assert_string_equal(answer.word, "fp8");
    assert_string_equal(answer.limit, "native-format");
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
        TEST(fewest_devices),
        TEST(fewest_devices_of_training),
        TEST(one_device_trains),
        TEST(too_few_tried),
        TEST(too_slow_is_no_shortage),
        TEST(formats_of_kernels_are_no_answer),
        TEST(which_accelerator),
        TEST(quicker_trainers_first),
        TEST(largest_format),
        TEST(no_more_than_published),
        TEST(largest_model),
        TEST(models_in_order),
        TEST(bandwidth_for_a_speed),
        TEST(what_binds),
        TEST(derivations_are_arithmetic),
        TEST(faults_are_told),
    };
    fitting_used();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
