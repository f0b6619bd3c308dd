#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/bench.h"

static const struct chart *try(struct bench *b, const char *language, const char *device_id,
                               const char *const *options, size_t n, double width) {
    const struct accelerator *devices[] = {device_id ? device(b, device_id) : NULL};
    const struct scenario *scenarios[4];
    for (size_t i = 0; i < n; i++)
        scenarios[i] = scenario(b, options[i]);
    struct chart_request r = bench_request(b, language, "cost-per-million");
    r.accelerators = devices;
    r.accelerator_count = device_id != NULL;
    r.scenarios = scenarios;
    r.scenario_count = n;
    r.in_page = width > 0;
    r.width = width;
    return chart_make(b->arena, b->diag, &r);
}

static const struct chart *of(struct bench *b, const char *options) {
    const struct chart *c = try(b, "en", NULL, &options, 1, 0);
    assert_non_null(c);
    return c;
}

enum { BATCH = 2, LEAST = 4, FROM, TYPICAL, UP_TO };

#define ONE                                                                                        \
    "task=inference model=llama-3.1-8b accelerator=h100-sxm5-80gb weights=bf16 context=4096 "

/* 2 an hour for 3600 s; at most 3350 GB/s over the bytes of a step: 8 030 261 248 parameters less
 * the table of 128 256 × 4096, and 32 layers × 2 × 8 × 128 × 2 B for each of 4096 tokens. */
static void the_least_cost_is_price_by_ceiling(void **state) {
    struct bench *b = *state;
    const struct chart *c = of(b, ONE "price=2 currency=USD");
    double weights = (8030261248.0 - 128256.0 * 4096) * 2, cache = 32.0 * 2 * 8 * 128 * 2 * 4096;
    double expected = 2 / 3600.0 * (weights + cache) / 3350e9 * 1e6;
    assert_near(number_at(c, 0, LEAST), expected, expected * 0.002);
    for (size_t i = 0; i < c->data.row_count; i++) {
        assert_true(number_at(c, i, LEAST) < number_at(c, i, FROM));
        assert_true(number_at(c, i, FROM) < number_at(c, i, TYPICAL));
        assert_true(number_at(c, i, TYPICAL) < number_at(c, i, UP_TO));
        assert_true(i == 0 || number_at(c, i, TYPICAL) < number_at(c, i - 1, TYPICAL));
    }
    /* 79.6 GiB less 15 of weights and 1 of runtime hold caches of half a GiB in nine tenths */
    double batch = number_at(c, c->data.row_count - 1, BATCH);
    assert_true(batch > 90 && batch < 130);
}

/* The assumption stands on the picture and in the caption. */
static void prices_are_stated_as_assumptions(void **state) {
    struct bench *b = *state;
    const struct chart *c = try(b, "en", NULL, NULL, 0, 0);
    assert_non_null(c);
    assert_non_null(strstr(c->subtitle, "Assumed, not quoted: H100 2 USD/h, A100 1 USD/h"));
    assert_non_null(strstr(c->caption, "Assumed: H100 2 USD/h"));
    const struct chart *zh = try(b, "zh", NULL, NULL, 0, 0);
    assert_non_null(strstr(zh->subtitle, "价格为假设，并非报价"));
    assert_non_null(strstr(c->title, "The A100 is typically cheapest"));
}

/* A price of one device is none of another: there, energy alone is counted. */
static void no_price_is_carried_over(void **state) {
    struct bench *b = *state;
    const char *priced = ONE "price=2 currency=USD";
    const struct chart *c = try(b, "en", "a100-sxm4-80gb", &priced, 1, 0);
    assert_non_null(c);
    assert_non_null(strstr(c->title, "kWh of energy"));
    assert_non_null(strstr(c->subtitle, "no price is given"));
    const struct chart *power = of(b, ONE "energy-price=0.15 currency=EUR");
    assert_non_null(
        strstr(power->subtitle, "energy alone, without the devices. Assumed: 0.15 EUR/kWh"));
    const struct chart *bare = of(b, ONE);
    assert_near(number_at(power, 0, TYPICAL), number_at(bare, 0, TYPICAL) * 0.15,
                number_at(power, 0, TYPICAL) * 1e-4);
}

static void titles_follow_the_numbers(void **state) {
    struct bench *b = *state;
    assert_non_null(strstr(of(b, ONE "price=2")->title, "On the H100 a million tokens typically"));
    const char *level[] = {ONE "price=2",
                           "task=inference model=llama-3.1-8b accelerator=a100-sxm4-80gb "
                           "weights=bf16 context=4096 price=1.2173"};
    assert_non_null(
        strstr(try(b, "en", NULL, level, 2, 0)->title, "the H100 are typically cheapest"));
    const char *large =
        "task=inference model=llama-3.1-70b accelerator=h100-sxm5-80gb weights=bf16 "
        "price=2";
    assert_null(try(b, "en", NULL, &large, 1, 0));
    const char *mixed[] = {ONE "price=2 currency=USD", ONE "price=14 currency=CNY"};
    assert_null(try(b, "en", NULL, mixed, 2, 0));
    const char *training = "task=training model=llama-2-7b accelerator=a100-sxm4-80gb method=lora";
    assert_null(try(b, "en", NULL, &training, 1, 0));
    assert_int_equal(diag_exit_status(b->diag), 1);
}

/* What does not fit is named, without a curve. */
static void what_does_not_fit_has_no_cost(void **state) {
    struct bench *b = *state;
    const char *options[] = {
        "task=inference model=llama-2-70b accelerator=h200-sxm-141gb weights=fp8 price=3",
        "task=inference model=llama-2-70b accelerator=rtx-4090 weights=fp8 price=0.4"};
    const struct chart *c = try(b, "en", NULL, options, 2, 0);
    assert_non_null(c);
    assert_non_null(find_text(c, "RTX 4090: does not fit"));
    for (size_t i = 0; i < c->data.row_count; i++)
        assert_string_equal(c->data.cells[i * c->data.column_count], "h200-sxm-141gb");
}

static void labels_keep_apart(void **state) {
    struct bench *b = *state;
    static const double widths[] = {0, 493, 357, 248};
    int faults = 0;
    for (size_t w = 0; w < 4; w++) {
        faults += label_faults(try(b, "en", NULL, NULL, 0, widths[w]), "en");
        faults += label_faults(try(b, "zh", NULL, NULL, 0, widths[w]), "zh");
    }
    assert_int_equal(faults, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_cost_is_price_by_ceiling),
        cmocka_unit_test(prices_are_stated_as_assumptions),
        cmocka_unit_test(no_price_is_carried_over),
        cmocka_unit_test(titles_follow_the_numbers),
        cmocka_unit_test(what_does_not_fit_has_no_cost),
        cmocka_unit_test(labels_keep_apart),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
