#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/element.h"

/* Published ends of each format: IEEE 754 binary32 and binary16, OCP 8-bit and MX specifications.
 */
static void the_largest_value_is_the_published_one(void **state) {
    (void)state;
    static const struct {
        enum element_id id;
        double largest, step, normal;
    } published[] = {
        {ELEMENT_FP32, 0x1.fffffep127, 0x1p-23, 0x1p-126},
        {ELEMENT_TF32, 0x1.ffcp127, 0x1p-10, 0x1p-126},
        {ELEMENT_BF16, 0x1.fep127, 0x1p-7, 0x1p-126},
        {ELEMENT_FP16, 65504, 0x1p-10, 0x1p-14},
        {ELEMENT_E5M2, 57344, 0.25, 0x1p-14},
        {ELEMENT_E4M3, 448, 0.125, 0x1p-6},
        {ELEMENT_INT8, 127, 1, 0},
        {ELEMENT_MXFP4, 6, 0.5, 1},
        {ELEMENT_NVFP4, 6, 0.5, 1},
        {ELEMENT_INT4, 7, 1, 0},
    };
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        const struct element *e = element_of(published[i].id);
        assert_true(element_largest(e) == published[i].largest);
        assert_true(element_step(e) == published[i].step);
        assert_true(element_smallest_normal(e) == published[i].normal);
    }
    assert_int_equal(ELEMENTS, sizeof published / sizeof *published);
}

/* OCP MX, table 5: 0, 0.5, 1, 1.5, 2, 3, 4, 6. */
static void four_bits_say_eight_magnitudes(void **state) {
    (void)state;
    static const double values[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
    double out[16];
    assert_int_equal(element_values(element_of(ELEMENT_MXFP4), out, 16), 8);
    for (size_t i = 0; i < 8; i++)
        assert_true(out[i] == values[i]);
    assert_int_equal(element_values(element_of(ELEMENT_INT4), out, 16), 8);
    assert_true(out[7] == 7);
    assert_int_equal(element_values(element_of(ELEMENT_FP16), out, 16), 0);
    assert_int_equal(element_values(element_of(ELEMENT_INT8), out, 16), 0);
}

/* TF32 has 19 bits in 32; all others fill what they are stored in. */
static void bits_fill_what_is_stored(void **state) {
    (void)state;
    for (int i = 0; i < ELEMENTS; i++) {
        const struct element *e = element_of((enum element_id)i);
        assert_int_equal(element_bits(e), i == ELEMENT_TF32 ? 19 : e->stored);
    }
}

static void every_element_has_its_format_and_its_peak(void **state) {
    (void)state;
    struct accelerator device = {.tf32 = {.value = 1, .known = true},
                                 .fp4 = {.value = 2, .known = true}};
    for (int i = 0; i < ELEMENTS; i++)
        assert_non_null(format_lookup(element_of((enum element_id)i)->weights));
    assert_true(element_peak(element_of(ELEMENT_TF32), &device).value == 1);
    assert_true(element_peak(element_of(ELEMENT_NVFP4), &device).value == 2);
    assert_false(element_peak(element_of(ELEMENT_INT8), &device).known);
}

/* What format.def sizes a model with: the bits and their share of the scale. */
static void scales_are_those_of_the_formats(void **state) {
    (void)state;
    for (int i = 0; i < ELEMENTS; i++) {
        const struct element *e = element_of((enum element_id)i);
        const struct format *f = format_lookup(e->weights);
        double scale = e->group ? (double)e->scale / e->group : 0;
        assert_true(f->linear_bits == e->stored + scale);
        assert_int_equal(f->channel_scale * 8, e->group ? 0 : e->scale);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_value_is_the_published_one),
        cmocka_unit_test(four_bits_say_eight_magnitudes),
        cmocka_unit_test(bits_fill_what_is_stored),
        cmocka_unit_test(scales_are_those_of_the_formats),
        cmocka_unit_test(every_element_has_its_format_and_its_peak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
