/* Defaults and faults of a question (DESIGN section 6). */
#include "core/fixtures.h"

static size_t complete(struct arena *a, struct scenario *s, struct scenario_fault faults[8]) {
    if (!s->model)
        s->model = &llama_2_7b;
    if (!s->accelerator)
        s->accelerator = &a100_80;
    if (!s->task)
        s->task = "inference";
    return scenario_complete(s, a, faults, 8);
}

static void defaults_of_inference(void **state) {
    struct scenario_fault faults[8];
    struct scenario s = {.task = "inference"};
    assert_int_equal(complete(*state, &s, faults), 0);
    assert_string_equal(s.weights, "fp16");
    assert_string_equal(s.kv, "fp16");
    assert_int_equal(s.batch, 1);
    assert_int_equal(s.devices, 1);
    assert_int_equal(s.context, 4096);
    struct scenario t = {.task = "inference", .model = &llama_3_8b, .prompt = 1000, .output = 24};
    assert_int_equal(complete(*state, &t, faults), 0);
    assert_string_equal(t.weights, "bf16");
    assert_string_equal(t.kv, "bf16");
    assert_int_equal(t.context, 1024);
}

static void context_defaults_to_no_more_than_trained(void **state) {
    struct scenario_fault faults[8];
    struct model m = llama_2_7b;
    m.max_context = 2048;
    struct scenario s = {.model = &m};
    assert_int_equal(complete(*state, &s, faults), 0);
    assert_int_equal(s.context, 2048);
    m.max_context = 1024;
    struct scenario t = {.task = "training", .model = &m};
    assert_int_equal(complete(*state, &t, faults), 0);
    assert_int_equal(t.sequence, 1024);
}

static void defaults_of_training(void **state) {
    struct scenario_fault faults[8];
    struct scenario s = {.task = "training"};
    assert_int_equal(complete(*state, &s, faults), 0);
    assert_string_equal(s.method, "full");
    assert_string_equal(s.optimizer, "adamw-mixed");
    assert_string_equal(s.recompute, "none");
    assert_int_equal(s.sequence, 2048);
    assert_int_equal(s.micro_batch, 1);
    struct scenario lora = {.task = "training", .method = "lora"};
    assert_int_equal(complete(*state, &lora, faults), 0);
    assert_string_equal(lora.weights, "bf16");
    assert_string_equal(lora.targets, "all-linear");
    assert_int_equal(lora.rank, 16);
    struct scenario qlora = {.task = "training", .method = "qlora"};
    assert_int_equal(complete(*state, &qlora, faults), 0);
    assert_string_equal(qlora.weights, "nf4-dq");
}

/* The first fault is on the option, found as given; NULL = no nearest name expected. */
static void expect_fault(struct arena *a, struct scenario s, const char *option, const char *found,
                         const char *nearest) {
    struct scenario_fault faults[8];
    size_t n = complete(a, &s, faults);
    if (n != 1)
        fail_msg("%s: %zu faults instead of 1", option, n);
    assert_string_equal(faults[0].option, option);
    assert_string_equal(faults[0].found, found);
    assert_non_null(faults[0].expected);
    if (nearest) {
        assert_non_null(faults[0].nearest);
        assert_string_equal(faults[0].nearest, nearest);
    } else {
        assert_null(faults[0].nearest);
    }
}

static void unknown_words(void **state) {
    struct arena *a = *state;
    expect_fault(a, (struct scenario){.task = "trainig"}, "task", "trainig", "training");
    expect_fault(a, (struct scenario){.weights = "fp61"}, "weights", "fp61", "fp16");
    expect_fault(a, (struct scenario){.kv = "bf61"}, "kv", "bf61", "bf16");
    expect_fault(a, (struct scenario){.task = "training", .method = "loar"}, "method", "loar",
                 "lora");
    expect_fault(a, (struct scenario){.task = "training", .optimizer = "adamw-mixd"}, "optimizer",
                 "adamw-mixd", "adamw-mixed");
    expect_fault(a, (struct scenario){.task = "training", .recompute = "ful"}, "recompute", "ful",
                 "full");
    expect_fault(a, (struct scenario){.task = "training", .method = "lora", .targets = "all-liner"},
                 "targets", "all-liner", "all-linear");
    expect_fault(a, (struct scenario){.weights = "zzzzzzzzzz"}, "weights", "zzzzzzzzzz", NULL);
}

static void a_weight_format_is_no_cache_format(void **state) {
    expect_fault(*state, (struct scenario){.kv = "nf4-dq"}, "kv", "nf4-dq", NULL);
}

static void counts_out_of_range(void **state) {
    struct arena *a = *state;
    expect_fault(a, (struct scenario){.batch = -1}, "batch", "-1", NULL);
    expect_fault(a, (struct scenario){.context = -5}, "context", "-5", NULL);
    expect_fault(a, (struct scenario){.output = -3, .context = 10}, "output", "-3", NULL);
    expect_fault(a, (struct scenario){.batch = INT64_MAX}, "batch", "9223372036854775807", NULL);
    expect_fault(a, (struct scenario){.task = "training", .micro_batch = -2}, "micro-batch", "-2",
                 NULL);
    expect_fault(a, (struct scenario){.task = "training", .rank = 5000}, "rank", "5000", NULL);
    expect_fault(a, (struct scenario){.task = "training", .tokens = -1}, "tokens", "-1", NULL);
    expect_fault(a, (struct scenario){.memory_utilisation = 1.5}, "memory-utilisation", "1.5",
                 NULL);
    expect_fault(a, (struct scenario){.memory_utilisation = NAN}, "memory-utilisation", "nan",
                 NULL);
}

static void extreme_counts_do_no_harm(void **state) {
    struct scenario_fault faults[8];
    struct scenario s = {.prompt = INT64_MAX, .output = INT64_MAX, .context = 16};
    assert_int_equal(complete(*state, &s, faults), 2);
    struct scenario t = {.prompt = INT64_MIN, .output = INT64_MAX};
    assert_true(complete(*state, &t, faults) >= 2);
}

static void beyond_the_trained_context(void **state) {
    struct arena *a = *state;
    expect_fault(a, (struct scenario){.context = 4097}, "context", "4097", NULL);
    expect_fault(a, (struct scenario){.prompt = 4000, .output = 97}, "context", "4097", NULL);
    expect_fault(a, (struct scenario){.prompt = 4000, .output = 97, .context = 100}, "prompt",
                 "4097", NULL);
    expect_fault(a, (struct scenario){.task = "training", .sequence = 8192}, "sequence", "8192",
                 NULL);
}

/* Full fine-tuning holds weights as the recipe says. */
static void weights_against_the_recipe(void **state) {
    expect_fault(*state, (struct scenario){.task = "training", .weights = "fp32"}, "weights",
                 "fp32", NULL);
    struct scenario_fault faults[8];
    struct scenario s = {.task = "training", .weights = "fp32", .optimizer = "adamw-fp32"};
    assert_int_equal(complete(*state, &s, faults), 0);
    struct scenario t = {.task = "training", .optimizer = "fp8-bf16-moments"};
    assert_int_equal(complete(*state, &t, faults), 0);
    assert_string_equal(t.weights, "fp8");
}

static void missing_subjects(void **state) {
    struct scenario_fault faults[8];
    struct scenario s = {0};
    assert_int_equal(scenario_complete(&s, *state, faults, 8), 3);
    assert_string_equal(faults[0].option, "task");
    assert_string_equal(faults[1].option, "model");
    assert_string_equal(faults[2].option, "accelerator");
    assert_int_equal(scenario_complete(&s, *state, faults, 1), 1);
    assert_int_equal(scenario_complete(&s, *state, NULL, 0), 0);
}

static void unsound_models(void **state) {
    struct model m = llama_2_7b;
    m.kv_heads = 5;
    expect_fault(*state, (struct scenario){.model = &m}, "model", "llama-2-7b", NULL);
    m = llama_2_7b;
    m.layers = 0;
    expect_fault(*state, (struct scenario){.model = &m}, "model", "llama-2-7b", NULL);
    m = llama_2_7b;
    m.hidden = INT64_MAX;
    expect_fault(*state, (struct scenario){.model = &m}, "model", "llama-2-7b", NULL);
}

static void several_faults_at_once(void **state) {
    struct scenario_fault faults[8];
    struct scenario s = {.weights = "fp61", .kv = "x", .batch = -1, .devices = 3};
    assert_int_equal(complete(*state, &s, faults), 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(defaults_of_inference),
        TEST(context_defaults_to_no_more_than_trained),
        TEST(defaults_of_training),
        TEST(unknown_words),
        TEST(a_weight_format_is_no_cache_format),
        TEST(counts_out_of_range),
        TEST(extreme_counts_do_no_harm),
        TEST(beyond_the_trained_context),
        TEST(weights_against_the_recipe),
        TEST(missing_subjects),
        TEST(unsound_models),
        TEST(several_faults_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
