#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/bench.h"

static const char kind[] = "first-token-and-next";

static const struct chart *of_scenario(struct bench *b, const char *language, const char *options) {
    const struct scenario *s[] = {scenario(b, options)};
    struct chart_request r = bench_request(b, language, kind);
    r.scenarios = s;
    r.scenario_count = 1;
    return bench_chart(b, r);
}

/* A number of the row of a prompt; NaN where the cell is empty. */
static double value(const struct chart *c, int prompt, const char *column) {
    size_t k = 0;
    while (strcmp(c->data.columns[k], column) != 0)
        k++;
    for (size_t i = 0; i < c->data.row_count; i++) {
        const char *const *row = c->data.cells + i * c->data.column_count;
        if (atoi(row[0]) == prompt)
            return *row[k] ? strtod(row[k], NULL) : NAN;
    }
    fail_msg("no row of %d", prompt);
    return 0;
}

/* design 14: 9.0 ms at 2k and 11.3 ms at 128k for the next token, ridge at 299. The first token is
 * there 101 ms and 11.9 s with all-reduces by rings; the catalogue's switch adds up in the network,
 * which takes some 7 % off. */
static void the_numbers_are_near_those_of_the_specification(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", kind));
    assert_near(value(c, 2048, "next_s"), 9.05e-3, 0.1e-3);
    assert_near(value(c, 131072, "next_s"), 11.3e-3, 0.1e-3);
    assert_near(value(c, 2048, "first_s"), 101e-3, 8e-3);
    assert_near(value(c, 131072, "first_s"), 11.9, 0.5);
    assert_non_null(find_text(c, "ridge at a prompt of 299 tokens"));
    assert_non_null(find_text(c, "limited by compute"));
    assert_non_null(find_text(c, "limited by bandwidth"));
    assert_non_null(strstr(c->title, "The first token waits for arithmetic, every next one for "
                                     "memory: a prompt 64 times as long costs "));
}

/* Chart and command speak of one time. */
static void the_first_token_is_that_of_the_estimator(void **state) {
    struct bench *b = *state;
    const struct scenario *s =
        scenario(b, "task=inference model=llama-3.1-8b accelerator=h100-sxm5-80gb weights=bf16 "
                    "prompt=2048 context=2048");
    const struct estimate *e = catalog_figures(b->arena, b->catalog, s);
    const struct chart *c =
        of_scenario(b, "en",
                    "task=inference model=llama-3.1-8b accelerator=h100-sxm5-80gb "
                    "weights=bf16");
    double first = e->prefill_first_token.q.value;
    assert_near(value(c, 2048, "first_s"), first, first * 1e-5);
    assert_near(e->prefill_first_token.q.value, e->prefill_time.q.value, 0);
}

/* By hand: 2 FLOP for each of 70 553 706 496 − 2 · 128 256 · 8192 weights of the layers and token,
 * the head once, attention 2 · 80 · 64 · 128 · s²; over 8 · 989.4 TFLOP/s. Below the ridge the
 * weights without the input table, over 8 · 3.35 TB/s. */
static void ceilings_are_arithmetic_or_one_reading(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", kind));
    double table = 128256.0 * 8192, layers = 70553706496.0 - 2 * table, s = 2048;
    double flops = 2 * layers * s + 2 * table + 2.0 * 80 * 64 * 128 * s * s;
    assert_near(value(c, 2048, "first_ceiling_s"), flops / (8 * 989.4e12), 2e-4);
    double reading = 2 * (layers + table) / (8 * 3.35e12);
    assert_near(value(c, 64, "first_ceiling_s"), reading, reading * 0.005);
    assert_near(value(c, 64, "next_ceiling_s"), reading, reading * 0.01);
}

/* 8 billion weights of two bytes fill 15 of 24 GiB: 128 KiB of cache a token for the rest. */
static void beyond_the_memory_no_time_is_said(void **state) {
    struct bench *b = *state;
    const struct chart *c =
        of_scenario(b, "en", "task=inference model=llama-3.1-8b accelerator=rtx-4090 weights=bf16");
    assert_non_null(strstr(c->describe, "The memory is full beyond a prompt of"));
    assert_true(isnan(value(c, 131072, "first_s")));
    assert_true(!isnan(value(c, 65536, "first_s")));
    c = of_scenario(b, "en",
                    "task=inference model=llama-3.1-70b accelerator=rtx-4090 weights=bf16");
    assert_string_equal(c->title, "Llama 3.1 70B in BF16 does not fit one RTX 4090, not even with "
                                  "a prompt of 64 tokens");
    assert_true(isnan(value(c, 64, "next_s")));
}

/* Arithmetic so slow that the next token does not wait for memory either: the title does not say
 * that it does. */
static void the_title_says_what_limits(void **state) {
    struct bench *b = *state;
    struct accelerator slow = *device(b, "h100-sxm5-80gb");
    const struct accelerator *devices[] = {&slow};
    const struct model *models[] = {
        catalog_model(b->catalog, b->diag, (struct span){0}, "gpt2-xl")};
    slow.bf16.value = slow.fp16.value = 1e12; /* ridge 0.3, below one FLOP for each byte */
    struct chart_request r = bench_request(b, "en", kind);
    r.accelerators = devices;
    r.models = models;
    r.accelerator_count = r.model_count = 1;
    const struct chart *c = bench_chart(b, r);
    assert_null(strstr(c->title, "every next one for memory"));
    c = of_scenario(b, "zh",
                    "task=inference model=llama-3.1-8b accelerator=h100-sxm5-80gb weights=bf16");
    assert_non_null(strstr(c->title, "首个词元等的是算力"));
}

/* What does not fit one device is spread over as few as hold it. */
static void a_model_takes_the_devices_it_needs(void **state) {
    struct bench *b = *state;
    const struct model *models[] = {
        catalog_model(b->catalog, b->diag, (struct span){0}, "llama-3.1-8b")};
    struct chart_request r = bench_request(b, "en", kind);
    r.models = models;
    r.model_count = 1;
    assert_non_null(strstr(bench_chart(b, r)->describe, "on one H100"));
    models[0] = catalog_model(b->catalog, b->diag, (struct span){0}, "llama-3.1-70b");
    assert_non_null(strstr(bench_chart(b, r)->describe, "on 4 × H100")); /* 131.4 + 40 GiB */
}

static void what_is_not_known_is_asked_for(void **state) {
    struct bench *b = *state;
    struct diag *heard = diag_new(b->arena);
    struct accelerator no_peak = *device(b, "h100-sxm5-80gb");
    const struct accelerator *devices[] = {&no_peak};
    no_peak.bf16.known = no_peak.fp16.known = false;
    struct chart_request r = bench_request(b, "en", kind);
    r.accelerators = devices;
    r.accelerator_count = 1;
    assert_null(chart_make(b->arena, heard, &r));
    struct model endless = *catalog_model(b->catalog, b->diag, (struct span){0}, "llama-3.1-8b");
    const struct model *models[] = {&endless};
    endless.max_context = 0;
    r = bench_request(b, "en", kind);
    r.models = models;
    r.model_count = 1;
    assert_null(chart_make(b->arena, heard, &r));
    assert_int_equal(diag_faults(heard), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_numbers_are_near_those_of_the_specification),
        cmocka_unit_test(the_first_token_is_that_of_the_estimator),
        cmocka_unit_test(ceilings_are_arithmetic_or_one_reading),
        cmocka_unit_test(beyond_the_memory_no_time_is_said),
        cmocka_unit_test(the_title_says_what_limits),
        cmocka_unit_test(a_model_takes_the_devices_it_needs),
        cmocka_unit_test(what_is_not_known_is_asked_for),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
