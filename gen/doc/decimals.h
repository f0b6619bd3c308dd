/* How many digits the cells of a computed column show. */
#ifndef RIDGE_DOC_DECIMALS_H
#define RIDGE_DOC_DECIMALS_H
#include "base/arena.h"

/* One number of decimals for a column: the largest value gets three digits, small ones at least one
 * decimal. */
int column_decimals(const double *values, size_t n);

/* x with so many decimals; the text is the arena's. */
const char *decimal_text(struct arena *a, double x, int decimals);

/* x as decimal_text, but at most three significant digits: a model knows no more. */
const char *modelled_text(struct arena *a, double x, int decimals);

#endif
