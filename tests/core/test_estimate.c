/* What holds for every estimate, over models, devices, formats and recipes. */
#include "core/fixtures.h"

static const struct model *const models[] = {&llama_2_7b,   &llama_2_70b, &llama_3_70b, &llama_3_8b,
                                             &llama_3_405b, &qwen_7b,     &llama_3_1b};
static const struct accelerator *const devices[] = {&a100_80, &a100_40, &h100, &rtx_4090, &v100};
enum { MODELS = sizeof models / sizeof *models, DEVICES = sizeof devices / sizeof *devices };

static void check_measure(const char *path, struct quantity q) {
    if (!isfinite(q.low) || !isfinite(q.value) || !isfinite(q.high))
        fail_msg("%s is not finite", path);
    if (!(q.low <= q.value && q.value <= q.high))
        fail_msg("%s: %g, %g, %g are out of order", path, q.low, q.value, q.high);
    if (q.exactness <= CEILING && q.low != q.high)
        fail_msg("%s: exact or ceiling, but with a range", path);
}

/* Sums of parts, and no estimate better than its ceiling. */
static void check_relations(const struct estimate *e) {
    double sum = 0;
    const struct measure *parts[] = {
        &e->memory_weights,     &e->memory_gradients, &e->memory_optimizer, &e->memory_adapters,
        &e->memory_activations, &e->memory_logits,    &e->memory_kv_cache,  &e->memory_runtime};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        sum += parts[i]->present ? parts[i]->q.value : 0;
    assert_near(sum / e->memory_total.q.value, 1, 1e-12);
    if (e->decode_time.present) {
        assert_true(e->decode_time.q.low >= e->decode_ceiling_time.q.value);
        assert_true(e->prefill_time.q.low >= e->prefill_compute_time.q.value);
    }
    if (e->training_step_time.present)
        assert_true(e->training_step_time.q.low >= e->training_compute_time.q.value);
    if (e->fits == VERDICT_NO)
        assert_false(e->decode_speed.present || e->training_step_time.present);
}

static void check_operations(const struct estimate *e) {
    double decode_bytes = 0, decode_flops = 0, prefill_bytes = 0, prefill_flops = 0;
    for (size_t i = 0; i < e->operation_count; i++) {
        const struct operation *o = &e->operations[i];
        assert_true(o->flops >= 0 && o->bytes > 0);
        assert_near(o->intensity * o->bytes, o->flops, 1e-9 * o->flops);
        if (strncmp(o->name, "prefill-", 8) == 0) {
            prefill_bytes += o->bytes;
            prefill_flops += o->flops;
        } else if (strncmp(o->name, "training-", 9) != 0) {
            decode_bytes += o->bytes;
            decode_flops += o->flops;
        }
    }
    if (!e->decode_bytes.present)
        return;
    assert_near(decode_bytes, e->decode_bytes.q.value, 1e-12 * decode_bytes);
    assert_near(decode_flops, e->decode_flops.q.value, 1e-12 * decode_flops);
    assert_near(prefill_bytes, e->prefill_bytes.q.value, 1e-12 * prefill_bytes);
    assert_near(prefill_flops, e->prefill_flops.q.value, 1e-12 * prefill_flops);
}

static void check(const struct estimate *e) {
    for (size_t i = 0; i < estimate_field_count; i++) {
        const struct measure *m = estimate_measure(e, &estimate_fields[i]);
        if (m->present)
            check_measure(estimate_fields[i].path, m->q);
    }
    check_relations(e);
    check_operations(e);
    assert_true(e->step_count > 10);
}

static void every_inference(void **state) {
    (void)state;
    const char *const caches[] = {"fp16", "fp8", "int8", "q4_0"};
    for (size_t m = 0; m < MODELS; m++)
        for (size_t d = 0; d < DEVICES; d++)
            for (size_t f = 0; f < format_count(); f++) {
                if (format_at(f)->expert_bits != format_at(f)->linear_bits)
                    continue; /* packs experts only */
                struct arena *a = arena_new();
                check(run(a, &(struct scenario){.task = "inference",
                                                .model = models[m],
                                                .accelerator = devices[d],
                                                .weights = format_at(f)->id,
                                                .kv = caches[f % 4],
                                                .batch = 1 + (int64_t)f * 7,
                                                .context = 1 + (int64_t)(f * 61)}));
                arena_drop(a);
            }
}

static void every_training(void **state) {
    (void)state;
    const char *const methods[] = {"full", "lora", "qlora"};
    for (size_t m = 0; m < MODELS; m++)
        for (size_t d = 0; d < DEVICES; d++)
            for (size_t o = 0; o < optimizer_count(); o++) {
                struct arena *a = arena_new();
                check(run(a, &(struct scenario){.task = "training",
                                                .model = models[m],
                                                .accelerator = devices[d],
                                                .optimizer = optimizer_at(o)->id,
                                                .method = methods[o % 3],
                                                .recompute = o % 2 ? "full" : "none",
                                                .targets = o % 4 ? "all-linear" : "q,v",
                                                .micro_batch = 1 + (int64_t)o,
                                                .tokens = 1e9}));
                arena_drop(a);
            }
}

/* More of a cause, never less of the effect. */
static void monotone(void **state) {
    for (int64_t b = 1; b < 64; b *= 2) {
        const struct estimate *e = infer(*state, &llama_3_8b, &h100, b, 2048);
        const struct estimate *more = infer(*state, &llama_3_8b, &h100, 2 * b, 2048);
        assert_true(more->memory_total.q.value > e->memory_total.q.value);
        assert_true(more->decode_ceiling_time.q.value > e->decode_ceiling_time.q.value);
        assert_true(more->decode_ceiling_speed.q.value > e->decode_ceiling_speed.q.value);
        assert_true(more->decode_user_speed.q.value < e->decode_user_speed.q.value);
        assert_true(more->decode_intensity.q.value > e->decode_intensity.q.value);
    }
}

static void units_of_the_fields(void **state) {
    const struct estimate *e = infer(*state, &llama_3_8b, &h100, 1, 2048);
    assert_true(unit_equal(e->decode_ceiling_speed.q.unit, UNIT_TOKEN_PER_SECOND));
    assert_true(unit_equal(e->decode_time.q.unit, UNIT_SECOND));
    assert_true(unit_equal(e->decode_intensity.q.unit, UNIT_FLOP_PER_BYTE));
    assert_true(unit_equal(e->kv_bytes_per_token.q.unit, UNIT_BYTE_PER_TOKEN));
    assert_true(unit_equal(e->decode_share.q.unit, UNIT_NONE));
    /* Each printed unit has the dimension of its value. */
    const struct estimate *t = run(*state, &(struct scenario){.task = "training",
                                                              .model = &llama_2_7b,
                                                              .accelerator = &a100_80,
                                                              .method = "lora",
                                                              .tokens = 1e9});
    const struct estimate *const both[] = {e, t};
    for (size_t n = 0; n < 2; n++)
        for (size_t i = 0; i < estimate_field_count; i++) {
            const struct measure *m = estimate_measure(both[n], &estimate_fields[i]);
            const char *printed = estimate_fields[i].printed;
            struct unit unit;
            double scale;
            assert_true(unit_lookup(printed, strlen(printed), &unit, &scale));
            if (m->present && !unit_equal(unit, m->q.unit))
                fail_msg("%s is not in %s", estimate_fields[i].path, printed);
        }
}

/* A training task has no cache and no decoding, an inference task no gradients. */
static void fields_of_the_other_task_are_absent(void **state) {
    const struct estimate *e = infer(*state, &llama_3_8b, &h100, 1, 2048);
    for (size_t i = 0; i < estimate_field_count; i++)
        if (strncmp(estimate_fields[i].path, "training/", 9) == 0)
            assert_false(estimate_measure(e, &estimate_fields[i])->present);
    assert_false(e->memory_gradients.present || e->memory_optimizer.present ||
                 e->trainable_parameters.present);
    assert_null(e->training_bound);
    const struct estimate *t = run(
        *state, &(struct scenario){.task = "training", .model = &llama_3_8b, .accelerator = &h100});
    for (size_t i = 0; i < estimate_field_count; i++)
        if (strncmp(estimate_fields[i].path, "decode/", 7) == 0 ||
            strncmp(estimate_fields[i].path, "prefill/", 8) == 0)
            assert_false(estimate_measure(t, &estimate_fields[i])->present);
    assert_null(t->decode_bound);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_inference),
        TEST(every_training),
        TEST(monotone),
        TEST(units_of_the_fields),
        TEST(fields_of_the_other_task_are_absent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
