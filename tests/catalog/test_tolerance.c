/* Tolerances, from their definition in the table of published values. */
#include "fixture.h"

#include <math.h>

#include "catalog/tolerance.h"

static bool holds(const char *tolerance, const char *published, double ours) {
    struct tolerance t;
    struct printed p;
    if (!tolerance_parse(tolerance, &t) || !printed_parse(published, strlen(published), &p))
        fail_msg("“%s” or “%s” is not read", tolerance, published);
    return tolerance_holds(&t, &p, ours);
}

static void printed_numbers(void **state) {
    (void)state;
    const struct {
        const char *text;
        double value, last;
        bool whole;
    } rows[] = {{"819200", 819200, 1, true},
                {"0.131", 0.131, 0.001, false},
                {"588.0e21", 588e21, 1e20, false},
                {"1e3", 1000, 1000, false},
                {"7.", 7, 1, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct printed p;
        assert_true(printed_parse(rows[i].text, strlen(rows[i].text), &p));
        assert_near(p.value / rows[i].value, 1, 1e-15);
        assert_near(p.last / rows[i].last, 1, 1e-12);
        assert_int_equal(p.whole, rows[i].whole);
    }
    static const char *const bad[] = {
        "",      "-1",    "+1",   " 1",  "1 ",  "x",     "1e",
        "1.2.3", "1e5e5", "0x10", "inf", "nan", "1e999", "12345678901234567890123456789012"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct printed p;
        if (printed_parse(bad[i], strlen(bad[i]), &p))
            fail_msg("“%s” is taken for a number", bad[i]);
    }
}

/* One unit of the last digit; whole numbers are equal after rounding. */
static void exact_values(void **state) {
    (void)state;
    assert_true(holds("exact", "15.62", 15.625)); /* prints as 15.63: one off */
    assert_true(holds("exact", "15.62", 15.6149));
    assert_false(holds("exact", "15.62", 15.64));
    assert_true(holds("exact", "34", 33.9));
    assert_false(holds("exact", "34", 33.4));
    assert_false(holds("exact", "819200", 819201));
    assert_true(holds("exact", "3.14e23", 3.1428e23));
    assert_true(holds("exact", "3.14e23", 3.1549e23));
    assert_false(holds("exact", "3.14e23", 3.16e23));
    assert_false(holds("exact", "34", NAN));
    assert_false(holds("exact", "34", INFINITY));
}

static void shares_and_bounds(void **state) {
    (void)state;
    assert_true(holds("2%", "100", 102));
    assert_true(holds("2%", "100", 98));
    assert_false(holds("2%", "100", 102.001));
    assert_true(holds("0.5%", "200", 201));
    assert_true(holds("upper-bound(1.5x)", "100", 100));
    assert_true(holds("upper-bound(1.5x)", "100", 150));
    assert_false(holds("upper-bound(1.5x)", "100", 99.9));
    assert_false(holds("upper-bound(1.5x)", "100", 150.1));
    assert_true(holds("lower-bound(0.7x)", "100", 70));
    assert_false(holds("lower-bound(0.7x)", "100", 69.9));
    assert_false(holds("lower-bound(0.7x)", "100", 100.1));
    assert_true(holds("band(0.75x-1.15x)", "100", 115));
    assert_false(holds("band(0.75x-1.15x)", "100", 74.9));
}

static void orders(void **state) {
    (void)state;
    struct order o;
    assert_true(order_parse("7.32>0.62>=0.60", &o));
    assert_int_equal(o.n, 3);
    assert_true(order_holds(&o, (const double[]){3, 2, 2}));
    assert_true(order_holds(&o, (const double[]){3, 2, 1}));
    assert_false(order_holds(&o, (const double[]){2, 2, 1}));
    assert_false(order_holds(&o, (const double[]){3, 1, 2}));
    assert_false(order_parse("7.32", &o));
    assert_false(order_parse("7>", &o));
    assert_false(order_parse("7<8", &o));
    assert_false(order_parse("9>8>7>6>5>4>3>2>1", &o));
}

static void unknown_tolerances(void **state) {
    (void)state;
    static const char *const bad[] = {"",
                                      "exactly",
                                      "2",
                                      "%",
                                      "2%%",
                                      "-2%",
                                      "upper-bound(x)",
                                      "upper-bound(0.5x)",
                                      "lower-bound(2x)",
                                      "band(2x-1x)",
                                      "band(0.9x)",
                                      "bool "};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct tolerance t;
        if (tolerance_parse(bad[i], &t))
            fail_msg("“%s” is taken for a tolerance", bad[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed_numbers),    cmocka_unit_test(exact_values),
        cmocka_unit_test(shares_and_bounds),  cmocka_unit_test(orders),
        cmocka_unit_test(unknown_tolerances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
