/* Reverse questions over the whole catalogue, pairs at random with a fixed seed: the answer holds,
 * one more does not, surely and with luck. */
#include "shipped.h"

#include "core/fit.h"

static uint32_t seed;

/* Numerical Recipes' constants. */
static uint32_t chance(size_t below) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % (uint32_t)below;
}

static struct scenario random_scenario(const char *task) {
    static const char *const formats[] = {NULL, "int8", "q4_k_m", "q8_0", "int4-g128"};
    struct catalog *c = shipped.catalog;
    bool training = strcmp(task, "training") == 0;
    struct scenario s = {.task = task,
                         .model = catalog_model_at(c, chance(catalog_model_count(c))),
                         .accelerator =
                             catalog_accelerator_at(c, chance(catalog_accelerator_count(c)))};
    if (!training)
        s.weights = formats[chance(5)];
    else
        s.method = chance(2) ? "qlora" : "lora";
    return s;
}

static enum verdict fits(struct arena *a, const struct scenario *given) {
    struct scenario s = *given;
    struct scenario_fault faults[8];
    return scenario_complete(&s, a, faults, 8)
               ? VERDICT_NO
               : estimate_figures(a, arena_memdup(a, &s, sizeof s))->fits;
}

static void check(enum fit_question ask, struct scenario s, size_t offset, size_t *checked) {
    struct arena *a = arena_new();
    const struct scenario given = s, *const list[] = {&given};
    const struct fit_request request = {.ask = ask, .given = list, .count = 1};
    struct fit_answer answer = fit_ask(a, &request).answers[0];
    bool known = s.accelerator->memory_capacity.known;
    for (int end = 0; !answer.fault && known && end < 2; end++) {
        enum verdict wanted = end ? VERDICT_MARGINAL : VERDICT_YES;
        int64_t n = (int64_t)(end ? answer.answer.q.high : answer.answer.q.low);
        int64_t *member = (int64_t *)(void *)((char *)&s + offset);
        *member = n;
        if (n > 0 && fits(a, &s) < wanted)
            fail_msg("%s on %s: %lld does not fit", s.model->id, s.accelerator->id, (long long)n);
        *member = n + 1;
        bool longest = ask == FIT_MAX_CONTEXT && n >= s.model->max_context;
        if (!longest && fits(a, &s) >= wanted)
            fail_msg("%s on %s: %lld fits as well", s.model->id, s.accelerator->id,
                     (long long)n + 1);
        *checked += n > 0;
    }
    arena_drop(a);
}

static void contexts(void **state) {
    (void)state;
    size_t checked = 0;
    seed = 11;
    for (int i = 0; i < 300; i++) {
        struct scenario s = random_scenario("inference");
        s.batch = 1 + chance(16);
        check(FIT_MAX_CONTEXT, s, offsetof(struct scenario, context), &checked);
    }
    assert_true(checked > 150);
}

static void batches(void **state) {
    (void)state;
    size_t checked = 0;
    seed = 12;
    for (int i = 0; i < 300; i++) {
        struct scenario s = random_scenario("inference");
        s.context = 1 + chance(512);
        check(FIT_MAX_BATCH, s, offsetof(struct scenario, batch), &checked);
    }
    assert_true(checked > 150);
}

static void micro_batches(void **state) {
    (void)state;
    size_t checked = 0;
    seed = 13;
    for (int i = 0; i < 200; i++) {
        struct scenario s = random_scenario("training");
        s.sequence = 256;
        check(FIT_MAX_BATCH, s, offsetof(struct scenario, micro_batch), &checked);
    }
    assert_true(checked > 50);
}

/* The largest of all models on a device fits, and every larger one does not. */
static void models(void **state) {
    (void)state;
    struct catalog *c = shipped.catalog;
    const struct accelerator *device =
        catalog_accelerator(c, shipped.diag, (struct span){0}, "rtx-4090");
    size_t n = catalog_model_count(c);
    struct scenario *list = ARENA_ARRAY(shipped.arena, struct scenario, n);
    const struct scenario **given = ARENA_ARRAY(shipped.arena, const struct scenario *, n);
    for (size_t i = 0; i < n; i++) {
        list[i] = (struct scenario){.task = "inference",
                                    .model = catalog_model_at(c, i),
                                    .accelerator = device,
                                    .weights = "q4_k_m",
                                    .context = 1024};
        given[i] = &list[i];
    }
    const struct fit_request request = {.ask = FIT_MAX_MODEL, .given = given, .count = n};
    struct fit_result r = fit_ask(shipped.arena, &request);
    double largest = r.answers[0].estimate->parameters.q.value;
    assert_int_equal(r.answers[0].verdict, VERDICT_YES);
    assert_true(largest > 20e9 && largest < 45e9); /* 24 GiB at 4.9 bits */
    for (size_t i = 1; i < n && r.answers[i].estimate; i++)
        if (r.answers[i].estimate->parameters.q.value > largest)
            assert_true(r.answers[i].verdict < VERDICT_YES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contexts),
        cmocka_unit_test(batches),
        cmocka_unit_test(micro_batches),
        cmocka_unit_test(models),
    };
    return cmocka_run_group_tests(tests, shipped_open, shipped_close);
}
