/* The derivation: complete, and each line computes what it says. */
#include "core/evaluate.h"
#include "core/trace.h"

static const struct link pcie_4 = {.kind = "host-link", .bandwidth = KNOWN(31.5e9)};
static const struct link ddr5 = {.kind = "memory", .bandwidth = KNOWN(44.8e9)};
static const struct link nvlink = {.kind = "scale-up",
                                   .topology = "switch",
                                   .bandwidth = KNOWN(450e9),
                                   .pair_bandwidth = KNOWN(450e9),
                                   .in_network_bandwidth = KNOWN(482e9)};
static const struct link mesh = {.kind = "scale-up",
                                 .topology = "mesh",
                                 .bandwidth = KNOWN(448e9),
                                 .pair_bandwidth = KNOWN(64e9)};
static const struct link infiniband = {
    .kind = "scale-out", .topology = "switch", .bandwidth = KNOWN(50e9)};
static const struct link nvme = {.kind = "storage", .bandwidth = KNOWN(7e9)};
static const struct accelerator powered = {.id = "powered",
                                           .accumulate = "fp32",
                                           .memory_capacity = KNOWN(80 * GIB),
                                           .memory_bandwidth = KNOWN(2039e9),
                                           .fp16 = KNOWN(312e12),
                                           .bf16 = KNOWN(312e12),
                                           .power = KNOWN(400)};

static const struct scenario questions[] = {
    {.task = "inference", .model = &llama_2_7b, .accelerator = &a100_80, .context = 4096},
    {.task = "inference", .model = &qwen_7b, .accelerator = &h100, .batch = 17, .context = 3000},
    {.task = "inference", .model = &llama_3_1b, .accelerator = &v100, .context = 777},
    {.task = "inference",
     .model = &llama_3_8b,
     .accelerator = &h100,
     .weights = "fp8",
     .kv = "fp8",
     .prompt = 5000,
     .output = 20},
    {.task = "inference",
     .model = &llama_3_8b,
     .accelerator = &rtx_4090,
     .weights = "int4-g128",
     .kv = "int8",
     .context = 2048},
    {.task = "inference",
     .model = &llama_3_8b,
     .accelerator = &rtx_4090,
     .weights = "q4_k_m",
     .context = 2048,
     .memory_utilisation = 0.8},
    {.task = "inference", .model = &llama_2_70b, .accelerator = &a100_80},
    {.task = "training", .model = &llama_2_7b, .accelerator = &a100_80},
    {.task = "training",
     .model = &llama_3_1b,
     .accelerator = &a100_80,
     .recompute = "full",
     .tokens = 3e9,
     .optimizer = "muon"},
    {.task = "training",
     .model = &llama_2_7b,
     .accelerator = &a100_80,
     .method = "lora",
     .tokens = 1e9,
     .micro_batch = 3},
    {.task = "training",
     .model = &llama_3_8b,
     .accelerator = &h100,
     .method = "lora",
     .targets = "q,v",
     .rank = 8},
    {.task = "training",
     .model = &llama_2_7b,
     .accelerator = &rtx_4090,
     .method = "qlora",
     .recompute = "full",
     .tokens = 1e8},
    {.task = "inference",
     .model = &llama_2_70b,
     .accelerator = &powered,
     .offload = "weights",
     .to_host = &pcie_4,
     .host_tier = &ddr5,
     .host_channels = 8,
     .host_capacity = 40e9,
     .drive = &nvme,
     .price = 3},
    {.task = "inference",
     .model = &llama_3_70b,
     .accelerator = &rtx_4090,
     .weights = "q4_k_m",
     .offload = "layers",
     .to_host = &pcie_4,
     .host_tier = &ddr5,
     .host_channels = 2},
    {.task = "inference",
     .model = &llama_3_8b,
     .accelerator = &powered,
     .prompt = 3000,
     .output = 500,
     .batch = 8,
     .offload = "kv",
     .offload_share = 0.5,
     .to_host = &pcie_4,
     .price = 20000,
     .ownership = "owned",
     .years = 4,
     .interest = 0.05,
     .hosting = 0.1,
     .rent = 2,
     .energy_price = 0.1,
     .grid_intensity = 0.4,
     .cost_utilisation = 0.7,
     .input_price = 3,
     .cached_price = 0.3,
     .output_price = 15},
    {.task = "training",
     .model = &llama_3_1b,
     .accelerator = &powered,
     .offload = "optimizer",
     .to_host = &pcie_4,
     .host_tier = &ddr5,
     .host_channels = 8,
     .host_capacity = 10e9,
     .drive = &nvme,
     .tokens = 1e9,
     .price = 20000,
     .ownership = "owned",
     .years = 4,
     .rent = 2,
     .energy_price = 0.1,
     .grid_intensity = 0.4},
    {.task = "training",
     .model = &llama_3_1b,
     .accelerator = &powered,
     .recompute = "full",
     .offload = "activations",
     .to_host = &pcie_4},
    {.task = "inference",
     .model = &llama_3_70b,
     .accelerator = &h100,
     .device_link = &nvlink,
     .between_nodes = &infiniband,
     .tensor_parallel = 8,
     .pipeline_parallel = 2,
     .data_parallel = 2,
     .batch = 5,
     .prompt = 3000,
     .output = 500,
     .chunk = 1024},
    {.task = "inference",
     .model = &llama_3_70b,
     .accelerator = &h100,
     .device_link = &mesh,
     .tensor_parallel = 2,
     .context_parallel = 4,
     .prompt = 8000,
     .output = 100},
    {.task = "inference",
     .model = &llama_3_405b,
     .accelerator = &h100,
     .device_link = &nvlink,
     .between_nodes = &infiniband,
     .collective = "ring",
     .devices = 16},
    {.task = "inference",
     .model = &llama_3_8b,
     .accelerator = &rtx_4090,
     .to_host = &pcie_4,
     .collective = "tree",
     .devices = 4},
    {.task = "training",
     .model = &llama_3_70b,
     .accelerator = &h100,
     .device_link = &nvlink,
     .between_nodes = &infiniband,
     .tensor_parallel = 8,
     .pipeline_parallel = 4,
     .data_parallel = 4,
     .interleave = 5,
     .gradient_accumulation = 16,
     .sequence_parallel = "yes",
     .recompute = "full",
     .zero = "1",
     .tokens = 1e12},
    {.task = "training",
     .model = &llama_3_8b,
     .accelerator = &h100,
     .device_link = &nvlink,
     .between_nodes = &infiniband,
     .data_parallel = 8,
     .context_parallel = 4,
     .gradient_accumulation = 3,
     .shard_group = 8,
     .zero = "fsdp"},
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

static void substitution_replaces_whole_symbols(void **state) {
    struct trace t = {.arena = *state};
    TRACE(&t, STEP_TOTAL, "max(P_act · b, b²) / η_m − P", quantity_exact(0, UNIT_BYTE),
          N("P_act", 12345), N("b", 8), N("η_m", 0.7));
    assert_int_equal(t.n, 1);
    assert_string_equal(t.steps[0].substituted, "max(12\u202F345 · 8, 8²) / 0.7 − P");
    assert_string_equal(t.steps[0].id, "memory/total");
    assert_string_equal(t.steps[0].label, "step.memory.total");
    assert_string_equal(t.steps[0].unit, "GiB");
}

static void quantities_carry_their_unit(void **state) {
    struct trace t = {.arena = *state};
    TRACE(&t, STEP_DECODE_MEMORY, "B / BW", quantity_exact(0, UNIT_SECOND),
          Q("B", quantity_exact(15362703360, UNIT_BYTE), "GB"),
          Q("BW", quantity_exact(2039e9, UNIT_BYTE_PER_SECOND), "GB/s"));
    assert_string_equal(t.steps[0].substituted, "15.36\u202FGB / 2039\u202FGB/s");
}

static void a_line_as_it_is_read(void **state) {
    const struct estimate *e = run(*state, &questions[0]);
    for (size_t i = 0; i < e->step_count; i++) {
        if (strcmp(e->steps[i].id, "memory/kv-cache") != 0)
            continue;
        assert_string_equal(e->steps[i].formula, "2 · L · k · d · q · (c · b)");
        assert_string_equal(e->steps[i].substituted, "2 · 32 · 32 · 128 · 2 · (4096 · 1)");
        assert_string_equal(e->steps[i].source, "pope-2022");
        return;
    }
    fail_msg("no line for memory/kv-cache");
}

/* Sums over operations stay symbolic; everything else is arithmetic that gives the result to the
 * digits printed (differences of rounded numbers lose some). */
static void numbers_give_the_results(void **state) {
    size_t evaluated = 0;
    for (size_t q = 0; q < QUESTIONS; q++) {
        const struct estimate *e = run(*state, &questions[q]);
        for (size_t i = 0; i < e->step_count; i++) {
            const struct step *s = &e->steps[i];
            double value, result = s->result.value;
            if (strstr(s->formula, "Σ"))
                continue;
            if (!evaluate(s->substituted, &value))
                fail_msg("%s: “%s” is no arithmetic", s->label, s->substituted);
            double tolerance =
                strstr(s->formula, "−") ? 0.01 * fabs(result) + 3e7 : 0.0021 * result;
            if (strstr(s->formula, "floor("))
                tolerance = 1 + 0.002 * result;
            if (!(fabs(value - result) <= tolerance))
                fail_msg("%s: %s = %.9g, but the result is %.9g", s->label, s->substituted, value,
                         result);
            evaluated++;
        }
    }
    assert_true(evaluated > 300);
}

/* Counts without a unit are exact to the last digit. */
static void counts_are_exact(void **state) {
    const struct estimate *e = run(*state, &questions[1]);
    size_t seen = 0;
    for (size_t i = 0; i < e->step_count; i++) {
        double value;
        if (strncmp(e->steps[i].id, "model/", 6) != 0)
            continue;
        assert_true(evaluate(e->steps[i].substituted, &value));
        assert_equal_double(value, e->steps[i].result.value);
        seen++;
    }
    assert_int_equal(seen, 6);
}

static bool has_step(const struct estimate *e, const char *path, struct quantity q) {
    for (size_t i = 0; i < e->step_count; i++)
        if (strcmp(e->steps[i].id, path) == 0)
            return e->steps[i].result.value == q.value && e->steps[i].result.low == q.low &&
                   unit_equal(e->steps[i].result.unit, q.unit);
    return false;
}

/* Every value of the estimate has its line; a catalogue value and a synonym need none. */
static void every_value_is_derived(void **state) {
    for (size_t q = 0; q < QUESTIONS; q++) {
        const struct estimate *e = run(*state, &questions[q]);
        for (size_t i = 0; i < estimate_field_count; i++) {
            const char *path = estimate_fields[i].path;
            const struct measure *m = estimate_measure(e, &estimate_fields[i]);
            bool given = strcmp(path, "memory/capacity") == 0 ||
                         strcmp(path, "model/active-parameters-with-embedding") == 0;
            if (m->present && !given && !has_step(e, path, m->q))
                fail_msg("question %zu: no line for %s", q, path);
        }
    }
}

static bool is_listed(const char *label) {
    for (size_t i = 0; i < estimate_label_count(); i++)
        if (strcmp(estimate_label_at(i), label) == 0)
            return true;
    return false;
}

static void labels_and_names_are_listed_once(void **state) {
    for (size_t q = 0; q < QUESTIONS; q++) {
        const struct estimate *e = run(*state, &questions[q]);
        for (size_t i = 0; i < e->step_count; i++)
            assert_true(is_listed(e->steps[i].label));
    }
    for (size_t i = 0; i < estimate_label_count(); i++)
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(estimate_label_at(i), estimate_label_at(j));
    assert_int_equal(estimate_operation_name_count(), 45);
    assert_string_equal(estimate_operation_name_at(*state, 4), "attention");
    assert_string_equal(estimate_operation_name_at(*state, 15 + 10), "prefill-ffn");
    assert_string_equal(estimate_operation_name_at(*state, 44), "training-head");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(substitution_replaces_whole_symbols),
        TEST(quantities_carry_their_unit),
        TEST(a_line_as_it_is_read),
        TEST(numbers_give_the_results),
        TEST(counts_are_exact),
        TEST(every_value_is_derived),
        TEST(labels_and_names_are_listed_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
