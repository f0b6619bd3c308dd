#include "catalog/expression.h"

#include "catalog/arithmetic.h"
#include "catalog/evaluate.h"
#include "catalog/fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct operand operand_quantity(struct quantity q, const char *printed) {
    return (struct operand){.value = {.kind = VALUE_QUANTITY, .quantity = q, .printed = printed}};
}

struct operand operand_string(const char *text) {
    return (struct operand){.value = {.kind = VALUE_STRING, .string = text}};
}

struct operand operand_boolean(bool truth) {
    return (struct operand){.value = {.kind = VALUE_BOOLEAN, .boolean = truth}};
}

bool evaluate_fault(struct evaluator *ev, enum diag_kind kind, size_t from, size_t to,
                    const char *found, const char *expected, const char *nearest) {
    diag_report(ev->diag, kind, text_span(&ev->place, from, to), found, expected, nearest);
    return false;
}

const char *operand_words(struct evaluator *ev, const struct operand *o) {
    static const char *const entries[] = {[THING_ACCELERATOR] = "a whole accelerator",
                                          [THING_MODEL] = "a whole model",
                                          [THING_LINK] = "a whole link",
                                          [THING_SCENARIO] = "a whole scenario"};
    if (o->thing != THING_VALUE)
        return entries[o->thing];
    if (o->value.kind == VALUE_STRING)
        return arena_printf(ev->arena, "the text “%s”", o->value.string);
    if (o->value.kind == VALUE_BOOLEAN)
        return o->value.boolean ? "true" : "false";
    return unit_words(ev->arena, o->value.quantity.unit);
}

bool operand_number(struct evaluator *ev, const struct term *at, const struct operand *from,
                    struct quantity *out) {
    if (from->thing != THING_VALUE || from->value.kind == VALUE_STRING)
        return evaluate_fault(ev, DIAG_VALUE_TYPE, at->from, at->to, operand_words(ev, from),
                              "a number", NULL);
    *out = from->value.kind == VALUE_QUANTITY ? from->value.quantity
                                              : quantity_exact(from->value.boolean, UNIT_NONE);
    return true;
}

bool operand_truth(struct evaluator *ev, const struct term *at, const struct operand *from,
                   bool *out) {
    if (from->thing != THING_VALUE)
        return evaluate_fault(ev, DIAG_VALUE_TYPE, at->from, at->to, operand_words(ev, from),
                              "a value that is true or false", NULL);
    const struct value *v = &from->value;
    *out = v->kind == VALUE_BOOLEAN  ? v->boolean
           : v->kind == VALUE_STRING ? *v->string != '\0'
                                     : v->quantity.value != 0 && !isnan(v->quantity.value);
    return true;
}

/* The shortest decimal that reads back as the same number. */
static const char *number_text(struct arena *a, double x) {
    if (isnan(x) || isinf(x))
        return isnan(x) ? "NaN" : x > 0 ? "Infinity" : "-Infinity";
    if (x == floor(x) && fabs(x) < 1e15)
        return arena_printf(a, "%.0f", x == 0 ? 0.0 : x);
    for (int decimals = 0; decimals < 20; decimals++) {
        const char *text = arena_printf(a, "%.*f", decimals, x);
        if (strtod(text, NULL) == x)
            return text;
    }
    return arena_printf(a, "%.20f", x);
}

/* Four digits, or fewer where they say it all. */
static const char *quantity_text(struct arena *a, struct quantity q, const char *printed) {
    if (unit_equal(q.unit, UNIT_NONE) && !printed)
        return number_text(a, q.value);
    const char *rounded =
        quantity_format(a, q, (struct number_format){.unit = printed, .digits = 4});
    const char *full =
        quantity_format(a, q, (struct number_format){.unit = printed, .decimals = -1});
    return strlen(full) < strlen(rounded) ? full : rounded;
}

const char *operand_text(struct evaluator *ev, const struct operand *o) {
    if (o->value.kind == VALUE_STRING)
        return o->value.string;
    if (o->value.kind == VALUE_BOOLEAN)
        return o->value.boolean ? "true" : "false";
    return quantity_text(ev->arena, o->value.quantity, o->value.printed);
}

/* ── Operators ── */

/* What would give the plain side its unit. */
static const char *unit_hint(struct evaluator *ev, struct unit a, struct unit b) {
    struct unit unit = unit_equal(a, UNIT_NONE) ? b : a;
    const char *custom = unit_custom(unit);
    bool is_plain = unit_equal(a, UNIT_NONE) || unit_equal(b, UNIT_NONE);
    if (is_plain && custom)
        return arena_printf(ev->arena,
                            "the same unit on both sides; r:unit(80, '%s') gives a number a unit",
                            custom);
    return "the same unit on both sides";
}

static bool units_check(struct evaluator *ev, const struct term *t, struct quantity a,
                        struct quantity b) {
    if (unit_equal(a.unit, b.unit))
        return true;
    return evaluate_fault(ev, DIAG_UNIT_MISMATCH, t->sign_from, t->sign_to,
                          arena_printf(ev->arena, "%s on the left of “%s”, %s on the right",
                                       unit_words(ev->arena, a.unit), operator_text(t->operator_),
                                       unit_words(ev->arena, b.unit)),
                          unit_hint(ev, a.unit, b.unit), NULL);
}

static bool compared(enum operator_kind op, double a, double b) {
    switch (op) {
    case OP_EQUAL:
        return a == b;
    case OP_UNEQUAL:
        return a != b;
    case OP_LESS:
        return a < b;
    case OP_AT_MOST:
        return a <= b;
    case OP_GREATER:
        return a > b;
    default:
        return a >= b;
    }
}

static bool is_comparison(const struct term *t) {
    return t->kind == TERM_BINARY && t->operator_ >= OP_EQUAL && t->operator_ <= OP_AT_LEAST;
}

static bool is_equality(const struct term *t) {
    return t->operator_ == OP_EQUAL || t->operator_ == OP_UNEQUAL;
}

static bool kind_is(const struct operand *o, enum value_kind kind) {
    return o->thing == THING_VALUE && o->value.kind == kind;
}

/* As XPath compares: truths first, then numbers, then texts. */
static bool compare(struct evaluator *ev, const struct term *t, const struct operand *left,
                    const struct operand *right, bool *out) {
    if (is_equality(t) && (kind_is(left, VALUE_BOOLEAN) || kind_is(right, VALUE_BOOLEAN))) {
        bool a, b;
        if (!operand_truth(ev, t->left, left, &a) || !operand_truth(ev, t->right, right, &b))
            return false;
        *out = (a == b) == (t->operator_ == OP_EQUAL);
        return true;
    }
    if (is_equality(t) && kind_is(left, VALUE_STRING) && kind_is(right, VALUE_STRING)) {
        bool same = strcmp(left->value.string, right->value.string) == 0;
        *out = same == (t->operator_ == OP_EQUAL);
        return true;
    }
    struct quantity a, b;
    bool ok = operand_number(ev, t->left, left, &a);
    ok &= operand_number(ev, t->right, right, &b);
    if (!ok || !units_check(ev, t, a, b))
        return false;
    *out = compared(t->operator_, a.value, b.value);
    return true;
}

/* Both sides, so that both have their faults reported. */
static bool sides_evaluate(struct evaluator *ev, const struct term *t, struct operand *left,
                           struct operand *right) {
    bool ok = evaluate_term(ev, t->left, left);
    ok &= evaluate_term(ev, t->right, right);
    return ok;
}

/* The unit to print a result in: kept while the dimension is. */
static const char *printed_of(const struct operand *left, const struct operand *right,
                              struct quantity result) {
    const struct operand *const sides[] = {left, right};
    if (unit_equal(result.unit, UNIT_NONE))
        return NULL;
    for (size_t i = 0; i < 2; i++)
        if (sides[i]->value.printed && kind_is(sides[i], VALUE_QUANTITY) &&
            unit_equal(sides[i]->value.quantity.unit, result.unit))
            return sides[i]->value.printed;
    return NULL;
}

static bool calculate(struct evaluator *ev, const struct term *t, const struct operand *left,
                      const struct operand *right, struct operand *out) {
    static struct quantity (*const operations[OPERATORS])(struct quantity, struct quantity) = {
        [OP_PLUS] = quantity_add,
        [OP_MINUS] = quantity_subtract,
        [OP_TIMES] = quantity_multiply,
        [OP_DIV] = quantity_divide,
        [OP_MOD] = quantity_modulo};
    struct quantity a, b;
    bool ok = operand_number(ev, t->left, left, &a);
    ok &= operand_number(ev, t->right, right, &b);
    bool free_units = t->operator_ == OP_TIMES || t->operator_ == OP_DIV;
    if (!ok || (!free_units && !units_check(ev, t, a, b)))
        return false;
    struct quantity result = operations[t->operator_](a, b);
    *out = operand_quantity(result, printed_of(left, right, result));
    return true;
}

/* “and” and “or” look at the right side only when the left leaves it open; its faults are
 * reported all the same, except that a value is absent. */
static bool evaluate_logic(struct evaluator *ev, const struct term *t, struct operand *out) {
    struct operand left, right;
    bool a = false, b = false;
    bool ok = evaluate_term(ev, t->left, &left) && operand_truth(ev, t->left, &left, &a);
    bool settled = ok && a == (t->operator_ == OP_OR);
    ev->unasked += settled;
    bool right_ok = evaluate_term(ev, t->right, &right) && operand_truth(ev, t->right, &right, &b);
    ev->unasked -= settled;
    if (!ok || !right_ok)
        return false;
    *out = operand_boolean(settled ? a : b);
    out->value.origins = settled ? left.value.origins
                                 : origins_join(ev->arena, left.value.origins, right.value.origins);
    return true;
}

static bool evaluate_binary(struct evaluator *ev, const struct term *t, struct operand *out) {
    struct operand left, right;
    if (t->operator_ == OP_AND || t->operator_ == OP_OR)
        return evaluate_logic(ev, t, out);
    if (!sides_evaluate(ev, t, &left, &right))
        return false;
    bool truth = false;
    bool ok = is_comparison(t) ? compare(ev, t, &left, &right, &truth)
                               : calculate(ev, t, &left, &right, out);
    if (!ok)
        return false;
    if (is_comparison(t))
        *out = operand_boolean(truth);
    out->value.origins = origins_join(ev->arena, left.value.origins, right.value.origins);
    return true;
}

static bool evaluate_negation(struct evaluator *ev, const struct term *t, struct operand *out) {
    struct operand inner;
    struct quantity q;
    if (!evaluate_term(ev, t->left, &inner) || !operand_number(ev, t->left, &inner, &q))
        return false;
    *out = operand_quantity(quantity_multiply(quantity_exact(t->number, UNIT_NONE), q),
                            inner.value.printed);
    out->value.origins = inner.value.origins;
    return true;
}

bool evaluate_term(struct evaluator *ev, const struct term *t, struct operand *out) {
    *out = (struct operand){0};
    switch (t->kind) {
    case TERM_NUMBER:
        *out = operand_quantity(quantity_exact(t->number, UNIT_NONE), NULL);
        return true;
    case TERM_STRING:
        *out = operand_string(t->text);
        return true;
    case TERM_VARIABLE:
        return evaluate_variable(ev, t, out);
    case TERM_CALL:
        return evaluate_call(ev, t, out);
    case TERM_PATH:
        return evaluate_path(ev, t, out);
    case TERM_NEGATE:
        return evaluate_negation(ev, t, out);
    case TERM_BINARY:
        break;
    }
    return evaluate_binary(ev, t, out);
}

/* ── What others call ── */

static struct evaluator evaluator_of(struct arena *a, struct diag *d, const struct environment *env,
                                     const char *text, struct span where) {
    return (struct evaluator){
        .arena = a, .diag = d, .env = env, .place = {text, strlen(text), where}};
}

static bool check_finite(struct evaluator *ev, const struct term *t, const struct operand *o) {
    if (!kind_is(o, VALUE_QUANTITY) || isfinite(o->value.quantity.value))
        return true;
    return evaluate_fault(ev, DIAG_VALUE_TYPE, t->from, t->to, "a division by zero", "a number",
                          NULL);
}

bool expression_evaluate(struct arena *a, struct diag *d, const struct environment *env,
                         const char *text, struct span where, struct value *out) {
    struct evaluator ev = evaluator_of(a, d, env, text, where);
    const struct term *t = expression_parse(a, d, &ev.place);
    struct operand result;
    if (!t || !evaluate_term(&ev, t, &result))
        return false;
    if (result.thing != THING_VALUE)
        return evaluate_fault(&ev, DIAG_VALUE_TYPE, t->from, t->to, operand_words(&ev, &result),
                              "a path to one value of it, as in $full-7b/memory/total", NULL);
    if (!check_finite(&ev, t, &result))
        return false;
    *out = result.value;
    return true;
}

/* Sides that look alike although they differ are printed in full. */
static void sides_print(struct evaluator *ev, const struct term *t, const struct operand *left,
                        const struct operand *right, struct comparison *sides) {
    struct operand a = *left, b = *right;
    if (kind_is(&a, VALUE_QUANTITY) && kind_is(&b, VALUE_QUANTITY)) {
        if (!a.value.printed)
            a.value.printed = b.value.printed;
        if (!b.value.printed || !unit_equal(a.value.quantity.unit, UNIT_NONE))
            b.value.printed = a.value.printed;
    }
    sides->left = operand_text(ev, &a);
    sides->right = operand_text(ev, &b);
    if (strcmp(sides->left, sides->right) == 0 && kind_is(&a, VALUE_QUANTITY) &&
        kind_is(&b, VALUE_QUANTITY) && a.value.quantity.value != b.value.quantity.value) {
        struct number_format full = {.unit = a.value.printed, .decimals = -1};
        sides->left = quantity_format(ev->arena, a.value.quantity, full);
        sides->right = quantity_format(ev->arena, b.value.quantity, full);
    }
    sides->operator_ = operator_text(t->operator_);
    sides->left_origins = left->value.origins;
    sides->right_origins = right->value.origins;
}

/* A number or a text is no test: “no” and 0.1 would both pass for true. */
static bool test_truth(struct evaluator *ev, const struct term *t, const struct operand *o,
                       bool *holds) {
    if (!kind_is(o, VALUE_BOOLEAN))
        return evaluate_fault(ev, DIAG_VALUE_TYPE, t->from, t->to, operand_words(ev, o),
                              "a comparison, as in $full-7b/memory/total < r:unit(80, 'GiB')",
                              NULL);
    return operand_truth(ev, t, o, holds);
}

static bool test_term(struct evaluator *ev, const struct term *t, bool *holds,
                      struct comparison *sides);

/* The comparison shown is the one that decided. */
static bool test_logic(struct evaluator *ev, const struct term *t, bool *holds,
                       struct comparison *sides) {
    struct comparison right_sides = {"", "", "", NULL, NULL};
    bool right = false;
    bool ok = test_term(ev, t->left, holds, sides);
    bool settled = ok && *holds == (t->operator_ == OP_OR);
    ev->unasked += settled;
    bool right_ok = test_term(ev, t->right, &right, &right_sides);
    ev->unasked -= settled;
    if (!settled) {
        *holds = right;
        *sides = right_sides;
    }
    return ok && right_ok;
}

static bool test_term(struct evaluator *ev, const struct term *t, bool *holds,
                      struct comparison *sides) {
    struct operand left, right;
    if (t->kind == TERM_BINARY && (t->operator_ == OP_AND || t->operator_ == OP_OR))
        return test_logic(ev, t, holds, sides);
    if (!is_comparison(t))
        return evaluate_term(ev, t, &left) && test_truth(ev, t, &left, holds);
    if (!sides_evaluate(ev, t, &left, &right))
        return false;
    bool finite = check_finite(ev, t->left, &left);
    finite &= check_finite(ev, t->right, &right);
    if (!finite || !compare(ev, t, &left, &right, holds))
        return false;
    sides_print(ev, t, &left, &right, sides);
    return true;
}

bool expression_test(struct arena *a, struct diag *d, const struct environment *env,
                     const char *text, struct span where, bool *holds, struct comparison *sides) {
    struct evaluator ev = evaluator_of(a, d, env, text, where);
    struct comparison shown = {"", "", "", NULL, NULL};
    const struct term *t = expression_parse(a, d, &ev.place);
    *holds = false;
    bool ok = t && test_term(&ev, t, holds, &shown);
    if (sides)
        *sides = shown;
    return ok;
}
