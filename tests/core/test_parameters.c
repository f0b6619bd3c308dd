#include "core/fixtures.h"
#include "core/kv.h"
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

/* Three of four layers are Gated DeltaNet, counted by formulas 1.4 with 16 key and 32 value heads
 * of 128 and a kernel of 4; the fourth is gated attention. All 48 have experts. */
enum {
    DELTA_NET = 2048 * (2 * 16 * 128 + 2 * 32 * 128) + 2048 * 2 * 32 +
                (2 * 16 * 128 + 32 * 128) * 4 + 2 * 32 + 128 + 32 * 128 * 2048,
    DELTA_STATE = 32 * 128 * 128 * 4 + (2 * 16 * 128 + 32 * 128) * 3 * 2
};
static const struct model qwen3_next = {.id = "qwen3-next-80b-a3b",
                                        .name = "Qwen3 Next 80B-A3B",
                                        .native_format = "bf16",
                                        .layers = 48,
                                        .hidden = 2048,
                                        .heads = 16,
                                        .kv_heads = 2,
                                        .head_dim = 256,
                                        .ffn = 5120,
                                        .ffn_matrices = 3,
                                        .vocabulary = 151936,
                                        .max_context = 262144,
                                        .qk_norm = 1,
                                        .output_gate = 1,
                                        .experts = 512,
                                        .experts_active = 10,
                                        .expert_ffn = 512,
                                        .shared_ffn = 512,
                                        .shared_gate = 1,
                                        .moe_layers = 48,
                                        .recurrent_layers = 36,
                                        .recurrent_parameters = DELTA_NET,
                                        .recurrent_state = DELTA_STATE};

/* Formulas 1.4 and 3.4: 79.7e9 in all, 3.6e9 active without the input table, 73.7 MiB of state a
 * sequence and 24,576 bytes a token in the twelve attention layers. */
static void hybrids_count_as_given(void **state) {
    (void)state;
    struct parameters p = parameters_count(&qwen3_next);
    assert_near((double)p.total / 1e9, 79.7, 0.05);
    assert_near((double)p.active / 1e9, 3.6, 0.05);
    assert_int_equal(matrices_resident(&qwen3_next, GROUP_RECURRENT), 36LL * DELTA_NET);
    assert_int_equal(model_attention_layers(&qwen3_next), 12);
    struct kv kv = kv_of(&qwen3_next, format_lookup("bf16"));
    assert_near(kv.state / (1 << 20), 73.7, 0.05);
    assert_equal_double(kv_bytes_per_token(&qwen3_next, format_lookup("bf16")), 24576);
}

/* Qwen1.5-MoE-A2.7B: 60 experts of 1408 and a shared one of 5632 behind a gate; QKV biases. The
 * checkpoint holds 14,315,784,192 values. */
static void shared_experts_behind_a_gate(void **state) {
    (void)state;
    struct model m = {.layers = 24,
                      .hidden = 2048,
                      .heads = 16,
                      .kv_heads = 16,
                      .head_dim = 128,
                      .ffn = 5632,
                      .ffn_matrices = 3,
                      .vocabulary = 151936,
                      .qkv_bias = 1,
                      .experts = 60,
                      .experts_active = 4,
                      .expert_ffn = 1408,
                      .shared_ffn = 5632,
                      .shared_gate = 1,
                      .moe_layers = 24};
    assert_int_equal(parameters_count(&m).total, 14315784192);
}

/* What the layers do not explain works like any other matrix that every token meets. */
static void a_given_sum_is_kept(void **state) {
    (void)state;
    struct model m = llama_2_7b;
    m.given_parameters = 7000000001;
    assert_int_equal(parameters_uncounted(&m), 7000000001 - 6738415616);
    struct parameters p = parameters_count(&m);
    assert_int_equal(p.total, 7000000001);
    assert_int_equal(p.active, 7000000001 - p.embedding);
    m.given_parameters = 6738415615;
    assert_int_equal(parameters_uncounted(&m), -1);
}

/* 2^14 experts of 3 · 2^20 · 2^20 elements are more than 2^53, and more than 2^63 over all layers:
 * found without counting them in whole numbers. */
static void slips_are_not_countable(void **state) {
    (void)state;
    struct model m = llama_2_7b;
    assert_true(parameters_countable(&m));
    m.layers = m.moe_layers = 10000;
    m.hidden = m.expert_ffn = 1 << 20;
    m.experts = m.experts_active = 1 << 14;
    assert_false(parameters_countable(&m));
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
        TEST(hybrids_count_as_given),
        TEST(shared_experts_behind_a_gate),
        TEST(a_given_sum_is_kept),
        TEST(slips_are_not_countable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
