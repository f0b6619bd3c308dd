#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/bench.h"

static const struct chart *try(struct bench *b, const char *language, const char *model,
                               const char *id, const char *options, double width) {
    const struct accelerator *devices[] = {id ? device(b, id) : NULL};
    const struct model *models[] = {
        model ? catalog_model(b->catalog, b->diag, (struct span){0}, model) : NULL};
    const struct scenario *scenarios[] = {options ? scenario(b, options) : NULL};
    struct chart_request r = bench_request(b, language, "quantisation-ladder");
    r.accelerators = devices;
    r.accelerator_count = id != NULL;
    r.models = models;
    r.model_count = model != NULL;
    r.scenarios = scenarios;
    r.scenario_count = options != NULL;
    r.in_page = width > 0;
    r.width = width;
    return chart_make(b->arena, b->diag, &r);
}

static const struct chart *make(struct bench *b, const char *model, const char *id) {
    const struct chart *c = try(b, "en", model, id, NULL, 0);
    assert_non_null(c);
    return c;
}

static const char *cell(const struct chart *c, const char *format, size_t column) {
    for (size_t i = 0; i < c->data.row_count; i++)
        if (!strcmp(c->data.cells[i * c->data.column_count], format))
            return c->data.cells[i * c->data.column_count + column];
    fail_msg("no row %s", format);
    return NULL;
}

static double value(const struct chart *c, const char *format, size_t column) {
    const char *text = cell(c, format, column);
    return text && *text ? strtod(text, NULL) : -1;
}

enum { BITS = 1, WEIGHTS, TOTAL, FITS, AT_MOST, TYPICAL, FROM, UP_TO };

/* Llama 2 13B: 13 015 864 320 parameters, an input table of 32 000 × 5120; Q8_0 has 34 bytes for 32
 * weights; the cache of 4096 tokens is 40 layers × 2 × 5120 × 2 B; the RTX 4090 reads 1008 GB/s. */
static void ceilings_are_bandwidth_by_bytes(void **state) {
    struct bench *b = *state;
    const struct chart *c = make(b, NULL, NULL);
    double read = (13015864320.0 - 32000.0 * 5120) * 34 / 32, cache = 40.0 * 2 * 5120 * 2 * 4096;
    assert_near(value(c, "q8_0", AT_MOST), 1008e9 / (read + cache), 0.1);
    assert_near(value(c, "q8_0", BITS), 8.5, 0.002);
    assert_near(value(c, "bf16", WEIGHTS), 13015864320.0 * 2 / 1073741824, 0.001);
    /* published means of presets hold for all tensors */
    assert_near(value(c, "iq2_xxs", BITS), 2.38, 1e-6);
    double least = 13015864320.0 * 2.38 / 8 / 1073741824;
    assert_near(value(c, "iq2_xxs", WEIGHTS), least, 0.001);
}

/* 24.2 GiB of weights are more than 24: no speed, and a cross that says so. */
static void what_does_not_fit_has_no_speed(void **state) {
    struct bench *b = *state;
    const struct chart *c = make(b, NULL, NULL);
    assert_string_equal(cell(c, "bf16", FITS), "no");
    for (size_t column = AT_MOST; column <= UP_TO; column++)
        assert_true(value(c, "bf16", column) < 0);
    for (size_t i = 1; i < c->data.row_count; i++) {
        const char *const *row = c->data.cells + i * c->data.column_count;
        assert_true(strtod(row[WEIGHTS], NULL) <
                    strtod(row[WEIGHTS - (long)c->data.column_count], NULL));
        assert_true(strtod(row[TYPICAL], NULL) < strtod(row[AT_MOST], NULL));
    }
}

/* Packed below 6 bits: 0.40 to 0.82 of the bandwidth; Q8_0 on a GeForce: 0.70 to 0.92. */
static void ranges_widen_where_weights_are_unpacked(void **state) {
    struct bench *b = *state;
    const struct chart *c = make(b, NULL, NULL);
    double wide = value(c, "q4_k_m", UP_TO) / value(c, "q4_k_m", FROM);
    double narrow = value(c, "q8_0", UP_TO) / value(c, "q8_0", FROM);
    assert_near(wide, 0.82 / 0.40, 0.05);
    assert_near(narrow, 0.92 / 0.70, 0.05);
}

static void titles_follow_what_fits(void **state) {
    struct bench *b = *state;
    assert_non_null(strstr(make(b, NULL, NULL)->title,
                           "Llama 2 13B fits the RTX 4090 from Q8_0 down; from Q8_0 to IQ2_XXS"));
    assert_non_null(strstr(make(b, "llama-2-7b", "h100-sxm5-80gb")->title,
                           "fits the H100 in all of these formats"));
    const struct chart *none = make(b, "llama-3.1-405b", "rtx-4090");
    assert_non_null(strstr(none->title, "does not fit the RTX 4090 in any of these formats"));
    for (size_t i = 0; i < none->data.row_count; i++)
        assert_string_equal(none->data.cells[i * none->data.column_count + FITS], "no");
    const struct chart *zh = try(b, "zh", NULL, NULL, NULL, 0);
    assert_non_null(strstr(zh->title, "从 Q8_0 起，RTX 4090 才放得下 Llama 2 13B"));
}

/* Apple gives no rate of FP8: the other ten formats are drawn, and the one is named. */
static void a_format_without_a_rate_is_left_out(void **state) {
    struct bench *b = *state;
    const struct chart *c = try(b, "en", "qwen3-0.6b", "m3-ultra-512gb", NULL, 0);
    assert_non_null(c);
    assert_int_equal(c->data.row_count, 10);
    assert_non_null(find_text(c, "No rate of this device is known for FP8."));
}

static void what_is_missing_is_asked_for(void **state) {
    struct bench *b = *state;
    assert_null(try(b, "en", NULL, NULL,
                    "task=training model=llama-2-7b accelerator=a100-sxm4-80gb method=lora", 0));
    assert_null(try(b, "en", "llama-2-7b", "dgx-spark-gb10", NULL, 0));
    assert_int_equal(diag_exit_status(b->diag), 1);
}

static void labels_keep_apart(void **state) {
    struct bench *b = *state;
    static const char *const models[] = {"gpt2-124m", "llama-3.1-70b", "llama-3.1-405b"};
    static const char *const ids[] = {"rtx-4090", "h100-sxm5-80gb", "b200-sxm-180gb"};
    static const double widths[] = {0, 493, 357, 248};
    static const char *const languages[] = {"en", "zh"};
    int faults = 0;
    for (size_t i = 0; i < 3 * 3 * 4 * 2; i++) {
        const struct chart *c =
            try(b, languages[i % 2], models[i / 2 % 3], ids[i / 6 % 3], NULL, widths[i / 18]);
        assert_non_null(c);
        faults += label_faults(c, models[i / 2 % 3]);
    }
    assert_int_equal(faults, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ceilings_are_bandwidth_by_bytes),
        cmocka_unit_test(what_does_not_fit_has_no_speed),
        cmocka_unit_test(ranges_widen_where_weights_are_unpacked),
        cmocka_unit_test(titles_follow_what_fits),
        cmocka_unit_test(a_format_without_a_rate_is_left_out),
        cmocka_unit_test(what_is_missing_is_asked_for),
        cmocka_unit_test(labels_keep_apart),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
