/* Quantities under + − × ÷ mod, with their ranges. Units are the caller's to check. */
#ifndef RIDGE_CATALOG_ARITHMETIC_H
#define RIDGE_CATALOG_ARITHMETIC_H

#include "base/quantity.h"

struct quantity quantity_add(struct quantity a, struct quantity b);
struct quantity quantity_subtract(struct quantity a, struct quantity b);
struct quantity quantity_multiply(struct quantity a, struct quantity b);
struct quantity quantity_divide(struct quantity a, struct quantity b);
/* What is left of a after whole b, with the sign of a, as in XPath. */
struct quantity quantity_modulo(struct quantity a, struct quantity b);

/* A function that never falls, put to the value and to both ends of the range. */
struct quantity quantity_map(struct quantity q, double (*f)(double));
struct quantity quantity_absolute(struct quantity q);
struct quantity quantity_smaller(struct quantity a, struct quantity b);
struct quantity quantity_larger(struct quantity a, struct quantity b);

#endif
