/* The expressions of r:value and r:claim: look like XPath 1.0, but every value has a unit and the
 * algebra is checked.
 *
 *   $full-7b/memory/total              a path into a scenario's estimate
 *   $full-7b/accelerator/memory-bandwidth, $full-7b/model/layers
 *   $a/memory-bandwidth                a parameter bound to an accelerator or a model
 *   r:accelerator('h100-sxm5-80gb')/memory-bandwidth   r:model('llama-2-7b')/layers
 *   r:link('nvlink-4')/bandwidth
 *   $x/operations[@name='attention']/flops
 *   + - * div mod, = != < <= > >=, and or, not(), ( ), numbers, 'strings'
 *   round() floor() ceiling() min() max() abs() string() concat() r:gib(80) r:gb(80) r:tb-s(3.35)
 *   r:gb-s() r:tflop-s() r:ms() r:s() r:unit(number, 'GB/s')
 *   r:cases('kv') r:cases-reached('kv')   published values (cases.h); of all without a capability
 *   r:published('decode-01') r:computed('decode-01')   a case, and ours; of a ranking the first
 *   accelerator paths add: ridge (16-bit dense peak ÷ bandwidth), peak (16-bit dense), name, id …,
 *   tight-name ("4090")
 */
#ifndef RIDGE_CATALOG_EXPRESSION_H
#define RIDGE_CATALOG_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/quantity.h"
#include "catalog/catalog.h"

enum value_kind { VALUE_QUANTITY, VALUE_STRING, VALUE_BOOLEAN };

/* Where a value comes from: a step of an estimate or a field of a catalogue entry. */
struct origin {
    struct origin *next;
    const struct estimate *estimate; /* with step, or NULL */
    const struct step *step;
    const char *entry, *field; /* "h100-sxm5-80gb", "memory-bandwidth", or NULL */
    const struct datum *datum; /* or NULL */
};

struct value {
    enum value_kind kind;
    struct quantity quantity;
    const char *string;
    bool boolean;
    const struct origin *origins; /* each once, in order of use */
    const char *printed;          /* best unit to print a plain path in, or NULL */
};

/* What a name after $ may mean, besides scenario ids. */
struct binding {
    const char *name;
    const struct accelerator *accelerator; /* one of the five */
    const struct model *model;
    const struct scenario *scenario;
    const struct value *value; /* r:let */
    bool faulty;               /* reported where it is said: what asks for it fails in silence */
};

struct environment {
    struct catalog *catalog;
    const struct binding *bindings;
    size_t binding_count;
};

/* Evaluates. `where` covers exactly the text, so that faults point into it. Reports
 * EXPRESSION_SYNTAX, UNKNOWN_SCENARIO, UNKNOWN_PATH, UNIT_MISMATCH, VALUE_ABSENT … and returns
 * false. */
bool expression_evaluate(struct arena *a, struct diag *d, const struct environment *env,
                         const char *text, struct span where, struct value *out);

/* The two sides of the outermost comparison of a test, printed with their units ("78.1 GiB"), for
 * the message of a false claim; empty strings when the test is no comparison. */
struct comparison {
    const char *left, *operator_, *right;
    const struct origin *left_origins, *right_origins;
};
bool expression_test(struct arena *a, struct diag *d, const struct environment *env,
                     const char *text, struct span where, bool *holds, struct comparison *sides);

/* The i-th function and how many values it takes; the i-th that gives a number its unit. NULL behind
 * the last. */
const char *expression_function(size_t i, size_t *least, size_t *most);
const char *expression_unit_function(size_t i, const char **unit);

#endif
