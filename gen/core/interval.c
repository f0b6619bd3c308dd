#include "core/interval.h"

static enum exactness worse(struct quantity a, struct quantity b) {
    return a.exactness > b.exactness ? a.exactness : b.exactness;
}

struct quantity interval_add(struct quantity a, struct quantity b) {
    return quantity_range(a.low + b.low, a.value + b.value, a.high + b.high, a.unit, worse(a, b));
}

struct quantity interval_subtract(struct quantity a, struct quantity b) {
    return quantity_range(a.low - b.high, a.value - b.value, a.high - b.low, a.unit, worse(a, b));
}

struct quantity interval_multiply(struct quantity a, struct quantity b) {
    return quantity_range(a.low * b.low, a.value * b.value, a.high * b.high,
                          unit_multiply(a.unit, b.unit), worse(a, b));
}

struct quantity interval_divide(struct quantity a, struct quantity b) {
    return quantity_range(a.low / b.high, a.value / b.value, a.high / b.low,
                          unit_divide(a.unit, b.unit), worse(a, b));
}

struct quantity interval_scale(struct quantity a, double factor) {
    return quantity_range(a.low * factor, a.value * factor, a.high * factor, a.unit, a.exactness);
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

struct quantity interval_max(struct quantity a, struct quantity b) {
    return quantity_range(larger(a.low, b.low), larger(a.value, b.value), larger(a.high, b.high),
                          a.unit, worse(a, b));
}

struct quantity interval_ceiling(double value, struct unit unit) {
    return quantity_range(value, value, value, unit, CEILING);
}
