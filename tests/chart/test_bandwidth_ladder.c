#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/bench.h"

enum { TIER, NAME, DETAIL, RATE, SECONDS, PASSES, FITS };

static size_t row_of(const struct chart *c, const char *name, const char *detail) {
    for (size_t i = 0; i < c->data.row_count; i++)
        if (!strcmp(text_at(c, i, NAME), name) && !strcmp(text_at(c, i, DETAIL), detail))
            return i;
    fail_msg("no row %s %s", name, detail);
    return 0;
}

/* design 14: 13.477 GB (6 738 415 616 parameters of two bytes); pictures of 6.4. */
static void published_rows(void **state) {
    struct bench *b = *state;
    static const struct {
        const char *name, *detail;
        double rate, ms;
    } rows[] = {{"HBM3e", "B200", 7700, 1.8},
                {"HBM3e", "H200", 4800, 2.8},
                {"HBM3", "H100", 3350, 4.0},
                {"HBM2e", "A100", 2039, 6.6},
                {"GDDR6X", "RTX 4090", 1008, 13.4},
                {"DDR5-4800", "12 channels", 460.8, 29.2},
                {"DDR5-5600", "2 channels", 89.6, 150},
                {"PCIe 5.0 ×16", "one way", 63, 214},
                {"PCIe 4.0 ×16", "one way", 31.5, 428},
                {"NVMe SSD", "PCIe 5.0 ×4", 14, 963},
                {"NVMe SSD", "PCIe 4.0 ×4", 7, 1925}};
    const struct chart *c = bench_chart(b, bench_request(b, "en", "bandwidth-ladder"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t row = row_of(c, rows[i].name, rows[i].detail);
        assert_near(number_at(c, row, RATE), rows[i].rate, 1e-9);
        assert_near(number_at(c, row, SECONDS) * 1e3, rows[i].ms, fmax(0.051, rows[i].ms * 0.003));
    }
}

/* Each time is bytes by bandwidth, passes are its inverse, and the rows fall. */
static void rows_are_bytes_by_bandwidth_in_order(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "bandwidth-ladder"));
    for (size_t i = 0; i < c->data.row_count; i++) {
        assert_near(number_at(c, i, SECONDS), 6738415616.0 * 2 / (number_at(c, i, RATE) * 1e9),
                    number_at(c, i, SECONDS) * 1e-5);
        assert_near(number_at(c, i, PASSES) * number_at(c, i, SECONDS), 1, 1e-5);
        if (i)
            assert_true(number_at(c, i, RATE) <= number_at(c, i - 1, RATE));
    }
}

static double x_of(const struct chart *c, const char *text) {
    const struct item *item = find_text(c, text);
    assert_non_null(item);
    return item->as.text.x;
}

/* Both axes are one: a second of the upper stands where 13.477 GB/s stand on the lower. */
static void axes_agree(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "bandwidth-ladder"));
    double ten = x_of(c, "10"), decade = x_of(c, "100") - ten;
    assert_true(decade > 40);
    assert_near(x_of(c, "1000") - ten, 2 * decade, 1e-6);
    assert_near(x_of(c, "1\u202fs"), ten + decade * log10(1.3476831232), 1e-6);
    assert_near(x_of(c, "10\u202fms"), ten + decade * (2 + log10(1.3476831232)), 1e-6);
}

static void devices_and_model_of_the_request(void **state) {
    struct bench *b = *state;
    const struct accelerator *devices[] = {device(b, "rtx-4090"), device(b, "l4"),
                                           device(b, "epyc-9654")};
    const struct model *models[] = {
        catalog_model(b->catalog, b->diag, (struct span){0}, "llama-3.1-70b")};
    struct chart_request r = bench_request(b, "en", "bandwidth-ladder");
    r.accelerators = devices;
    r.accelerator_count = 3;
    r.models = models;
    r.model_count = 1;
    const struct chart *c = bench_chart(b, r);
    size_t card = row_of(c, "GDDR6X", "RTX 4090"), cpu = row_of(c, "DDR5", "EPYC 9654");
    assert_string_equal(text_at(c, cpu, TIER), "host-memory");
    assert_string_equal(text_at(c, card, FITS), "no");
    assert_string_equal(text_at(c, card, PASSES), ""); /* no speed for what does not fit */
    assert_near(number_at(c, card, SECONDS), 70553706496.0 * 2 / 1008e9, 1e-4);
    assert_non_null(strstr(c->title, "does not fit the RTX 4090"));
    assert_non_null(find_text(c, "no fit"));
    for (size_t i = 0; i < c->data.row_count; i++)
        assert_null(strstr(text_at(c, i, DETAIL), "H100"));
}

/* Of 46.703 billion parameters a step reads 12.749: 27.3 %. */
static void titles_stay_true(void **state) {
    struct bench *b = *state;
    assert_string_equal(bench_chart(b, bench_request(b, "en", "bandwidth-ladder"))->title,
                        "Reading Llama 2 7B once takes 4\u202fms from HBM3, 0.21\u202fs over PCIe "
                        "and 1.9\u202fs from an SSD; every decoded token pays it again");
    const struct model *models[] = {
        catalog_model(b->catalog, b->diag, (struct span){0}, "mixtral-8x7b")};
    const struct accelerator *devices[] = {device(b, "h200-sxm-141gb")};
    struct chart_request r = bench_request(b, "en", "bandwidth-ladder");
    r.models = models;
    r.model_count = 1;
    r.accelerators = devices;
    r.accelerator_count = 1;
    const char *title = bench_chart(b, r)->title;
    assert_non_null(strstr(title, "from HBM3e"));
    assert_non_null(strstr(title, "a decoded token uses only 27.3% of it"));
}

static void what_is_missing_is_said(void **state) {
    struct bench *b = *state;
    struct accelerator dark = *device(b, "rtx-4090");
    dark.memory_bandwidth.known = false;
    const struct accelerator *devices[] = {&dark};
    struct chart_request r = bench_request(b, "en", "bandwidth-ladder");
    r.accelerators = devices;
    r.accelerator_count = 1;
    assert_null(chart_make(b->arena, b->diag, &r));
    r.accelerator_count = 0;
    const struct scenario *training[] = {
        scenario(b, "task=training model=llama-2-7b accelerator=h100-sxm5-80gb")};
    r.scenarios = training;
    r.scenario_count = 1;
    assert_null(chart_make(b->arena, b->diag, &r));
}

/* One device to eight, tiny and huge models, standalone and in pages. */
static void labels_are_apart(void **state) {
    struct bench *b = *state;
    static const char *const languages[] = {"en", "zh"}, *const sizes[] = {"gpt2-124m", "kimi-k2"};
    static const double widths[] = {0, 357, 493};
    const struct accelerator *devices[] = {device(b, "gb300-per-gpu"),
                                           device(b, "m2-ultra-192gb"),
                                           device(b, "rtx-4060-ti-16gb"),
                                           device(b, "xeon-6980p"),
                                           device(b, "l4"),
                                           device(b, "ascend-950dt"),
                                           device(b, "tpu-v7-ironwood"),
                                           device(b, "rtx-6000-ada")};
    int faults = 0;
    for (int i = 0; i < 2 * 3 * 3 * 2; i++) {
        struct chart_request r = bench_request(b, languages[i % 2], "bandwidth-ladder");
        r.accelerators = devices;
        r.accelerator_count = (size_t[]){0, 1, 8}[i / 2 % 3];
        r.in_page = widths[i / 6 % 3] > 0;
        r.width = widths[i / 6 % 3];
        const struct model *model =
            catalog_model(b->catalog, b->diag, (struct span){0}, sizes[i / 18]);
        r.models = &model;
        r.model_count = 1;
        faults += label_faults(bench_chart(b, r), arena_printf(b->arena, "ladder %d", i));
    }
    assert_int_equal(faults, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_rows),   cmocka_unit_test(rows_are_bytes_by_bandwidth_in_order),
        cmocka_unit_test(axes_agree),       cmocka_unit_test(devices_and_model_of_the_request),
        cmocka_unit_test(titles_stay_true), cmocka_unit_test(what_is_missing_is_said),
        cmocka_unit_test(labels_are_apart),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
