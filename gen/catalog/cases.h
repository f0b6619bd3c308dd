/* Values that others have published, and ours beside them: content/cases. */
#ifndef RIDGE_CATALOG_CASES_H
#define RIDGE_CATALOG_CASES_H

#include "catalog/catalog.h"
#include "catalog/tolerance.h"

/* The same in each language of the catalogue, in its order. */
enum { CASE_LANGUAGES = 8 };
struct case_words {
    const char *text[CASE_LANGUAGES];
};

struct published_case {
    const char *id;         /* "PUB-kv-01" */
    const char *capability; /* "kv": a row of case_capabilities */
    const char *kind;       /* "analytic" or "measured" */
    const char *source;
    const char *value, *unit, *tolerance; /* as written: "819200", "B", "exact" */
    const struct scenario *scenario;      /* the first one, or NULL */
    struct case_words quantity;           /* "cache of one token" */
    struct case_words reason;             /* why it is out of reach; none when it must be reached */
    /* Published and ours, in the unit; several in a ranking, none in a verdict. */
    struct printed published[ORDER_MOST];
    double ours[ORDER_MOST];
    size_t n;
    const char *verdict; /* ours, where a verdict is asked: "yes", "marginal" or "no" */
    bool computed;       /* ours is there */
    bool holds;          /* and near enough */
    struct tolerance near;
    struct span span;
};

/* LOST: not reached, although nothing says why. STALE: reached, although something says why not. */
enum case_verdict { CASE_REACHED, CASE_OUT_OF_REACH, CASE_LOST, CASE_STALE };
enum case_verdict case_verdict(const struct published_case *p);

struct cases {
    const struct published_case *at;
    size_t n;
};

/* The capabilities in the order in which their cases are printed. */
extern const char *const case_capabilities[];
extern const size_t case_capability_count;

/* Reads and computes all cases of the content root, by capability and number, once; the catalogue
 * keeps them. Models and devices that only cases need are laid over the catalogue for them alone.
 * Faults are reported, and the case at fault is not computed. NULL when there is no such file. */
const struct cases *catalog_cases(struct catalog *c, struct diag *d);

/* How many, and how many reached; of all when the capability is NULL. */
struct case_count {
    size_t n, reached;
};
struct case_count cases_count(const struct cases *cases, const char *capability);

/* The unit of its values as r:unit knows it. */
const char *case_unit(const struct published_case *p);

/* In a language of the catalogue; "" when there is none. */
const char *case_say(const struct catalog *c, const struct case_words *words, const char *language);

/* Ours over published, minus one; NAN for rankings, verdicts and what could not be computed. */
double case_difference(const struct published_case *p);

/* Ours in the digits of a table, without unit, as the value is written: "7.6156e9", "7.32>0.62",
 * "yes"; "–" when it could not be computed. */
const char *case_ours_text(struct arena *a, const struct published_case *p);

#endif
