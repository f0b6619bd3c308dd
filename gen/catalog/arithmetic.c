#include "catalog/arithmetic.h"

#include <math.h>

static struct quantity ranged(double low, double value, double high, struct unit unit,
                              struct quantity a, struct quantity b) {
    enum exactness exactness = a.exactness > b.exactness ? a.exactness : b.exactness;
    if (exactness <= CEILING)
        low = high = value;
    return (struct quantity){value, low, high, unit, exactness};
}

struct quantity quantity_add(struct quantity a, struct quantity b) {
    return ranged(a.low + b.low, a.value + b.value, a.high + b.high, a.unit, a, b);
}

struct quantity quantity_subtract(struct quantity a, struct quantity b) {
    return ranged(a.low - b.high, a.value - b.value, a.high - b.low, a.unit, a, b);
}

static double smallest(const double of[4]) {
    return fmin(fmin(of[0], of[1]), fmin(of[2], of[3]));
}

static double largest(const double of[4]) {
    return fmax(fmax(of[0], of[1]), fmax(of[2], of[3]));
}

struct quantity quantity_multiply(struct quantity a, struct quantity b) {
    const double corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    return ranged(smallest(corners), a.value * b.value, largest(corners),
                  unit_multiply(a.unit, b.unit), a, b);
}

struct quantity quantity_divide(struct quantity a, struct quantity b) {
    const double corners[] = {a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high};
    double low = smallest(corners), high = largest(corners);
    if (b.low <= 0 && b.high >= 0) {
        low = -INFINITY;
        high = INFINITY;
    }
    return ranged(low, a.value / b.value, high, unit_divide(a.unit, b.unit), a, b);
}

struct quantity quantity_modulo(struct quantity a, struct quantity b) {
    double reach = fmax(fabs(b.low), fabs(b.high));
    return ranged(a.low < 0 ? -reach : 0, fmod(a.value, b.value), a.high > 0 ? reach : 0, a.unit, a,
                  b);
}

struct quantity quantity_map(struct quantity q, double (*f)(double)) {
    return (struct quantity){f(q.value), f(q.low), f(q.high), q.unit, q.exactness};
}

struct quantity quantity_absolute(struct quantity q) {
    double low = fabs(q.low), high = fabs(q.high);
    double least = q.low <= 0 && q.high >= 0 ? 0 : fmin(low, high);
    return ranged(least, fabs(q.value), fmax(low, high), q.unit, q, q);
}

struct quantity quantity_smaller(struct quantity a, struct quantity b) {
    return ranged(fmin(a.low, b.low), fmin(a.value, b.value), fmin(a.high, b.high), a.unit, a, b);
}

struct quantity quantity_larger(struct quantity a, struct quantity b) {
    return ranged(fmax(a.low, b.low), fmax(a.value, b.value), fmax(a.high, b.high), a.unit, a, b);
}
