#include "core/element.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const struct element elements[] = {
#define ELEMENT(id, key, label, published, exponent, fraction, top, stored, group, scale, weights, \
                rate)                                                                              \
    {key,                                                                                          \
     label,                                                                                        \
     published,                                                                                    \
     exponent,                                                                                     \
     fraction,                                                                                     \
     top,                                                                                          \
     stored,                                                                                       \
     group,                                                                                        \
     scale,                                                                                        \
     weights,                                                                                      \
     offsetof(struct accelerator, rate)},
#include "core/element.def"
#undef ELEMENT
};

const struct element *element_of(enum element_id id) {
    return &elements[id];
}

int element_bits(const struct element *e) {
    return 1 + e->exponent + e->fraction;
}

static int bias(const struct element *e) {
    return (1 << (e->exponent - 1)) - 1;
}

double element_step(const struct element *e) {
    return e->top == TOP_INTEGER ? 1 : ldexp(1, -e->fraction);
}

/* IEEE 754 keeps the top exponent for infinities; E4M3 only its last code, for NaN. */
double element_largest(const struct element *e) {
    if (e->top == TOP_INTEGER)
        return ldexp(1, e->fraction) - 1;
    double step = element_step(e), significand = 2 - step;
    int exponent = (1 << e->exponent) - 1 - bias(e);
    if (e->top == TOP_IEEE)
        exponent--;
    if (e->top == TOP_ONE_NAN)
        significand -= step;
    return ldexp(significand, exponent);
}

double element_smallest_normal(const struct element *e) {
    return e->top == TOP_INTEGER ? 0 : ldexp(1, 1 - bias(e));
}

/* Exponent 0 holds the numbers below the smallest normal one, in its steps. */
static double of_code(const struct element *e, size_t code) {
    size_t fractions = (size_t)1 << e->fraction, exponent = code / fractions;
    double fraction = (double)(code % fractions) * element_step(e);
    double significand = exponent ? 1 + fraction : fraction;
    return ldexp(significand, (exponent ? (int)exponent : 1) - bias(e));
}

size_t element_values(const struct element *e, double *out, size_t room) {
    size_t n = (size_t)1 << (e->exponent + e->fraction);
    if (n > room || (e->top != TOP_FINITE && e->top != TOP_INTEGER))
        return 0;
    for (size_t code = 0; code < n; code++)
        out[code] = e->top == TOP_INTEGER ? (double)code : of_code(e, code);
    return n;
}

struct datum element_peak(const struct element *e, const struct accelerator *device) {
    struct datum rate;
    memcpy(&rate, (const char *)device + e->peak, sizeof rate);
    return rate;
}
