/* r:cases() and r:cases('kv'): how many published values there are; r:cases-reached how many of
 * them come out near enough. */
#include "catalog/cases.h"
#include "catalog/function.h"
#include "catalog/store.h"

#include <string.h>

static bool capability_at(struct call *c, const char **out) {
    *out = NULL;
    if (!c->n)
        return true;
    if (!string_at(c, 0, out))
        return false;
    for (size_t i = 0; i < case_capability_count; i++)
        if (strcmp(case_capabilities[i], *out) == 0)
            return true;
    return evaluate_fault(c->ev, DIAG_UNKNOWN_WORD, c->at[0]->from, c->at[0]->to, *out,
                          "a capability of `ridge cases`",
                          nearest_name(*out, case_capabilities, case_capability_count));
}

static bool counted(struct call *c, struct case_count *out) {
    const char *capability;
    if (!capability_at(c, &capability))
        return false;
    const struct cases *cases = catalog_cases(c->ev->env->catalog, c->ev->diag);
    if (!cases)
        return evaluate_fault(c->ev, DIAG_VALUE_TYPE, c->term->from, c->term->to,
                              "no published cases here", "content with a folder cases", NULL);
    *out = cases_count(cases, capability);
    return true;
}

bool call_cases(struct call *c, struct operand *out) {
    struct case_count count = {0};
    if (!counted(c, &count))
        return false;
    *out = operand_quantity(quantity_exact((double)count.n, UNIT_NONE), NULL);
    return true;
}

bool call_cases_reached(struct call *c, struct operand *out) {
    struct case_count count = {0};
    if (!counted(c, &count))
        return false;
    *out = operand_quantity(quantity_exact((double)count.reached, UNIT_NONE), NULL);
    return true;
}
