/* r:cases() and r:cases('kv'): how many published values there are; r:cases-reached how many of
 * them come out near enough. r:published('decode-01') is what a case prints,
 * r:computed('decode-01') ours; of a ranking the first value, or the one that a second argument
 * counts. */
#include "base/unit.h"
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

/* ── Single cases ── */

static const char *without_prefix(const char *id) {
    return strncmp(id, "PUB-", 4) == 0 ? id + 4 : id;
}

static const struct published_case *case_at(struct call *c) {
    const char *id;
    if (!string_at(c, 0, &id))
        return NULL;
    const struct cases *cases = catalog_cases(c->ev->env->catalog, c->ev->diag);
    size_t n = cases ? cases->n : 0;
    const char **names = ARENA_ARRAY(c->ev->arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++) {
        names[i] = without_prefix(cases->at[i].id);
        if (strcmp(names[i], without_prefix(id)) == 0)
            return &cases->at[i];
    }
    evaluate_fault(c->ev, DIAG_UNKNOWN_WORD, c->at[0]->from, c->at[0]->to, id,
                   "a case of `ridge cases`", nearest_name(without_prefix(id), names, n));
    return NULL;
}

/* Which of a ranking: the first, or what the second argument counts. */
static bool place_at(struct call *c, const struct published_case *p, size_t *out) {
    struct quantity place = quantity_exact(1, UNIT_NONE);
    if (c->n > 1 && !number_at(c, 1, &place))
        return false;
    for (*out = 0; *out < p->n; (*out)++)
        if (place.value == (double)(*out + 1))
            return true;
    return evaluate_fault(c->ev, DIAG_VALUE_TYPE, c->term->from, c->term->to, p->value,
                          "a case with so many values", NULL);
}

static bool case_value(struct call *c, bool ours, struct operand *out) {
    const struct published_case *p = case_at(c);
    size_t place;
    if (!p || !place_at(c, p, &place))
        return false;
    if (ours && !p->computed)
        return evaluate_fault(c->ev, DIAG_VALUE_TYPE, c->term->from, c->term->to, p->id,
                              "a case that is computed", NULL);
    struct unit unit = UNIT_NONE;
    double scale;
    const char *name = case_unit(p);
    if (!unit_lookup(name, strlen(name), &unit, &scale))
        scale = 1;
    double value = ours ? p->ours[place] : p->published[place].value;
    *out = operand_quantity(quantity_exact(value * scale, unit), NULL);
    return true;
}

bool call_published(struct call *c, struct operand *out) {
    return case_value(c, false, out);
}

bool call_computed(struct call *c, struct operand *out) {
    return case_value(c, true, out);
}
