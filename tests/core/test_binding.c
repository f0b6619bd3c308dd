/* What binds, what next, by what margin, and what a tenth more of each resource buys. */
#include "core/fixtures.h"

static void bandwidth_binds_small_batches(void **state) {
    const struct estimate *e = infer(*state, &llama_2_7b, &a100_80, 1, 4096);
    assert_string_equal(e->binding_resource, "bandwidth");
    assert_string_equal(e->binding_next, "compute");
    /* Ridge 312e12 / 2039e9 = 153.0 over an intensity of 1.00. */
    assert_near(e->binding_margin.q.value, 312e12 / 2039e9 / e->decode_intensity.q.value, 1e-9);
    /* All operations stand on the slope: a tenth more bandwidth makes the step 1.1 times as fast,
     * more arithmetic does nothing. */
    assert_near(e->gain_bandwidth.q.value, 0.10, 1e-9);
    assert_near(e->gain_compute.q.value, 0, 1e-9);
    assert_false(e->gain_link.present);
    /* Certain is that the slowest step loses an eleventh of its ceiling; at 55 % of the bandwidth
     * the rest may be anything. */
    double slow = e->decode_time.q.high, ceiling = e->decode_ceiling_time.q.value;
    assert_near(e->gain_bandwidth.q.low, slow / (slow - ceiling / 11) - 1, 1e-9);
    assert_near(e->gain_bandwidth.q.low, 1 / (1 - 0.55 / 11) - 1, 1e-3);
    assert_near(e->gain_bandwidth.q.high, 0.10, 1e-9);
}

/* What fits gains from capacity by a larger batch: room for the cache grows by more than a tenth.
 */
static void capacity_buys_a_larger_batch(void **state) {
    const struct estimate *e = infer(*state, &llama_2_7b, &a100_80, 1, 4096);
    assert_true(e->gain_capacity.present);
    assert_true(e->gain_capacity.q.value > 0);
    assert_true(e->gain_capacity.q.value < 0.2);
    assert_true(e->gain_capacity.q.low < e->gain_capacity.q.high);
}

static void capacity_binds_what_does_not_fit(void **state) {
    const struct estimate *e = infer(*state, &llama_2_70b, &a100_80, 1, 4096);
    assert_string_equal(e->binding_resource, "capacity");
    assert_string_equal(e->binding_next, "bandwidth");
    assert_near(e->binding_margin.q.value, e->memory_total.q.value / (80 * GIB), 1e-9);
    assert_false(e->gain_bandwidth.present);
}

static void compute_binds_training(void **state) {
    const struct estimate *e =
        run(*state,
            &(struct scenario){
                .task = "training", .model = &llama_3_1b, .accelerator = &h100, .micro_batch = 4});
    assert_string_equal(e->binding_resource, "compute");
    assert_near(e->gain_compute.q.value, 0.10, 0.02);
    assert_false(e->gain_capacity.present);
}

static struct scenario on_four(double link, double latency) {
    return (struct scenario){.task = "inference",
                             .model = &llama_3_70b,
                             .accelerator = &h100,
                             .devices = 4,
                             .tensor_parallel = 4,
                             .link_bandwidth = link,
                             .latency = latency,
                             .context = 4096};
}

/* Everything a tenth better makes the step about a tenth faster, so the gains add up to it. */
static void gains_add_up(void **state) {
    struct scenario s = on_four(450e9, 10e-6);
    const struct estimate *e = run(*state, &s);
    assert_true(e->gain_latency.q.value > e->gain_link.q.value);
    assert_true(e->gain_link.q.value > 0);
    double sum = e->gain_bandwidth.q.value + e->gain_compute.q.value + e->gain_link.q.value +
                 e->gain_latency.q.value;
    assert_near(sum, 0.10, 0.01);
    assert_string_equal(e->binding_resource, "bandwidth");
}

/* A slow network binds. */
static void the_interconnect_binds(void **state) {
    struct scenario s = on_four(450e9, 400e-6);
    const struct estimate *e = run(*state, &s);
    assert_string_equal(e->binding_resource, "communication");
    assert_string_equal(e->binding_next, "bandwidth");
    assert_near(e->binding_margin.q.value,
                e->decode_communication_time.q.value / e->decode_memory_time.q.value, 1e-9);
    assert_true(e->gain_latency.q.value > e->gain_bandwidth.q.value);
}

/* Sweeps do without: each gain is an estimate of its own. */
static void figures_have_no_gains(void **state) {
    const struct estimate *e = infer(*state, &llama_2_7b, &a100_80, 1, 4096);
    const struct estimate *f = estimate_figures(*state, e->scenario);
    assert_string_equal(f->binding_resource, e->binding_resource);
    assert_equal_double(f->binding_margin.q.value, e->binding_margin.q.value);
    assert_false(f->gain_bandwidth.present);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(bandwidth_binds_small_batches),
        TEST(capacity_buys_a_larger_batch),
        TEST(capacity_binds_what_does_not_fit),
        TEST(compute_binds_training),
        TEST(figures_have_no_gains),
        TEST(gains_add_up),
        TEST(the_interconnect_binds),
    };
    fixtures_used();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
