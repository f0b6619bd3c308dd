#include "core/fixtures.h"
#include "core/parameters.h"

static void totals_are_the_published_ones(void **state) {
    (void)state;
    const struct model *const models[] = {&llama_2_7b, &llama_2_70b,  &llama_3_70b, &llama_3_8b,
                                          &qwen_7b,    &llama_3_405b, &llama_3_1b};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        assert_int_equal(parameters_count(models[i]).total, models[i]->published_parameters);
}

/* Formulas 18. */
static void layers_are_counted(void **state) {
    (void)state;
    assert_int_equal(parameters_count(&llama_2_7b).layer, 202383360);
    assert_int_equal(parameters_count(&llama_3_70b).layer, 855654400);
    assert_int_equal(parameters_count(&llama_2_70b).layer, 855654400);
}

/* 4 · 4096² of attention, 3 · 4096 · 11008 of FFN, two norms. */
static void parts_of_a_layer(void **state) {
    (void)state;
    struct parameters p = parameters_count(&llama_2_7b);
    assert_int_equal(p.attention, 67108864);
    assert_int_equal(p.ffn, 135266304);
    assert_int_equal(p.norms, 8192);
    assert_int_equal(p.biases, 0);
    assert_int_equal(p.linear, 32LL * (67108864 + 135266304));
}

/* 28 query and 2 · 4 KV heads of 128 have a bias each. */
static void biases_of_qkv(void **state) {
    (void)state;
    struct parameters p = parameters_count(&qwen_7b);
    assert_int_equal(p.biases, (28 + 8) * 128);
    assert_int_equal(p.small, 28 * (4608 + 7168) + 3584);
}

static void active_leaves_out_the_input_table(void **state) {
    (void)state;
    struct parameters p = parameters_count(&llama_2_7b);
    assert_int_equal(p.active, 6738415616 - 131072000);
    assert_int_equal(p.active_with_embedding, 6738415616);
}

/* A tied table is stored once and still multiplied as the head. */
static void tied_tables_count_once(void **state) {
    (void)state;
    struct parameters p = parameters_count(&llama_3_1b);
    assert_int_equal(p.head, 0);
    assert_int_equal(p.active, 1235814400);
    assert_int_equal(p.total, p.active);
}

static void two_matrices_without_a_gate(void **state) {
    (void)state;
    struct model m = llama_2_7b;
    m.ffn_matrices = 2;
    assert_int_equal(parameters_count(&m).ffn, 2 * 4096 * 11008);
    struct matrix matrices[MATRICES_MOST];
    assert_int_equal(matrices_of(&m, matrices), 6);
    assert_int_equal(matrices_of(&llama_2_7b, matrices), 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(totals_are_the_published_ones),
        TEST(layers_are_counted),
        TEST(parts_of_a_layer),
        TEST(biases_of_qkv),
        TEST(active_leaves_out_the_input_table),
        TEST(tied_tables_count_once),
        TEST(two_matrices_without_a_gate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
