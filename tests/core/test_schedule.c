/* Schedules of a pipeline: bubbles, activations in flight, what a rank holds (formulas 4.6, 11.3
 * and the table of the DeepSeek-V3 report). */
#include "core/families.h"
#include "core/train.h"

enum { STAGES = 8, BATCHES = 32 };

static struct scenario plan(const char *schedule) {
    return (struct scenario){.model = &llama_3_70b,
                             .accelerator = &h100,
                             .sequence = 4096,
                             .pipeline_parallel = STAGES,
                             .gradient_accumulation = BATCHES,
                             .pipeline_schedule = schedule,
                             .link_bandwidth = 450e9,
                             .memory_capacity = 1e13};
}

static const struct estimate *scheduled(struct arena *a, const char *schedule) {
    return train(a, plan(schedule));
}

/* Idle micro-batches of a stage: 8 − 1, whatever their order; PUB-train-time-01 divides them by the
 * chunks. One forward, one and one backward pass: 7 · (3 − 2) / 3 without bubbles of weights, and
 * (8 / 2 − 1) · (3 + 2 − 3) / 3 from both ends. */
static void bubbles(void **state) {
    const struct {
        const char *schedule;
        int64_t interleave;
        const char *recompute;
        double idle;
    } rows[] = {
        {NULL, 1, "none", 7},
        {"1f1b", 5, "none", 7 / 5.0},
        {"gpipe", 1, "none", 7},
        {"zero-bubble", 1, "none", 7 / 3.0},
        {"dualpipe", 1, "none", 2},
        {"zero-bubble", 1, "full", 7 * (4 - 2) / 4.0},
        {"dualpipe", 1, "full", 3 * (4 + 3 - 3) / 4.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct scenario s = plan(rows[i].schedule);
        s.interleave = rows[i].interleave;
        s.recompute = rows[i].recompute;
        const struct estimate *e = train(*state, s);
        double idle = rows[i].idle;
        assert_near(e->training_bubble_ratio.q.value, idle / BATCHES, 1e-12);
        assert_near(e->training_bubble_share.q.value, idle / (BATCHES + idle), 1e-12);
        double busy = e->training_step_time.q.value - e->training_update_time.q.value -
                      e->training_bubble_time.q.value;
        assert_near(e->training_bubble_time.q.value, busy * idle / BATCHES, 1e-9 * busy);
    }
}

/* Two stages that feed each other leave nothing idle. */
static void two_stages_from_both_ends(void **state) {
    struct scenario s = plan("dualpipe");
    s.pipeline_parallel = 2;
    assert_equal_double(train(*state, s)->training_bubble_ratio.q.value, 0);
}

/* The first stage keeps 8 micro-batches, all 32, 8, or 8 + 1. */
static void activations_in_flight(void **state) {
    double one = scheduled(*state, "1f1b")->memory_activations.q.value / STAGES;
    const struct {
        const char *schedule;
        double batches;
    } rows[] = {{"gpipe", BATCHES}, {"zero-bubble", STAGES}, {"dualpipe", STAGES + 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_near(scheduled(*state, rows[i].schedule)->memory_activations.q.value,
                    rows[i].batches * one, 1e-9 * BATCHES * one);
}

/* Weights and gradients stand twice; states that are divided over the ranks do not, for twice as
 * many ranks hold the same. */
static void two_stages_on_a_rank(void **state) {
    struct scenario s = plan("1f1b");
    s.data_parallel = 8;
    s.zero = "1";
    const struct estimate *one = train(*state, s);
    s.pipeline_schedule = "dualpipe";
    const struct estimate *two = train(*state, s);
    assert_near(two->memory_weights.q.value, 2 * one->memory_weights.q.value, 1);
    assert_near(two->memory_gradients.q.value, 2 * one->memory_gradients.q.value, 1);
    assert_near(two->memory_optimizer.q.value, one->memory_optimizer.q.value, 1);
    s.zero = "0";
    assert_near(train(*state, s)->memory_optimizer.q.value, 16 * one->memory_optimizer.q.value, 10);
}

/* DeepSeek-V3: 2.664 million hours of H800 for 14.8e12 tokens, 16 stages from both ends, 64 expert
 * ranks on 8 nodes of which a token sees 4. Messages run beside the other micro-batch: as 1F1B the
 * same plan takes longer. */
static void hours_of_deepseek(void **state) {
    static const struct accelerator h800 = {.id = "h800-sxm5-80gb",
                                            .vendor = "NVIDIA",
                                            .architecture = "Hopper",
                                            .memory_capacity = KNOWN(80 * GIB),
                                            .memory_bandwidth = KNOWN(3350e9),
                                            .fp16 = KNOWN(989.4e12),
                                            .bf16 = KNOWN(989.4e12),
                                            .fp8 = KNOWN(1978.9e12)};
    struct scenario s = {.model = &deepseek_v3,
                         .accelerator = &h800,
                         .optimizer = "fp8-bf16-moments",
                         .sequence = 4096,
                         .devices = 2048,
                         .pipeline_parallel = 16,
                         .expert_parallel = 64,
                         .expert_nodes = 4,
                         .gradient_accumulation = 120,
                         .zero = "1",
                         .link_bandwidth = 200e9,
                         .node_link_bandwidth = 50e9,
                         .memory_capacity = 1e12,
                         .tokens = 14.8e12,
                         .pipeline_schedule = "dualpipe"};
    struct quantity both = train(*state, s)->training_device_hours.q;
    s.pipeline_schedule = "1f1b";
    struct quantity one = train(*state, s)->training_device_hours.q;
    assert_true(both.low / 3600 < 2.664e6 && 2.664e6 < both.high / 3600);
    assert_true(both.value < 0.8 * one.value);
}

static void what_does_not_fit_together(void **state) {
    struct scenario alone = plan("gpipe"), chunks = plan("zero-bubble"), frozen = plan("dualpipe"),
                    odd = plan("dualpipe"), few = plan("dualpipe"), unknown = plan("wave");
    alone.pipeline_parallel = 1;
    chunks.interleave = 2;
    frozen.method = "lora";
    odd.gradient_accumulation = 33;
    few.gradient_accumulation = 14;
    struct scenario *const refused[] = {&alone, &chunks, &frozen, &odd, &few, &unknown};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct scenario_fault faults[4];
        struct scenario s = *refused[i];
        s.task = "training";
        assert_int_equal(scenario_complete(&s, *state, faults, 4), 1);
        assert_string_equal(faults[0].option, "pipeline-schedule");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(bubbles),
        TEST(two_stages_from_both_ends),
        TEST(activations_in_flight),
        TEST(two_stages_on_a_rank),
        TEST(hours_of_deepseek),
        TEST(what_does_not_fit_together),
    };
    families_used();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
