#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/quantity.h"
#include "base/unit.h"

#define N "\xE2\x80\xAF" /* U+202F */

struct room {
    struct arena *arena;
    struct diag *diag;
};

static int set_up(void **state) {
    struct arena *a = arena_new();
    struct room *r = ARENA_NEW(a, struct room);
    *r = (struct room){a, diag_new(a)};
    *state = r;
    return 0;
}

static int tear_down(void **state) {
    arena_drop(((struct room *)*state)->arena);
    return 0;
}

/* ── Units ── */

static void is_unit(struct room *r, const char *text, const char *name, double scale) {
    struct unit unit;
    double got;
    assert_true(unit_lookup(text, strlen(text), &unit, &got));
    assert_string_equal(unit_name(r->arena, unit), name);
    assert_true(fabs(got - scale) <= fabs(scale) * 1e-15);
}

/* Usual units are looked up whole; with "·1" the same one is taken apart. */
static void usual_units_are_what_their_parts_make(void **state) {
    struct room *r = *state;
    const char *const names[] = {"GiB",     "GB",    "ms",    "s",      "GB/s", "TFLOP/s",
                                 "token/s", "TFLOP", "GFLOP", "FLOP/B", "W",    "%"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *apart = arena_printf(r->arena, "1·%s", names[i]);
        struct unit whole, parts;
        double whole_scale, parts_scale;
        assert_true(unit_lookup(names[i], strlen(names[i]), &whole, &whole_scale));
        assert_true(unit_lookup(apart, strlen(apart), &parts, &parts_scale));
        assert_true(unit_equal(whole, parts));
        assert_true(whole_scale == parts_scale);
    }
}

/* Sizes on ladders are written out; the algebra of units finds the same. */
static void rungs_are_what_their_names_say(void **state) {
    (void)state;
    const char *const firsts[] = {"B", "B/token", "B/s", "FLOP", "FLOP/s", "FLOP/token", "ns",
                                  "W", "J",       "Hz",  "kg",   "FLOP/B", "token",      "token/s"};
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        struct unit unit;
        struct scale scale;
        const struct rung *rungs;
        assert_true(unit_scale(firsts[i], strlen(firsts[i]), &unit, &scale));
        size_t n = unit_ladder(unit, &rungs);
        assert_true(n > 0);
        assert_string_equal(rungs[0].name, firsts[i]);
        for (size_t k = 0; k < n; k++) {
            struct unit own;
            assert_true(unit_scale(rungs[k].name, strlen(rungs[k].name), &own, &scale));
            assert_true(unit_equal(own, unit));
            assert_true(scale_value(scale) == scale_value(rungs[k].scale));
            assert_true(k == 0 || scale_value(scale) > scale_value(rungs[k - 1].scale));
        }
    }
}

static void units_are_prefix_and_base(void **state) {
    is_unit(*state, "B", "B", 1);
    is_unit(*state, "GiB", "B", 1073741824);
    is_unit(*state, "TiB", "B", 1099511627776);
    is_unit(*state, "GB", "B", 1e9);
    is_unit(*state, "kB", "B", 1e3);
    is_unit(*state, "PB", "B", 1e15);
    is_unit(*state, "bit", "B", 0.125);
    is_unit(*state, "TFLOP", "FLOP", 1e12);
    is_unit(*state, "EFLOP", "FLOP", 1e18);
    is_unit(*state, "TOP/s", "FLOP/s", 1e12);
    is_unit(*state, "min", "s", 60);
    is_unit(*state, "ms", "s", 1e-3);
    is_unit(*state, "us", "s", 1e-6);
    is_unit(*state, "µs", "s", 1e-6);
    is_unit(*state, "μs", "s", 1e-6);
    is_unit(*state, "d", "s", 86400);
    is_unit(*state, "kWh", "J", 3.6e6);
    is_unit(*state, "t", "kg", 1000);
    is_unit(*state, "kg/kWh", "kg/J", 1 / 3.6e6);
    is_unit(*state, "kW", "W", 1e3);
    is_unit(*state, "GHz", "1/s", 1e9);
    is_unit(*state, "%", "1", 0.01);
    is_unit(*state, "×", "1", 1);
    is_unit(*state, "1", "1", 1);
    is_unit(*state, "", "1", 1);
}

static void units_are_put_together(void **state) {
    is_unit(*state, "TB/s", "B/s", 1e12);
    is_unit(*state, "Gbit/s", "B/s", 1.25e8);
    is_unit(*state, "FLOP/B", "FLOP/B", 1);
    is_unit(*state, "KiB/token", "B/token", 1024);
    is_unit(*state, "tokens/s", "token/s", 1);
    is_unit(*state, "tok/s", "token/s", 1);
    is_unit(*state, "TFLOP/s/W", "FLOP/J", 1e12); /* FLOP/s per J/s */
    is_unit(*state, "J/s", "W", 1);
    is_unit(*state, "W·h", "J", 3600);
    is_unit(*state, "ms/token", "s/token", 1e-3);
}

static void other_words_are_no_units(void **state) {
    (void)state;
    static const char *const wrong[] = {"gb",     "Gb", "KB",    "GIB",  "k",     "kmin", "mB",
                                        "GB/",    "/s", "GB//s", "T/s",  "FLOPS", " GB",  "GB ",
                                        "GiFLOP", "·",  "d\xC2", "\xC2", "W·",    "ks",   "x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct unit unit;
        double scale;
        if (unit_lookup(wrong[i], strlen(wrong[i]), &unit, &scale))
            fail_msg("“%s” is taken for a unit", wrong[i]);
    }
}

static void the_algebra_is_exact(void **state) {
    struct room *r = *state;
    assert_true(unit_equal(unit_divide(UNIT_BYTE, UNIT_BYTE_PER_SECOND), UNIT_SECOND));
    assert_true(unit_equal(unit_multiply(UNIT_WATT, UNIT_SECOND),
                           unit_divide(UNIT_WATT, unit_divide(UNIT_NONE, UNIT_SECOND))));
    assert_false(unit_equal(UNIT_BYTE, UNIT_FLOP));
    struct unit square = unit_multiply(UNIT_SECOND, UNIT_SECOND);
    assert_string_equal(unit_name(r->arena, square), "s^2");
    assert_string_equal(unit_name(r->arena, unit_divide(UNIT_NONE, square)), "1/s^2");
}

/* ── Reading ── */

static void reads(struct room *r, const char *text, double value, struct unit unit) {
    struct quantity q;
    assert_true(quantity_parse(r->diag, (struct span){0}, text, &q));
    assert_true(q.value == value);
    assert_true(q.low == value && q.high == value && q.exactness == EXACT);
    assert_true(unit_equal(q.unit, unit));
    assert_int_equal(diag_count(r->diag, SEVERITY_WARNING), 0);
}

static void numbers_are_read_to_the_last_bit(void **state) {
    reads(*state, "3.35 TB/s", 3.35e12, UNIT_BYTE_PER_SECOND);
    reads(*state, "989.4 TFLOP/s", 989.4e12, UNIT_FLOP_PER_SECOND);
    reads(*state, "80 GiB", 85899345920.0, UNIT_BYTE);
    reads(*state, "40 us", 40e-6, UNIT_SECOND);
    reads(*state, "4096", 4096, UNIT_NONE);
    reads(*state, "  700 W\n", 700, UNIT_WATT);
    reads(*state, "0.4%", 0.004, UNIT_NONE);
    reads(*state, "0.4 %", 0.004, UNIT_NONE);
    reads(*state, "2.5×", 2.5, UNIT_NONE);
    reads(*state, "-3 s", -3, UNIT_SECOND);
    reads(*state, "−3 s", -3, UNIT_SECOND);
    reads(*state, "1.4e12", 1.4e12, UNIT_NONE);
    reads(*state, "2e-6 s", 2e-6, UNIT_SECOND);
    reads(*state, "13" N "476" N "831" N "232" N "B", 13476831232.0, UNIT_BYTE);
}

static void refuses(struct room *r, const char *text, enum diag_kind kind, const char *words) {
    struct quantity q;
    struct diag *d = diag_new(r->arena);
    struct bytes out = {.arena = r->arena};
    assert_false(quantity_parse(d, (struct span){0}, text, &q));
    assert_int_equal(diag_count(d, SEVERITY_ERROR), 1);
    diag_write(d, &out, false);
    bool is_unit_fault = strstr(out.at, "unknown unit") != NULL;
    assert_int_equal(is_unit_fault, kind == DIAG_UNKNOWN_UNIT);
    if (!strstr(out.at, words))
        fail_msg("“%s” is not in: %s", words, out.at);
}

static void bad_numbers_are_refused(void **state) {
    static const char *const wrong[] = {
        "",    "  ",        "abc",   "3,35 TB/s", "10 000 B",   "0x10",          "inf",
        "nan", "1.",        ".5 s",  "1e",        "1e999",      "--1",           "+1",
        "1 2", "1e5000 GB", "1.2.3", "GB",        "1" N "00 B", "1234" N "567 B"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refuses(*state, wrong[i], DIAG_QUANTITY_SYNTAX, "expected");
    refuses(*state, "80GiB", DIAG_QUANTITY_SYNTAX, "a space before the unit");
    char long_number[200] = "";
    memset(long_number, '7', 199);
    refuses(*state, long_number, DIAG_QUANTITY_SYNTAX, "expected");
}

static void unknown_units_get_the_nearest(void **state) {
    refuses(*state, "80 gib", DIAG_UNKNOWN_UNIT, "did you mean “GiB”?");
    refuses(*state, "3 TB/S", DIAG_UNKNOWN_UNIT, "did you mean “TB/s”?");
    refuses(*state, "3 TFLOPS/s", DIAG_UNKNOWN_UNIT, "did you mean “TFLOP/s”?");
    refuses(*state, "30.3 TFLOPS", DIAG_UNKNOWN_UNIT, "did you mean “TFLOP/s”?");
    refuses(*state, "242 TOPS", DIAG_UNKNOWN_UNIT, "did you mean “TOP/s”?");
    refuses(*state, "1.6 PFLOPs", DIAG_UNKNOWN_UNIT, "did you mean “PFLOP/s”?");
    refuses(*state, "200 Gbps", DIAG_UNKNOWN_UNIT, "did you mean “Gbit/s”?");
    refuses(*state, "900 GBps", DIAG_UNKNOWN_UNIT, "did you mean “GB/s”?");
    refuses(*state, "3 furlong", DIAG_UNKNOWN_UNIT, "unknown unit “furlong”");
}

/* ── Printing ── */

#define PRINTS(expected, value, unit, ...)                                                         \
    assert_string_equal(quantity_format(((struct room *)*state)->arena,                            \
                                        quantity_exact((value), (unit)),                           \
                                        (struct number_format){__VA_ARGS__}),                      \
                        expected)

static void digits_keep_their_zeros(void **state) {
    PRINTS("2.50×", 2.5, UNIT_NONE, .unit = "×", .digits = 3);
    PRINTS("15.36" N "GB", 15362703360.0, UNIT_BYTE, .unit = "GB", .digits = 4);
    PRINTS("12.55" N "GiB", 13476831232.0, UNIT_BYTE, .unit = "GiB", .digits = 4);
    PRINTS("132.7" N "token/s", 132.73, UNIT_TOKEN_PER_SECOND, .unit = "token/s", .digits = 4);
    PRINTS("10.0", 9.996, UNIT_NONE, .digits = 3);
    PRINTS("9.99", 9.994, UNIT_NONE, .digits = 3);
    PRINTS("0.00123", 0.001234, UNIT_NONE, .digits = 3);
    PRINTS("12" N "000", 12345, UNIT_NONE, .digits = 2);
    PRINTS("0" N "B", 0, UNIT_BYTE, .digits = 3);
}

static void groups_begin_at_five_digits(void **state) {
    PRINTS("2048", 2048, UNIT_NONE, .decimals = 0);
    PRINTS("9999", 9999, UNIT_NONE, .decimals = 0);
    PRINTS("10" N "000", 10000, UNIT_NONE, .decimals = 0);
    PRINTS("100" N "000", 100000, UNIT_NONE, .decimals = 0);
    PRINTS("1" N "234" N "567", 1234567, UNIT_NONE, .decimals = 0);
    PRINTS("10" N "000.5" N "s", 10000.5, UNIT_SECOND, .unit = "s", .decimals = 1);
    PRINTS("107" N "814" N "649" N "856" N "B", 107814649856.0, UNIT_BYTE, .unit = "B");
}

static void halves_go_away_from_zero(void **state) {
    PRINTS("3", 2.5, UNIT_NONE, .decimals = 0);
    PRINTS("−3", -2.5, UNIT_NONE, .decimals = 0);
    PRINTS("0.13", 0.125, UNIT_NONE, .decimals = 2);
    PRINTS("15.37" N "GB", 15.365e9, UNIT_BYTE, .unit = "GB", .decimals = 2);
    PRINTS("15.37%", 0.15365, UNIT_NONE, .unit = "%", .decimals = 2);
    PRINTS("2.44", 2.4449999, UNIT_NONE, .decimals = 2); /* once, not by way of 2.445 */
    PRINTS("0", -0.4, UNIT_NONE, .decimals = 0);         /* no "−0" */
    PRINTS("1.00" N "TB/s", 999.6e9, UNIT_BYTE_PER_SECOND, .digits = 3);
}

static void the_shortest_is_exact(void **state) {
    PRINTS("3.35" N "TB/s", 3.35e12, UNIT_BYTE_PER_SECOND, .unit = "TB/s", .decimals = -1);
    PRINTS("989.4" N "TFLOP/s", 989.4e12, UNIT_FLOP_PER_SECOND, .decimals = -1);
    PRINTS("0.1", 0.1, UNIT_NONE, .decimals = -1);
    PRINTS("0", 0, UNIT_NONE, .decimals = -1);
    PRINTS("40" N "µs", 40e-6, UNIT_SECOND, .decimals = -1);
    PRINTS("0.333333333333333", 1.0 / 3, UNIT_NONE, .decimals = -1);
}

static void units_are_chosen_by_size(void **state) {
    PRINTS("80" N "GiB", 85899345920.0, UNIT_BYTE, .decimals = -1);
    PRINTS("512" N "KiB/token", 524288, UNIT_BYTE_PER_TOKEN, .decimals = -1);
    PRINTS("900" N "GB/s", 900e9, UNIT_BYTE_PER_SECOND, .decimals = -1);
    PRINTS("1.5" N "min", 90, UNIT_SECOND, .digits = 2);
    PRINTS("7.5" N "ms", 0.0075, UNIT_SECOND, .digits = 2);
    PRINTS("2.0" N "d", 172800, UNIT_SECOND, .digits = 2);
    PRINTS("84" N "ZFLOP", 8.4e22, UNIT_FLOP, .digits = 2);
    PRINTS("700" N "W", 700, UNIT_WATT, .digits = 3);
    PRINTS("156" N "FLOP/B", 156.2, UNIT_FLOP_PER_BYTE, .digits = 3);
    PRINTS("2" N "s^2", 2, unit_multiply(UNIT_SECOND, UNIT_SECOND), .decimals = -1);
}

static void the_unit_can_be_hidden_or_renamed(void **state) {
    PRINTS("12.5", 12.5e9, UNIT_BYTE, .unit = "GB", .decimals = -1, .no_unit = true);
    PRINTS("65.6" N "词元/s", 65.6, UNIT_TOKEN_PER_SECOND, .unit = "token/s", .digits = 3,
           .unit_printed = "词元/s");
    PRINTS("6" N "738" N "415" N "616", 6738415616.0, UNIT_NONE, .unit = "");
    PRINTS("4" N "B", 4, UNIT_BYTE, .unit = "ms", .decimals = -1); /* no such dimension: ignored */
}

static void ranges_share_their_unit(void **state) {
    struct arena *a = ((struct room *)*state)->arena;
    struct quantity share = quantity_range(0.55, 0.7, 0.85, UNIT_NONE, EMPIRICAL);
    struct number_format percent = {.unit = "%", .range = true};
    assert_string_equal(quantity_format(a, share, percent), "55–85%");
    percent.range = false;
    assert_string_equal(quantity_format(a, share, percent), "70%");
    struct quantity runtime = quantity_range(0.6 * 0x1p30, 0x1p30, 0x1p31, UNIT_BYTE, MODELLED);
    struct number_format gib = {.unit = "GiB", .digits = 2, .range = true};
    assert_string_equal(quantity_format(a, runtime, gib), "0.6–2.0" N "GiB");
    struct quantity close = quantity_range(1.001, 1.002, 1.003, UNIT_NONE, MODELLED);
    assert_string_equal(
        quantity_format(a, close, (struct number_format){.digits = 2, .range = true}), "1.0");
}

static void what_is_no_number_is_printed_too(void **state) {
    PRINTS("∞", INFINITY, UNIT_BYTE, .digits = 3);
    PRINTS("−∞", -INFINITY, UNIT_BYTE, .digits = 3);
    PRINTS("–", NAN, UNIT_BYTE, .digits = 3);
}

/* 0.00…0100 with 302 decimals: more digits than any buffer of the usual size. */
static void the_smallest_numbers_have_room(void **state) {
    struct arena *a = ((struct room *)*state)->arena;
    const struct number_format format = {.digits = 3};
    const char *text = quantity_format(a, quantity_exact(1e-300, UNIT_NONE), format);
    assert_memory_equal(text, "0.000", 5);
    assert_int_equal(strspn(text + 2, "0"), 299);
    assert_memory_equal(text + 2 + 299, "100", 3);
    text = quantity_format(a, quantity_exact(5e-324, UNIT_NONE), format);
    assert_int_equal(strspn(text + 2, "0"), 323);
}

static void what_is_printed_can_be_read(void **state) {
    struct room *r = *state;
    static const double values[] = {1, 12.5, 4096, 10000, 123456789, 3.35e12, 9.87e15, 2e-6, 0.015};
    const struct unit units[] = {UNIT_NONE, UNIT_BYTE, UNIT_SECOND, UNIT_FLOP_PER_SECOND};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (size_t j = 0; j < sizeof units / sizeof *units; j++) {
            struct quantity q = quantity_exact(values[i], units[j]), back;
            const char *text = quantity_format(r->arena, q, (struct number_format){.decimals = -1});
            assert_true(quantity_parse(r->diag, (struct span){0}, text, &back));
            assert_true(unit_equal(back.unit, q.unit));
            assert_true(fabs(back.value - q.value) <= 1e-14 * q.value);
        }
}

/* ── Parts ── */

static void parts_add_up(void **state) {
    (void)state;
    const double thirds[] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
    long long out[3], total;
    quantity_round_parts(thirds, 3, 1, 2, out, &total);
    assert_true(total == 100);
    assert_true(out[0] == 34 && out[1] == 33 && out[2] == 33);
    const double parts[] = {1.26, 2.26, 3.36}; /* 6.88 → 6.9; floors 1.2 2.2 3.3 leave two tenths */
    quantity_round_parts(parts, 3, 1, 1, out, &total);
    assert_true(total == 69);
    assert_true(out[0] + out[1] + out[2] == 69);
    assert_true(out[0] == 13 && out[1] == 23 && out[2] == 33);
    const double bytes[] = {13476831232.0, 2147483648.0, 0}; /* 12.551 + 2 = 14.551 GiB */
    quantity_round_parts(bytes, 3, 0x1p30, 2, out, &total);
    assert_true(total == 1455 && out[0] == 1255 && out[1] == 200 && out[2] == 0);
    quantity_round_parts(NULL, 0, 1, 0, out, &total);
    assert_true(total == 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

static void small_amounts_have_small_units(void **state) {
    (void)state;
    const struct {
        double bytes;
        const char *unit, *want;
    } rows[] = {{13.5e9, "GiB", "GiB"},  {0x1p30 / 10, "GiB", "GiB"}, {0x1p26, "GiB", "MiB"},
                {-0x1p26, "GiB", "MiB"}, {40000, "GiB", "KiB"},       {0, "GiB", "GiB"},
                {0x1p26, "GB", "GB"}};
    const struct {
        double low, value, high;
        struct unit of;
        const char *unit, *want;
    } ranges[] = {
        {-2e9, -4e7, 5e9, UNIT_BYTE, "GiB", "GiB"}, /* a total near the capacity */
        {9e7, 9e7, 4e8, UNIT_BYTE, "GiB", "MiB"},   {-9e9, -4e7, -3e7, UNIT_BYTE, "GiB", "MiB"},
        {0.5, 0.999, 3, UNIT_SECOND, "ms", "ms"},   {0.5, 1, 3, UNIT_SECOND, "ms", "s"},
        {20, 20, 20, UNIT_SECOND, "d", "d"}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        assert_string_equal(
            quantity_readable_unit(quantity_range(ranges[i].low, ranges[i].value, ranges[i].high,
                                                  ranges[i].of, MODELLED),
                                   ranges[i].unit),
            ranges[i].want);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(
            quantity_readable_unit(quantity_exact(rows[i].bytes, UNIT_BYTE), rows[i].unit),
            rows[i].want);
    assert_null(quantity_readable_unit(quantity_exact(1, UNIT_BYTE), NULL));
}

/* 8 replicas of 2 sequences of 4096 tokens are 65 536 tokens, not 65 540. */
static void counts_are_exact_and_whole(void **state) {
    (void)state;
    assert_true(quantity_is_count(quantity_exact(65536, UNIT_TOKEN)));
    assert_true(quantity_is_count(quantity_exact(3, UNIT_NONE)));
    assert_false(quantity_is_count(quantity_exact(0.5, UNIT_NONE)));
    assert_false(quantity_is_count(quantity_exact(65536, UNIT_BYTE)));
    assert_false(quantity_is_count(quantity_range(65000, 65536, 66000, UNIT_TOKEN, MODELLED)));
}

/* 200 kB next to 3 GB are nothing: no 0.000186–2.79. */
static void a_range_from_nearly_nothing(void **state) {
    struct arena *a = ((struct room *)*state)->arena;
    const struct quantity q = quantity_range(2e5, 1e9, 3e9, UNIT_BYTE, MODELLED);
    const struct number_format f = {.unit = "GiB", .digits = 3, .range = true};
    assert_string_equal(quantity_format(a, q, f), "0.0002–2.79" N "GiB");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_range_from_nearly_nothing),
        TEST(counts_are_exact_and_whole),
        TEST(small_amounts_have_small_units),
        TEST(units_are_prefix_and_base),
        TEST(usual_units_are_what_their_parts_make),
        TEST(rungs_are_what_their_names_say),
        TEST(units_are_put_together),
        TEST(other_words_are_no_units),
        TEST(the_algebra_is_exact),
        TEST(numbers_are_read_to_the_last_bit),
        TEST(bad_numbers_are_refused),
        TEST(unknown_units_get_the_nearest),
        TEST(digits_keep_their_zeros),
        TEST(groups_begin_at_five_digits),
        TEST(halves_go_away_from_zero),
        TEST(the_shortest_is_exact),
        TEST(units_are_chosen_by_size),
        TEST(the_unit_can_be_hidden_or_renamed),
        TEST(ranges_share_their_unit),
        TEST(what_is_no_number_is_printed_too),
        TEST(what_is_printed_can_be_read),
        TEST(parts_add_up),
        TEST(the_smallest_numbers_have_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
