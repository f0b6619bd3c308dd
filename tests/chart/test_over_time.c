#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/bench.h"

enum { ID, VENDOR, LAUNCHED, TFLOPS, RATE, GIB, COMPUTE, BANDWIDTH, CAPACITY, RIDGE };

static const struct chart *make(struct bench *b, const char *language,
                                const struct accelerator *const *devices, size_t n) {
    struct chart_request r = bench_request(b, language, "accelerators-over-time");
    r.accelerators = devices;
    r.accelerator_count = n;
    return bench_chart(b, r);
}

/* design 14: 20×, 8.9×, 17×; ridges 139, 201, 153, 295, 206, 312, 312 (2500 ÷ 8 = 312.5). */
static void published_growth(void **state) {
    struct bench *b = *state;
    static const double ridges[] = {138.9, 200.6, 153.0, 295.3, 206.1, 312.5, 312.5};
    const struct chart *c = make(b, "en", NULL, 0);
    for (size_t i = 0; i < 7; i++)
        assert_near(number_at(c, i, RIDGE), ridges[i], 0.06);
    assert_near(number_at(c, 6, COMPUTE), 2500.0 / 125, 1e-6);
    assert_near(number_at(c, 6, BANDWIDTH), 8000.0 / 900, 1e-4);
    assert_near(number_at(c, 6, CAPACITY), 284208.0 / 1024 / 16, 1e-3);
    assert_non_null(find_text(c, "compute 20×"));
    assert_non_null(find_text(c, "bandwidth 8.9×"));
    assert_non_null(find_text(c, "capacity 17×"));
    assert_non_null(find_text(c, "The memory wall"));
}

/* Rows by launch: the catalogue's months. The other vendors follow the line. */
static void rows_by_launch(void **state) {
    struct bench *b = *state;
    const struct chart *c = make(b, "en", NULL, 0);
    assert_int_equal(c->data.row_count, 12);
    for (size_t i = 1; i < 12; i++) {
        bool own = !strcmp(text_at(c, i, VENDOR), "NVIDIA");
        assert_int_equal(own, i < 7);
        if (i != 7)
            assert_true(strcmp(text_at(c, i, LAUNCHED), text_at(c, i - 1, LAUNCHED)) >= 0);
    }
}

/* May 2017 stands at 4.5 twelfths of its year, which is a tick to the next one wide. */
static void points_stand_in_mid_month(void **state) {
    struct bench *b = *state;
    const struct chart *c = make(b, "en", NULL, 0);
    double year = find_text(c, "2018")->as.text.x - find_text(c, "2017")->as.text.x;
    double start = find_text(c, "2017")->as.text.x - year / 2, ring = 0;
    for (const struct item *i = c->scene->first; i; i = i->next)
        if (i->kind == ITEM_CIRCLE && i->as.circle.radius == 3.6)
            ring = i->as.circle.centre.x;
    assert_near(ring, start + year * 4.5 / 12, 1e-6);
}

struct branch {
    const char *first, *last, *one, *two;
};

/* H100 989.4, 3350, 295; H20 148, 4000, 37; H200 989.4, 4800, 206; H800 is an H100 of 2023-03. */
static void titles_stay_true(void **state) {
    struct bench *b = *state;
    static const struct branch branches[] = {
        {"v100-sxm2-16gb", "gb300-per-gpu",
         "In 8 years compute grew to 20×, bandwidth only to 8.9×", "rose from 139 to 313"},
        {"h100-sxm5-80gb", "h200-sxm-141gb", "bandwidth grew to 1.4×, compute to 1×",
         "fell from 295 to 206"},
        {"h100-sxm5-80gb", "h20-96gb", "compute went to 0.15×, bandwidth to 1.2×",
         "fell from 295 to 37"},
        {"h100-sxm5-80gb", "h800-sxm5-80gb", "In one year compute and bandwidth both grew to 1×",
         "stays at 295"},
        {"h200-sxm-141gb", "gb200-per-gpu", "Within a year compute grew to 2.5×", "rose"}};
    for (size_t i = 0; i < sizeof branches / sizeof *branches; i++) {
        const struct accelerator *devices[] = {device(b, branches[i].first),
                                               device(b, branches[i].last)};
        const struct chart *c = make(b, "en", devices, 2);
        if (!strstr(c->title, branches[i].one) || !strstr(c->title, branches[i].two))
            fail_msg("%s", c->title);
        assert_int_equal(find_text(c, "The memory wall") != NULL, strstr(c->title, "rose") != NULL);
    }
}

static void a_bare_year_is_said(void **state) {
    struct bench *b = *state;
    const struct accelerator *devices[] = {device(b, "mlu370-x8"), device(b, "mlu590")};
    const struct chart *c = make(b, "zh", devices, 2);
    bool said = false;
    for (const struct item *i = c->scene->first; i; i = i->next)
        said |= i->kind == ITEM_TEXT && strstr(i->as.text.shaped->text, "只知年份的画在年中");
    assert_true(said);
}

/* A middle device without a 16-bit peak is joined over; an end without one is refused. */
static void unknown_values(void **state) {
    struct bench *b = *state;
    struct accelerator dark = *device(b, "h100-sxm5-80gb");
    dark.bf16.known = dark.fp16.known = false;
    const struct accelerator *middle[] = {device(b, "v100-sxm2-16gb"), &dark,
                                          device(b, "gb300-per-gpu")};
    const struct chart *c = make(b, "en", middle, 3);
    assert_string_equal(text_at(c, 1, TFLOPS), "");
    assert_string_equal(text_at(c, 1, RIDGE), "");
    assert_non_null(find_text(c, "—"));
    const struct accelerator *ends[] = {device(b, "v100-sxm2-16gb"), &dark};
    struct chart_request r = bench_request(b, "en", "accelerators-over-time");
    r.accelerators = ends;
    r.accelerator_count = 2;
    assert_null(chart_make(b->arena, b->diag, &r));
    r.accelerator_count = 1;
    assert_null(chart_make(b->arena, b->diag, &r));
    dark.launched = NULL;
    r.accelerators = middle;
    r.accelerator_count = 3;
    assert_null(chart_make(b->arena, b->diag, &r));
}

static void labels_are_apart(void **state) {
    struct bench *b = *state;
    static const double widths[] = {0, 357, 493};
    const struct accelerator *cards[] = {
        device(b, "rtx-3060-12gb"),    device(b, "rtx-3090"),
        device(b, "rtx-4060-ti-16gb"), device(b, "rtx-4090"),
        device(b, "rtx-4090-d"),       device(b, "rtx-5080"),
        device(b, "rtx-5090"),         device(b, "rtx-a6000"),
        device(b, "rtx-6000-ada"),     device(b, "l4"),
        device(b, "h100-nvl-94gb"),    device(b, "h200-nvl-141gb"),
        device(b, "mi325x"),           device(b, "trainium2"),
        device(b, "ascend-910c"),      device(b, "rtx-pro-6000-blackwell")};
    int faults = 0;
    for (int i = 0; i < 2 * 3 * 4; i++) {
        struct chart_request r = bench_request(b, i % 2 ? "zh" : "en", "accelerators-over-time");
        r.accelerators = cards;
        r.accelerator_count = (size_t[]){0, 2, 7, 16}[i / 6];
        r.width = widths[i / 2 % 3];
        r.in_page = r.width > 0;
        const struct chart *c = chart_make(b->arena, b->diag, &r);
        assert_non_null(c);
        faults += label_faults(c, arena_printf(b->arena, "over time %d", i));
    }
    assert_int_equal(faults, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_growth),          cmocka_unit_test(rows_by_launch),
        cmocka_unit_test(points_stand_in_mid_month), cmocka_unit_test(titles_stay_true),
        cmocka_unit_test(a_bare_year_is_said),       cmocka_unit_test(unknown_values),
        cmocka_unit_test(labels_are_apart),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
