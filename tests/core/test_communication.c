/* What each parallelism sends and how much of it is not hidden (formulas 11, 12, 18). */
#include "core/communication.h"
#include "core/evaluate.h"
#include "core/load.h"

#define US 1e-6
#define RATE(x)                                                                                    \
    { .value = (x)*1e9, .known = true }

static const struct link nvlink_3 = {.id = "nvlink-3",
                                     .kind = "scale-up",
                                     .topology = "switch",
                                     .bandwidth = RATE(300),
                                     .pair_bandwidth = RATE(300),
                                     .measured_bandwidth = RATE(235),
                                     .latency_floor = KNOWN(44e-6)};
static const struct link nvlink_4 = {.id = "nvlink-4",
                                     .kind = "scale-up",
                                     .topology = "switch",
                                     .bandwidth = RATE(450),
                                     .pair_bandwidth = RATE(450)};
static const struct link infiniband = {
    .id = "ib-ndr", .kind = "scale-out", .topology = "switch", .bandwidth = RATE(50)};

/* An account as the stages see it, of a completed scenario. */
static struct account asked(struct arena *a, const struct scenario *given) {
    struct scenario *s = arena_memdup(a, given, sizeof *given);
    struct scenario_fault faults[8];
    if (scenario_complete(s, a, faults, 8))
        fail_msg("%s: %s, expected %s", faults[0].option, faults[0].found, faults[0].expected);
    struct account c = account_of(a, s);
    c.e = ARENA_NEW(a, struct estimate);
    c.trace = (struct trace){.arena = a};
    measure_set(&c.e->trainable_parameters, quantity_exact((double)c.p.total, UNIT_NONE));
    return c;
}

static struct scenario llama_tp8(void) {
    return (struct scenario){.task = "inference",
                             .model = &llama_3_70b,
                             .accelerator = &h100,
                             .device_link = &nvlink_4,
                             .weights = "fp16",
                             .devices = 8,
                             .batch = 32,
                             .context = 8192,
                             .latency = 10 * US};
}

static struct passage decode(double tokens) {
    return (struct passage){.decode = true, .tokens = tokens, .rows = tokens, .repeats = 1};
}

/* Every line computes what it says, and every measure has its line. */
static void check_lines(const struct account *c) {
    for (size_t i = 0; i < c->trace.n; i++) {
        const struct step *s = &c->trace.steps[i];
        double value, result = s->result.value;
        if (!evaluate(s->substituted, &value))
            fail_msg("%s: “%s” is no arithmetic", s->label, s->substituted);
        if (!(fabs(value - result) <= 0.01 * fabs(result) + 1e-9))
            fail_msg("%s: %s = %.9g, but the result is %.9g", s->label, s->substituted, value,
                     result);
    }
}

/* ── Inference ── */

/* Formulas 18: 160 sums of 512 KiB at 450 GB/s take 1.13, 1.93, 3.53 ms with fused kernels that
 * wait 5, 10, 20 µs; with 8.39 ms of memory time 3362, 3101, 2685 tokens per second. With FP8
 * weights and cache the memory time is 4.20 ms, and activations stay at 16 bits: 5.32, 6.12, 7.72
 * ms. */
static void sums_of_llama_70b(void **state) {
    (void)state;
    static const double us[] = {5, 10, 20}, ms[] = {9.52, 10.32, 11.92},
                        speed[] = {3362, 3101, 2685}, fp8[] = {5.32, 6.12, 7.72};
    for (size_t i = 0; i < 3; i++) {
        struct medium m = {.latency = us[i] * US, .bandwidth = 450e9};
        double sums = 160 * collective_time(ALL_REDUCE, ALGORITHM_FUSED, 512 * 1024, 8, m) * 1e3;
        assert_near(8.39 + sums, ms[i], 0.006);
        assert_near(32 / (8.39 + sums) * 1e3, speed[i], 2);
        assert_near(4.20 + sums, fp8[i], 0.007);
    }
}

/* Formulas 18 as a whole: weights and cache 16.43 + 10 GiB on each of eight, 28.11 GB read a step
 * in 8.39 ms, computed in 0.64. The step takes what its parts take. */
static void the_step_of_llama_70b(void **state) {
    struct scenario s = llama_tp8();
    s.collective = "fused";
    const struct estimate *e = run(*state, &s);
    assert_near(e->memory_weights.q.value / GIB, 16.43, 0.005);
    assert_near(e->memory_kv_cache.q.value / GIB, 10, 1e-9);
    assert_near(e->decode_bytes.q.value / 1e9, 28.11, 0.015);
    assert_near(e->decode_memory_time.q.value * 1e3, 8.39, 0.005);
    assert_near(e->decode_compute_time.q.value * 1e3, 0.64, 0.01);
    double sums = 160 * (10 * US + 1.75 * 524288 / 450e9) * 1e3;
    assert_near(e->decode_memory_time.q.value * 1e3 + sums, 10.32, 0.005);
    s.latency = 0;
    const struct estimate *open = run(*state, &s);
    struct quantity with = open->decode_time.q, sent = open->decode_communication_time.q;
    assert_true(sent.low < sent.value && sent.value < sent.high);
    s.devices = 1;
    s.weights = "int4-g128";
    s.batch = 1;
    assert_false(run(*state, &s)->decode_communication_time.present);
    assert_true(with.value > sent.value && with.high > sent.high);
}

/* The same through the account: 160 messages of 32 · 8192 · 2 B, and the scores of 32 rows. At 78 %
 * of 450 GB/s: 160 (10 µs + 1.75 · 524 288 B / 351 GB/s) + 10 µs + 0.875 · 16 416 768 B / 351 GB/s.
 */
static void a_decode_step_of_eight_ranks(void **state) {
    struct scenario s = llama_tp8();
    s.collective = "fused";
    struct account c = asked(*state, &s);
    struct passage pass = decode(32);
    assert_true(communication_known(c.s, c.d));
    account_traffic(&c);
    struct quantity t = communication_inference(&c, &pass);
    double sums = 160 * (10 * US + 1.75 * 524288 / 351e9);
    double scores = 10 * US + 0.875 * 32 * 128256 * 4 / 351e9;
    assert_near(t.value, sums + scores, 1e-9);
    assert_near(communication_time(&c, &pass).value, t.value, 0);
    assert_equal_double(c.e->tensor_bytes.q.value, 160 * 524288.0 + 32 * 128256 * 4.0);
    assert_near(c.e->decode_communication_time.q.value, t.value, 0);
    assert_near(c.e->communication_time.q.value, t.value, 0);
    assert_near(c.e->communication_exposed_time.q.value, t.value, 0);
    assert_false(c.e->pipeline_time.present || c.e->data_time.present || c.e->expert_time.present);
    check_lines(&c);
}

static void one_device_is_silent(void **state) {
    struct scenario s = llama_tp8();
    s.devices = 1;
    s.device_link = NULL;
    struct account c = asked(*state, &s);
    struct passage pass = decode(1);
    assert_true(communication_known(c.s, c.d));
    struct quantity t = communication_inference(&c, &pass);
    assert_equal_double(t.value, 0);
    assert_int_equal(t.exactness, EXACT);
    assert_int_equal(c.trace.n, 0);
    assert_false(c.e->communication_time.present || c.e->decode_communication_time.present);
}

/* Independent replicas send nothing to each other. */
static void replicas_are_silent(void **state) {
    struct scenario s = llama_tp8();
    s.data_parallel = 8;
    s.device_link = NULL;
    struct account c = asked(*state, &s);
    struct passage pass = decode(1);
    assert_equal_double(communication_inference(&c, &pass).value, 0);
}

static void no_time_without_a_rate(void **state) {
    struct scenario s = llama_tp8();
    s.devices = 16;
    struct account c = asked(*state, &s);
    assert_false(communication_known(c.s, c.d));
    s.between_nodes = &infiniband;
    c = asked(*state, &s);
    assert_true(communication_known(c.s, c.d));
    s.between_nodes = NULL;
    s.device_link = NULL;
    s.devices = 2;
    c = asked(*state, &s);
    assert_false(communication_known(c.s, c.d));
}

/* gpt-fast: 7B in 16 bits on 1, 2, 4, 8 A100 gives 104.9, 168.8, 254 and 328 tokens per second
 * (PUB-decode-27): the time of one device divided, and two sums a layer. Each lies in our range;
 * with 25 µs for a sum all three are met within a tenth. */
static void tensor_ranks_of_a100(void **state) {
    static const double measured[] = {168.8, 254.0, 328.43};
    for (size_t i = 0; i < 3; i++) {
        int64_t n = 2 << i;
        struct scenario s = {.task = "inference",
                             .model = &llama_2_7b,
                             .accelerator = &a100_80,
                             .device_link = &nvlink_3,
                             .devices = n};
        struct account c = asked(*state, &s);
        struct passage pass = decode(1);
        struct quantity sums = communication_time(&c, &pass);
        double alone = 1 / 104.9 / (double)n;
        assert_true(1 / (alone + sums.high) <= measured[i]);
        assert_true(1 / (alone + sums.low) >= measured[i]);
        s.latency = 25 * US;
        c = asked(*state, &s);
        sums = communication_time(&c, &pass);
        assert_near(1 / (alone + sums.value), measured[i], 0.1 * measured[i]);
    }
}

/* Four stages work on 8 sequences each in turn: 8 · 8192 · 2 B go on, an eighth from each tensor
 * rank; over three boundaries. */
static void stages_of_a_decode_step(void **state) {
    struct scenario s = llama_tp8();
    s.devices = 32;
    s.tensor_parallel = 8;
    s.pipeline_parallel = 4;
    s.between_nodes = &infiniband;
    struct account c = asked(*state, &s);
    struct passage pass = decode(8);
    communication_inference(&c, &pass);
    account_traffic(&c);
    assert_equal_double(c.e->pipeline_bytes.q.value, 131072 / 8.0);
    assert_near(c.e->pipeline_time.q.value, 3 * (10 * US + 16384 / (0.73 * 50e9)), 1e-9);
    check_lines(&c);
}

/* Two replicas of two stages of four ranks: a replica is one node, unless replicas share experts.
 */
static void replicas_stay_together(void **state) {
    (void)state;
    struct degrees d = {4, 2, 2, 1, 1, 16, 1};
    assert_int_equal(stage_stride(d, false), 4);
    assert_int_equal(stage_stride(d, true), 8);
    d.expert = 8;
    assert_int_equal(stage_stride(d, false), 8);
    struct scenario s = llama_tp8();
    s.devices = 16;
    s.tensor_parallel = 4;
    s.pipeline_parallel = 2;
    assert_true(communication_known(&s, (struct degrees){4, 2, 2, 1, 1, 16, 1}));
    s.task = "training";
    assert_false(communication_known(&s, (struct degrees){4, 2, 2, 1, 1, 16, 1}));
}

/* Four context ranks: half the tokens each in prefill, K and V of them three times round. Hops hide
 * behind computing, and nothing is hidden without any. */
static void context_ranks(void **state) {
    struct scenario s = llama_tp8();
    s.devices = 8;
    s.tensor_parallel = 2;
    s.context_parallel = 4;
    struct account c = asked(*state, &s);
    struct passage prefill = {.tokens = 8192, .rows = 1, .repeats = 1};
    double slowest = communication_time(&c, &prefill).value;
    prefill.compute = quantity_exact(100, UNIT_SECOND);
    struct quantity fast = communication_inference(&c, &prefill);
    /* 3 hops · 80 layers · 2 · 4 · 128 · 2 B · 2048 tokens at 351 GB/s, 10 µs each. */
    double ring = 3 * 80 * (10 * US + 2048 * 2 * 4 * 128 * 2.0 / 351e9);
    assert_near(slowest - fast.value, ring, 1e-9);
    assert_true(c.e->prefill_communication_time.present);
    assert_false(c.e->communication_time.present);
    struct passage pass = decode(32);
    communication_inference(&c, &pass);
    account_traffic(&c);
    /* Each rank's part of what 32 tokens attended to: 32 heads of a tensor rank. */
    assert_equal_double(c.e->context_bytes.q.value, 32 * 32 * 128 * 2.0);
    check_lines(&c);
}

/* ── Experts ── */

static const struct model deepseek_v3 = {.id = "deepseek-v3",
                                         .native_format = "fp8",
                                         .layers = 61,
                                         .hidden = 7000,
                                         .heads = 128,
                                         .kv_heads = 128,
                                         .head_dim = 192,
                                         .value_dim = 128,
                                         .nope_dim = 128,
                                         .rope_dim = 64,
                                         .q_rank = 1536,
                                         .kv_rank = 512,
                                         .ffn = 18432,
                                         .ffn_matrices = 3,
                                         .vocabulary = 129280,
                                         .max_context = 131072,
                                         .experts = 288,
                                         .experts_active = 9,
                                         .expert_ffn = 2048,
                                         .moe_layers = 58};

/* PUB-comm-07: 32 tokens to 9 experts, one byte out and two back, 7000 wide, over 50 GB/s: 120.96
 * µs a layer when every destination is remote; of 288 ranks 287 are. PUB-decode-21: twice that for
 * 61 layers is 14.76 ms. */
static void tokens_to_experts_and_back(void **state) {
    (void)state;
    struct medium m = {.bandwidth = 50e9};
    struct network w = {.per_node = 1};
    struct traffic t = {.m = &deepseek_v3,
                        .w = &w,
                        .d = {1, 1, 288, 288, 1, 288, 1},
                        .stage = {.moe = 1},
                        .tokens = 32,
                        .element = 2,
                        .dispatched = 1,
                        .passes = 1,
                        .decode = true};
    struct messages list = traffic_expert(&t);
    double time = 0;
    assert_int_equal(list.n, 2);
    for (size_t i = 0; i < 2; i++)
        time += list.at[i].count *
                collective_time(ALL_TO_ALL, ALGORITHM_ONE_SHOT, list.at[i].bytes, 288, m);
    assert_near(time / US, 120.96 * 287 / 288, 0.001);
    assert_near(time * 2 * 61 * 288 / 287 * 1e3, 14.76, 0.005);
}

/* 8 of 256 experts on 8 nodes: a copy for each expert, or at best one for each node that has any of
 * them: 8 (1 − (7/8)^8) = 5.25 of 8. */
static void copies_by_node_at_best(void **state) {
    (void)state;
    struct scenario s = {.accelerator = &h100,
                         .device_link = &nvlink_4,
                         .between_nodes = &infiniband,
                         .devices = 64,
                         .latency = 1e-12};
    struct network w = network_of(&s);
    struct courier courier = {.w = w};
    struct model m = deepseek_v3;
    m.experts = 256;
    m.experts_active = 8;
    struct traffic t = {.m = &m,
                        .w = &w,
                        .d = {1, 1, 64, 64, 1, 64, 1},
                        .stage = {.moe = 1},
                        .tokens = 4096,
                        .element = 2,
                        .dispatched = 1,
                        .passes = 1};
    struct message dispatch = traffic_expert(&t).at[0];
    struct quantity time = message_time(&courier, &dispatch);
    double remote = 7 / 8.0 * 4096 * 8 * 7000;
    assert_near(time.value, remote / (0.73 * 50e9), 1e-9);
    assert_near(time.low, remote * 5.2512 / 8 / (0.90 * 50e9), 1e-6);
    /* Routing that keeps to 4 nodes sends 4 copies, at best the 4 (1 − (3/4)^8) = 3.60 needed. */
    t.expert_nodes = 4;
    dispatch = traffic_expert(&t).at[0];
    time = message_time(&courier, &dispatch);
    assert_near(time.value, remote / 2 / (0.73 * 50e9), 1e-9);
    assert_near(time.low, remote * 3.5995 / 8 / (0.90 * 50e9), 1e-6);
    t.expert_nodes = 100;
    assert_equal_double(traffic_copies(&t), 8);
}

/* Inside the tensor group every rank has all tokens: their sums are all that is sent. */
static void experts_inside_the_tensor_group(void **state) {
    (void)state;
    struct network w = {.per_node = 8};
    struct traffic t = {.m = &deepseek_v3,
                        .w = &w,
                        .d = {8, 1, 1, 8, 1, 8, 1},
                        .stage = {.moe = 58},
                        .tokens = 32,
                        .element = 2,
                        .dispatched = 1,
                        .passes = 1,
                        .decode = true};
    assert_int_equal(traffic_expert(&t).n, 0);
    t.d = (struct degrees){8, 1, 2, 16, 1, 16, 1};
    assert_int_equal(traffic_expert(&t).n, 2);
}

/* Backwards the gradients go the same ways at full width; recomputation sends forward once more. */
static void experts_in_training(void **state) {
    (void)state;
    struct network w = {.per_node = 8};
    struct traffic t = {.m = &deepseek_v3,
                        .w = &w,
                        .d = {1, 1, 8, 8, 1, 8, 1},
                        .stage = {.moe = 10},
                        .tokens = 4096,
                        .element = 2,
                        .dispatched = 1,
                        .passes = 2,
                        .training = true};
    struct messages list = traffic_expert(&t);
    assert_equal_double(list.at[0].count, 10);
    assert_equal_double(list.at[1].count, 30);
    t.passes = 3;
    list = traffic_expert(&t);
    assert_equal_double(list.at[0].count, 20);
    assert_equal_double(list.at[1].count, 40);
}

/* ── Training ── */

static struct scenario training(const char *zero, int64_t t, int64_t p, int64_t data) {
    return (struct scenario){.task = "training",
                             .model = &llama_3_8b,
                             .accelerator = &h100,
                             .device_link = &nvlink_4,
                             .between_nodes = &infiniband,
                             .tensor_parallel = t,
                             .pipeline_parallel = p,
                             .data_parallel = data,
                             .gradient_accumulation = 8,
                             .latency = 10 * US,
                             .zero = zero};
}

static struct training_work work(double micro) {
    return (struct training_work){quantity_exact(micro, UNIT_SECOND), 2.0 / 3, 0.1};
}

/* Per micro-batch 4 sums a layer of 2048 · 4096 · 2 B, 6 with full recomputation; sequence
 * parallelism sends the same in halves. */
static void tensor_ranks_in_training(void **state) {
    struct training_work w = work(1);
    struct training_traffic out;
    struct scenario s = training("0", 8, 1, 1);
    struct account c = asked(*state, &s);
    assert_true(communication_training(&c, &w, &out));
    account_traffic(&c);
    double sums = 4 * 32 * 2048 * 4096 * 2.0, loss = 8 * 2048;
    assert_equal_double(c.e->tensor_bytes.q.value, sums + loss);
    assert_near(c.e->tensor_time.q.value, 8 * out.micro.value, 1e-12);
    assert_equal_double(out.step.value, 0);
    check_lines(&c);
    double bandwidth_part = 1.75 * sums / 351e9;
    s.collective = "fused";
    c = asked(*state, &s);
    communication_training(&c, &w, &out);
    account_traffic(&c);
    assert_near(out.micro.value, bandwidth_part + 130 * 10 * US, 1e-6);
    s.sequence_parallel = "yes";
    c = asked(*state, &s);
    communication_training(&c, &w, &out);
    account_traffic(&c);
    assert_equal_double(c.e->tensor_bytes.q.value, sums + loss);
    assert_near(out.micro.value, bandwidth_part + (256 + 2) * 10 * US, 1e-6);
    check_lines(&c);
    s.recompute = "full";
    c = asked(*state, &s);
    communication_training(&c, &w, &out);
    account_traffic(&c);
    assert_equal_double(c.e->tensor_bytes.q.value, 1.5 * sums + loss);
}

/* PUB-zero-14: with sharded states 2 x the parameters, as an all-reduce; formulas 11.1: 1.5 times
 * that with ZeRO 3, in every micro-batch. Gradients and weights of 2 bytes; (n − 1) / n of each. */
static void volumes_of_zero(void **state) {
    struct training_work w = work(1);
    struct training_traffic out;
    static const char *const stages[] = {"0", "1", "2", "3", "fsdp"};
    static const double volumes[] = {2, 2, 2, 3 * 8, 3 * 8};
    for (size_t i = 0; i < 5; i++) {
        struct scenario s = training(stages[i], 1, 1, 8);
        struct account c = asked(*state, &s);
        assert_true(communication_training(&c, &w, &out));
        account_traffic(&c);
        double parameters = c.e->data_bytes.q.value / 2 / (7.0 / 8) / (double)c.p.total;
        assert_near(parameters, volumes[i], 1e-9);
        check_lines(&c);
    }
}

/* One backward pass of 2/3 s hides nine tenths of itself: all of 2 · 8e9 · 1.75 / 351e9 = 80 ms;
 * of 15 ms work it hides 9 ms. */
static void gradients_hide_behind_the_backward_pass(void **state) {
    struct training_work slow = work(1), quick = work(0.015);
    struct training_traffic out;
    struct scenario s = training("0", 1, 1, 8);
    struct account c = asked(*state, &s);
    communication_training(&c, &slow, &out);
    assert_equal_double(out.step.value, 0);
    c = asked(*state, &s);
    communication_training(&c, &quick, &out);
    assert_near(out.step.value, c.e->data_time.q.value - 0.009, 1e-9);
    assert_near(out.step.low, c.e->data_time.q.low - 0.010, 1e-9);
    assert_near(out.step.high, c.e->data_time.q.high - 0.008, 1e-9);
    assert_near(c.e->training_communication_time.q.value, out.step.value, 1e-12);
    s.given[SCENARIO_overlap] = true; /* overlap = 0 */
    c = asked(*state, &s);
    communication_training(&c, &slow, &out);
    assert_near(out.step.value, c.e->data_time.q.value, 1e-12);
    check_lines(&c);
}

/* Shards in each node, summed between four nodes: an eighth of the gradients crosses. */
static void shards_stay_in_the_node(void **state) {
    struct training_work w = work(1);
    struct training_traffic out;
    struct scenario s = training("3", 1, 1, 32);
    s.shard_group = 8;
    s.gradient_accumulation = 1;
    struct account c = asked(*state, &s);
    communication_training(&c, &w, &out);
    account_traffic(&c);
    double bytes = 2 * (double)c.p.total;
    assert_near(c.e->data_bytes.q.value, 3 * 7 / 8.0 * bytes + 1.5 * bytes / 8, 1);
    check_lines(&c);
    s.shard_group = 0;
    struct account all = asked(*state, &s);
    communication_training(&all, &w, &out);
    account_traffic(&all);
    assert_true(all.e->data_time.q.value > c.e->data_time.q.value);
}

/* Dense parameters are the same on all 8 ranks, each expert on one: experts are not exchanged. */
static void experts_have_ranks_of_their_own(void **state) {
    struct model mixtral = llama_3_8b;
    mixtral.experts = 8;
    mixtral.experts_active = 2;
    mixtral.expert_ffn = 14336;
    mixtral.moe_layers = 32;
    struct scenario s = training("1", 1, 1, 8);
    s.model = &mixtral;
    s.expert_parallel = 8;
    struct training_work w = work(1);
    struct training_traffic out;
    struct account c = asked(*state, &s);
    communication_training(&c, &w, &out);
    account_traffic(&c);
    double dense = (double)(c.p.total - c.p.experts);
    assert_near(c.e->data_bytes.q.value, 2 * 7 / 8.0 * 2 * dense, 1);
    assert_true(c.e->expert_time.present && out.micro.value > 0);
    check_lines(&c);
    s.expert_parallel = 4;
    c = asked(*state, &s);
    communication_training(&c, &w, &out);
    account_traffic(&c);
    double experts = (double)c.p.experts / 4;
    assert_near(c.e->data_bytes.q.value, 2 * 2 * (7 / 8.0 * dense + 0.5 * experts), 1);
    check_lines(&c);
}

/* Sends of a stage both ways, twice as many when it holds two chunks; hidden behind computing. */
static void stages_in_training(void **state) {
    struct training_work w = work(0.1);
    struct training_traffic out;
    struct scenario s = training("0", 1, 8, 1);
    struct account c = asked(*state, &s);
    communication_training(&c, &w, &out);
    account_traffic(&c);
    double bytes = 2048 * 4096 * 2.0, once = 10 * US + bytes / 351e9;
    assert_equal_double(c.e->pipeline_bytes.q.value, bytes);
    assert_near(c.e->pipeline_time.q.value, 8 * 2 * once, 1e-9);
    assert_equal_double(out.micro.value, 0);
    check_lines(&c);
    s.interleave = 2;
    c = asked(*state, &s);
    communication_training(&c, &w, &out);
    account_traffic(&c);
    assert_near(c.e->pipeline_time.q.value, 8 * 4 * once, 1e-9);
    check_lines(&c);
}

/* Adapters are all that data ranks exchange; with ZeRO 3 the frozen weights are gathered. */
static void adapters_are_small(void **state) {
    struct training_work w = work(1);
    struct training_traffic out;
    struct scenario s = training("0", 1, 1, 8);
    s.method = "lora";
    struct account c = asked(*state, &s);
    measure_set(&c.e->trainable_parameters, quantity_exact(40e6, UNIT_NONE));
    communication_training(&c, &w, &out);
    account_traffic(&c);
    assert_near(c.e->data_bytes.q.value, 1.75 * 2 * 40e6, 10);
    s.zero = "3";
    c = asked(*state, &s);
    measure_set(&c.e->trainable_parameters, quantity_exact(40e6, UNIT_NONE));
    communication_training(&c, &w, &out);
    account_traffic(&c);
    double weights = 2 * (double)c.p.total;
    assert_near(c.e->data_bytes.q.value, 8 * 7 / 8.0 * (2 * 40e6 + 2 * weights), 100);
}

/* ── Any plan ── */

static uint64_t drawn(uint64_t *seed, uint64_t below) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (*seed >> 33) % below;
}

static struct scenario any_plan(uint64_t *seed) {
    static const struct model *const models[] = {&llama_2_7b, &llama_3_70b, &qwen_7b, &deepseek_v3};
    static const struct link mesh = {
        .kind = "scale-up", .topology = "mesh", .bandwidth = RATE(448), .pair_bandwidth = RATE(64)};
    static const struct link *const links[] = {&nvlink_3, &nvlink_4, &mesh, NULL};
    static const char *const stages[] = {"0", "1", "2", "3", "fsdp", NULL};
    static const char *const how[] = {"best", "ring", "tree", "one-shot", "two-shot", "fused"};
    bool training = drawn(seed, 2);
    return (struct scenario){
        .task = training ? "training" : "inference",
        .model = models[drawn(seed, 4)],
        .accelerator = &h100,
        .device_link = links[drawn(seed, 4)],
        .between_nodes = drawn(seed, 3) ? &infiniband : NULL,
        .weights = training ? NULL : "int4-g128",
        .tensor_parallel = 1 << drawn(seed, 5),
        .pipeline_parallel = 1 << drawn(seed, 4),
        .data_parallel = 1 << drawn(seed, 6),
        .context_parallel = 1 << drawn(seed, 2),
        .expert_parallel = 1 << drawn(seed, 7),
        .devices_per_node = (int64_t)drawn(seed, 10),
        .gradient_accumulation = training ? 1 + (int64_t)drawn(seed, 32) : 0,
        .batch = training ? 0 : 1 + (int64_t)drawn(seed, 64),
        .zero = training ? stages[drawn(seed, 6)] : NULL,
        .collective = how[drawn(seed, 6)],
        .latency = drawn(seed, 2) ? 0 : 3 * US,
        .overlap = drawn(seed, 3) ? 0 : 0.5,
        .context = training ? 0 : 2048,
        .sequence = training ? 2048 : 0,
    };
}

/* Ranges are in order and finite, nothing is negative, what is not hidden is part of the whole, and
 * times are absent exactly when a rate is. */
static void any_plan_holds(void **state) {
    uint64_t seed = 20261130;
    size_t held = 0, timed = 0;
    for (size_t i = 0; i < 3000; i++) {
        struct scenario s = any_plan(&seed);
        struct scenario_fault faults[8];
        if (scenario_complete(&s, *state, faults, 8))
            continue;
        const struct estimate *e = estimate_figures(*state, &s);
        held++;
        for (size_t k = 0; k < estimate_field_count; k++) {
            const struct measure *m = estimate_measure(e, &estimate_fields[k]);
            if (strncmp(estimate_fields[k].path, "communication/", 14) != 0 || !m->present)
                continue;
            if (!(m->q.low >= 0 && m->q.low <= m->q.value && m->q.value <= m->q.high &&
                  isfinite(m->q.high)))
                fail_msg("plan %zu: %s is %g–%g–%g", i, estimate_fields[k].path, m->q.low,
                         m->q.value, m->q.high);
        }
        if (e->communication_time.present) {
            assert_true(e->communication_exposed_time.q.high <= e->communication_time.q.high);
            assert_true(communication_known(&s, degrees_of(&s)));
            timed++;
        }
        if (!communication_known(&s, degrees_of(&s)))
            assert_false(e->decode_time.present || e->training_step_time.present ||
                         e->prefill_time.present);
    }
    assert_true(held > 300 && timed > 100);
}

int main(void) {
    fixtures_used();
    const struct CMUnitTest tests[] = {
        TEST(sums_of_llama_70b),
        TEST(the_step_of_llama_70b),
        TEST(a_decode_step_of_eight_ranks),
        TEST(one_device_is_silent),
        TEST(replicas_are_silent),
        TEST(no_time_without_a_rate),
        TEST(tensor_ranks_of_a100),
        TEST(stages_of_a_decode_step),
        TEST(replicas_stay_together),
        TEST(context_ranks),
        TEST(tokens_to_experts_and_back),
        TEST(copies_by_node_at_best),
        TEST(experts_inside_the_tensor_group),
        TEST(experts_in_training),
        TEST(tensor_ranks_in_training),
        TEST(volumes_of_zero),
        TEST(gradients_hide_behind_the_backward_pass),
        TEST(shards_stay_in_the_node),
        TEST(experts_have_ranks_of_their_own),
        TEST(stages_in_training),
        TEST(adapters_are_small),
        TEST(any_plan_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
