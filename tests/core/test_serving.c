/* Serving, transfer of caches, chunks and prefixes (formulas 10.2, 10.3, 10.5, 14). */
#include "core/families.h"

static const struct link infiniband = {
    .id = "ib-ndr", .kind = "scale-out", .topology = "switch", .bandwidth = KNOWN(50e9)};

static struct scenario question(int64_t batch) {
    return (struct scenario){.task = "inference",
                             .model = &llama_3_8b,
                             .accelerator = &roomy,
                             .batch = batch,
                             .prompt = 1000,
                             .output = 200};
}

/* Little's law; the mean context of the answer is prompt + output / 2; the first token comes out of
 * the prompt. */
static void requests(void **state) {
    struct scenario s = question(16);
    const struct estimate *e = run(*state, &s);
    struct scenario mean = s;
    mean.output = 100;
    double step = run(*state, &mean)->decode_time.q.value; /* 1100 tokens cached */
    double request = e->prefill_first_token.q.value + 199 * step;
    assert_near(e->serving_request_time.q.value, request, 1e-9);
    assert_near(e->serving_rate.q.value, 16 / request, 1e-9);
    assert_near(e->serving_prefill_share.q.value, 16 / request * e->prefill_time.q.value / 16,
                1e-9);
    assert_false(e->serving_utilisation.present || e->serving_queueing.present);
    s.data_parallel = 3;
    const struct estimate *three = run(*state, &s);
    assert_near(three->serving_rate.q.value, 3 * 16 / request, 1e-9);
    assert_near(three->decode_speed.q.value, 3 * e->decode_speed.q.value, 1e-6);
    assert_near(three->decode_user_speed.q.value, e->decode_user_speed.q.value, 1e-9);
    assert_near(three->serving_slots.q.value, 3 * e->serving_slots.q.value, 1e-9);
    assert_near(three->serving_prefill_share.q.value, e->serving_prefill_share.q.value, 1e-9);
}

/* ρ / (1 − ρ), and no end of waiting at 1. */
static void queueing(void **state) {
    struct scenario s = question(16);
    double most = run(*state, &s)->serving_rate.q.value;
    s.request_rate = most / 4;
    const struct estimate *e = run(*state, &s);
    assert_near(e->serving_utilisation.q.value, 0.25, 1e-9);
    assert_near(e->serving_queueing.q.value, 1.0 / 3, 1e-9);
    s.request_rate = most * 2;
    e = run(*state, &s);
    assert_near(e->serving_utilisation.q.value, 2, 1e-9);
    assert_false(e->serving_queueing.present);
}

/* decode-29: 67 sequences, 19 ms a step, 512 tokens: 67 / (0.019 · 512) requests a second. */
static void published_rate(void **state) {
    struct scenario s = question(67);
    s.output = 513; /* the first comes out of the prompt */
    s.host_time = 0;
    const struct estimate *e = run(*state, &s);
    double mean = (e->serving_request_time.q.value - e->prefill_first_token.q.value) / 512;
    s.host_time = 0.019 - mean;
    e = run(*state, &s);
    double answer = e->serving_request_time.q.value - e->prefill_first_token.q.value;
    assert_near(67 / answer / 4, 1.72, 0.005);
}

/* Cache of one prompt over a link at 73 % of its rate; layers are streamed. */
static void transfer(void **state) {
    struct scenario s = question(1);
    s.handover = &infiniband;
    const struct estimate *e = run(*state, &s);
    double bytes = 131072.0 * 1000, time = bytes / (50e9 * 0.73);
    assert_equal_double(e->transfer_bytes.q.value, bytes);
    assert_near(e->transfer_time.q.value, time, 1e-12);
    double prefill = e->prefill_time.q.value;
    assert_true(prefill > time);
    assert_near(e->transfer_exposed_time.q.value, time / 32, 1e-12);
    /* The first token is there before its cache moves, the second is not. */
    assert_near(e->prefill_first_token.q.value, prefill, 1e-12);
    struct scenario together = s;
    together.handover = NULL;
    assert_near(e->serving_request_time.q.value,
                run(*state, &together)->serving_request_time.q.value + time / 32, 1e-9);
    /* A slow link is waited for. */
    struct link slow = infiniband;
    slow.bandwidth.value = 1e9;
    s.handover = &slow;
    e = run(*state, &s);
    time = bytes / (1e9 * 0.73);
    assert_near(e->transfer_exposed_time.q.value, time - prefill + time / 32, 1e-9);
}

/* Formulas 10.2: each chunk reads the weights, and what was cached before it. */
static void chunks(void **state) {
    struct scenario s = question(1);
    s.prompt = 8000;
    const struct estimate *whole = run(*state, &s);
    s.chunk = 1000;
    const struct estimate *cut = run(*state, &s);
    double weights = 2 * (8030261248.0 - 128256.0 * 4096);
    double cached = 131072.0 * 1000 * (8 * 7 / 2.0);
    assert_near(cut->prefill_bytes.q.value - whole->prefill_bytes.q.value, 7 * weights + cached, 1);
    assert_equal_double(cut->prefill_flops.q.value, whole->prefill_flops.q.value);
    /* The workspace is that of a chunk. */
    assert_near(cut->memory_activations.q.value * 2.048, whole->memory_activations.q.value, 1);
    /* Chunks longer than the prompt are the prompt. */
    s.chunk = 100000;
    assert_equal_double(run(*state, &s)->prefill_bytes.q.value, whole->prefill_bytes.q.value);
}

/* Formulas 10.3: linears with what is new, attention with new · (found + new / 2). */
static void prefix(void **state) {
    struct scenario s = question(1);
    s.prompt = 8000;
    const struct estimate *all = run(*state, &s);
    s.prefix_hit = 0.75;
    const struct estimate *hit = run(*state, &s);
    double attention = 4 * 4096.0 * 32, head = 2 * (128256.0 + 1) * 4096;
    double linear = all->prefill_flops.q.value - attention * 8000 * 8000 / 2 - head;
    assert_near(hit->prefill_flops.q.value, linear / 4 + head + attention * 2000 * (6000 + 1000),
                1e6);
    /* What was found is read: 6000 tokens. */
    double read = 131072.0 * 6000;
    double layers = 32 * 75 * 4096.0 * 6000, table = 2 * 4096.0 * 6000;
    assert_near(all->prefill_bytes.q.value - hit->prefill_bytes.q.value, layers + table - read, 1);
    assert_equal_double(hit->memory_kv_cache.q.value, all->memory_kv_cache.q.value);
    /* Everything found: the last token is still computed. */
    s.prefix_hit = 1;
    assert_true(run(*state, &s)->prefill_flops.q.value > head);
}

/* Formulas 10.2 and 18: 1209 TFLOP, 0.31 s on eight H100 at half of the dense peak. */
static void a_prompt_on_eight(void **state) {
    const struct estimate *e = run(*state, &(struct scenario){.task = "inference",
                                                              .model = &llama_3_70b,
                                                              .accelerator = &h100,
                                                              .context = 8192,
                                                              .tensor_parallel = 8,
                                                              .mfu = 0.5});
    assert_near(e->prefill_flops.q.value * 8 / 1e12, 1209, 1.5);
    assert_near(e->prefill_compute_time.q.value / 0.5, 0.31, 0.005);
}

/* Formulas 18: 70B on eight devices, 32 sequences of 8192 tokens. */
static void golden_values_of_eight(void **state) {
    const struct estimate *e = run(*state, &(struct scenario){.task = "inference",
                                                              .model = &llama_3_70b,
                                                              .accelerator = &h100,
                                                              .batch = 32,
                                                              .context = 8192,
                                                              .tensor_parallel = 8});
    assert_near(e->memory_weights.q.value / GIB, 16.43, 0.01);
    assert_near(e->memory_kv_cache.q.value / GIB, 10, 1e-9);
    assert_near(e->decode_bytes.q.value / 1e9, 28.11, 0.02);
    assert_near(e->decode_memory_time.q.value * 1e3, 8.39, 0.01);
    assert_near(e->decode_compute_time.q.value * 1e3, 0.64, 0.01);
    const struct estimate *half = run(*state, &(struct scenario){.task = "inference",
                                                                 .model = &llama_3_70b,
                                                                 .accelerator = &h100,
                                                                 .weights = "fp8",
                                                                 .kv = "fp8",
                                                                 .batch = 32,
                                                                 .context = 8192,
                                                                 .tensor_parallel = 8});
    double held = half->memory_weights.q.value + half->memory_kv_cache.q.value;
    assert_near(held / GIB, 13.21, 0.01);
    assert_near(half->decode_ceiling_time.q.value * 1e3, 4.20, 0.01);
}

/* decode-09: stages do not speed up one stream; with as many sequences they all work. */
static void stages(void **state) {
    struct scenario s = {.task = "inference",
                         .model = &llama_3_8b,
                         .accelerator = &roomy,
                         .device_link = &infiniband,
                         .context = 2048};
    const struct estimate *one = run(*state, &s);
    s.pipeline_parallel = 4;
    const struct estimate *four = run(*state, &s);
    assert_near(four->decode_ceiling_time.q.value, one->decode_ceiling_time.q.value, 1e-9);
    assert_true(four->decode_speed.q.value <= one->decode_speed.q.value);
    s.batch = 4;
    const struct estimate *full = run(*state, &s);
    assert_near(full->decode_ceiling_time.q.value,
                full->decode_bytes.q.value / roomy.memory_bandwidth.value, 1e-12);
    assert_true(full->decode_ceiling_speed.q.value > 3.9 * one->decode_ceiling_speed.q.value);
}

/* Formulas 8: b* = F_pk · w / (2 · BW) is 295 on an H100 in 16 bits, 208 for roofline-op-07. */
static void saturation(void **state) {
    assert_near(infer(*state, &llama_3_8b, &h100, 1, 100)->decode_saturation_batch.q.value, 295,
                0.5);
    const struct estimate *e = run(*state, &(struct scenario){.task = "inference",
                                                              .model = &llama_3_8b,
                                                              .accelerator = &h100,
                                                              .peak = 312e12,
                                                              .memory_bandwidth = 1.5e12});
    assert_near(e->decode_saturation_batch.q.value, 208, 1e-9);
}

/* The server's own time is added to each step, not to the ceiling. */
static void host_time(void **state) {
    struct scenario s = question(1);
    const struct estimate *without = run(*state, &s);
    s.host_time = 0.002;
    const struct estimate *with = run(*state, &s);
    assert_near(with->decode_time.q.value - without->decode_time.q.value, 0.002, 1e-12);
    assert_near(with->decode_time.q.low - without->decode_time.q.low, 0.002, 1e-12);
    assert_equal_double(with->decode_ceiling_time.q.value, without->decode_ceiling_time.q.value);
}

int main(void) {
    families_used();
    const struct CMUnitTest tests[] = {
        TEST(requests), TEST(queueing),   TEST(published_rate),    TEST(transfer),
        TEST(chunks),   TEST(prefix),     TEST(a_prompt_on_eight), TEST(golden_values_of_eight),
        TEST(stages),   TEST(saturation), TEST(host_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
