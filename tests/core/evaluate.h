/* A calculator for the lines of a derivation: "2 · 32 · (4096 + 1)", "13.48 GB / 2039 GB/s",
 * "max(a, b)", "floor(x)", "x^2". It knows nothing of the core, so it checks that formula, numbers
 * and result belong together. */
#ifndef TESTS_CORE_EVALUATE_H
#define TESTS_CORE_EVALUATE_H

#include <stdlib.h>

#include "core/fixtures.h"

struct calculator {
    const char *at;
    bool failed;
    double largest; /* term of any sum: what rounding is measured by */
};

static inline bool take(struct calculator *c, const char *text) {
    size_t n = strlen(text);
    while (*c->at == ' ')
        c->at++;
    if (strncmp(c->at, text, n) != 0)
        return false;
    c->at += n;
    return true;
}

static inline double take_sum(struct calculator *c);

/* A unit right after a number: "%", or a narrow space and letters, "/" between letters. */
static inline double take_unit(struct calculator *c) {
    struct unit unit;
    double scale = 1;
    const char *from = c->at;
    if (strncmp(from, "\u202F", 3) == 0)
        from += 3;
    else if (*from != '%')
        return 1;
    size_t n = strncmp(from, "1/", 2) == 0 || strncmp(from, "µs", 3) == 0 ? 2 : 0; /* "1/s" */
    while ((from[n] >= 'A' && from[n] <= 'z') || from[n] == '/' || from[n] == '%')
        n++;
    if (!n || !unit_lookup(from, n, &unit, &scale))
        c->failed = true;
    c->at = from + n;
    return scale;
}

static inline double take_number(struct calculator *c) {
    char digits[64];
    size_t n = 0;
    while (*c->at == ' ')
        c->at++;
    for (; n + 1 < sizeof digits; n++) {
        /* A narrow space parts groups of three, and the number from its unit ("1/s"). */
        bool group = strncmp(c->at, "\u202F", 3) == 0 && c->at[3] >= '0' && c->at[3] <= '9' &&
                     c->at[4] != '/';
        if (group)
            c->at += 3;
        if (!((*c->at >= '0' && *c->at <= '9') || *c->at == '.'))
            break;
        digits[n] = *c->at++;
    }
    digits[n] = '\0';
    if (!n)
        c->failed = true;
    return strtod(digits, NULL) * take_unit(c);
}

static inline double take_atom(struct calculator *c) {
    double x;
    if (take(c, "max(")) {
        double most = take_sum(c);
        while (take(c, ",")) {
            double next = take_sum(c);
            most = next > most ? next : most;
        }
        c->failed |= !take(c, ")");
        return most;
    }
    if (take(c, "min(")) {
        double a = take_sum(c);
        c->failed |= !take(c, ",");
        double b = take_sum(c);
        c->failed |= !take(c, ")");
        return a < b ? a : b;
    }
    if (take(c, "ceil(")) {
        x = ceil(take_sum(c));
        c->failed |= !take(c, ")");
        return x;
    }
    if (take(c, "log2(")) {
        x = log2(take_sum(c));
        c->failed |= !take(c, ")");
        return x;
    }
    if (take(c, "floor(")) {
        x = floor(take_sum(c));
        c->failed |= !take(c, ")");
        return x;
    }
    if (take(c, "(")) {
        x = take_sum(c);
        c->failed |= !take(c, ")");
    } else {
        x = take_number(c);
    }
    return take(c, "²") ? x * x : x;
}

/* "x^(y + 1)" */
static inline double take_power(struct calculator *c) {
    double x = take_atom(c);
    return take(c, "^") ? pow(x, take_atom(c)) : x;
}

static inline double take_product(struct calculator *c) {
    double x = take_power(c);
    while (!c->failed)
        if (take(c, "·"))
            x *= take_power(c);
        else if (take(c, "/"))
            x /= take_power(c);
        else
            break;
    return x;
}

static inline double take_term(struct calculator *c) {
    double x = take_product(c);
    c->largest = fabs(x) > c->largest ? fabs(x) : c->largest;
    return x;
}

static inline double take_sum(struct calculator *c) {
    double x = take_term(c);
    while (!c->failed)
        if (take(c, "+"))
            x += take_term(c);
        else if (take(c, "−"))
            x -= take_term(c);
        else
            break;
    return x;
}

/* false when the text is no arithmetic. */
static inline bool evaluate(const char *text, double *value) {
    struct calculator c = {.at = text};
    *value = take_sum(&c);
    return !c.failed && !*c.at;
}

#endif
