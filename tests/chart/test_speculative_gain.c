#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/bench.h"

static const char kind[] = "speculative-gain";

static const struct chart *of_scenario(struct bench *b, const char *options) {
    const struct scenario *s[] = {scenario(b, options)};
    struct chart_request r = bench_request(b, "en", kind);
    r.scenarios = s;
    r.scenario_count = 1;
    return bench_chart(b, r);
}

/* A cell of so many drafted tokens; the row is their number. */
static double value(const struct chart *c, size_t drafts, const char *column) {
    size_t k = 0;
    while (k < c->data.column_count && strcmp(c->data.columns[k], column) != 0)
        k++;
    assert_true(k < c->data.column_count && drafts < c->data.row_count);
    const char *text = c->data.cells[drafts * c->data.column_count + k];
    return *text ? strtod(text, NULL) : NAN;
}

/* Leviathan 2211.17192, as tabulated in formulas 10.4: tokens a round when drafts cost nothing. */
static void free_drafts_have_the_published_gain(void **state) {
    struct bench *b = *state;
    static const struct {
        const char *column;
        double at[6]; /* 1, 2, 3, 4, 5 and 8 drafted */
    } rows[] = {{"acceptance_0.6_batch_1_ceiling", {1.60, 1.96, 2.18, 2.31, 2.38, 2.47}},
                {"acceptance_0.7_batch_1_ceiling", {1.70, 2.19, 2.53, 2.77, 2.94, 3.20}},
                {"acceptance_0.8_batch_1_ceiling", {1.80, 2.44, 2.95, 3.36, 3.69, 4.33}},
                {"acceptance_0.9_batch_1_ceiling", {1.90, 2.71, 3.44, 4.10, 4.69, 6.13}}};
    static const size_t drafts[] = {1, 2, 3, 4, 5, 8};
    const struct chart *c = bench_chart(b, bench_request(b, "en", kind));
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 6; k++)
            assert_near(value(c, drafts[k], rows[i].column), rows[i].at[k], 0.0051);
}

/* E / (γ · c + v) with c and v as the estimator has them for the same question. */
static void gains_are_those_of_the_estimator(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", kind));
    const struct scenario *s = scenario(
        b, "task=inference model=llama-3.1-70b accelerator=h100-sxm5-80gb weights=bf16 devices=8 "
           "tensor-parallel=8 draft-model=llama-3.1-8b draft-tokens=4 acceptance=0.8");
    const struct estimate *e = estimate_figures(b->arena, s);
    double tokens = (1 - pow(0.8, 5)) / 0.2;
    double gain =
        tokens / (4 * e->speculative_draft_cost.q.value + e->speculative_verify_cost.q.value);
    assert_near(value(c, 4, "acceptance_0.8_batch_1_typical"), gain, 1e-4);
    assert_non_null(strstr(c->subtitle, "Llama 3.1 8B as draft"));
    assert_near(value(c, 0, "acceptance_0.8_batch_1_typical"), 1, 0);
}

/* The ring stands where the row is largest, and the title has its numbers. */
static void the_best_length_is_named(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", kind));
    size_t best = 0;
    for (size_t n = 1; n <= 8; n++)
        if (value(c, n, "acceptance_0.8_batch_1_typical") >
            value(c, best, "acceptance_0.8_batch_1_typical"))
            best = n;
    const char *finding = arena_printf(
        b->arena,
        "At acceptance 0.8, drafts of %zu make Llama 3.1 70B %.2f times as fast, but at batch",
        best, value(c, best, "acceptance_0.8_batch_1_typical"));
    assert_non_null(strstr(c->title, finding));
    int rings = 0;
    for (const struct item *i = c->scene->first; i; i = i->next)
        rings +=
            i->kind == ITEM_CIRCLE && i->as.circle.fill == INK_GROUND && i->as.circle.radius > 2.4;
    assert_int_equal(rings, 5);
}

/* At a batch that keeps the arithmetic busy verification costs as many steps as it has tokens: a
 * short context, so that the weights are all there is. */
static void a_large_batch_loses(void **state) {
    struct bench *b = *state;
    const struct chart *c = of_scenario(
        b, "task=inference model=llama-3.1-8b accelerator=h100-sxm5-80gb weights=bf16 batch=1024 "
           "context=128 draft-model=llama-3.2-1b draft-tokens=4 acceptance=0.7");
    assert_true(value(c, 8, "acceptance_0.7_batch_1024_typical") < 1);
    assert_non_null(strstr(c->title, "drafting never makes Llama 3.1 8B faster"));
    assert_non_null(find_text(c, "always slower"));
}

static void without_a_draft_it_costs_nothing(void **state) {
    struct bench *b = *state;
    const struct model *models[] = {
        catalog_model(b->catalog, b->diag, (struct span){0}, "mistral-7b")};
    struct chart_request r = bench_request(b, "en", kind);
    r.models = models;
    r.model_count = 1;
    const struct chart *c = bench_chart(b, r);
    assert_near(value(c, 4, "acceptance_0.8_batch_1_typical"), 3.36, 0.0051);
    assert_null(strstr(c->subtitle, "as draft"));
    assert_non_null(strstr(c->title, "the gain still grows"));
}

static void what_does_not_fit_has_no_gain(void **state) {
    struct bench *b = *state;
    const struct chart *c =
        of_scenario(b, "task=inference model=llama-3.1-70b accelerator=rtx-4090 weights=bf16 "
                       "draft-model=llama-3.1-8b draft-tokens=4 acceptance=0.8");
    assert_true(isnan(value(c, 4, "acceptance_0.8_batch_1_typical")));
    assert_non_null(strstr(c->title, "do not fit one RTX 4090"));
}

/* In narrow pages "each needs 65.4 GiB, its memory holds 59.6 GiB" stands over the axis' unit; with
 * measured points far off the plot. */
static void what_is_needed_stands_off_the_unit(void **state) {
    struct bench *b = *state;
    static const double widths[] = {493, 357, 315, 248};
    const struct model *models[] = {
        catalog_model(b->catalog, b->diag, (struct span){0}, "gemma-2-9b")};
    const struct scenario *s[] = {
        scenario(b, "task=inference weights=nf4 batch=256 context=8192 devices=8 tensor-parallel=8 "
                    "model=gemma-3-12b accelerator=biren-br100")};
    static const struct measured points[] = {{"a server with a long name", 15.5, 0.0501},
                                             {"mine", 3.5, 6309.6},
                                             {"a server with a long name", 127.5, 2511.9}};
    struct chart_request r = bench_request(b, "en", kind);
    r.models = models;
    r.scenarios = s;
    r.model_count = r.scenario_count = 1;
    r.points = points;
    r.point_count = 3;
    assert_int_equal(request_faults(b, r, widths, 4), 0);
    r.in_page = true;
    r.width = 248;
    assert_non_null(find_text(bench_chart(b, r), "each needs 65.4\u202fGiB, its memory holds "
                                                 "59.6\u202fGiB"));
}

static void two_devices_that_hold_too_little(void **state) {
    struct bench *b = *state;
    static const double widths[] = {493, 357, 315, 248};
    const struct model *models[] = {
        catalog_model(b->catalog, b->diag, (struct span){0}, "qwen3-32b")};
    const struct accelerator *devices[] = {device(b, "mlu590")};
    const struct scenario *s[] = {scenario(
        b, "task=inference weights=int8 batch=256 context=8192 devices=2 tensor-parallel=2 "
           "model=deepseek-v3 accelerator=tpu-v5e")};
    struct chart_request r = bench_request(b, "en", kind);
    r.models = models;
    r.accelerators = devices;
    r.scenarios = s;
    r.model_count = r.accelerator_count = r.scenario_count = 1;
    assert_int_equal(request_faults(b, r, widths, 4), 0);
}

/* Nobody drafts half a token. */
static void each_length_has_its_tick(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", kind));
    for (int n = 0; n <= 8; n++)
        assert_non_null(find_text(c, arena_printf(b->arena, "%d", n)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_drafts_have_the_published_gain),
        cmocka_unit_test(gains_are_those_of_the_estimator),
        cmocka_unit_test(the_best_length_is_named),
        cmocka_unit_test(a_large_batch_loses),
        cmocka_unit_test(without_a_draft_it_costs_nothing),
        cmocka_unit_test(what_does_not_fit_has_no_gain),
        cmocka_unit_test(what_is_needed_stands_off_the_unit),
        cmocka_unit_test(two_devices_that_hold_too_little),
        cmocka_unit_test(each_length_has_its_tick),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
