/* Mixture of experts: held, computed, read (formulas 8; demands B). */
#include "core/experts.h"
#include "core/families.h"

/* The table of formulas 8; T = 1, 2, 4 … */
static void expected_distinct_experts(void **state) {
    (void)state;
    const struct {
        int64_t experts, active;
        double distinct[8];
    } rows[] = {{8, 2, {2, 3.5, 5.5, 7.2, 7.9, 8.0, 8, 8}},
                {128, 8, {8, 15.5, 29.1, 51.6, 82.4, 111.8, 125.9, 128}},
                {256, 8, {8, 15.8, 30.5, 57.4, 102, 163, 222, 252}}};
    for (size_t i = 0; i < 3; i++) {
        struct model m = mixtral_8x7b;
        m.experts = rows[i].experts;
        m.experts_active = rows[i].active;
        for (int t = 0; t < 8; t++) {
            double printed = rows[i].distinct[t];
            assert_near(experts_distinct(&m, 1 << t), printed, printed > 100 ? 0.5 : 0.06);
        }
        assert_equal_double(experts_distinct(&m, 1), (double)rows[i].active);
    }
    assert_equal_double(experts_distinct(&llama_2_7b, 5), 0);
    assert_equal_double(experts_share(&llama_2_7b, 5), 1);
}

/* Formulas 18: totals and active parameters in both conventions. */
static void three_numbers(void **state) {
    const struct {
        const struct model *model;
        double total, with_embedding, active;
    } rows[] = {
        {&mixtral_8x7b, 46702792704, 12879925248, 12748853248},
        {&deepseek_v3, 671026419200, 37552297472, 36625618432},
        {&gpt_oss_120b, 116829156672, 5711982912, 5132849472},
    };
    for (size_t i = 0; i < 3; i++) {
        const struct estimate *e = infer(*state, rows[i].model, &roomy, 1, 1024);
        assert_equal_double(e->parameters.q.value, rows[i].total);
        assert_equal_double(e->active_parameters_with_embedding.q.value, rows[i].with_embedding);
        assert_equal_double(e->active_parameters.q.value, rows[i].active);
        assert_equal_double(e->distinct_experts.q.value, (double)rows[i].model->experts_active);
        /* One token reads what it computes with. Expert biases are few. */
        assert_near(e->read_parameters.q.value / rows[i].active, 1, 1e-3);
    }
}

/* Mixtral, 8 sequences, by hand: everything but the input table and the experts not touched. */
static void a_step_reads_the_experts_it_touches(void **state) {
    const struct estimate *e = infer(*state, &mixtral_8x7b, &roomy, 8, 1024);
    double expert = 3 * 4096.0 * 14336, distinct = 8 * (1 - pow(0.75, 8));
    double dense = 46702792704.0 - 32000.0 * 4096 - 32 * 8 * expert;
    double read = dense + 32 * distinct * expert + 8 * 4096.0;
    assert_near(e->decode_weight_bytes.q.value, 2 * read, 1);
    assert_near(e->distinct_experts.q.value, distinct, 1e-12);
    /* Never fewer than one token needs. */
    assert_near(e->decode_weight_bytes.q.low, 2 * (dense + 32 * 2 * expert + 8 * 4096.0), 1);
    assert_equal_double(e->decode_weight_bytes.q.high, e->decode_weight_bytes.q.value);
    assert_int_equal(e->decode_weight_bytes.q.exactness, MODELLED);
    /* One token: a count. */
    const struct estimate *one = infer(*state, &mixtral_8x7b, &roomy, 1, 1024);
    assert_int_equal(one->decode_weight_bytes.q.exactness, EXACT);
    assert_near(one->decode_flops.q.value, 2 * 12748853248.0 + 4 * 4096.0 * 1024 * 32, 1);
}

/* Demands 31 to 36: memory ignores the active experts, speed the inactive ones. */
static void memory_ignores_active_experts(void **state) {
    struct model more = mixtral_8x7b;
    more.experts_active = 4;
    const struct estimate *a = infer(*state, &mixtral_8x7b, &roomy, 4, 2048);
    const struct estimate *b = infer(*state, &more, &roomy, 4, 2048);
    assert_equal_double(a->memory_weights.q.value, 2 * 46702792704.0);
    assert_equal_double(a->memory_weights.q.value, b->memory_weights.q.value);
    assert_equal_double(a->memory_kv_cache.q.value, b->memory_kv_cache.q.value);
    assert_true(b->decode_ceiling_time.q.value > a->decode_ceiling_time.q.value);
}

/* Ranks of an expert group meet the tokens of all its replicas; together they read each touched
 * expert once. */
static void expert_ranks(void **state) {
    struct scenario s = {.task = "inference",
                         .model = &deepseek_v3,
                         .accelerator = &roomy,
                         .weights = "fp8-block",
                         .batch = 4,
                         .context = 1024,
                         .devices = 32,
                         .data_parallel = 32,
                         .expert_parallel = 32};
    const struct estimate *e = run(*state, &s);
    double expert = 3 * 7168.0 * 2048 * (8 + 32.0 / 16384) / 8;
    double touched = experts_distinct(&deepseek_v3, 4 * 32) / 32;
    double found = 0;
    for (size_t i = 0; i < e->operation_count; i++)
        if (strcmp(e->operations[i].name, "experts") == 0)
            found = e->operations[i].bytes;
    assert_near(found, 58 * touched * expert, 58 * 8 * 3 + 1);
    assert_near(e->distinct_experts.q.value, 252, 0.5);
    assert_near(e->memory_weights.q.value / 1e9, 671.03 / 32 + 18.5, 3); /* experts are divided */
}

/* The operations of a model with experts. */
static void operations_of_experts(void **state) {
    const char *const names[] = {"embedding", "norm",   "qkv",     "attention", "output",
                                 "ffn",       "router", "experts", "shared",    "head"};
    const struct estimate *e = infer(*state, &deepseek_v3, &roomy, 1, 1024);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(e->operations[i].name, names[i]);
    /* Mixtral has neither dense nor shared layers. */
    const struct estimate *m = infer(*state, &mixtral_8x7b, &roomy, 1, 1024);
    assert_string_equal(m->operations[5].name, "router");
    assert_string_equal(m->operations[7].name, "head");
}

int main(void) {
    families_used();
    const struct CMUnitTest tests[] = {
        TEST(expected_distinct_experts),
        TEST(three_numbers),
        TEST(a_step_reads_the_experts_it_touches),
        TEST(memory_ignores_active_experts),
        TEST(expert_ranks),
        TEST(operations_of_experts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
