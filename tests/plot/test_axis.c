#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/axis.h"
#include "plot/bench.h"

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

/* The labels of an axis, one after another. */
static const char *labels_of(struct bench *b, struct axis axis, enum tick_form form) {
    const struct tick *ticks;
    size_t n = axis_ticks(b->arena, axis, form, false, &ticks);
    const char *out = "";
    for (size_t i = 0; i < n; i++)
        if (ticks[i].label)
            out = arena_printf(b->arena, "%s%s%s", out, *out ? " " : "", ticks[i].label);
    return out;
}

static void ticks_are_good_at_every_range(void **state) {
    struct bench *b = *state;
    struct axis log = {AXIS_LOG, 1, 1e6, 0, 300};
    assert_string_equal(labels_of(b, log, TICK_PLAIN),
                        "1 10 100 1000 10\u202f000 100\u202f000 10⁶");
    log.high = 60; /* less than two decades */
    assert_string_equal(labels_of(b, log, TICK_PLAIN), "1 2 5 10 20 50");
    log.low = 2, log.high = 9;
    assert_string_equal(labels_of(b, log, TICK_PLAIN), "2 3 5");
    assert_string_equal(labels_of(b, (struct axis){AXIS_LOG2, 64, 131072, 0, 300}, TICK_TOKENS),
                        "128 512 2k 8k 32k 128k");
    assert_string_equal(labels_of(b, (struct axis){AXIS_LOG2, 64, 131072, 48, 414}, TICK_TOKENS),
                        "64 128 256 512 1k 2k 4k 8k 16k 32k 64k 128k");
    assert_string_equal(labels_of(b, (struct axis){AXIS_LOG2, 1, 512, 0, 300}, TICK_PLAIN),
                        "1 2 4 8 16 32 64 128 256 512");
    assert_string_equal(labels_of(b, (struct axis){AXIS_LINEAR, 0, 1, 0, 300}, TICK_PERCENT),
                        "0% 20% 40% 60% 80% 100%");
    assert_string_equal(labels_of(b, (struct axis){AXIS_LOG, 0.002, 30, 0, 300}, TICK_SECONDS),
                        "10\u202fms 100\u202fms 1\u202fs 10\u202fs");
    assert_string_equal(labels_of(b, (struct axis){AXIS_LOG, 2e-6, 3e-3, 0, 300}, TICK_SECONDS),
                        "10\u202fµs 100\u202fµs 1\u202fms");
    assert_string_equal(labels_of(b, (struct axis){AXIS_LOG, 3000, 3e5, 0, 80}, TICK_SECONDS),
                        "10⁴\u202fs 10⁵\u202fs");
}

/* From a fifth of a decade to twelve: at least two labels, none twice, ascending. */
static void no_axis_has_one_label(void **state) {
    struct bench *b = *state;
    for (double decades = 0.2; decades <= 12; decades += 0.1)
        for (double low = 0.0013; low < 900; low *= 3.7) {
            const struct tick *ticks;
            struct axis axis = {AXIS_LOG, low, low * pow(10, decades), 0, 300};
            size_t n = axis_ticks(b->arena, axis, TICK_PLAIN, false, &ticks), labels = 0;
            for (size_t i = 0; i < n; i++) {
                labels += ticks[i].label != NULL;
                assert_true(ticks[i].value >= low * (1 - 1e-6));
                assert_true(ticks[i].value <= axis.high * (1 + 1e-6));
                assert_true(!i || ticks[i].value > ticks[i - 1].value);
            }
            if (labels < 2)
                fail_msg("%zu labels from %g over %g decades", labels, low, decades);
        }
}

static void counts_are_whole(void **state) {
    struct bench *b = *state;
    const struct tick *ticks;
    struct axis drafts = {AXIS_LINEAR, 0, 8, 48, 398}, narrow = {AXIS_LINEAR, 0, 8, 0, 79},
                few = {AXIS_LINEAR, 0, 2, 0, 15};
    assert_int_equal(axis_ticks(b->arena, drafts, TICK_COUNT, false, &ticks), 9);
    assert_string_equal(ticks[3].label, "3");
    assert_int_equal(axis_ticks(b->arena, narrow, TICK_COUNT, true, &ticks), 5);
    assert_string_equal(ticks[4].label, "8");
    assert_int_equal(axis_ticks(b->arena, few, TICK_COUNT, true, &ticks), 3); /* no halves */
}

static void values_come_back(void **state) {
    (void)state;
    const struct axis axes[] = {
        {AXIS_LINEAR, -3, 9, 400, 20}, {AXIS_LOG, 0.2, 900, 10, 300}, {AXIS_LOG2, 1, 512, 48, 438}};
    for (size_t i = 0; i < 3; i++)
        for (double at = 0; at <= 1; at += 0.125) {
            double place = axes[i].from + at * (axes[i].to - axes[i].from);
            assert_near(axis_at(axes[i], axis_value(axes[i], place)), place, 1e-9);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_good_at_every_range),
        cmocka_unit_test(no_axis_has_one_label),
        cmocka_unit_test(counts_are_whole),
        cmocka_unit_test(values_come_back),
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
