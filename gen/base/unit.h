/* Units as they are printed: prefix·base / prefix·base, from two small tables. */
#ifndef RIDGE_BASE_UNIT_H
#define RIDGE_BASE_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/quantity.h"

/* SI units per printed unit: factor · 10^ten. Powers of ten are kept apart, so that "3.35 TB/s" can
 * be read as 3.35e12 and is right to the last bit. */
struct scale {
    double factor;
    int ten;
};

long double scale_value(struct scale scale);

/* x · 10^decimals; exact powers up to 10^27. */
long double shift_decimals(long double x, int decimals);

/* unit_lookup with the scale in two parts. */
bool unit_scale(const char *text, size_t bytes, struct unit *unit, struct scale *scale);

/* The printed unit nearest to a word, or NULL. */
const char *unit_nearest(const char *word);

struct rung {
    const char *name;
    struct scale scale; /* as unit_scale tells it */
};

/* The prefixed units in which quantities of a dimension are printed by default, smallest first, and
 * how many; 0 when there is no habit. Bytes in KiB, GiB …, rates and work in SI prefixes. */
size_t unit_ladder(struct unit unit, const struct rung **rungs);

#endif
