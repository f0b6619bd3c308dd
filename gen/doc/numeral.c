/* Numbers as lists and divisions count: 1, a, A, i, I, ①, 一. */
#include "doc/reader.h"

const char *numeral_arabic(struct arena *a, int n) {
    return arena_printf(a, "%d", n);
}

/* a … z, aa, ab … */
static const char *numeral_letters(struct arena *a, int n, char first) {
    const char *text = "";
    for (; n > 0; n = (n - 1) / 26)
        text = arena_printf(a, "%c%s", first + (n - 1) % 26, text);
    return text;
}

const char *numeral_lower(struct arena *a, int n) {
    return numeral_letters(a, n, 'a');
}

const char *numeral_upper(struct arena *a, int n) {
    return numeral_letters(a, n, 'A');
}

static const char *numeral_roman(struct arena *a, int n, bool upper) {
    static const struct {
        int value;
        const char *lower, *upper;
    } steps[] = {{1000, "m", "M"}, {900, "cm", "CM"}, {500, "d", "D"}, {400, "cd", "CD"},
                 {100, "c", "C"},  {90, "xc", "XC"},  {50, "l", "L"},  {40, "xl", "XL"},
                 {10, "x", "X"},   {9, "ix", "IX"},   {5, "v", "V"},   {4, "iv", "IV"},
                 {1, "i", "I"}};
    const char *text = "";
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        for (; n >= steps[i].value; n -= steps[i].value)
            text = arena_printf(a, "%s%s", text, upper ? steps[i].upper : steps[i].lower);
    return text;
}

const char *numeral_lower_roman(struct arena *a, int n) {
    return numeral_roman(a, n, false);
}

const char *numeral_upper_roman(struct arena *a, int n) {
    return numeral_roman(a, n, true);
}

/* ①…⑳; there are no more of them. */
const char *numeral_ring(struct arena *a, int n) {
    return n <= 20 ? arena_printf(a, "\xE2\x91%c", 0x9F + n) : numeral_arabic(a, n);
}

/* 一 … 九十九 */
const char *numeral_han(struct arena *a, int n) {
    static const char *const digits[] = {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
    if (n < 1 || n > 99)
        return numeral_arabic(a, n);
    if (n < 10)
        return digits[n];
    return arena_printf(a, "%s十%s", n < 20 ? "" : digits[n / 10], digits[n % 10]);
}
