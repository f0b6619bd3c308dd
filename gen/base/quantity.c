#include "base/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/unit.h"

struct quantity quantity_exact(double value, struct unit unit) {
    return (struct quantity){value, value, value, unit, EXACT};
}

struct quantity quantity_range(double low, double value, double high, struct unit unit,
                               enum exactness exactness) {
    return (struct quantity){value, low, high, unit, exactness};
}

bool unit_equal(struct unit a, struct unit b) {
    return !memcmp(a.power, b.power, sizeof a.power);
}

struct unit unit_multiply(struct unit a, struct unit b) {
    for (int i = 0; i < DIMENSIONS; i++)
        a.power[i] = (signed char)(a.power[i] + b.power[i]);
    return a;
}

struct unit unit_divide(struct unit a, struct unit b) {
    for (int i = 0; i < DIMENSIONS; i++)
        a.power[i] = (signed char)(a.power[i] - b.power[i]);
    return a;
}

static void put_factor(struct bytes *out, const char *name, int power) {
    bytes_puts(out, name);
    if (power != 1)
        bytes_printf(out, "^%d", power);
}

const char *unit_name(struct arena *a, struct unit unit) {
    static const char *const names[DIMENSIONS] = {"B", "FLOP", "s", "token", "J", "money", "kg"};
    if (unit_equal(unit, UNIT_WATT))
        return "W";
    struct bytes out = {.arena = a};
    for (int i = 0; i < DIMENSIONS; i++)
        if (unit.power[i] > 0) {
            bytes_puts(&out, out.n ? "·" : "");
            put_factor(&out, names[i], unit.power[i]);
        }
    if (!out.n)
        bytes_puts(&out, "1");
    for (int i = 0; i < DIMENSIONS; i++)
        if (unit.power[i] < 0) {
            bytes_puts(&out, "/");
            put_factor(&out, names[i], -unit.power[i]);
        }
    return out.at;
}

/* ── Reading ── */

#define NARROW   "\xE2\x80\xAF" /* U+202F */
#define NO_BREAK "\xC2\xA0"     /* U+00A0 */
#define MINUS    "\xE2\x88\x92" /* U+2212 */

enum { NUMBER_BYTES = 64, EXPONENT_LIMIT = 10000 };

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool skip(const char **at, const char *text) {
    size_t n = strlen(text);
    if (strncmp(*at, text, n) != 0)
        return false;
    *at += n;
    return true;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct number {
    char text[NUMBER_BYTES];
    size_t n;
    int ten; /* the exponent after "e" */
};

static bool number_add(struct number *number, char c) {
    if (number->n + 1 >= NUMBER_BYTES)
        return false;
    number->text[number->n++] = c;
    return true;
}

static size_t number_digits(struct number *number, const char **at) {
    size_t n = 0;
    for (; is_digit(**at) && number_add(number, **at); n++)
        ++*at;
    return n;
}

/* Digits, in groups of three after narrow spaces if at all, as quantity_format prints them. */
static bool read_whole(struct number *number, const char **at) {
    size_t n = number_digits(number, at);
    bool grouped = false;
    while (n && n <= 3 && !strncmp(*at, NARROW, 3) && is_digit((*at)[3])) {
        *at += 3;
        n = number_digits(number, at);
        grouped = true;
        if (n != 3)
            return false;
    }
    return grouped ? n == 3 : n > 0;
}

static void read_exponent(struct number *number, const char **at) {
    if (**at != 'e' && **at != 'E')
        return;
    const char *digits = *at + 1;
    bool negative = *digits == '-';
    if (*digits == '-' || *digits == '+')
        digits++;
    if (!is_digit(*digits))
        return;
    long ten = strtol(digits, NULL, 10);
    for (*at = digits; is_digit(**at);)
        ++*at;
    number->ten = (int)(ten > EXPONENT_LIMIT ? EXPONENT_LIMIT : ten);
    if (negative)
        number->ten = -number->ten;
}

/* Sign, digits, decimal point, exponent: strtod's format less its liberties (hex, "inf", blanks).
 */
static bool read_number(struct number *number, const char **at) {
    if (skip(at, "-") || skip(at, MINUS))
        number_add(number, '-');
    if (!read_whole(number, at))
        return false;
    if (**at == '.') {
        number_add(number, '.');
        ++*at;
        if (!number_digits(number, at))
            return false;
    }
    if (is_digit(**at)) /* too long */
        return false;
    read_exponent(number, at);
    return true;
}

/* One rounding where the unit is a power of ten, two where it is not. */
static double number_value(const struct number *number, struct scale scale) {
    char text[NUMBER_BYTES + 16];
    snprintf(text, sizeof text, "%se%d", number->text, number->ten + scale.ten);
    return strtod(text, NULL) * scale.factor;
}

static bool skip_space(const char **at) {
    return skip(at, " ") || skip(at, NARROW) || skip(at, NO_BREAK);
}

static bool attached(const char *unit, size_t n) {
    return (n == 1 && *unit == '%') || (n == 2 && !memcmp(unit, "×", 2));
}

static bool fault(struct diag *d, enum diag_kind kind, struct span where, const char *found,
                  const char *expected, const char *nearest) {
    diag_report(d, kind, where, found, expected, nearest);
    return false;
}

static bool bad_form(struct diag *d, struct span where, const char *all) {
    return fault(d, DIAG_QUANTITY_SYNTAX, where, all, "a form like “3.35 TB/s” or “4096”", NULL);
}

static bool unknown_unit(struct diag *d, struct span where, const char *at, size_t n) {
    struct arena *scratch = arena_new();
    const char *word = arena_strndup(scratch, at, n);
    fault(d, DIAG_UNKNOWN_UNIT, where, word, "a unit such as GiB, GB/s, TFLOP/s, ms or token/s",
          unit_nearest(word));
    arena_drop(scratch);
    return false;
}

/* The unit after the number. "3,5 GB" and "10 000" are bad numbers rather than unknown units. */
static bool read_unit(struct diag *d, struct span where, const char *all, const char *at,
                      struct unit *unit, struct scale *scale) {
    bool spaced = skip_space(&at);
    size_t n = strlen(at);
    while (n && is_blank(at[n - 1]))
        n--;
    bool known = unit_scale(at, n, unit, scale);
    if (!known)
        return spaced && !is_digit(*at) ? unknown_unit(d, where, at, n) : bad_form(d, where, all);
    if (n && !spaced && !attached(at, n))
        return fault(d, DIAG_QUANTITY_SYNTAX, where, all, "a space before the unit", NULL);
    return true;
}

bool quantity_parse(struct diag *d, struct span where, const char *text, struct quantity *out) {
    const char *at = text;
    struct number number = {.n = 0};
    struct scale scale;
    struct unit unit;
    while (is_blank(*at))
        at++;
    if (!read_number(&number, &at))
        return bad_form(d, where, text);
    if (!read_unit(d, where, text, at, &unit, &scale))
        return false;
    double value = number_value(&number, scale);
    if (!isfinite(value))
        return fault(d, DIAG_QUANTITY_SYNTAX, where, text, "a number below 1e308", NULL);
    *out = quantity_exact(value, unit);
    return true;
}
