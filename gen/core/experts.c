#include "core/experts.h"

#include <math.h>

#include "core/parameters.h"

double experts_distinct(const struct model *m, double tokens) {
    double all = (double)m->experts, met = (double)m->experts_active;
    if (!model_is_moe(m) || tokens <= 0)
        return 0;
    if (tokens == 1 || met >= all)
        return met;
    /* expm1 and log1p keep K to the last digit when experts are many. */
    return fmax(met, -all * expm1(tokens * log1p(-met / all)));
}

double experts_share(const struct model *m, double tokens) {
    return model_is_moe(m) ? experts_distinct(m, tokens) / (double)m->experts : 1;
}
