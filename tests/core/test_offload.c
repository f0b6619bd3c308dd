/* Offload to host memory and drives (formulas 13; published cases PUB-offload). */
#include "core/fixtures.h"
#include "core/offload.h"

static const struct link pcie_4 = {
    .id = "pcie-4-x16", .kind = "host-link", .bandwidth = KNOWN(31.5e9)};
static const struct link pcie_3 = {
    .id = "pcie-3-x16", .kind = "host-link", .bandwidth = KNOWN(16e9)};
static const struct link ddr5 = {.id = "ddr5-5600", .kind = "memory", .bandwidth = KNOWN(44.8e9)};
static const struct link nvme = {.id = "nvme-pcie4", .kind = "storage", .bandwidth = KNOWN(7e9)};

/* OPT-30B is not in the catalogue: 30e9 parameters in 48 layers, 60 GB in FP16. */
static const struct model opt_30b = {.id = "opt-30b",
                                     .name = "OPT 30B",
                                     .native_format = "fp16",
                                     .layers = 48,
                                     .hidden = 7168,
                                     .heads = 56,
                                     .kv_heads = 56,
                                     .head_dim = 128,
                                     .ffn = 28672,
                                     .ffn_matrices = 2,
                                     .vocabulary = 50272,
                                     .max_context = 2048,
                                     .tied_embeddings = 1};

static const struct accelerator t4 = {.id = "t4",
                                      .vendor = "NVIDIA",
                                      .architecture = "Turing",
                                      .accumulate = "fp32",
                                      .memory_capacity = KNOWN(15 * GIB),
                                      .memory_bandwidth = KNOWN(320e9),
                                      .fp16 = KNOWN(65e12)};

static struct scenario on_cpu(void) {
    return (struct scenario){.task = "inference",
                             .model = &llama_3_70b,
                             .accelerator = &rtx_4090,
                             .weights = "q4_k_m",
                             .context = 1,
                             .offload = "layers",
                             .to_host = &pcie_4,
                             .host_memory = "ddr5-5600",
                             .host_tier = &ddr5,
                             .host_channels = 2};
}

/* Formulas 13: 42.5 GB, of which 22 stay: 26 + 305 ms, about 3 tokens a second. */
static void golden_halves(void **state) {
    (void)state;
    struct quantity host = tier_time(20.5e9, 2 * 44.8e9, efficiency_host_memory());
    double device = 22e9 / (1008e9 * 0.85);
    assert_near(host.value * 1e3, 305, 0.5);
    assert_near(device * 1e3, 25.7, 0.05);
    assert_near(1 / (host.value + device), 3.0, 0.05);
    assert_near(host.value / (host.value + device), 0.92, 0.003);
    assert_true(host.low < host.value && host.value < host.high);
}

/* The same through the estimate: the share of the bytes that the CPU reads takes 305 ms. */
static void layers_on_the_cpu(void **state) {
    struct scenario s = on_cpu();
    const struct estimate *whole = run(*state, &s);
    double bytes = whole->decode_bytes.q.value;
    s.offload_share = 20.5e9 / bytes;
    const struct estimate *e = run(*state, &s);
    assert_int_equal(e->fits, VERDICT_NO);
    assert_false(e->decode_time.present);
    assert_false(e->decode_speed.present);
    double hops = 2 * 8192 * 2 / (31.5e9 * 0.88); /* there and back, 16 bits */
    assert_near(e->offload_host_time.q.value, 20.5e9 / (89.6e9 * 0.75) + hops, 1e-9);
    assert_near(e->offload_ceiling_speed.q.value, 1 / ((bytes - 20.5e9) / 1008e9 + 20.5e9 / 89.6e9),
                0.02);
    assert_true(e->offload_host_time.q.value > 0.85 * e->offload_serial_time.q.value);
    assert_string_equal(e->offload_bound, "host-memory");
    assert_near(e->offload_speed.q.value, 1 / e->offload_serial_time.q.value, 1e-9);
}

/* Just what does not surely fit leaves, in whole layers; one layer less would not fit. */
static void just_enough_leaves(void **state) {
    struct scenario s = on_cpu();
    const struct estimate *e = run(*state, &s);
    double layer = (e->memory_weights.q.value + e->memory_kv_cache.q.value) / 80;
    double layers = e->offload_bytes.q.value / layer;
    assert_near(layers, round(layers), 1e-6);
    assert_int_equal(e->offload_fits, VERDICT_YES);
    assert_true(e->offload_device_bytes.q.high <= 24 * GIB);
    assert_true(e->offload_device_bytes.q.high + layer > 24 * GIB);
    assert_near(e->offload_host_bytes.q.value, e->offload_bytes.q.value, 0);
}

static void nothing_leaves_what_fits(void **state) {
    struct scenario s = on_cpu();
    s.model = &llama_3_8b;
    const struct estimate *e = run(*state, &s);
    assert_int_equal(e->fits, VERDICT_YES);
    assert_equal_double(e->offload_bytes.q.value, 0);
    assert_near(e->offload_serial_time.q.value, e->decode_time.q.value, 1e-5);
}

/* PUB-offload-02: 60 GB over 16 GB/s in each step; 8 sequences: at most 2.133 tokens a second. */
static void weights_streamed(void **state) {
    const struct scenario s = {.task = "inference",
                               .model = &opt_30b,
                               .accelerator = &t4,
                               .weights = "fp16",
                               .batch = 8,
                               .prompt = 512,
                               .output = 32,
                               .offload = "weights",
                               .offload_share = 1,
                               .host_link = "pcie-3-x16",
                               .to_host = &pcie_3};
    const struct estimate *e = run(*state, &s);
    double bytes = e->decode_weight_bytes.q.value;
    assert_near(bytes, 60e9, 0.6e9);
    assert_near(e->offload_ceiling_speed.q.value, 8 / (bytes / 16e9), 1e-6);
    assert_near(e->offload_ceiling_speed.q.value, 2.133, 0.03);
    assert_near(e->offload_host_time.q.value, bytes / (16e9 * 0.88), 1e-6);
    assert_string_equal(e->offload_bound, "host-link");
    /* Fetched ahead, the link hides the device; otherwise both add up. */
    assert_near(e->offload_overlapped_time.q.value, e->offload_host_time.q.value, 1e-9);
    assert_near(e->offload_serial_time.q.value,
                e->offload_host_time.q.value + e->offload_device_time.q.value, 1e-9);
    assert_near(e->offload_speed.q.value, 8 / e->offload_overlapped_time.q.value, 1e-9);
    assert_near(e->offload_speed.q.low, 8 / e->offload_serial_time.q.high, 1e-9);
    /* Two layers stay for what is being computed and what comes. */
    double weights = e->memory_weights.q.value;
    assert_near(e->offload_device_bytes.q.value,
                e->memory_total.q.value - weights + 2 * weights / 48, 1);
}

/* PUB-offload-04: 144 sequences share one pass of the weights, so they are faster than 8. */
static void more_sequences_share_a_pass(void **state) {
    struct scenario s = {.task = "inference",
                         .model = &opt_30b,
                         .accelerator = &t4,
                         .weights = "fp16",
                         .batch = 8,
                         .prompt = 512,
                         .output = 32,
                         .offload = "layers",
                         .offload_share = 1,
                         .host_link = "pcie-3-x16",
                         .to_host = &pcie_3,
                         .host_memory = "ddr5-5600",
                         .host_tier = &ddr5,
                         .host_channels = 6};
    const struct estimate *few = run(*state, &s);
    s.batch = 144;
    const struct estimate *many = run(*state, &s);
    assert_true(many->offload_speed.q.value > few->offload_speed.q.value);
}

/* PUB-offload-08: 24 of 48 layers: the harmonic mean of both ends. */
static void half_the_layers(void **state) {
    struct scenario s = on_cpu();
    s.model = &llama_3_8b;
    s.to_host = NULL;
    s.offload_share = 1;
    const struct estimate *cpu = run(*state, &s);
    s.offload_share = 0.5;
    const struct estimate *half = run(*state, &s);
    double slow = cpu->offload_speed.q.value, fast = half->decode_speed.q.value;
    assert_near(half->offload_speed.q.value, 1 / (0.5 / slow + 0.5 / fast), 1e-6);
    /* The published ends. */
    assert_near(1 / (0.5 / 2.89 + 0.5 / 43.18), 5.417, 0.001);
}

/* Three tiers: the host takes what it can, the drive the rest, and the drive is what takes long. */
static void three_tiers(void **state) {
    struct scenario s = on_cpu();
    s.offload = "weights";
    s.weights = "fp16";
    s.offload_share = 1;
    s.host_capacity = 64e9;
    s.storage = "nvme-pcie4";
    s.drive = &nvme;
    const struct estimate *e = run(*state, &s);
    double weights = 2 * 70553706496.0;
    assert_near(e->offload_host_bytes.q.value, 64e9, 0);
    assert_near(e->offload_storage_bytes.q.value, weights - 64e9, 1);
    double read = e->decode_weight_bytes.q.value * (weights - 64e9) / weights;
    assert_near(e->offload_storage_time.q.value, read / (7e9 * 0.8), 1e-6);
    assert_near(e->offload_overlapped_time.q.value, e->offload_storage_time.q.value, 1e-9);
    assert_string_equal(e->offload_bound, "drive");
    s.storage = NULL;
    s.drive = NULL;
    const struct estimate *none = run(*state, &s);
    assert_int_equal(none->offload_fits, VERDICT_NO);
    assert_false(none->offload_speed.present);
}

/* Keys and values on the host: every step fetches them. */
static void cache_on_the_host(void **state) {
    struct scenario s = on_cpu();
    s.model = &llama_3_8b;
    s.weights = "fp8";
    s.offload = "kv";
    s.context = 100000;
    s.batch = 4;
    const struct estimate *e = run(*state, &s);
    assert_int_equal(e->fits, VERDICT_NO);
    assert_int_equal(e->offload_fits, VERDICT_YES);
    double share = e->offload_bytes.q.value / e->memory_kv_cache.q.value;
    assert_near(e->offload_host_time.q.value, share * e->decode_kv_bytes.q.value / (31.5e9 * 0.88),
                1e-9);
}

/* A share that leaves too little room gives no speed. */
static void too_little_leaves(void **state) {
    struct scenario s = on_cpu();
    s.offload_share = 0.1;
    const struct estimate *e = run(*state, &s);
    assert_int_equal(e->offload_fits, VERDICT_NO);
    assert_false(e->offload_speed.present);
    assert_false(e->offload_serial_time.present);
}

/* PUB-offload-01: 2851M parameters on one node, all states on the CPU: 18 · P · 1.5 = 71.69 GiB,
 * PUB-offload-07: the weights alone stay with the optimizer on the CPU. */
static void deepspeed_host_memory(void **state) {
    struct model m = llama_2_7b;
    struct scenario s = {.task = "training",
                         .model = &m,
                         .accelerator = &a100_80,
                         .offload = "states",
                         .host_link = "pcie-4-x16",
                         .to_host = &pcie_4,
                         .host_memory = "ddr5-5600",
                         .host_tier = &ddr5,
                         .host_channels = 8};
    const struct estimate *e = run(*state, &s);
    double p = 6738415616.0;
    assert_near(e->offload_host_bytes.q.value, 18 * p * 1.5, 1);
    assert_near(18 * 2851e6 * 1.5 / GIB, 71.69, 0.005);
    s.offload = "optimizer";
    const struct estimate *o = run(*state, &s);
    assert_near(o->offload_host_bytes.q.value, 16 * p * 1.5, 1);
    assert_near(o->offload_bytes.q.value, 14 * p, 1); /* gradients and states */
    assert_near(o->memory_weights.q.value, 2 * p, 0);
    assert_int_equal(o->fits, VERDICT_NO);
    assert_false(o->training_step_time.present);
    assert_int_equal(o->offload_fits, VERDICT_YES);
    assert_true(o->offload_speed.present);
    /* Gradients down and weights up, 2 bytes each; 30 bytes a parameter through eight channels. */
    double link = 4 * p / (31.5e9 * 0.88), update = 30 * p / (8 * 44.8e9 * 0.75);
    assert_near(o->offload_host_time.q.value, link + update, 1e-6);
}

/* The more leaves the slower it gets, and never as fast as all on the device. */
static void more_off_is_slower(void **state) {
    static const char *const ways[] = {"weights", "layers", "kv"};
    for (size_t w = 0; w < 3; w++) {
        struct scenario s = on_cpu();
        s.model = &llama_3_8b;
        s.context = 4096;
        s.offload = ways[w];
        double last = INFINITY;
        for (double share = 0.1; share <= 1; share += 0.1) {
            s.offload_share = share;
            const struct estimate *e = run(*state, &s);
            assert_true(e->offload_speed.q.value <= last * (1 + 1e-12));
            assert_true(e->offload_speed.q.value <= e->decode_speed.q.value * (1 + 1e-12));
            assert_true(e->offload_speed.q.high <= e->offload_ceiling_speed.q.value);
            assert_true(e->offload_speed.q.low <= e->offload_speed.q.value &&
                        e->offload_speed.q.value <= e->offload_speed.q.high);
            last = e->offload_speed.q.value;
        }
    }
}

/* Without links and tiers the memory can be said, the times not. */
static void memory_without_tiers(void **state) {
    const struct scenario s = {
        .task = "training", .model = &llama_2_7b, .accelerator = &a100_80, .offload = "optimizer"};
    const struct estimate *e = run(*state, &s);
    assert_near(e->offload_host_bytes.q.value, 16 * 6738415616.0 * 1.5, 1);
    assert_int_equal(e->offload_fits, VERDICT_YES);
    assert_false(e->offload_host_time.present);
    assert_false(e->offload_speed.present);
}

/* A CPU brings the bandwidth of all its channels. */
static void a_cpu_as_host(void **state) {
    const struct accelerator cpu = {
        .id = "cpu", .class = "cpu", .memory_bandwidth = KNOWN(460.8e9)};
    struct scenario s = on_cpu();
    s.host_tier = NULL;
    s.host_channels = 0;
    s.host_device = &cpu;
    s.to_host = NULL;
    s.offload_share = 1;
    const struct estimate *e = run(*state, &s);
    assert_near(e->offload_host_time.q.value, e->decode_bytes.q.value / (460.8e9 * 0.75), 1e-9);
}

/* Experts on the host: what a token meets of them is read there, the rest on the device. */
static void experts_on_the_host(void **state) {
    const struct model mixtral = {.id = "mixtral-8x7b",
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
    struct scenario s = on_cpu();
    s.model = &mixtral;
    s.weights = "bf16";
    s.offload = "experts";
    s.offload_share = 1;
    s.to_host = NULL;
    const struct estimate *e = run(*state, &s);
    double experts = 32.0 * 8 * 3 * 4096 * 14336 * 2; /* 90.2 GB */
    assert_near(e->offload_bytes.q.value, experts, 1);
    assert_near(e->offload_host_time.q.value, experts / 4 / (89.6e9 * 0.75), 1e-6);
    s.batch = 4; /* 8 · (1 − (3/4)⁴) = 5.47 experts */
    assert_near(run(*state, &s)->offload_host_time.q.value,
                experts * (1 - 0.31640625) / (89.6e9 * 0.75), 1e-6);
}

static void faults_of_offload(void **state) {
    const struct {
        struct scenario s;
        const char *option;
    } rows[] = {
        {{.offload = "optimizer"}, "offload"},
        {{.offload = "layers"}, "host-memory"},
        {{.offload = "weights"}, "host-link"},
        {{.offload = "experts", .host_tier = &ddr5, .host_channels = 2}, "offload"},
        {{.offload = "layers", .host_tier = &ddr5}, "host-channels"},
        {{.offload = "layers", .host_memory = "nvme", .host_tier = &nvme, .host_channels = 1},
         "host-memory"},
        {{.offload_share = 1.5}, "offload-share"},
        {{.offload = "wights", .to_host = &pcie_4}, "offload"},
    };
    struct accelerator apple = a100_80;
    apple.unified_memory = "yes";
    struct scenario shared = on_cpu();
    struct scenario_fault unified[8];
    shared.accelerator = &apple;
    assert_int_equal(scenario_complete(&shared, *state, unified, 8), 1);
    assert_string_equal(unified[0].option, "offload");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct scenario s = rows[i].s;
        struct scenario_fault faults[8];
        s.task = "inference";
        s.model = &llama_2_7b;
        s.accelerator = &a100_80;
        assert_int_equal(scenario_complete(&s, *state, faults, 8), 1);
        assert_string_equal(faults[0].option, rows[i].option);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(golden_halves),         TEST(layers_on_the_cpu),
        TEST(just_enough_leaves),    TEST(nothing_leaves_what_fits),
        TEST(weights_streamed),      TEST(more_sequences_share_a_pass),
        TEST(half_the_layers),       TEST(three_tiers),
        TEST(cache_on_the_host),     TEST(too_little_leaves),
        TEST(deepspeed_host_memory), TEST(more_off_is_slower),
        TEST(memory_without_tiers),  TEST(a_cpu_as_host),
        TEST(experts_on_the_host),   TEST(faults_of_offload),
    };
    fixtures_used();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
