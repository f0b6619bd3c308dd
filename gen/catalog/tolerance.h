/* Published values as printed, and how near ours must come. */
#ifndef RIDGE_CATALOG_TOLERANCE_H
#define RIDGE_CATALOG_TOLERANCE_H

#include <stdbool.h>
#include <stddef.h>

/* A printed number: "31.2" has a last digit worth 0.1, "5.576e6" one worth 1000. */
struct printed {
    double value, last;
    int ten;    /* the power of ten behind the “e” */
    bool whole; /* neither point nor power: a count, or rounded to ones */
};
bool printed_parse(const char *text, size_t n, struct printed *out);

/* "7.32>0.62>=0.60": numbers from the largest on. strict[i]: item i stands above item i + 1, not
 * level with it. */
enum { ORDER_MOST = 8 };
struct order {
    struct printed at[ORDER_MOST];
    bool strict[ORDER_MOST];
    size_t n;
};
bool order_parse(const char *text, struct order *out);
bool order_holds(const struct order *published, const double *ours);

/* exact            rounded to the printed digits, within one unit of the last one; whole: equal
 * P%               relative difference of at most P
 * upper-bound(Kx)  ours is a ceiling: published ≤ ours ≤ K · published
 * lower-bound(Kx)  ours is a floor:   K · published ≤ ours ≤ published
 * band(Ax-Bx)      A · published ≤ ours ≤ B · published
 * ranking          the same order
 * bool             the same verdict */
enum tolerance_kind {
    TOLERANCE_EXACT,
    TOLERANCE_PERCENT,
    TOLERANCE_UPPER,
    TOLERANCE_LOWER,
    TOLERANCE_BAND,
    TOLERANCE_RANKING,
    TOLERANCE_BOOL
};
struct tolerance {
    enum tolerance_kind kind;
    double least, most; /* of ours over published; both 0 for exact, ranking and bool */
};
bool tolerance_parse(const char *text, struct tolerance *out);

/* Does ours, in the unit of the published number, come near enough? Not for ranking and bool. */
bool tolerance_holds(const struct tolerance *t, const struct printed *published, double ours);

#endif
