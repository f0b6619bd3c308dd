/* Digits of computed columns: the values are those of tables in the course, rounded by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "doc/decimals.h"

static void says(struct arena *a, double x, int decimals, const char *text) {
    assert_string_equal(modelled_text(a, x, decimals), text);
}

/* 48.2 … 6651.9 tokens/s: one decimal for the column, three digits for each value. */
static void a_model_knows_three_digits(void **state) {
    (void)state;
    struct arena *a = arena_new();
    static const double column[] = {48.2, 1436.0, 2679.6, 4726.2, 6651.9};
    int decimals = column_decimals(column, sizeof column / sizeof *column);
    assert_int_equal(decimals, 1);
    says(a, 48.2, decimals, "48.2");
    says(a, 1436.0, decimals, "1440");
    says(a, 4726.2, decimals, "4730");
    says(a, 6651.9, decimals, "6650");
    says(a, 111.2, 1, "111");
    says(a, 99.96, 1, "100.0");
    says(a, 4.23, 1, "4.2");
    says(a, 0.0180, 4, "0.0180");
    says(a, 0, 0, "0");
    says(a, -1436.0, 1, "−1440");
    arena_drop(a);
}

/* Counts and ceilings keep what the column shows. */
static void exact_values_keep_their_digits(void **state) {
    (void)state;
    struct arena *a = arena_new();
    assert_string_equal(decimal_text(a, 1436.0, 1), "1436.0");
    arena_drop(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_knows_three_digits),
        cmocka_unit_test(exact_values_keep_their_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
