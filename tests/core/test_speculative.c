/* Speculative decoding (formulas 10.4; spec-decode of the published cases). */
#include "core/families.h"
#include "core/speculative.h"

/* The table of formulas 10.4: tokens of a round. */
static void tokens_of_a_round(void **state) {
    (void)state;
    static const double drafted[] = {1, 2, 3, 4, 5, 8};
    static const struct {
        double acceptance, tokens[6];
    } rows[] = {{0.6, {1.60, 1.96, 2.18, 2.31, 2.38, 2.47}},
                {0.7, {1.70, 2.19, 2.53, 2.77, 2.94, 3.20}},
                {0.8, {1.80, 2.44, 2.95, 3.36, 3.69, 4.33}},
                {0.9, {1.90, 2.71, 3.44, 4.10, 4.69, 6.13}}};
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 6; k++) {
            double e = speculative_tokens(rows[i].acceptance, drafted[k]), sum = 0;
            assert_near(e, rows[i].tokens[k], 0.0051);
            for (double n = 0; n <= drafted[k]; n++) /* 1 + α + α² + … */
                sum += pow(rows[i].acceptance, n);
            assert_near(e, sum, 1e-12);
        }
    assert_equal_double(speculative_tokens(1, 5), 6);
}

/* spec-decode-01 to -06: speed-up with a draft that costs nothing, and operations. */
static void published_ratios(void **state) {
    const struct {
        double acceptance;
        int64_t drafted;
        double gain, operations;
    } rows[] = {{0.6, 2, 1.96, 1.53}, {0.8, 5, 3.69, 1.63}, {0.9, 2, 2.71, 1.11}};
    for (size_t i = 0; i < 3; i++) {
        const struct estimate *e =
            run(*state, &(struct scenario){.task = "inference",
                                           .model = &llama_2_7b,
                                           .accelerator = &a100_80,
                                           .draft_tokens = rows[i].drafted,
                                           .acceptance = rows[i].acceptance});
        assert_near(e->speculative_speed_up.q.value, rows[i].gain, 0.005);
        assert_near(e->speculative_operations.q.value, rows[i].operations, 0.005);
        assert_equal_double(e->speculative_draft_cost.q.value, 0);
        assert_equal_double(e->speculative_verify_cost.q.value, 1);
        assert_near(e->speculative_speed.q.value / e->decode_speed.q.value,
                    e->speculative_speed_up.q.value, 1e-9);
    }
}

/* spec-decode-07: Llama 2 70B with a 7B draft, both int4 in groups of 32, on one A100: every draft
 * accepted gives at least the 48.4 tokens/s that were measured. */
static void a_draft_model(void **state) {
    struct scenario s = {.task = "inference",
                         .model = &llama_2_70b,
                         .accelerator = &a100_80,
                         .weights = "int4-g32",
                         .context = 512,
                         .draft = &llama_2_7b,
                         .draft_tokens = 5,
                         .acceptance = 1};
    const struct estimate *e = run(*state, &s);
    assert_true(e->speculative_speed.q.high >= 48.4 && 48.4 >= e->speculative_speed.q.low / 2);
    /* A draft step reads a tenth of the weights. */
    assert_near(e->speculative_draft_cost.q.value, 0.1, 0.01);
    assert_near(e->speculative_verify_cost.q.value, 1, 0.01);
    double draft = 6476005376.0 * 5 / 8 + 2 * (262144000.0 + 266240);
    assert_near(e->memory_draft.q.value, draft + 524288.0 * 512, 1);
    s.draft = NULL;
    const struct estimate *alone = run(*state, &s);
    assert_near(e->memory_total.q.value - alone->memory_total.q.value, e->memory_draft.q.value, 1);
    assert_true(e->decode_largest_batch.q.value < alone->decode_largest_batch.q.value);
}

/* More drafts than the batch has room for under the ridge: verification costs, and the gain turns
 * into a loss (spec-decode-10). */
static void large_batches_lose_the_gain(void **state) {
    struct scenario s = {.task = "inference",
                         .model = &llama_3_8b,
                         .accelerator = &roomy,
                         .context = 256,
                         .draft = &llama_3_1b,
                         .draft_tokens = 4,
                         .acceptance = 0.6};
    double before = INFINITY;
    for (int64_t batch = 1; batch <= 1024; batch *= 4) {
        s.batch = batch;
        const struct estimate *e = run(*state, &s);
        assert_true(e->speculative_speed_up.q.value <= before + 1e-9);
        before = e->speculative_speed_up.q.value;
        assert_true(e->speculative_speed_up.q.low <= before &&
                    before <= e->speculative_speed_up.q.high);
    }
    assert_true(before < 1);
    s.batch = 1;
    assert_true(run(*state, &s)->speculative_speed_up.q.value > 1.2);
}

/* Verified tokens touch experts of their own. */
static void experts_erode_the_gain(void **state) {
    struct scenario s = {.task = "inference",
                         .model = &mixtral_8x7b,
                         .accelerator = &roomy,
                         .context = 256,
                         .draft = &llama_2_7b,
                         .draft_tokens = 4,
                         .acceptance = 0.8};
    const struct estimate *e = run(*state, &s);
    double touched = 8 * (1 - pow(0.75, 5)), expert = 3 * 4096.0 * 14336 * 32;
    double dense = 46702792704.0 - 8 * expert - 32000.0 * 4096;
    assert_near(e->speculative_verify_cost.q.value,
                (dense + touched * expert) / (dense + 2 * expert), 0.02);
}

/* The draft is split over the same ranks, and each of its steps waits for its own messages. */
static void drafts_send_messages(void **state) {
    static const struct link wire = {.id = "nvlink-4",
                                     .kind = "scale-up",
                                     .topology = "switch",
                                     .bandwidth = KNOWN(450e9),
                                     .pair_bandwidth = KNOWN(450e9)};
    struct scenario s = {.task = "inference",
                         .model = &llama_3_70b,
                         .accelerator = &roomy,
                         .device_link = &wire,
                         .context = 512,
                         .tensor_parallel = 8,
                         .draft = &llama_3_1b,
                         .draft_tokens = 4,
                         .acceptance = 0.7,
                         .latency = 1e-9};
    double free_of_latency = run(*state, &s)->speculative_draft_cost.q.value;
    s.latency = 20e-6;
    const struct estimate *e = run(*state, &s);
    /* 32 messages against 160 in a step, all of 20 µs or more. */
    assert_true(e->speculative_draft_cost.q.value > 2 * free_of_latency);
    assert_true(e->speculative_draft_cost.q.value * e->decode_time.q.value > 32 * 20e-6);
}

static void no_gain_for_what_does_not_fit(void **state) {
    const struct estimate *e = run(*state, &(struct scenario){.task = "inference",
                                                              .model = &llama_2_70b,
                                                              .accelerator = &a100_80,
                                                              .draft = &llama_2_7b,
                                                              .draft_tokens = 4,
                                                              .acceptance = 0.8});
    assert_int_equal(e->fits, VERDICT_NO);
    assert_true(e->speculative_tokens.present && e->memory_draft.present);
    assert_false(e->speculative_speed.present || e->speculative_speed_up.present);
}

int main(void) {
    families_used();
    const struct CMUnitTest tests[] = {
        TEST(tokens_of_a_round),
        TEST(published_ratios),
        TEST(a_draft_model),
        TEST(large_batches_lose_the_gain),
        TEST(experts_erode_the_gain),
        TEST(drafts_send_messages),
        TEST(no_gain_for_what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
