/* Cases in the digits of a table. */
#include <math.h>

#include "catalog/cases.h"

enum { DIGITS = 5, DIGITS_OF_ORDERS = 4 };
static const double WHOLE_MOST = 1e15;

static bool is_single(const struct published_case *p) {
    return p->computed && p->n == 1;
}

double case_difference(const struct published_case *p) {
    return is_single(p) ? p->ours[0] / p->published[0].value - 1 : NAN;
}

/* Counts in full, others in five digits, with the power of ten of the published number. */
static const char *number_text(struct arena *a, double x, const struct printed *like, int digits) {
    double scaled = x / pow(10, like->ten);
    bool whole = scaled == floor(scaled) && fabs(scaled) < WHOLE_MOST;
    const char *text = whole ? arena_printf(a, "%.0f", scaled)
                             : arena_printf(a, "%.*g", fabs(scaled) >= 1e4 ? 7 : digits, scaled);
    return like->ten ? arena_printf(a, "%se%d", text, like->ten) : text;
}

const char *case_ours_text(struct arena *a, const struct published_case *p) {
    if (!p->computed)
        return "–";
    if (p->verdict)
        return p->verdict;
    const char *text = "";
    for (size_t i = 0; i < p->n; i++)
        text = arena_printf(
            a, "%s%s%s", text,
            i == 0                        ? ""
            : p->ours[i - 1] > p->ours[i] ? ">"
            : p->ours[i - 1] < p->ours[i] ? "<"
                                          : "=",
            number_text(a, p->ours[i], &p->published[i], p->n > 1 ? DIGITS_OF_ORDERS : DIGITS));
    return text;
}
