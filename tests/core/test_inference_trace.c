/* The derivation of inference beyond one device and a dense model: complete, and each line computes
 * what it says. */
#include "core/evaluate.h"
#include "core/families.h"

static const struct link nvlink = {.id = "nvlink-4",
                                   .kind = "scale-up",
                                   .topology = "switch",
                                   .bandwidth = KNOWN(450e9),
                                   .pair_bandwidth = KNOWN(450e9)};
static const struct link infiniband = {
    .id = "ib-ndr", .kind = "scale-out", .topology = "switch", .bandwidth = KNOWN(50e9)};

#define ASK(m, ...)                                                                                \
    {                                                                                              \
        .task = "inference", .model = (m), .accelerator = &roomy, .device_link = &nvlink,          \
        .between_nodes = &infiniband, __VA_ARGS__                                                  \
    }

static const struct model hybrid = {.id = "hybrid",
                                    .native_format = "bf16",
                                    .layers = 48,
                                    .hidden = 2048,
                                    .heads = 16,
                                    .kv_heads = 2,
                                    .head_dim = 256,
                                    .ffn = 6144,
                                    .ffn_matrices = 3,
                                    .vocabulary = 151936,
                                    .max_context = 262144,
                                    .recurrent_layers = 36,
                                    .recurrent_parameters = 30000000,
                                    .recurrent_state = 2146304};

static const struct scenario questions[] = {
    ASK(&mixtral_8x7b, .batch = 7, .context = 3000),
    ASK(&mixtral_8x7b, .batch = 16, .context = 3000, .weights = "nf4-dq", .kv = "q8_0"),
    ASK(&deepseek_v3, .batch = 3, .context = 5000),
    ASK(&deepseek_v3, .batch = 3, .context = 5000, .kv = "fp8-block", .attention = "expanded"),
    ASK(&deepseek_v3, .batch = 2, .prompt = 4000, .output = 100, .attention = "absorbed",
        .chunk = 512),
    ASK(&deepseek_v3, .batch = 64, .context = 4096, .tensor_parallel = 8, .expert_parallel = 8),
    ASK(&deepseek_v3, .batch = 32, .context = 4096, .data_parallel = 32, .expert_parallel = 32),
    ASK(&gemma_3_27b, .batch = 2, .context = 30000),
    ASK(&gemma_3_27b, .batch = 2, .context = 30000, .engine = "unified", .block = 16),
    ASK(&gemma_3_27b, .batch = 5, .prompt = 3000, .output = 100, .engine = "llama.cpp"),
    ASK(&gpt_oss_120b, .batch = 9, .prompt = 5000, .output = 500, .block = 64, .prefix_hit = 0.6,
        .request_rate = 0.5),
    ASK(&llama_3_70b, .batch = 32, .context = 8000, .tensor_parallel = 8),
    ASK(&llama_3_70b, .batch = 3, .context = 8000, .pipeline_parallel = 4),
    ASK(&llama_3_70b, .batch = 32, .context = 8000, .tensor_parallel = 2, .pipeline_parallel = 2,
        .data_parallel = 3, .context_parallel = 2),
    ASK(&llama_3_70b, .batch = 4, .prompt = 7000, .output = 300, .chunk = 1000, .host_time = 1e-3,
        .handover = &infiniband, .mfu = 0.4),
    ASK(&llama_3_70b, .context = 2000, .draft = &llama_3_8b, .draft_tokens = 5, .acceptance = 0.7),
    ASK(&llama_3_70b, .context = 2000, .draft_tokens = 5, .acceptance = 1),
    ASK(&llama_3_8b, .context = 2000, .weights = "exl2-4.5", .attention = "eager"),
    ASK(&llama_3_8b, .batch = 20, .prompt = 500, .output = 500, .request_rate = 1000),
    ASK(&hybrid, .batch = 8, .prompt = 5000, .output = 100, .chunk = 2048),
    ASK(&hybrid, .batch = 8, .context = 5000, .tensor_parallel = 2, .pipeline_parallel = 3),
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

/* Four digits of each number are printed; differences lose some, powers lose more. */
static double tolerance_of(const struct step *s) {
    double result = fabs(s->result.value);
    if (strstr(s->formula, "floor("))
        return 1 + 0.002 * result + (strcmp(s->id, "kv/pool-tokens") == 0 ? 2 * 64 : 0);
    bool bytes = unit_equal(s->result.unit, UNIT_BYTE);
    return strstr(s->formula, "−") ? 0.01 * result + (bytes ? 3e7 : 1e-9) : 0.0025 * result;
}

static void numbers_give_the_results(void **state) {
    size_t evaluated = 0;
    for (size_t q = 0; q < QUESTIONS; q++) {
        const struct estimate *e = run(*state, &questions[q]);
        assert_int_equal(e->fits, VERDICT_YES);
        for (size_t i = 0; i < e->step_count; i++) {
            const struct step *s = &e->steps[i];
            double value;
            /* Sums over operations stay symbolic; gains are small differences of rounded numbers.
             */
            if (strstr(s->formula, "Σ") || strncmp(s->id, "binding/gain", 12) == 0)
                continue;
            if (!evaluate(s->substituted, &value))
                fail_msg("question %zu, %s: “%s” is no arithmetic", q, s->label, s->substituted);
            if (!(fabs(value - s->result.value) <= tolerance_of(s)))
                fail_msg("question %zu, %s: %s = %.9g, but the result is %.9g", q, s->label,
                         s->substituted, value, s->result.value);
            evaluated++;
        }
    }
    assert_true(evaluated > 900);
}

static bool has_step(const struct estimate *e, const char *path, struct quantity q) {
    for (size_t i = 0; i < e->step_count; i++)
        if (strcmp(e->steps[i].id, path) == 0 && e->steps[i].result.value == q.value &&
            e->steps[i].result.low == q.low && unit_equal(e->steps[i].result.unit, q.unit))
            return true;
    return false;
}

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
            if (m->present && !(m->q.low <= m->q.value && m->q.value <= m->q.high &&
                                isfinite(m->q.high) && isfinite(m->q.low)))
                fail_msg("question %zu, %s: %g, %g, %g", q, path, m->q.low, m->q.value, m->q.high);
        }
    }
}

/* Whole formulas, not just sums that happen to be right: the bytes of a step by hand from its
 * parts, and no estimate above its ceiling. */
static void parts_add_up(void **state) {
    for (size_t q = 0; q < QUESTIONS; q++) {
        const struct estimate *e = run(*state, &questions[q]);
        double bytes = 0, flops = 0;
        for (size_t i = 0; i < e->operation_count; i++)
            if (strncmp(e->operations[i].name, "prefill-", 8) != 0) {
                bytes += e->operations[i].bytes;
                flops += e->operations[i].flops;
            }
        assert_near(bytes / e->decode_bytes.q.value, 1, 1e-12);
        assert_near(flops / e->decode_flops.q.value, 1, 1e-12);
        assert_true(e->decode_time.q.low >= e->decode_ceiling_time.q.value);
        assert_true(e->prefill_time.q.low >= e->prefill_compute_time.q.value);
    }
}

int main(void) {
    families_used();
    const struct CMUnitTest tests[] = {
        TEST(numbers_give_the_results),
        TEST(every_value_is_derived),
        TEST(parts_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
