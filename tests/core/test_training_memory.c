/* Memory of training on one rank of many: sharding, activations, phases (formulas 4, 5), against
 * values that others published (../shared, cases/published.tsv); the case's number stands at each.
 */
#include "core/evaluate.h"
#include "core/families.h"
#include "core/train.h"

/* ── Activations ── */

static struct scenario paper_22b(void) {
    return (struct scenario){.model = &megatron_22b,
                             .tensor_parallel = 8,
                             .micro_batch = 4,
                             .sequence = 2048,
                             .attention = "eager",
                             .optimizer = "adamw-mixed-fp32-grad"};
}

static struct scenario paper_530b(void) {
    return (struct scenario){.model = &megatron_530b,
                             .tensor_parallel = 8,
                             .pipeline_parallel = 35,
                             .interleave = 3,
                             .gradient_accumulation = 280,
                             .micro_batch = 1,
                             .sequence = 2048,
                             .attention = "eager",
                             .optimizer = "adamw-mixed-fp32-grad"};
}

static double activations(struct arena *a, struct scenario s) {
    return train(a, s)->memory_activations.q.value;
}

/* activations-01 to 04, zero-01 and 02. */
static void stages_of_the_recomputation_paper(void **state) {
    struct scenario small = paper_22b(), large = paper_530b();
    assert_near(activations(*state, small) / GIB, 59.25, 1e-9);
    assert_near(activations(*state, large) / GIB, 114.0234375, 1e-9);
    /* 12 · L · h² weights at 18 bytes, beside a few norms. */
    assert_near(train(*state, small)->memory_states.q.value / GIB / 45.5625, 1, 1e-3);
    assert_near(train(*state, large)->memory_states.q.value / GIB / 31.640625, 1, 1e-3);
    small.recompute = large.recompute = "selective";
    small.sequence_parallel = large.sequence_parallel = "yes";
    assert_near(activations(*state, small) / GIB, 9.5625, 1e-9);
    assert_near(activations(*state, large) / GIB, 23.076171875, 1e-9);
}

/* activations-05 to 07: percent of what tensor parallelism alone keeps. */
static void shares_of_the_recomputation_paper(void **state) {
    struct scenario s = paper_22b();
    double all = activations(*state, s);
    s.sequence_parallel = "yes";
    assert_near(activations(*state, s) / all * 100 / 66.84, 1, 0.015);
    s = paper_22b();
    s.recompute = "full";
    assert_near(train(*state, s)->memory_checkpoints.q.value / all * 100 / 7.64, 1, 0.015);
    s = paper_530b();
    all = activations(*state, s);
    s.recompute = "selective";
    assert_near(activations(*state, s) / all * 100 / 62.04, 1, 0.015);
}

/* activations-11: the first stage holds p micro-batches of L/p layers; the last one only one. */
static void stages_hold_the_layers_of_the_model(void **state) {
    struct scenario s = {.model = &llama_2_7b, .gradient_accumulation = 16};
    double alone = activations(*state, s);
    s.pipeline_parallel = 4;
    assert_near(activations(*state, s), alone, 1);
    s.gradient_accumulation = 2; /* never more than there are */
    assert_near(activations(*state, s), alone / 2, 1);
    s.gradient_accumulation = 16;
    s.interleave = 2; /* 1 + (p − 1)/(p · v) */
    assert_near(activations(*state, s), alone * (1 + 3.0 / 8), 1);
}

/* activations-10: twenty widths of h, 4e6 tokens and 64 layers make 84 TB; ours of a block of
 * 8 h + 8 h + 4 a + 8 f with f = 3 h keeps exactly 20 of them beside the log-sum-exp. */
static void twenty_copies(void **state) {
    struct model m = llama_2_70b;
    m.layers = 64;
    m.kv_heads = m.heads;
    m.ffn = 3 * m.hidden;
    m.max_context = 1 << 22;
    double rows = 4.0 * 64 * 4e6 * 64;
    double bytes = activations(*state, (struct scenario){.model = &m, .sequence = 4000000});
    assert_near(bytes - rows, 40.0 * 4e6 * 8192 * 64, 1);
    assert_near((bytes - rows) / 1e12, 83.886, 0.001);
}

/* activations-12: one more sample of 1044 tokens costs 1.94 GB, 0.75 to 1.15 of it ours. */
static void one_more_sample(void **state) {
    static const struct model phi = {.id = "phi-1.5",
                                     .native_format = "bf16",
                                     .layers = 24,
                                     .hidden = 2048,
                                     .heads = 32,
                                     .kv_heads = 32,
                                     .head_dim = 64,
                                     .ffn = 8192,
                                     .ffn_matrices = 2,
                                     .norms = 1,
                                     .norm_bias = 1,
                                     .qkv_bias = 1,
                                     .output_bias = 1,
                                     .ffn_bias = 1,
                                     .head_bias = 1,
                                     .vocabulary = 51200,
                                     .max_context = 2048};
    struct scenario s = {.model = &phi,
                         .accelerator = &a100_40,
                         .method = "lora",
                         .targets = "q,v",
                         .rank = 8,
                         .sequence = 1044};
    const struct estimate *one = train(*state, s);
    /* lora-12 */
    assert_equal_double(one->trainable_parameters.q.value, 1572864);
    s.micro_batch = 2;
    double more = train(*state, s)->memory_total.q.value - one->memory_total.q.value;
    assert_true(0.75 * 1.94e9 <= more && more <= 1.15 * 1.94e9);
}

/* Formulas 5: a length for each of the 5 · 4096 + 2 · 11008 = 42,496 outputs of a layer beside the
 * pairs of rank 16, and what is scaled is kept. Over two tensor ranks q, k, v, gate and up have
 * half of their outputs on each, o and down all. */
static void magnitudes_of_dora(void **state) {
    struct scenario s = {.method = "lora", .rank = 16, .sequence = 2048, .memory_capacity = 1e12};
    const struct estimate *lora = train(*state, s);
    s.method = "dora";
    const struct estimate *dora = train(*state, s);
    const double lengths = 32 * 42496.0;
    assert_equal_double(dora->trainable_parameters.q.value, 39976960 + lengths);
    assert_near(dora->memory_adapters.q.value, 16 * (39976960 + lengths), 1);
    assert_near(dora->memory_activations.q.value - lora->memory_activations.q.value,
                2 * 2048 * lengths, 1);
    s.tensor_parallel = 2;
    s.link_bandwidth = 300e9;
    double pairs = 0, both = train(*state, s)->memory_adapters.q.value / 16;
    s.method = "lora";
    pairs = train(*state, s)->memory_adapters.q.value / 16;
    assert_near(both - pairs, 32 * ((3 * 4096 + 2 * 11008) / 2.0 + 2 * 4096), 1);
}

/* Formulas 4.5: outputs of norms come again from their inputs, 2 · 2 · h bytes a layer and token
 * less, for no product of matrices more. */
static void norms_again(void **state) {
    struct scenario s = {.sequence = 2048, .memory_capacity = 1e12};
    const struct estimate *kept = train(*state, s);
    s.recompute = "norm";
    const struct estimate *again = train(*state, s);
    assert_near(kept->memory_activations.q.value - again->memory_activations.q.value,
                32 * 2048 * 4 * 4096.0, 1);
    assert_equal_double(again->training_hardware_flops.q.value,
                        kept->training_hardware_flops.q.value);
    assert_true(again->training_bytes.q.value > kept->training_bytes.q.value);
}

/* Formulas 5: V · h once or twice beside the pairs; each stage of a pipeline has one of the two.
 * The head's gradient is one product more, 2 · V · h a token. */
static void tables_beside_adapters(void **state) {
    const double table = 32000.0 * 4096;
    struct scenario s = {.method = "lora",
                         .rank = 8,
                         .targets = "q,v,embedding,head",
                         .sequence = 2048,
                         .memory_capacity = 1e12};
    const struct estimate *e = train(*state, s);
    assert_equal_double(e->trainable_parameters.q.value, 4194304 + 2 * table);
    assert_near(e->memory_adapters.q.value, 16 * (4194304 + 2 * table), 1);
    double flops = e->training_flops_per_token.q.value;
    s.targets = "q,v";
    assert_near(flops - train(*state, s)->training_flops_per_token.q.value, 2 * table, 1);
    s.targets = "q,v,embedding,head";
    s.pipeline_parallel = 2;
    s.link_bandwidth = 300e9;
    e = train(*state, s);
    assert_near(e->memory_adapters.q.value, 16 * (4194304 / 2.0 + table), 1);
    struct scenario_fault faults[2]; /* a tied table has no second name */
    s = (struct scenario){.task = "training",
                          .model = &llama_3_1b,
                          .accelerator = &h100,
                          .method = "lora",
                          .targets = "q,head"};
    assert_int_equal(scenario_complete(&s, *state, faults, 2), 1);
    assert_string_equal(faults[0].found, "head");
}

/* By hand, per token: norms 8 h, q and kv latents, queries, keys, values and outputs of 128 heads,
 * log-sum-exp; an expert layer sends each token to 8 experts of width 2048 and one shared. */
static void latent_attention_and_experts(void **state) {
    double shared =
        8 * 7168 + 2 * (1536 + 512 + 64) + 2 * 128 * 192 * 2.0 + 2 * 128 * 128 * 2.0 + 4 * 128;
    double dense = shared + 8 * 18432.0;
    double experts = shared + 8 * 8 * 2048.0 + 8 * 2048.0 + 4 * 8 * 7168.0 + 4 * 256;
    double bytes = activations(*state, (struct scenario){.model = &deepseek_v3, .sequence = 4096});
    assert_near(bytes, (3 * dense + 58 * experts) * 4096, 1);
    double live = activations(
        *state, (struct scenario){.model = &deepseek_v3, .sequence = 4096, .recompute = "full"});
    assert_near(live, 2.0 * 7168 * 4096 * 61 + (experts > dense ? experts : dense) * 4096, 1);
    /* Where experts are crowded by half, what they keep and what is sent to them grows by half. */
    struct scenario crowd = {.model = &deepseek_v3, .sequence = 4096};
    struct quantity even = train(*state, crowd)->memory_activations.q;
    crowd.capacity_factor = 1.5;
    struct quantity uneven = train(*state, crowd)->memory_activations.q;
    assert_equal_double(uneven.value, even.value);
    assert_near(uneven.high - even.high, 58 * 0.5 * (8 * 8 * 2048.0 + 4 * 8 * 7168.0) * 4096, 1);
}

/* Context ranks share the sequence and keep the keys and values of two neighbours. */
static void context_ranks_share_the_sequence(void **state) {
    struct scenario s = {.model = &llama_3_8b, .sequence = 32768};
    double alone = activations(*state, s);
    s.context_parallel = 4;
    assert_near(activations(*state, s), alone / 4 + 2 * 2 * 1024 * 2 * 8192.0, 1);
}

static void checkpoints_further_apart(void **state) {
    const struct estimate *e = train(
        *state, (struct scenario){.recompute = "full", .recompute_every = 4, .sequence = 2048});
    assert_equal_double(e->memory_checkpoints.q.value, 2.0 * 4096 * 2048 * 32 / 4);
    assert_equal_double(e->memory_activations.q.value,
                        2.0 * 4096 * 2048 * 32 / 4 + 4 * 153728.0 * 2048);
}

/* The scores of eager attention: 20.0 GiB for Llama 2 7B (formulas 4.4); with a flash kernel
 * selective recomputation saves the log-sum-exp and nothing else. */
static void scores_of_eager_attention(void **state) {
    struct scenario s = {.model = &llama_2_7b, .sequence = 2048};
    double flash = activations(*state, s);
    s.recompute = "selective";
    double selective = activations(*state, s);
    assert_equal_double(flash - selective, 4.0 * 32 * 2048 * 32);
    s.attention = "eager";
    assert_equal_double(activations(*state, s), selective);
    s.recompute = "none";
    assert_near((activations(*state, s) - selective) / GIB, 20.0, 1e-9);
    s.recompute = "ffn";
    s.attention = "flash";
    assert_equal_double(flash - activations(*state, s), 8.0 * 11008 * 2048 * 32);
}

/* FP32 recipes keep activations twice as wide, but not what is FP32 or a mask anyway. */
static void wide_activations(void **state) {
    struct scenario s = {.model = &llama_2_7b, .sequence = 2048, .optimizer = "adamw-fp32"};
    assert_equal_double(activations(*state, s), (2 * 153728.0 - 4 * 32) * 2048 * 32);
    s.recompute = "full";
    assert_equal_double(train(*state, s)->memory_checkpoints.q.value, 4.0 * 4096 * 2048 * 32);
    /* More than a stage of eight layers has; the last stage is the fuller, with its logits. */
    s.recompute_every = 20;
    s.pipeline_parallel = 4;
    s.gradient_accumulation = 8;
    assert_equal_double(activations(*state, s),
                        4.0 * 4096 * 2048 + 8 * (2 * 153728.0 - 4 * 32) * 2048);
}

/* ── States ── */

static double model_states(struct arena *a, struct scenario s) {
    return train(a, s)->memory_states.q.value;
}

/* zero-03 to 08, and 16. */
static void stages_of_zero(void **state) {
    const struct {
        double parameters;
        int64_t ranks;
        const char *zero;
        double gigabytes, tolerance;
    } rows[] = {
        {7.5e9, 64, "0", 120, 0.5},     {7.5e9, 64, "1", 31.4, 0.05},
        {7.5e9, 64, "2", 16.6, 0.05},   {7.5e9, 64, "3", 1.88, 0.01},
        {7.5e9, 1024, "3", 0.12, 0.01}, {1000e9, 1024, "3", 15.6, 0.05},
        {7e9, 1, "0", 112, 0.5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct model m = sized((int64_t)rows[i].parameters);
        double bytes = model_states(*state, (struct scenario){.model = &m,
                                                              .data_parallel = rows[i].ranks,
                                                              .zero = rows[i].zero,
                                                              .sequence = 128});
        assert_near(bytes / 1e9, rows[i].gigabytes, rows[i].tolerance);
    }
}

/* zero-10 and 11: DeepSpeed's own estimators, with the largest layer of 32e6 parameters. */
static void variants_of_deepspeed(void **state) {
    struct model t5 = sized(2851000000);
    struct scenario s = {.model = &t5, .data_parallel = 8, .zero = "deepspeed-2", .sequence = 128};
    assert_near(model_states(*state, s) / GIB, 15.93, 0.005);
    assert_string_equal(train(*state, s)->scenario->optimizer, "adamw-mixed-both-grad");
    s.zero = "deepspeed-3";
    const struct estimate *e = train(*state, s);
    /* The largest unit of this model is its single layer, so the published one is put in by hand.
     */
    assert_near((e->memory_states.q.value + 4 * 32e6) / GIB, 6.09, 0.005);
    assert_true(e->memory_gathered.present);
}

/* Formulas 4.2: a gathered unit with its gradient and the next one on its way; without prefetching
 * at the low end. The tables of Llama 2 7B are smaller than its layers. */
static void gathered_units(void **state) {
    const struct estimate *e =
        train(*state, (struct scenario){.data_parallel = 8, .zero = "fsdp", .sequence = 128});
    double layer = 202383360;
    assert_near(e->memory_gathered.q.value, (2 + 2 + 2) * layer, 1);
    assert_near(e->memory_gathered.q.low, (2 + 2) * layer, 1);
    assert_false(train(*state, (struct scenario){.data_parallel = 8, .zero = "2", .sequence = 128})
                     ->memory_gathered.present);
}

/* Hybrid sharding divides over its group only. */
static void shard_groups_limit_the_division(void **state) {
    struct scenario s = {.data_parallel = 64, .zero = "3", .sequence = 128};
    double all = model_states(*state, s);
    s.shard_group = 8;
    assert_near(model_states(*state, s) / all, 8, 1e-9);
}

/* zero-15 and lora-10 as formulas 4.1 gives them; PUB-zero-09: 56 of 58 GB are states. */
static void rules_of_thumb(void **state) {
    struct model m = sized(7000000000);
    assert_near(model_states(*state, (struct scenario){.model = &m,
                                                       .optimizer = "adamw-mixed-fp32-grad",
                                                       .sequence = 128}) /
                    1e9,
                126, 0.01);
    assert_near(
        model_states(*state,
                     (struct scenario){.model = &m, .optimizer = "adamw-bf16", .sequence = 128}) /
            1e9,
        56, 0.01);
}

static void sharding_never_takes_more(void **state) {
    static const char *const stages[] = {"0", "1", "2", "3"};
    const struct model *const models[] = {&llama_2_7b, &llama_3_70b, &llama_3_1b, &qwen_7b};
    for (size_t m = 0; m < 4; m++)
        for (size_t o = 0; o < optimizer_count(); o++) {
            double before = INFINITY;
            for (size_t z = 0; z < 4; z++) {
                double bytes =
                    model_states(*state, (struct scenario){.model = models[m],
                                                           .data_parallel = 16,
                                                           .zero = stages[z],
                                                           .optimizer = optimizer_at(o)->id});
                assert_true(bytes <= before);
                before = bytes;
            }
        }
}

/* ── Logits ── */

/* Formulas 4.7: V = 32,000, T = 2048: 0.24, 0.37, 0.61, 0.85 GiB; in eight chunks an eighth of it
 * and 2 bytes per weight of the head when that is trained. */
static void logits_by_loss(void **state) {
    const struct {
        const char *loss, *method;
        double bytes;
    } rows[] = {
        {"forward", "full", 4 * 2048 * 32000.0},
        {"softmax", "full", 6 * 2048 * 32000.0},
        {"fp32", "full", 10 * 2048 * 32000.0},
        {"naive", "full", 14 * 2048 * 32000.0},
        {"chunked", "full", 14 * 256 * 32000.0 + 2 * 32000.0 * 4096},
        {"chunked", "lora", 14 * 256 * 32000.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct estimate *e =
            train(*state, (struct scenario){.logits = rows[i].loss, .method = rows[i].method});
        assert_near(e->memory_logits.q.value, rows[i].bytes, 1);
    }
    const struct estimate *split = train(*state, (struct scenario){.tensor_parallel = 4});
    assert_near(split->memory_logits.q.value, 14 * 2048 * 32000.0 / 4, 1);
}

/* ── Phases ── */

static double of(struct measure m) {
    return m.present ? m.q.value : 0;
}

/* The parts of a stack add up to its total, and no phase is above it. */
static void parts_add_up(void **state) {
    const struct scenario rows[] = {
        {.model = &llama_2_7b},
        {.model = &llama_2_7b, .recompute = "full", .micro_batch = 4},
        {.model = &llama_2_7b, .method = "lora"},
        {.model = &llama_2_7b, .method = "dora"},
        {.model = &llama_2_7b, .method = "qlora", .recompute = "full"},
        {.model = &llama_3_70b, .data_parallel = 16, .zero = "3", .tensor_parallel = 8},
        {.model = &llama_3_70b, .pipeline_parallel = 8, .gradient_accumulation = 32},
        {.model = &llama_3_8b, .data_parallel = 8, .zero = "deepspeed-2", .logits = "chunked"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct estimate *e = train(*state, rows[i]);
        double parts = of(e->memory_weights) + of(e->memory_gradients) + of(e->memory_optimizer) +
                       of(e->memory_adapters) + of(e->memory_gathered) + of(e->memory_activations) +
                       of(e->memory_logits) + of(e->memory_buffers) + of(e->memory_runtime);
        assert_near(parts / e->memory_total.q.value, 1, 1e-12);
        assert_true(e->memory_phase_backward.q.value <= e->memory_phase_forward.q.value);
        assert_true(e->memory_phase_update.q.value <= e->memory_phase_forward.q.value);
    }
}

/* By hand: with little kept, one FP32 copy of a moment makes the update the peak at the high end.
 * Without accumulation the forward pass may run without gradients. */
static void the_update_can_be_the_peak(void **state) {
    const struct estimate *e =
        train(*state, (struct scenario){.recompute = "full", .sequence = 128});
    double p = 6738415616;
    assert_near(e->memory_phase_update.q.value, 16 * p, 1);
    assert_near(e->memory_phase_update.q.high, 20 * p, 1);
    assert_near(e->memory_total.q.high, 20 * p + 2 * GIB, 1);
    assert_near(e->memory_phase_forward.q.low,
                14 * p + e->memory_activations.q.low + e->memory_logits.q.low, 1);
    assert_true(e->memory_total.q.low >= 16 * p);
}

/* ── Growth ── */

static double total(struct arena *a, struct scenario s) {
    return train(a, s)->memory_total.q.value;
}

static void memory_grows(void **state) {
    static const char *const ladder[] = {"nf4-dq", "nf4", "int8", "bf16"};
    const struct model *const models[] = {&llama_2_7b, &llama_3_8b, &qwen_7b, &llama_3_1b};
    for (size_t m = 0; m < 4; m++) {
        struct scenario s = {.model = models[m], .sequence = 512, .micro_batch = 1};
        double small = total(*state, s);
        s.sequence = 1024;
        assert_true(total(*state, s) > small);
        s.sequence = 512;
        s.micro_batch = 2;
        assert_true(total(*state, s) > small);
        double before = 0;
        for (size_t i = 0; i < 4; i++) {
            double bytes =
                train(*state,
                      (struct scenario){.model = models[m], .method = "lora", .weights = ladder[i]})
                    ->memory_weights.q.value;
            assert_true(bytes > before);
            before = bytes;
        }
        /* QLoRA < LoRA < full */
        double qlora = total(*state, (struct scenario){.model = models[m], .method = "qlora"});
        double lora = total(*state, (struct scenario){.model = models[m], .method = "lora"});
        double full = total(*state, (struct scenario){.model = models[m], .method = "full"});
        assert_true(qlora < lora && lora < full);
    }
}

/* ── Derivation ── */

/* Latent attention, a dense layer, layers of experts with a shared one. */
static const struct model experts = {.id = "experts",
                                     .native_format = "bf16",
                                     .layers = 27,
                                     .hidden = 2048,
                                     .heads = 16,
                                     .kv_heads = 16,
                                     .head_dim = 192,
                                     .ffn = 10944,
                                     .ffn_matrices = 3,
                                     .vocabulary = 102400,
                                     .max_context = 163840,
                                     .kv_rank = 512,
                                     .q_rank = 1024,
                                     .nope_dim = 128,
                                     .rope_dim = 64,
                                     .value_dim = 128,
                                     .experts = 64,
                                     .experts_active = 6,
                                     .expert_ffn = 1408,
                                     .shared_ffn = 2816,
                                     .moe_layers = 26};

static const struct scenario questions[] = {
    {.model = &llama_3_70b,
     .tensor_parallel = 8,
     .sequence_parallel = "yes",
     .pipeline_parallel = 4,
     .interleave = 2,
     .data_parallel = 4,
     .zero = "1",
     .gradient_accumulation = 16},
    {.model = &experts,
     .data_parallel = 32,
     .expert_parallel = 8,
     .zero = "fsdp",
     .recompute = "full",
     .recompute_every = 2,
     .logits = "chunked"},
    {.model = &experts,
     .method = "lora",
     .targets = "q-up,kv-down,o,experts",
     .tensor_parallel = 2,
     .data_parallel = 4,
     .pipeline_parallel = 2,
     .zero = "3",
     .recompute = "ffn"},
    {.model = &llama_3_8b,
     .context_parallel = 4,
     .data_parallel = 2,
     .zero = "deepspeed-2",
     .attention = "eager",
     .recompute = "selective",
     .logits = "chunked"},
    {.model = &megatron_22b, .tensor_parallel = 8, .recompute = "full", .attention = "eager"},
    {.model = &experts, .optimizer = "adamw-fp32", .attention = "eager", .recompute = "full"},
};

/* Every line of memory is arithmetic that gives its result. */
static void lines_give_their_results(void **state) {
    size_t lines = 0;
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
        const struct estimate *e = train(*state, questions[q]);
        for (size_t i = 0; i < e->step_count; i++) {
            const struct step *s = &e->steps[i];
            double value;
            if (strncmp(s->id, "memory/", 7) != 0 && !strstr(s->id, "trainable"))
                continue;
            if (!evaluate(s->substituted, &value))
                fail_msg("%s: “%s” is no arithmetic", s->label, s->substituted);
            double tolerance = 0.0021 * fabs(s->result.value);
            if (strcmp(s->id, "memory/headroom") == 0)
                tolerance += 1e9;
            if (!(fabs(value - s->result.value) <= tolerance))
                fail_msg("%s: %s = %.9g, but the result is %.9g", s->label, s->substituted, value,
                         s->result.value);
            lines++;
        }
    }
    assert_true(lines > 75);
}

int main(void) {
    training_used();
    const struct CMUnitTest tests[] = {
        TEST(stages_of_the_recomputation_paper),
        TEST(shares_of_the_recomputation_paper),
        TEST(stages_hold_the_layers_of_the_model),
        TEST(twenty_copies),
        TEST(one_more_sample),
        TEST(magnitudes_of_dora),
        TEST(norms_again),
        TEST(tables_beside_adapters),
        TEST(latent_attention_and_experts),
        TEST(context_ranks_share_the_sequence),
        TEST(checkpoints_further_apart),
        TEST(scores_of_eager_attention),
        TEST(wide_activations),
        TEST(stages_of_zero),
        TEST(variants_of_deepspeed),
        TEST(gathered_units),
        TEST(shard_groups_limit_the_division),
        TEST(rules_of_thumb),
        TEST(sharding_never_takes_more),
        TEST(logits_by_loss),
        TEST(parts_add_up),
        TEST(the_update_can_be_the_peak),
        TEST(memory_grows),
        TEST(lines_give_their_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
