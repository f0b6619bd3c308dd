/* Parts of a step add up to it, and are those that the formulas name. */
#include "core/breakdown.h"
#include "core/families.h"
#include "core/train.h"

static double sum(const struct breakdown *b) {
    double all = 0;
    for (int i = 0; i < SPENTS; i++) {
        assert_true(b->parts[i] >= 0);
        all += b->parts[i];
    }
    return all;
}

/* 64 devices, 8 × 4 × 2, 64 micro-batches: computing is micro-batches of 1/64 of the arithmetic at
 * the share reached, the bubble 3/64 of what a micro-batch takes with its messages. */
static void training(void **state) {
    struct scenario s = {.model = &llama_3_70b,
                         .accelerator = &h100,
                         .sequence = 4096,
                         .tensor_parallel = 8,
                         .pipeline_parallel = 4,
                         .data_parallel = 2,
                         .gradient_accumulation = 64,
                         .link_bandwidth = 450e9,
                         .node_link_bandwidth = 50e9,
                         .memory_capacity = 1e13};
    const struct estimate *e = train(*state, s);
    struct breakdown b = breakdown_training(e);
    assert_true(b.known);
    assert_near(sum(&b), e->training_step_time.q.value, 1e-12);
    double sync = b.parts[SPENT_LINK] - e->communication_exposed_time.q.value;
    assert_near(sync, 0, 1e-12);
    double flops = e->training_model_flops.q.value / 64;
    double reached = flops / b.parts[SPENT_COMPUTE] / 989.4e12;
    assert_true(reached > 0.3 && reached < 0.6);
    assert_true(b.parts[SPENT_BUBBLE] > b.parts[SPENT_COMPUTE] * 3 / 64);
    assert_true(b.parts[SPENT_BUBBLE] <
                (b.parts[SPENT_COMPUTE] + b.parts[SPENT_LINK]) * 3 / 64 + 1e-12);
    s.mfu = 0.4;
    assert_false(breakdown_training(train(*state, s)).known);
    s.mfu = 0;
    s.memory_capacity = 1e9;
    assert_false(breakdown_training(train(*state, s)).known);
}

static const struct estimate *decode(struct arena *a, struct scenario s) {
    s.task = "inference";
    s.model = &llama_3_8b;
    s.accelerator = &h100;
    return run(a, &s);
}

static void decoding(void **state) {
    const struct estimate *e = decode(*state, (struct scenario){.context = 2048});
    struct breakdown b = breakdown_decode(e);
    assert_true(b.known);
    assert_near(sum(&b), e->decode_time.q.value, 1e-15);
    assert_near(b.parts[SPENT_MEMORY], e->decode_time.q.value, 1e-9); /* one sequence: all of it */
    e = decode(*state,
               (struct scenario){
                   .context = 1024, .batch = 512, .memory_capacity = 1e13, .host_time = 3e-3});
    b = breakdown_decode(e);
    assert_near(sum(&b), e->decode_time.q.value, 1e-15);
    assert_true(b.parts[SPENT_COMPUTE] > 0 && b.parts[SPENT_MEMORY] > 0);
    assert_near(b.parts[SPENT_HOST], 3e-3, 1e-9);
}

/* One sequence on four stages: three of four wait at any time. */
static void stages_wait(void **state) {
    struct scenario s = {
        .context = 2048, .pipeline_parallel = 4, .link_bandwidth = 450e9, .memory_capacity = 1e13};
    struct breakdown b = breakdown_decode(decode(*state, s));
    double work = b.parts[SPENT_COMPUTE] + b.parts[SPENT_MEMORY];
    assert_near(b.parts[SPENT_BUBBLE], 3 * work, 1e-9);
    assert_true(b.parts[SPENT_LINK] > 0);
    b = breakdown_prefill(decode(*state, s));
    assert_true(b.known);
    assert_near(b.parts[SPENT_BUBBLE], 3 * b.parts[SPENT_COMPUTE], 1e-9);
    assert_near(sum(&b), b.time.value, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(training), TEST(decoding), TEST(stages_wait)};
    families_used();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
