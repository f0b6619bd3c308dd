#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "figure/mark.h"
#include "figure/palette.h"
#include "near.h"

/* WCAG 2: relative luminance and contrast, from their definition. */
static double channel(uint32_t colour, int shift) {
    double c = (double)(colour >> shift & 0xFF) / 255;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double luminance(uint32_t colour) {
    return 0.2126 * channel(colour, 16) + 0.7152 * channel(colour, 8) + 0.0722 * channel(colour, 0);
}

static double contrast(uint32_t a, uint32_t b) {
    double la = luminance(a), lb = luminance(b);
    return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}

static void contrast_is_defined_right(void **state) {
    (void)state;
    assert_near(contrast(0x000000, 0xFFFFFF), 21, 1e-9);
    assert_near(contrast(0x777777, 0xFFFFFF), 4.48, 0.005); /* the known grey just below AA */
}

static void inks_of_text_can_be_read(void **state) {
    (void)state;
    static const enum ink inks[] = {INK_INK,      INK_INK2,      INK_INK3,         INK_MARGINAL,
                                    INK_CAPACITY, INK_BANDWIDTH, INK_INTERCONNECT, INK_COMPUTE,
                                    INK_DEVICE_A, INK_DEVICE_B,  INK_DEVICE_C};
    const struct ink_row *ground = ink_row(INK_GROUND);
    for (size_t i = 0; i < sizeof inks / sizeof *inks; i++) {
        const struct ink_row *row = ink_row(inks[i]);
        if (contrast(row->light, ground->light) < 4.5 || contrast(row->dark, ground->dark) < 4.5)
            fail_msg("%s is below 4.5", row->token);
    }
}

static void labels_in_fills_can_be_read(void **state) {
    (void)state;
    static const enum ink pairs[][2] = {{INK_WEIGHTS, INK_ON_WEIGHTS},
                                        {INK_OPTIMIZER, INK_ON_OPTIMIZER},
                                        {INK_KV, INK_ON_KV},
                                        {INK_GRADIENTS, INK_ON_GRADIENTS},
                                        {INK_ACTIVATIONS, INK_ON_ACTIVATIONS},
                                        {INK_RUNTIME, INK_ON_RUNTIME}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const struct ink_row *fill = ink_row(pairs[i][0]), *on = ink_row(pairs[i][1]);
        if (contrast(fill->light, on->light) < 4.5 || contrast(fill->dark, on->dark) < 4.5)
            fail_msg("%s is below 4.5", on->token);
    }
}

static void inks_are_found_by_token(void **state) {
    (void)state;
    assert_int_equal(ink_lookup("bandwidth"), INK_BANDWIDTH);
    assert_int_equal(ink_row(ink_lookup("bandwidth"))->light, 0x12509A);
    assert_int_equal(ink_lookup("devC"), INK_DEVICE_C);
    assert_int_equal(ink_lookup("puce"), INK_NONE);
    assert_int_equal(ink_lookup(NULL), INK_NONE);
    for (int i = INK_NONE + 1; i < INKS; i++) /* tokens are unique */
        assert_int_equal(ink_lookup(ink_row((enum ink)i)->token), i);
}

/* Design 2.1 and 2.4, each the lesser of light and dark. */
static void inks_contrast_as_specified(void **state) {
    (void)state;
    assert_true(fabs(ink_contrast(INK_INK, INK_GROUND) - 14.5) < 0.05);
    assert_true(fabs(ink_contrast(INK_INK2, INK_GROUND) - 7.3) < 0.05);
    assert_true(fabs(ink_contrast(INK_DEVICE_C, INK_GROUND) - 5.1) < 0.05);
    assert_true(ink_contrast(INK_DEVICE_B, INK_BAND_INK) < 4.5);
    assert_true(ink_contrast(INK_INK2, INK_BAND_INK) >= 4.5);
}

static void limits_have_names_and_inks(void **state) {
    (void)state;
    assert_int_equal(limit_lookup("capacity"), LIMIT_CAPACITY);
    assert_int_equal(limit_lookup("compute"), LIMIT_COMPUTE);
    assert_int_equal(limit_lookup("latency"), LIMIT_NONE);
    assert_int_equal(limit_lookup(""), LIMIT_NONE);
    assert_int_equal(limit_ink(LIMIT_INTERCONNECT), INK_INTERCONNECT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contrast_is_defined_right),   cmocka_unit_test(inks_of_text_can_be_read),
        cmocka_unit_test(labels_in_fills_can_be_read), cmocka_unit_test(inks_are_found_by_token),
        cmocka_unit_test(limits_have_names_and_inks),  cmocka_unit_test(inks_contrast_as_specified),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
