/* Quantities: a number in SI base, its unit, its exactness and its range. */
#ifndef RIDGE_BASE_QUANTITY_H
#define RIDGE_BASE_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

/* The base units that the algebra checks. A rate is byte·second⁻¹, power joule·second⁻¹, a ridge
 * point flop·byte⁻¹. Percent, "×" and counts are dimensionless. OP (integer operations) = FLOP. */
enum dimension {
    DIM_BYTE,
    DIM_FLOP,
    DIM_SECOND,
    DIM_TOKEN,
    DIM_JOULE,
    DIM_MONEY,
    DIM_KILOGRAM,
    DIMENSIONS
};

struct unit {
    signed char power[DIMENSIONS];
};

#define UNIT_NONE             ((struct unit){{0}})
#define UNIT_BYTE             ((struct unit){{[DIM_BYTE] = 1}})
#define UNIT_FLOP             ((struct unit){{[DIM_FLOP] = 1}})
#define UNIT_SECOND           ((struct unit){{[DIM_SECOND] = 1}})
#define UNIT_TOKEN            ((struct unit){{[DIM_TOKEN] = 1}})
#define UNIT_BYTE_PER_SECOND  ((struct unit){{[DIM_BYTE] = 1, [DIM_SECOND] = -1}})
#define UNIT_FLOP_PER_SECOND  ((struct unit){{[DIM_FLOP] = 1, [DIM_SECOND] = -1}})
#define UNIT_FLOP_PER_BYTE    ((struct unit){{[DIM_FLOP] = 1, [DIM_BYTE] = -1}})
#define UNIT_BYTE_PER_TOKEN   ((struct unit){{[DIM_BYTE] = 1, [DIM_TOKEN] = -1}})
#define UNIT_FLOP_PER_TOKEN   ((struct unit){{[DIM_FLOP] = 1, [DIM_TOKEN] = -1}})
#define UNIT_TOKEN_PER_SECOND ((struct unit){{[DIM_TOKEN] = 1, [DIM_SECOND] = -1}})
#define UNIT_PER_SECOND       ((struct unit){{[DIM_SECOND] = -1}})
#define UNIT_JOULE            ((struct unit){{[DIM_JOULE] = 1}})
#define UNIT_JOULE_PER_TOKEN  ((struct unit){{[DIM_JOULE] = 1, [DIM_TOKEN] = -1}})
#define UNIT_MONEY            ((struct unit){{[DIM_MONEY] = 1}})
#define UNIT_KILOGRAM         ((struct unit){{[DIM_KILOGRAM] = 1}})
#define UNIT_MONEY_PER_SECOND ((struct unit){{[DIM_MONEY] = 1, [DIM_SECOND] = -1}})
#define UNIT_WATT             ((struct unit){{[DIM_JOULE] = 1, [DIM_SECOND] = -1}})

/* exact: a count. ceiling: counts and catalogue values, no efficiency. modelled and empirical:
 * always with a range. Ordered: a result is as good as its worst input. */
enum exactness { EXACT, CEILING, MODELLED, EMPIRICAL };

/* value is the typical value in SI base units; low = high = value for exact and ceiling. */
struct quantity {
    double value, low, high;
    struct unit unit;
    enum exactness exactness;
};

struct quantity quantity_exact(double value, struct unit unit);
struct quantity quantity_range(double low, double value, double high, struct unit unit,
                               enum exactness exactness);

bool unit_equal(struct unit a, struct unit b);
struct unit unit_multiply(struct unit a, struct unit b);
struct unit unit_divide(struct unit a, struct unit b);

/* The SI name, ASCII, as in JSON: "B", "B/s", "FLOP/B", "token/s", "B/token", "1" for none. */
const char *unit_name(struct arena *a, struct unit unit);

/* Looks up a printed unit such as "GiB", "GB/s", "TFLOP/s", "ms", "FLOP/B", "W", "token/s", "%",
 * "×": its dimension and how many SI base units it is. false when unknown. Compound units are
 * parsed (prefix·base / prefix·base), so there is no list of combinations. */
bool unit_lookup(const char *text, size_t bytes, struct unit *unit, double *scale);

/* Reads "3.35 TB/s", "80 GiB", "4096", "40 us": decimal point only, one space or narrow space
 * before the unit. On a fault reports QUANTITY_SYNTAX or UNKNOWN_UNIT (with the nearest unit) and
 * returns false. A wrong dimension is the caller's to report: see unit_equal. */
bool quantity_parse(struct diag *d, struct span where, const char *text, struct quantity *out);

/* How to print a number. unit NULL: the largest prefix that leaves 1 or more before the point. */
struct number_format {
    const char *unit; /* "GiB", "GB", "TFLOP/s", "%", "×", or NULL */
    int digits;       /* significant digits, 0 = use decimals */
    int decimals;     /* decimals when digits is 0; −1 = shortest exact (at most 15 digits) */
    bool range;       /* "low–high" instead of the value, when they differ */
    bool no_unit;     /* the number only (table columns have the unit in their head) */
    const char *unit_printed; /* shown instead of `unit` (a language's word), or NULL */
};

/* "15.36 GB": one string for both languages. Decimal point, U+202F before the unit, U+202F between
 * groups of three from five digits on, U+2212 minus, "%" and "×" without space, en dash in ranges.
 * Rounds half away from zero, once. The format's unit must have the quantity's dimension. */
const char *quantity_format(struct arena *a, struct quantity q, struct number_format format);

/* The unit to print an amount or a time in: "GiB" gives way to "MiB" and "KiB", "s" and "ms" to
 * "us", where it would leave thousandths; "ms" to "s" from a thousand on. Other units stay. */
const char *quantity_readable_unit(struct quantity q, const char *unit);

/* Things that were counted one by one, tokens included: they are printed to the last digit. */
bool quantity_is_count(struct quantity q);

/* Rounds parts to the same decimals so that they add up to the rounded total (largest remainder).
 * scale: SI units per printed unit. Results are integers in units of 10^-decimals. */
void quantity_round_parts(const double *parts, size_t n, double scale, int decimals, long long *out,
                          long long *total);

#endif
