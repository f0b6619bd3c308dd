#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "chart/pixels.h"

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

static const double page_widths[] = {493, 357, 315, 248};

static struct chart_request on_devices(struct bench *b, const char *const *ids, size_t n,
                                       const struct accelerator **devices) {
    struct chart_request r = bench_request(b, "en", "cost-per-million");
    for (size_t i = 0; i < n; i++)
        devices[i] = device(b, ids[i]);
    r.accelerators = devices;
    r.accelerator_count = n;
    return r;
}

static int grounds(struct bench *b, struct chart_request r) {
    static const enum theme themes[] = {THEME_LIGHT, THEME_DARK, THEME_PRINT};
    int faults = 0;
    for (size_t i = 0; i < 3; i++)
        faults += ground_faults(b, bench_chart(b, r), themes[i], "grounds");
    return faults;
}

/* "H800" in the grey of a second device: on the range of the first, dark, its contrast is 4.08. */
static void names_are_read_off_the_band(void **state) {
    struct bench *b = *state;
    static const char *const ids[] = {"trainium2", "mi325x", "h800-sxm5-80gb", "l40s"};
    const struct accelerator *devices[4];
    struct chart_request r = on_devices(b, ids, 4, devices);
    assert_int_equal(request_faults(b, r, page_widths, 4), 0);
    assert_int_equal(grounds(b, r), 0);
    for (int narrow = 0; narrow < 5; narrow++) {
        r.in_page = narrow > 0;
        r.width = narrow ? page_widths[narrow - 1] : 0;
        const struct chart *c = bench_chart(b, r);
        assert_non_null(find_text(c, "MI325X"));
        assert_non_null(find_text(c, "H800"));
        assert_non_null(find_text(c, "L40S"));
    }
}

/* In print the band is hatched: "TPU v3" does not stand half on it. */
static void names_stand_on_the_band_or_off_it(void **state) {
    struct bench *b = *state;
    static const char *const ids[] = {"tpu-v3", "ascend-910c", "tpu-v5e", "mi210"};
    const struct accelerator *devices[4];
    struct chart_request r = on_devices(b, ids, 4, devices);
    const struct model *models[] = {
        catalog_model(b->catalog, b->diag, (struct span){0}, "gemma-3-4b")};
    r.models = models;
    r.model_count = 1;
    assert_int_equal(request_faults(b, r, page_widths, 4), 0);
    assert_int_equal(grounds(b, r), 0);
    assert_non_null(find_text(bench_chart(b, r), "TPU v3"));
}

/* The hatch of what does not fit begins at a wall: with the last batch of the largest memory. */
static void what_cannot_be_begins_at_a_wall(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "cost-per-million"));
    int walls = 0;
    for (const struct item *i = c->scene->first; i; i = i->next)
        walls += i->kind == ITEM_LINE && i->as.line.stroke.ink == INK_CAPACITY &&
                 i->as.line.from.x == i->as.line.to.x && i->as.line.stroke.width == 1.8;
    assert_int_equal(walls, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_cost_is_price_by_ceiling),
        cmocka_unit_test(prices_are_stated_as_assumptions),
        cmocka_unit_test(no_price_is_carried_over),
        cmocka_unit_test(titles_follow_the_numbers),
        cmocka_unit_test(what_does_not_fit_has_no_cost),
        cmocka_unit_test(labels_keep_apart),
        cmocka_unit_test(names_are_read_off_the_band),
        cmocka_unit_test(names_stand_on_the_band_or_off_it),
        cmocka_unit_test(what_cannot_be_begins_at_a_wall),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
