/* Memory, FLOPs and time of training (formulas 4, 5, 7.2, 12; golden values of 4.9 and 18). */
#include "core/train.h"

static double states(const struct estimate *e) {
    return e->memory_weights.q.value + e->memory_gradients.q.value + e->memory_optimizer.q.value;
}

static void full_states_of_the_16_byte_recipe(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.method = "full"});
    assert_equal_double(states(e), 107814649856.0);
    assert_near(states(e) / GIB, 100.41, 0.005);
    assert_near(e->memory_weights.q.value / GIB, 12.55, 0.005);
    assert_near(e->memory_gradients.q.value / GIB, 12.55, 0.005);
    assert_near(e->memory_optimizer.q.value / GIB, 75.31, 0.005);
    assert_int_equal(e->memory_optimizer.q.exactness, EXACT);
    assert_false(e->memory_adapters.present);
    assert_false(e->memory_kv_cache.present);
}

static void full_states_of_the_18_byte_recipe(void **state) {
    const struct estimate *e =
        train(*state, (struct scenario){.optimizer = "adamw-mixed-fp32-grad"});
    assert_near(states(e) / GIB, 112.96, 0.005);
    assert_near(e->memory_gradients.q.value / GIB, 25.10, 0.005);
}

/* Formulas 4.1, bytes per parameter. Adafactor comes close to 8, Muon lies between 12 and 16. */
static void recipes(void **state) {
    const struct {
        const char *id;
        double low, high;
    } rows[] = {
        {"adamw-fp32", 16, 16},
        {"adamw-mixed", 16, 16},
        {"adamw-mixed-fp32-grad", 18, 18},
        {"adamw-mixed-both-grad", 20, 20},
        {"adamw-mixed-mean", 20, 20},
        {"adamw-bf16", 8, 8},
        {"adamw-bf16-fp32-moments", 12, 12},
        {"adamw-8bit", 10.03, 10.04},
        {"adamw-8bit-no-master", 6.03, 6.04},
        {"sgd-momentum", 12, 12},
        {"sgd", 4, 4},
        {"lion", 12, 12},
        {"lion-bf16-momentum", 10, 10},
        {"adafactor", 8, 8.01},
        {"muon", 12, 13},
        {"fp8-bf16-moments", 13, 13},
    };
    assert_int_equal(optimizer_count(), sizeof rows / sizeof *rows);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct estimate *e = train(*state, (struct scenario){.optimizer = rows[i].id});
        double bytes = states(e) / 6738415616.0;
        assert_true(bytes >= rows[i].low && bytes <= rows[i].high);
    }
    assert_null(optimizer_lookup("adam"));
}

/* Muon: 4 bytes of momentum on 6,476,005,376 matrix weights, 8 on the other 262,410,240. */
static void muon_splits_by_tensor(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.optimizer = "muon"});
    assert_equal_double(e->memory_optimizer.q.value, 8.0 * 6476005376.0 + 12.0 * 262410240.0);
}

/* Adafactor: 4 bytes for each row and column of 7 matrices a layer and two tables, 4 per element of
 * the 65 norms. */
static void adafactor_counts_rows_and_columns(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.optimizer = "adafactor"});
    double lines = 32 * (4.0 * 8192 + 3.0 * 15104) + 2.0 * 36096, norms = 65.0 * 4096;
    assert_equal_double(e->memory_optimizer.q.value, 4 * 6738415616.0 + 4 * (lines + norms));
}

/* Formulas 4.4: 153,728 bytes per token and layer. */
static void activations_kept(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.sequence = 2048, .micro_batch = 1});
    assert_equal_double(e->memory_activations.q.value, 153728.0 * 2048 * 32);
    assert_near(e->memory_activations.q.value / GIB, 9.38, 0.005);
    /* With the product recomputed 4 · f instead of 8 · f. */
    assert_equal_double(e->memory_activations.q.low, (153728.0 - 4 * 11008) * 2048 * 32);
    assert_int_equal(e->memory_activations.q.exactness, MODELLED);
}

static void activations_grow_with_the_micro_batch(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.sequence = 1024, .micro_batch = 6});
    assert_equal_double(e->memory_activations.q.value, 153728.0 * 1024 * 6 * 32);
}

/* Formulas 4.5, 4.9: the input of every layer and one live layer; 101.2 and 113.8 with states. */
static void recomputation_keeps_one_live_layer(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.recompute = "full"});
    assert_equal_double(e->memory_activations.q.value, 2.0 * 4096 * 2048 * 32 + 153728.0 * 2048);
    assert_near((states(e) + e->memory_activations.q.value) / GIB, 101.2, 0.05);
    const struct estimate *wide =
        train(*state, (struct scenario){.recompute = "full", .optimizer = "adamw-mixed-fp32-grad"});
    assert_near((states(wide) + wide->memory_activations.q.value) / GIB, 113.8, 0.05);
}

/* Formulas 4.7. */
static void logits_of_training(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.sequence = 2048});
    assert_near(e->memory_logits.q.value / GIB, 0.85, 0.005);
    assert_near(e->memory_logits.q.low / GIB, 0.61, 0.005);
    const struct estimate *wide =
        train(*state, (struct scenario){.model = &llama_3_8b, .sequence = 8192});
    assert_near(wide->memory_logits.q.value / GIB, 13.7, 0.05);
}

/* Formulas 4.9, before the runtime; design 14 with 1.0 GiB of runtime. */
static void totals_of_full_fine_tuning(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.method = "full"});
    double runtime = e->memory_runtime.q.value;
    assert_near((e->memory_total.q.value - runtime) / GIB, 110.6, 0.05);
    assert_near(e->memory_total.q.value / GIB, 111.6, 0.05);
    const struct estimate *wide =
        train(*state, (struct scenario){.optimizer = "adamw-mixed-fp32-grad"});
    assert_near((wide->memory_total.q.value - runtime) / GIB, 123.2, 0.05);
}

/* Formulas 5 and the published adapters of Qwen2.5 3B, whose value matrix is narrow. */
static void trainable_parameters_of_lora(void **state) {
    static const struct model qwen_3b = {.id = "qwen2.5-3b",
                                         .layers = 36,
                                         .hidden = 2048,
                                         .heads = 16,
                                         .kv_heads = 2,
                                         .head_dim = 128,
                                         .ffn = 11008,
                                         .ffn_matrices = 3,
                                         .vocabulary = 151936,
                                         .tied_embeddings = 1,
                                         .qkv_bias = 1,
                                         .max_context = 32768,
                                         .native_format = "bf16"};
    const struct {
        const struct model *model;
        int64_t rank;
        const char *targets;
        double expected;
    } rows[] = {{&llama_2_7b, 8, "q,v", 4194304},
                {&llama_2_7b, 16, "all-linear", 39976960},
                {&llama_2_7b, 0, NULL, 39976960},
                {&qwen_3b, 16, "q,v", 3686400}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct estimate *e = train(*state, (struct scenario){.method = "lora",
                                                                   .model = rows[i].model,
                                                                   .rank = rows[i].rank,
                                                                   .targets = rows[i].targets});
        assert_equal_double(e->trainable_parameters.q.value, rows[i].expected);
    }
}

/* Design 14: 12.55 + 0.60 + 10.25 + 1.0 = 24.4 GiB. */
static void memory_of_lora(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.method = "lora"});
    assert_equal_double(e->memory_weights.q.value, 13476831232.0);
    assert_equal_double(e->memory_adapters.q.value, 16.0 * 39976960);
    assert_near(e->memory_adapters.q.value / GIB, 0.6, 0.005);
    assert_equal_double(e->memory_activations.q.value, (153728.0 + 7 * 2 * 16) * 2048 * 32);
    assert_near((e->memory_activations.q.value + e->memory_logits.q.value) / GIB, 10.3, 0.05);
    assert_near(e->memory_total.q.value / GIB, 24.4, 0.05);
    assert_false(e->memory_gradients.present);
    assert_false(e->memory_optimizer.present);
}

/* Formulas 5: without adapters after the second norm, its output and the input of the down matrix
 * are not kept. */
static void query_and_value_adapters_keep_less(void **state) {
    const struct estimate *e =
        train(*state, (struct scenario){.method = "lora", .targets = "q,v", .rank = 8});
    double layer = 153728.0 - 2 * 4096 - 2 * 11008 + 2 * 2 * 8;
    assert_equal_double(e->memory_activations.q.value, layer * 2048 * 32);
}

/* Design 14: 15.5 GiB; the unpacked working matrix counts as activation. */
static void memory_of_qlora(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.method = "qlora"});
    assert_near(e->memory_weights.q.value / 1e9, 3.87, 0.006);
    assert_equal_double(e->memory_activations.q.value,
                        (153728.0 + 7 * 2 * 16) * 2048 * 32 + 2.0 * 4096 * 11008);
    assert_near(e->memory_total.q.value / GIB, 15.5, 0.05);
}

/* Formulas 7.2: 81.2 TFLOP linear and 3.30 TFLOP of causal attention. */
static void flops_of_a_step(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.sequence = 2048});
    double linear = 6 * 6607343616.0 * 2048, attention = 3 * 32 * 4 * 4096.0 * 2048 * 2048 / 2;
    assert_near(linear / 1e12, 81.2, 0.05);
    assert_near(attention / 1e12, 3.30, 0.005);
    assert_equal_double(e->training_model_flops.q.value, linear + attention);
    /* The flash kernel goes 2.5 times through attention on its way back. */
    assert_near(e->training_hardware_flops.q.value, linear + attention * 3.5 / 3, 1);
    assert_near(e->training_forward_flops.q.value, (linear + attention) / 3, 1);
    const struct estimate *eager =
        train(*state, (struct scenario){.sequence = 2048, .attention = "eager"});
    assert_equal_double(eager->training_hardware_flops.q.value, linear + attention);
    assert_near(e->training_flops_per_token.q.value, (linear + attention) / 2048, 1);
}

/* Four forward passes instead of three; of a part, that part once more. */
static void recomputation_adds_a_forward_pass(void **state) {
    struct scenario s = {.recompute = "full", .attention = "eager"};
    const struct estimate *e = train(*state, s);
    assert_near(e->training_hardware_flops.q.value / e->training_model_flops.q.value, 4.0 / 3,
                1e-12);
    s.recompute = "selective";
    e = train(*state, s);
    double attention = 32 * 4 * 4096.0 * 2048 * 2048 / 2;
    assert_near(e->training_hardware_flops.q.value - e->training_model_flops.q.value, attention, 1);
    s.recompute = "ffn";
    e = train(*state, s);
    assert_near(e->training_hardware_flops.q.value - e->training_model_flops.q.value,
                2 * 3 * 4096 * 11008.0 * 32 * 2048, 1);
}

/* 4 · P · T instead of 6 · P · T, attention as before. */
static void lora_leaves_out_weight_gradients(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.method = "lora"});
    double attention = 3 * 32 * 4 * 4096.0 * 2048 * 2048 / 2;
    assert_equal_double(e->training_model_flops.q.value, 4 * 6607343616.0 * 2048 + attention);
    const struct estimate *again =
        train(*state, (struct scenario){.method = "lora", .recompute = "full"});
    assert_near(again->training_hardware_flops.q.value,
                6 * 6607343616.0 * 2048 + attention * 4.5 / 3, 1);
}

/* By hand: three times the forward traffic, 19 h + 6 f elements of 2 bytes per token and layer, and
 * the update, which reads gradients and 12 bytes of states and writes states and weights: 28 P. */
static void traffic_of_a_step(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.sequence = 2048});
    double tokens = 2048, h = 4096, layers = 2 * tokens * 32 * (19 * h + 6 * 11008.0);
    double ends = 3.5 * 2 * tokens * h + 2 * tokens * h + 2 * tokens * h + 4 * tokens * 32000;
    double weights = 2 * 6607343616.0, update = 28 * 6738415616.0;
    assert_near(e->training_bytes.q.value, 3 * (layers + ends + weights) + update, 1);
    assert_string_equal(e->training_bound, "compute");
}

/* A100: MFU 0.40, 0.50, 0.57 (formulas 17). 57.4 TFLOP at half of 312 TFLOP/s: 0.368 s. */
static void step_time_by_mfu(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.method = "lora"});
    double flops = e->training_model_flops.q.value;
    struct quantity step = e->training_step_time.q, update = e->training_update_time.q;
    assert_near(step.value - update.value, flops / (312e12 * 0.50), 1e-9);
    assert_near(step.low - update.low, flops / (312e12 * 0.57), 1e-9);
    assert_near(step.high - update.high, flops / (312e12 * 0.40), 1e-9);
    assert_near(e->training_compute_time.q.value, e->training_hardware_flops.q.value / 312e12,
                1e-12);
    assert_near(e->training_mfu.q.value, flops / (312e12 * step.value), 1e-9);
    assert_int_equal(e->training_step_time.q.exactness, EMPIRICAL);
    assert_int_equal(e->training_compute_time.q.exactness, CEILING);
    assert_false(e->training_total_time.present);
}

static double computing(const struct estimate *e) {
    return e->training_step_time.q.value - e->training_update_time.q.value;
}

/* Recomputation costs 4/3, packed weights 1.5 typical. */
static void slower_steps(void **state) {
    struct scenario s = {.model = &llama_3_1b, .attention = "eager"};
    const struct estimate *full = train(*state, s);
    s.recompute = "full";
    const struct estimate *again = train(*state, s);
    assert_near(computing(again) / computing(full), 4.0 / 3, 1e-9);
    struct quantity update = full->training_update_time.q;
    assert_near((again->training_step_time.q.low - update.low) /
                    (full->training_step_time.q.low - update.low),
                1.25, 1e-9);
    assert_near((again->training_step_time.q.high - update.high) /
                    (full->training_step_time.q.high - update.high),
                1.40, 1e-9);
    const struct estimate *lora = train(*state, (struct scenario){.method = "lora"});
    const struct estimate *qlora = train(*state, (struct scenario){.method = "qlora"});
    assert_near(computing(qlora) / computing(lora), 1.5, 1e-9);
}

/* 1e9 tokens in steps of 2048, nine tenths of the time useful. */
static void time_of_a_run(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.method = "lora", .tokens = 1e9});
    double step = e->training_step_time.q.value;
    assert_near(e->training_total_time.q.value, step * 1e9 / 2048 / 0.9, 1e-3);
    assert_equal_double(e->training_device_hours.q.value, e->training_total_time.q.value);
}

static void no_time_when_it_does_not_fit(void **state) {
    const struct estimate *e = train(*state, (struct scenario){.method = "full", .tokens = 1e9});
    assert_int_equal(e->fits, VERDICT_NO);
    assert_false(e->training_step_time.present);
    assert_false(e->training_compute_time.present);
    assert_false(e->training_total_time.present);
    assert_false(e->training_device_hours.present);
    assert_false(e->training_mfu.present);
    assert_true(e->training_model_flops.present);
    assert_true(e->training_intensity.present);
    assert_string_equal(e->binding_resource, "capacity");
    assert_string_equal(e->binding_next, "compute");
    assert_near(e->binding_margin.q.value, 111.645 / 80, 0.001);
}

int main(void) {
    training_used();
    const struct CMUnitTest tests[] = {
        TEST(full_states_of_the_16_byte_recipe),
        TEST(full_states_of_the_18_byte_recipe),
        TEST(recipes),
        TEST(muon_splits_by_tensor),
        TEST(adafactor_counts_rows_and_columns),
        TEST(activations_kept),
        TEST(activations_grow_with_the_micro_batch),
        TEST(recomputation_keeps_one_live_layer),
        TEST(logits_of_training),
        TEST(totals_of_full_fine_tuning),
        TEST(trainable_parameters_of_lora),
        TEST(memory_of_lora),
        TEST(query_and_value_adapters_keep_less),
        TEST(memory_of_qlora),
        TEST(flops_of_a_step),
        TEST(recomputation_adds_a_forward_pass),
        TEST(lora_leaves_out_weight_gradients),
        TEST(traffic_of_a_step),
        TEST(step_time_by_mfu),
        TEST(slower_steps),
        TEST(time_of_a_run),
        TEST(no_time_when_it_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
