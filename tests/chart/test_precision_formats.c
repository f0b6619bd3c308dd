#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/element.h"
#include "plot/bench.h"

static const struct chart *make(struct bench *b, const char *language, const char *model,
                                const char *device_id, double width) {
    const struct accelerator *devices[] = {device_id ? device(b, device_id) : NULL};
    const struct model *models[] = {
        model ? catalog_model(b->catalog, b->diag, (struct span){0}, model) : NULL};
    struct chart_request r = bench_request(b, language, "precision-formats");
    r.accelerators = devices;
    r.accelerator_count = device_id != NULL;
    r.models = models;
    r.model_count = model != NULL;
    r.in_page = width > 0;
    r.width = width;
    return bench_chart(b, r);
}

enum { LARGEST = 5, BITS = 8, GIB, PEAK };

/* The picture of the specification: Llama 2 7B on the H100. */
static void rows_are_those_of_the_specification(void **state) {
    struct bench *b = *state;
    const struct chart *c = make(b, "en", NULL, NULL, 0);
    static const struct {
        int row;
        double largest, gib, peak;
    } expected[] = {
        {ELEMENT_FP32, 3.4028235e38, 25.1, 67},
        {ELEMENT_TF32, 3.4011621e38, 25.1, 494.7},
        {ELEMENT_BF16, 3.3895314e38, 12.6, 989.4},
        {ELEMENT_FP16, 65504, 12.6, 989.4},
        {ELEMENT_E5M2, 57344, 6.3, 1978.9},
        {ELEMENT_E4M3, 448, 6.3, 1978.9},
        {ELEMENT_MXFP4, 6, 3.7, -1},
        {ELEMENT_INT4, 7, 3.6, -1},
    };
    assert_int_equal(c->data.row_count, ELEMENTS);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        size_t row = (size_t)expected[i].row;
        assert_near(number_at(c, row, LARGEST), expected[i].largest, expected[i].largest * 1e-7);
        assert_near(number_at(c, row, GIB), expected[i].gib, 0.051);
        assert_near(number_at(c, row, PEAK), expected[i].peak, 0.2);
    }
    /* 6 738 415 616 parameters at 2 bytes; 4 bits and 8 for each 32, 4 bits and 20 for each 128 */
    assert_near(number_at(c, ELEMENT_BF16, GIB), 6738415616.0 * 2 / 1073741824, 1e-3);
    assert_near(number_at(c, ELEMENT_MXFP4, BITS), 4.25, 1e-9);
    assert_near(number_at(c, ELEMENT_INT4, BITS), 4.15625, 1e-9);
    assert_non_null(find_text(c, "65\u202f504"));
    assert_non_null(find_text(c, "0, 0.5, 1, 1.5, 2, 3, 4, 6, times one scale per 32"));
}

/* A box is a bit: what fills of each ink add up to, in boxes of 7.3. */
static void boxes_are_bits(void **state) {
    struct bench *b = *state;
    const struct chart *c = make(b, "en", NULL, NULL, 0);
    double sign = 0, exponent = 0, fraction = 0;
    for (const struct item *i = c->scene->first; i; i = i->next)
        if (i->kind == ITEM_RECT && i->as.rect.box.h == 15) {
            sign += i->as.rect.fill == INK_INK ? i->as.rect.box.w / 7.3 : 0;
            exponent += i->as.rect.fill == INK_DEVICE_B ? i->as.rect.box.w / 7.3 : 0;
            fraction += i->as.rect.fill == INK_BAR_C ? i->as.rect.box.w / 7.3 : 0;
        }
    assert_near(sign, 10, 1e-6);
    assert_near(exponent, 8 + 8 + 8 + 5 + 5 + 4 + 0 + 2 + 2 + 0, 1e-6);
    assert_near(fraction, 23 + 10 + 7 + 10 + 2 + 3 + 7 + 1 + 1 + 3, 1e-6);
}

/* H100: FP8 1979 by BF16 989. A100: INT8 624 by 312, INT4 1248. B200: FP4 twice FP8. V100: one
 * rate.
 */
static void the_title_follows_the_device(void **state) {
    struct bench *b = *state;
    assert_string_equal(make(b, "en", NULL, NULL, 0)->title,
                        "Half the bits: half the bytes to hold and to read, and on the H100 twice "
                        "the arithmetic, down to FP8");
    assert_string_equal(make(b, "zh", NULL, NULL, 0)->title,
                        "位数减半，要存、要读的字节也减半，H100 的算力随之翻倍，一直到 FP8");
    const char *a100 = make(b, "en", NULL, "a100-sxm4-80gb", 0)->title;
    assert_non_null(strstr(a100, "twice the arithmetic, down to INT4"));
    const struct accelerator *plain = device(b, "v100-sxm2-32gb");
    assert_false(plain->fp8.known || plain->int8.known || plain->fp4.known || plain->int4.known);
    const char *v100 = make(b, "en", NULL, "v100-sxm2-32gb", 0)->title;
    assert_non_null(strstr(v100, "but the V100 has no unit for fewer than 16"));
    const char *tpu = make(b, "en", NULL, "tpu-v5p", 0)->title; /* FP8 at the rate of BF16 */
    assert_non_null(strstr(tpu, "no faster arithmetic in FP8"));
}

/* Over all devices: "twice … down to X" only where the rates of the catalogue say so. */
static void the_title_is_true_for_every_device(void **state) {
    struct bench *b = *state;
    for (size_t i = 0; i < catalog_accelerator_count(b->catalog); i++) {
        const struct accelerator *a = catalog_accelerator_at(b->catalog, i);
        const struct chart *c = make(b, "en", NULL, a->id, 0);
        double wide = fmax(a->bf16.known ? a->bf16.value : 0, a->fp16.known ? a->fp16.value : 0);
        double eight = a->fp8.known ? a->fp8.value : a->int8.known ? a->int8.value : 0;
        bool twice = wide > 0 && eight / wide > 1.9 && eight / wide < 2.1;
        assert_int_equal(strstr(c->title, "twice the arithmetic") != NULL, twice);
        bool none = !a->fp8.known && !a->int8.known && !a->fp4.known && !a->int4.known;
        assert_true(none || !strstr(c->title, "no unit for fewer than 16"));
    }
}

static void labels_keep_apart_everywhere(void **state) {
    struct bench *b = *state;
    static const char *const models[] = {"llama-2-7b", "deepseek-v3", "llama-3.1-405b"};
    static const char *const devices[] = {"h100-sxm5-80gb", "ascend-910b-64gb-376t", "epyc-9654",
                                          "rtx-4090"};
    static const double widths[] = {0, 493, 470, 357, 340, 300};
    int faults = 0;
    for (size_t m = 0; m < 3; m++)
        for (size_t k = 0; k < 4; k++)
            for (size_t w = 0; w < 6; w++) {
                faults += label_faults(make(b, "en", models[m], devices[k], widths[w]), devices[k]);
                faults += label_faults(make(b, "zh", models[m], devices[k], widths[w]), devices[k]);
            }
    assert_int_equal(faults, 0);
}

static void the_file_is_small(void **state) {
    struct bench *b = *state;
    const struct chart *c = make(b, "zh", "deepseek-v3", NULL, 0);
    struct bytes out = {.arena = b->arena};
    struct svg_facts facts = {.title = c->title, .describe = c->describe, .id = "rp"};
    facts.theme = THEME_LIGHT;
    assert_true(paint_svg(b->arena, b->diag, c->scene, facts, &out));
    assert_true(out.n < 16384);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_those_of_the_specification),
        cmocka_unit_test(boxes_are_bits),
        cmocka_unit_test(the_title_follows_the_device),
        cmocka_unit_test(the_title_is_true_for_every_device),
        cmocka_unit_test(labels_keep_apart_everywhere),
        cmocka_unit_test(the_file_is_small),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
