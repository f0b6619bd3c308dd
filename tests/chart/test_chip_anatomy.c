#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/bench.h"

static const struct chart *make(struct bench *b, const char *language, const char *const *ids,
                                size_t n, double width) {
    const struct accelerator *devices[5];
    for (size_t i = 0; i < n; i++)
        devices[i] = device(b, ids[i]);
    struct chart_request r = bench_request(b, language, "chip-anatomy");
    r.accelerators = devices;
    r.accelerator_count = n;
    r.in_page = width > 0;
    r.width = width;
    return bench_chart(b, r);
}

enum { PEAK = 2, BANDWIDTH, RIDGE };

/* The picture: 14.7 ÷ 0.4608 = 32; 123 ÷ 0.96 = 128; 989.4 ÷ 3.35 = 295; 354 ÷ 1.6 = 221;
 * 459 ÷ 2.765 = 166. */
static void examples_are_those_of_the_specification(void **state) {
    struct bench *b = *state;
    const struct chart *c = make(b, "zh", NULL, 0, 0);
    static const double ridges[] = {32, 128, 295, 221, 166};
    static const double rates[] = {460.8, 960, 3350, 1600, 2765};
    assert_int_equal(c->data.row_count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_near(number_at(c, i, RIDGE), ridges[i], 0.6);
        assert_near(number_at(c, i, BANDWIDTH), rates[i], 0.8);
        assert_near(number_at(c, i, RIDGE),
                    number_at(c, i, PEAK) * 1000 / number_at(c, i, BANDWIDTH), 1e-6);
    }
    assert_string_equal(
        c->title,
        "面积从控制和缓存让给乘加阵列，峰值上去了，岭点也从 32 升到 166–295：难的变成喂数据");
}

/* Bars of 17, 30 wide for 3350 GB/s. */
static void bars_are_as_wide_as_memory_is_fast(void **state) {
    struct bench *b = *state;
    const struct chart *c = make(b, "en", NULL, 0, 0);
    size_t bars = 0;
    for (const struct item *i = c->scene->first; i; i = i->next)
        if (i->kind == ITEM_RECT && i->as.rect.fill == INK_BANDWIDTH)
            assert_near(i->as.rect.box.w, number_at(c, bars++, BANDWIDTH) / 3350 * 30, 1e-6);
    assert_int_equal(bars, 5);
}

static int texts_with(const struct chart *c, const char *word) {
    int n = 0;
    for (const struct item *i = c->scene->first; i; i = i->next)
        n += i->kind == ITEM_TEXT && strstr(item_text(i), word);
    return n;
}

static void it_says_three_times_that_it_is_a_schematic(void **state) {
    struct bench *b = *state;
    const struct chart *en = make(b, "en", NULL, 0, 0), *zh = make(b, "zh", NULL, 0, 0);
    assert_int_equal(texts_with(en, "chematic"), 3);
    assert_int_equal(texts_with(zh, "示意"), 3);
    assert_non_null(strstr(en->caption, "Schematic, not to scale"));
    assert_non_null(strstr(zh->caption, "示意图，不按比例"));
}

/* Titles: with and without a chip that has no matrix units, one known ridge, none. */
static void the_title_follows_the_chips(void **state) {
    struct bench *b = *state;
    const char *const gpus[] = {"h100-sxm5-80gb", "a100-sxm4-80gb"};
    assert_string_equal(make(b, "en", gpus, 2, 0)->title,
                        "These chips need between 153 and 295 operations for each byte their "
                        "memory brings");
    const char *const same[] = {"h100-sxm5-80gb", "h100-sxm5-80gb"};
    assert_non_null(strstr(make(b, "en", same, 2, 0)->title, "all need about 295"));
    const char *const unknown[] = {"dgx-spark-gb10", "h100-sxm5-80gb"};
    assert_non_null(strstr(make(b, "en", unknown, 2, 0)->title, "The H100 needs 295 operations"));
    const char *const none[] = {"dgx-spark-gb10", "dgx-spark-gb10"};
    assert_non_null(strstr(make(b, "en", none, 2, 0)->title, "decides how it must be fed"));
    assert_non_null(find_text(make(b, "en", none, 2, 0), "16-bit: not known"));
    const char *const against[] = {"epyc-9654", "h100-sxm5-80gb"};
    assert_non_null(strstr(make(b, "en", against, 2, 0)->title, "from 32 to 295:"));
}

/* One device takes the place of the example of its kind. */
static void one_device_joins_the_others(void **state) {
    struct bench *b = *state;
    const char *const one[] = {"h200-sxm-141gb"};
    const struct chart *c = make(b, "en", one, 1, 0);
    assert_int_equal(c->data.row_count, 5);
    assert_string_equal(c->data.cells[2 * c->data.column_count], "h200-sxm-141gb");
    assert_non_null(find_text(c, "H200"));
    assert_null(find_text(c, "H100"));
}

static void labels_keep_apart_for_every_device(void **state) {
    struct bench *b = *state;
    static const double widths[] = {0, 493, 357};
    int faults = 0;
    size_t n = catalog_accelerator_count(b->catalog);
    for (size_t i = 0; i + 5 <= n; i += 5) {
        const char *ids[5];
        for (size_t k = 0; k < 5; k++)
            ids[k] = catalog_accelerator_at(b->catalog, i + k)->id;
        for (size_t w = 0; w < 3; w++)
            for (size_t count = 2; count <= 5; count++) {
                faults += label_faults(make(b, "en", ids, count, widths[w]), ids[0]);
                faults += label_faults(make(b, "zh", ids, count, widths[w]), ids[0]);
            }
    }
    assert_int_equal(faults, 0);
}

/* Wider than its column of 64, "on-chip HBM (HiZQ)" is told without its brand. */
static void a_memory_stays_in_its_box(void **state) {
    const char *const one[] = {"ascend-950dt"};
    const struct chart *wide = make(*state, "en", one, 1, 0),
                       *narrow = make(*state, "en", one, 1, 357);
    assert_non_null(find_text(wide, "on-chip HBM (HiZQ)"));
    assert_null(find_text(narrow, "on-chip HBM (HiZQ)"));
    assert_non_null(find_text(narrow, "on-chip HBM"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_are_those_of_the_specification),
        cmocka_unit_test(bars_are_as_wide_as_memory_is_fast),
        cmocka_unit_test(it_says_three_times_that_it_is_a_schematic),
        cmocka_unit_test(the_title_follows_the_chips),
        cmocka_unit_test(one_device_joins_the_others),
        cmocka_unit_test(labels_keep_apart_for_every_device),
        cmocka_unit_test(a_memory_stays_in_its_box),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
