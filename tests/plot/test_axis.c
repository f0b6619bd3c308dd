#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/bench.h"
#include "plot/axis.h"

static void linear_values_lie_in_proportion(void **state) {
    (void)state;
    struct axis y = {false, 0, 120, 334, 97.6};
    assert_near(axis_at(y, 0), 334, 1e-9);
    assert_near(axis_at(y, 120), 97.6, 1e-9);
    assert_near(axis_at(y, 80), 176.4, 1e-9); /* 1.97 points a GiB */
}

static void decades_are_equally_long(void **state) {
    (void)state;
    struct axis x = {true, 1, 1000, 0, 201};
    assert_near(axis_at(x, 10), 67, 1e-9);
    assert_near(axis_at(x, 100) - axis_at(x, 10), 67, 1e-9);
    assert_near(axis_at(x, 2), 67 * log10(2), 1e-9);
}

/* From a thousandth to a million: five to seven labels, steps 1, 2, 5. */
static void steps_give_five_to_seven_labels(void **state) {
    (void)state;
    for (double most = 0.0012; most < 1e6; most *= 1.017) {
        double step = axis_step(most), intervals = ceil(most / step - 1e-9);
        assert_true(intervals >= 3 && intervals <= 6);
        double lead = step / pow(10, floor(log10(step) + 1e-9));
        assert_true(fabs(lead - 1) < 1e-6 || fabs(lead - 2) < 1e-6 || fabs(lead - 5) < 1e-6);
    }
    assert_near(axis_step(117), 20, 1e-12);
    assert_near(axis_step(88), 20, 1e-12);
}

static void steps_of_nonsense_are_harmless(void **state) {
    (void)state;
    assert_near(axis_step(0), 1, 0);
    assert_near(axis_step(-3), 1, 0);
    assert_near(axis_step(INFINITY), 1, 0);
    assert_near(axis_step(NAN), 1, 0);
}

/* The window of design 6.1: 0.22–10 000 by 0.38–1750 at 67 points a decade. */
static void the_standard_window_is_kept(void **state) {
    (void)state;
    struct decades d =
        axis_decades((struct window){0.22, 2000}, (struct window){1.2, 1750}, 312.06, 245.44, 67);
    assert_near(d.decade, 67, 1e-9);
    assert_near(d.x.low, 0.22, 1e-12);
    assert_near(d.x.high, 10000, 50);
    assert_near(d.y.high, 1750, 1e-9);
    assert_near(d.y.low, 0.38, 0.005);
}

/* More decades than fit: shorter ones, still equal, and nothing needed is lost. */
static void decades_shrink_together(void **state) {
    (void)state;
    struct window x = {0.01, 1e5}, y = {1e-4, 5000};
    struct decades d = axis_decades(x, y, 312, 245, 67);
    assert_true(d.decade < 67);
    assert_near(312 / log10(d.x.high / d.x.low), d.decade, 1e-9);
    assert_near(245 / log10(d.y.high / d.y.low), d.decade, 1e-9);
    assert_true(d.x.high >= x.high * 0.999 && d.y.low <= y.low * 1.001);
}

static void powers_are_plain_numbers_while_short(void **state) {
    struct bench *b = *state;
    assert_string_equal(axis_power_label(b->arena, 0, false), "1");
    assert_string_equal(axis_power_label(b->arena, 3, true), "1000");
    assert_string_equal(axis_power_label(b->arena, 4, false), "10\u202f000");
    assert_string_equal(axis_power_label(b->arena, 4, true), "10⁴");
    assert_string_equal(axis_power_label(b->arena, -2, false), "0.01");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_values_lie_in_proportion),
        cmocka_unit_test(decades_are_equally_long),
        cmocka_unit_test(steps_give_five_to_seven_labels),
        cmocka_unit_test(steps_of_nonsense_are_harmless),
        cmocka_unit_test(the_standard_window_is_kept),
        cmocka_unit_test(decades_shrink_together),
        cmocka_unit_test(powers_are_plain_numbers_while_short),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close) ? 1 : 0;
}
