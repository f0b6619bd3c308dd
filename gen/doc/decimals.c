/* How many digits the cells of a computed column show. */
#include "doc/decimals.h"

#include <math.h>

#include "base/quantity.h"

static int decimals_of_three(double x) {
    int whole = x > 0 ? (int)floor(log10(x)) : 0;
    return whole >= 2 ? 0 : 2 - whole;
}

int column_decimals(const double *values, size_t n) {
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < n; i++) {
        double x = fabs(values[i]);
        if (!(x > 0))
            continue;
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    if (most == 0)
        return 0;
    int for_least = decimals_of_three(least) ? 1 : 0, for_most = decimals_of_three(most);
    return for_most > for_least ? for_most : for_least;
}

const char *decimal_text(struct arena *a, double x, int decimals) {
    return quantity_format(a, quantity_exact(x, UNIT_NONE),
                           (struct number_format){.decimals = decimals});
}

const char *modelled_text(struct arena *a, double x, int decimals) {
    if (fabs(x) >= 100) /* digits before the point count as well */
        return quantity_format(a, quantity_exact(x, UNIT_NONE),
                               (struct number_format){.digits = 3});
    int most = decimals_of_three(fabs(x));
    return decimal_text(a, x, decimals < most ? decimals : most);
}
