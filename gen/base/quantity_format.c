#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/quantity.h"
#include "base/unit.h"

#define NARROW  "\xE2\x80\xAF"
#define MINUS   "\xE2\x88\x92"
#define EN_DASH "\xE2\x80\x93"

enum { EXACT_DIGITS = 15, DIGITS_LIMIT = 40, GROUPED_FROM = 5, SHORT = 24 };

/* Half away from zero. Scaling to units leaves errors in the last bits; a number that close to a
 * half is meant to be the half (15.365 is no double, yet rounds to 15.37). */
static long double round_half(long double x) {
    return roundl(x + x * 4e-16L);
}

static int exponent(long double x) {
    int e = (int)floorl(log10l(x));
    if (shift_decimals(1, e) > x)
        return e - 1;
    return shift_decimals(1, e + 1) <= x ? e + 1 : e;
}

/* Decimals that leave so many significant digits, also after rounding up to the next power. */
static int digits_decimals(long double x, int digits) {
    if (x == 0)
        return 0;
    int decimals = digits - 1 - exponent(x);
    return shift_decimals(round_half(shift_decimals(x, decimals)), -decimals) >=
                   shift_decimals(1, digits - decimals)
               ? decimals - 1
               : decimals;
}

static int exact_decimals(long double x) {
    if (x == floorl(x) && x < 0x1p53L)
        return 0;
    int decimals = digits_decimals(x, EXACT_DIGITS);
    long double whole = round_half(shift_decimals(x, decimals));
    for (; decimals > 0 && fmodl(whole, 10) == 0; decimals--)
        whole /= 10;
    return decimals;
}

static int format_decimals(struct number_format f, long double x) {
    if (f.digits > 0)
        return digits_decimals(x, f.digits < DIGITS_LIMIT ? f.digits : DIGITS_LIMIT);
    if (f.decimals < 0)
        return exact_decimals(x);
    return f.decimals < DIGITS_LIMIT ? f.decimals : DIGITS_LIMIT;
}

static void put_grouped(struct bytes *out, const char *digits, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (i && n >= GROUPED_FROM && (n - i) % 3 == 0)
            bytes_puts(out, NARROW);
        bytes_add(out, digits + i, 1);
    }
}

/* At least so many digits, zeros in front. */
static void put_digits(struct bytes *out, long double whole, size_t least) {
    char digits[DIGITS_LIMIT + 24];
    size_t n = sizeof digits;
    if (whole >= 0x1p62L || least > DIGITS_LIMIT) { /* 1e-300 has 302 decimals */
        bytes_printf(out, "%0*.0Lf", (int)least, whole);
        return;
    }
    for (unsigned long long rest = (unsigned long long)whole; rest > 0; rest /= 10)
        digits[--n] = (char)('0' + rest % 10);
    while (sizeof digits - n < least)
        digits[--n] = '0';
    bytes_add(out, digits + n, sizeof digits - n);
}

static void put_number(struct bytes *out, long double x, int decimals) {
    long double whole = round_half(shift_decimals(fabsl(x), decimals));
    if (decimals < 0)
        whole = shift_decimals(whole, -decimals);
    size_t fraction = decimals > 0 ? (size_t)decimals : 0;
    struct bytes digits = {.arena = out->arena, .room = SHORT};
    put_digits(&digits, whole, fraction + 1);
    if (whole > 0 && x < 0)
        bytes_puts(out, MINUS);
    put_grouped(out, digits.at, digits.n - fraction);
    if (fraction) {
        bytes_puts(out, ".");
        bytes_add(out, digits.at + digits.n - fraction, fraction);
    }
}

/* Both ends of a range get the decimals of the high one, and the low one at most two more where
 * they would hide it. */
static void put_range(struct bytes *out, long double low, long double high,
                      struct number_format f) {
    int decimals = format_decimals(f, fabsl(high)), low_decimals = decimals;
    if (f.digits > 0 && low != 0 && fabsl(low) * 10 < fabsl(high))
        low_decimals = format_decimals(f, fabsl(low));
    if (low_decimals > decimals + 2)
        low_decimals = decimals + 2;
    struct bytes first = {.arena = out->arena}, second = {.arena = out->arena};
    put_number(&first, low, low_decimals);
    put_number(&second, high, decimals);
    bytes_puts(out, first.at);
    if (strcmp(first.at, second.at) != 0) {
        bytes_puts(out, low < 0 ? "…" : EN_DASH); /* "−53.8…−52.4": no dash beside a minus */
        bytes_puts(out, second.at);
    }
}

/* ── Units ── */

/* SI units per unit; false when it is none, or none of that dimension. */
static bool unit_size(const char *name, struct unit dimension, long double *size) {
    struct unit unit;
    struct scale scale;
    if (!unit_scale(name, strlen(name), &unit, &scale) || !unit_equal(unit, dimension))
        return false;
    *size = scale_value(scale);
    return true;
}

static bool reaches(long double x, long double scale, struct number_format f) {
    long double shown = x / scale;
    int decimals = format_decimals(f, shown);
    return shift_decimals(round_half(shift_decimals(shown, decimals)), -decimals) >= 1;
}

/* The largest unit of the ladder in which the rounded value is 1 or more; for nothing, the SI unit.
 */
static const char *best_unit(struct arena *a, struct quantity q, struct number_format f,
                             long double *scale) {
    *scale = 1;
    if (unit_equal(q.unit, UNIT_NONE)) /* most are plain numbers */
        return "1";
    const struct rung *rungs;
    size_t n = unit_ladder(q.unit, &rungs), best = 0;
    long double x = fabsl((long double)q.value);
    if (!n)
        return unit_name(a, q.unit);
    for (size_t i = n; i-- > 1 && !best;) {
        *scale = scale_value(rungs[i].scale);
        if (x == 0 ? *scale == 1 : reaches(x, *scale, f))
            best = i;
    }
    *scale = scale_value(rungs[best].scale);
    return rungs[best].name;
}

static const char *pick_unit(struct arena *a, struct quantity q, struct number_format f,
                             long double *scale) {
    return f.unit && unit_size(f.unit, q.unit, scale) ? f.unit : best_unit(a, q, f, scale);
}

static void put_unit(struct bytes *out, const char *unit) {
    if (!*unit || !strcmp(unit, "1"))
        return;
    if (strcmp(unit, "%") != 0 && strcmp(unit, "×") != 0)
        bytes_puts(out, NARROW);
    bool micro = !strncmp(unit, "us", 2);
    bytes_puts(out, micro ? "µ" : "");
    bytes_puts(out, micro ? unit + 1 : unit);
}

static bool put_odd(struct bytes *out, double x) {
    if (isfinite(x))
        return false;
    bytes_puts(out, isnan(x) ? EN_DASH : x < 0 ? MINUS "∞" : "∞");
    return true;
}

const char *quantity_format(struct arena *a, struct quantity q, struct number_format f) {
    struct bytes out = {.arena = a, .room = SHORT};
    if (put_odd(&out, q.value))
        return out.at;
    long double scale;
    const char *unit = pick_unit(a, q, f, &scale);
    bool range = f.range && isfinite(q.low) && isfinite(q.high) && q.low < q.high;
    if (range)
        put_range(&out, q.low / scale, q.high / scale, f);
    else
        put_number(&out, q.value / scale, format_decimals(f, fabsl(q.value / scale)));
    if (!f.no_unit)
        put_unit(&out, f.unit_printed ? f.unit_printed : unit);
    return out.at;
}

/* What a unit is chosen for: the value, and the wider end where the range runs across zero. */
static double readable_size(struct quantity q) {
    return q.low < 0 && q.high > 0 ? fmax(-q.low, q.high) : fabs(q.value);
}

const char *quantity_readable_unit(struct quantity q, const char *unit) {
    static const struct {
        const char *unit, *instead;
        double least; /* in SI units: what is smaller takes the next row */
    } rows[] = {{"GiB", "GiB", 0x1p30 / 10},
                {"GiB", "MiB", 0x1p20 / 10},
                {"GiB", "KiB", 0},
                {"s", "s", 0.1},
                {"s", "ms", 1e-4},
                {"s", "us", 0},
                {"ms", "s", 1},
                {"ms", "ms", 1e-4},
                {"ms", "us", 0}};
    double size = readable_size(q);
    for (size_t i = 0; unit && size > 0 && i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(unit, rows[i].unit) && size >= rows[i].least)
            return rows[i].instead;
    return unit;
}

bool quantity_is_count(struct quantity q) {
    bool plain = unit_equal(q.unit, UNIT_NONE) || unit_equal(q.unit, UNIT_TOKEN);
    return plain && q.exactness == EXACT && q.value == floor(q.value);
}

/* ── Parts that add up ── */

/* rest: what rounding down took, in 10^-9, so that equal rests compare equal. */
struct part {
    long double rest;
    size_t index;
};

static int by_rest(const void *x, const void *y) {
    const struct part *a = x, *b = y;
    if (a->rest != b->rest)
        return a->rest > b->rest ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}

void quantity_round_parts(const double *parts, size_t n, double scale, int decimals, long long *out,
                          long long *total) {
    struct arena *scratch = arena_new();
    struct part *order = ARENA_ARRAY(scratch, struct part, n);
    long double sum = 0;
    long long floors = 0;
    for (size_t i = 0; i < n; i++) {
        long double x = shift_decimals((long double)parts[i] / scale, decimals);
        sum += x;
        out[i] = (long long)floorl(x);
        floors += out[i];
        order[i] = (struct part){roundl((x - floorl(x)) * 1e9L), i};
    }
    *total = (long long)(sum < 0 ? -round_half(-sum) : round_half(sum));
    if (n)
        qsort(order, n, sizeof *order, by_rest);
    for (size_t i = 0; i < n && floors < *total; i++, floors++)
        out[order[i].index]++;
    arena_drop(scratch);
}
