/* Random plans of training, from a fixed seed: every value is finite and inside its range, and the
 * parts of the memory add up. Most draws do not fit together and are refused. */
#include "core/train.h"

/* Latent attention, a dense layer, experts with a shared one. */
static const struct model latent_experts = {.id = "latent-experts",
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
                                            .nope_dim = 128,
                                            .rope_dim = 64,
                                            .value_dim = 128,
                                            .experts = 64,
                                            .experts_active = 6,
                                            .expert_ffn = 1408,
                                            .shared_ffn = 2816,
                                            .moe_layers = 26};

/* Three recurrent layers to one of attention, experts everywhere. */
static const struct model recurrent_experts = {.id = "recurrent-experts",
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
                                               .experts = 512,
                                               .experts_active = 10,
                                               .expert_ffn = 512,
                                               .shared_ffn = 512,
                                               .moe_layers = 48,
                                               .recurrent_layers = 36,
                                               .recurrent_parameters = 20000000,
                                               .recurrent_state = 2097152,
                                               .output_gate = 1,
                                               .qk_norm = 1};

struct dice {
    uint64_t seed;
};

static size_t roll(struct dice *d, size_t sides) {
    d->seed = d->seed * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(d->seed >> 33) % sides;
}

#define ONE_OF(d, type, ...)                                                                       \
    ((const type[]){__VA_ARGS__}[roll((d), sizeof(const type[]){__VA_ARGS__} / sizeof(type))])
#define COUNT_OF(d, ...) ONE_OF(d, int64_t, __VA_ARGS__)
#define WORD_OF(d, ...)  ONE_OF(d, char *const, __VA_ARGS__)

static void draw_plan(struct dice *d, struct scenario *s) {
    s->tensor_parallel = COUNT_OF(d, 0, 1, 2, 4, 8);
    s->pipeline_parallel = COUNT_OF(d, 0, 0, 1, 2, 7, 16);
    s->interleave = COUNT_OF(d, 0, 0, 1, 2, 6);
    s->pipeline_schedule = WORD_OF(d, NULL, NULL, NULL, "gpipe", "zero-bubble", "dualpipe");
    s->data_parallel = COUNT_OF(d, 0, 1, 8, 64, 1024);
    s->expert_parallel = COUNT_OF(d, 0, 1, 8, 64);
    s->expert_nodes = COUNT_OF(d, 0, 0, 0, 4);
    s->context_parallel = COUNT_OF(d, 0, 1, 4);
    s->sequence_parallel = WORD_OF(d, NULL, "yes", "no");
    s->zero = WORD_OF(d, NULL, "0", "1", "2", "3", "fsdp", "deepspeed-2", "deepspeed-3");
    s->shard_group = COUNT_OF(d, 0, 0, 0, 8);
    s->link_bandwidth = roll(d, 4) ? 450e9 : 0;
    s->node_link_bandwidth = roll(d, 4) ? 50e9 : 0;
    s->overlap = roll(d, 3) ? 0 : 1;
}

static void draw_work(struct dice *d, struct scenario *s) {
    s->method = WORD_OF(d, "full", "full", "lora", "qlora", "dora");
    s->optimizer = roll(d, 2) ? NULL : optimizer_at(roll(d, optimizer_count()))->id;
    s->recompute = WORD_OF(d, "none", "selective", "ffn", "norm", "full");
    s->recompute_every = COUNT_OF(d, 0, 0, 2, 20);
    s->targets =
        WORD_OF(d, NULL, "q,v", "o,down", "experts", "all-linear", "all-linear,head,embedding");
    s->rank = COUNT_OF(d, 0, 1, 64);
    s->sequence = COUNT_OF(d, 0, 1, 128, 131072);
    s->micro_batch = COUNT_OF(d, 0, 1, 7, 1000000000);
    s->gradient_accumulation = COUNT_OF(d, 0, 1, 64, 1000000000);
    s->logits = WORD_OF(d, NULL, "naive", "fp32", "softmax", "forward", "chunked");
    s->attention = WORD_OF(d, NULL, "eager", "flash");
    s->tokens = roll(d, 2) ? 0 : 1e17;
    s->mfu = roll(d, 4) ? 0 : 0.4;
    s->goodput = roll(d, 4) ? 0 : 1;
    s->memory_capacity = roll(d, 2) ? 1e18 : 0;
}

static struct scenario draw(struct dice *d) {
    static const struct model *const models[] = {&llama_2_7b,   &llama_3_70b,    &llama_3_1b,
                                                 &qwen_7b,      &latent_experts, &recurrent_experts,
                                                 &megatron_22b, &megatron_530b};
    struct scenario s = {.task = "training",
                         .model = models[roll(d, sizeof models / sizeof *models)],
                         .accelerator = roll(d, 2) ? &h100 : &a100_80};
    draw_plan(d, &s);
    draw_work(d, &s);
    return s;
}

static bool is_sound(struct quantity q) {
    double slack = 1e-9 * fabs(q.value);
    return isfinite(q.low) && isfinite(q.value) && isfinite(q.high) && q.low <= q.value + slack &&
           q.value <= q.high + slack;
}

static void check_values(const struct estimate *e) {
    for (size_t i = 0; i < estimate_field_count; i++) {
        const struct measure *m = estimate_measure(e, &estimate_fields[i]);
        const char *path = estimate_fields[i].path;
        bool difference = strcmp(path, "memory/headroom") == 0 || strncmp(path, "binding/", 8) == 0;
        if (m->present && (!is_sound(m->q) || (m->q.low < 0 && !difference)))
            fail_msg("%s of %s: %g, %g, %g", path, e->scenario->model->id, m->q.low, m->q.value,
                     m->q.high);
    }
}

static void check_parts(const struct estimate *e) {
    const struct measure *parts[] = {
        &e->memory_weights,  &e->memory_gradients, &e->memory_optimizer,
        &e->memory_adapters, &e->memory_gathered,  &e->memory_activations,
        &e->memory_logits,   &e->memory_buffers,   &e->memory_runtime,
    };
    double sum = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        sum += parts[i]->present ? parts[i]->q.value : 0;
    assert_near(sum / e->memory_total.q.value, 1, 1e-9);
}

/* No time of what does not fit, and none below its ceiling. */
static void check_times(const struct estimate *e) {
    if (e->fits == VERDICT_NO) {
        assert_false(e->training_step_time.present);
        assert_false(e->training_compute_time.present);
        assert_false(e->training_speed.present);
    }
    if (e->training_step_time.present && !(e->scenario->mfu > 0))
        assert_true(e->training_step_time.q.low >= e->training_compute_time.q.value);
}

static void plans_are_sound(void **state) {
    (void)state;
    struct dice d = {20261130};
    size_t asked = 0;
    for (size_t i = 0; i < 40000; i++) {
        struct arena *a = arena_new();
        struct scenario s = draw(&d);
        struct scenario_fault faults[16];
        if (!scenario_complete(&s, a, faults, 16)) {
            const struct estimate *e = asked % 8 ? estimate_figures(a, &s) : estimate_run(a, &s);
            check_values(e);
            check_parts(e);
            check_times(e);
            asked++;
        }
        arena_drop(a);
    }
    assert_true(asked > 1000);
}

int main(void) {
    training_used();
    fixtures_used();
    const struct CMUnitTest tests[] = {cmocka_unit_test(plans_are_sound)};
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
