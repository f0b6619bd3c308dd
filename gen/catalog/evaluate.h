/* Values while an expression is evaluated. */
#ifndef RIDGE_CATALOG_EVALUATE_H
#define RIDGE_CATALOG_EVALUATE_H

#include "catalog/expression.h"
#include "catalog/syntax.h"

struct evaluator {
    struct arena *arena;
    struct diag *diag;
    const struct environment *env;
    struct text_place place;
    int unasked; /* above 0: the result does not count, so an absent value is no fault */
};

/* A value, or a whole entry that a path goes into. */
struct operand {
    enum thing { THING_VALUE, THING_ACCELERATOR, THING_MODEL, THING_LINK, THING_SCENARIO } thing;
    const void *entry;
    struct value value;
};

struct operand operand_quantity(struct quantity q, const char *printed);
struct operand operand_string(const char *text);
struct operand operand_boolean(bool truth);

/* Reports at bytes of the expression; returns false. */
bool evaluate_fault(struct evaluator *ev, enum diag_kind kind, size_t from, size_t to,
                    const char *found, const char *expected, const char *nearest);

bool evaluate_term(struct evaluator *ev, const struct term *t, struct operand *out);
bool evaluate_path(struct evaluator *ev, const struct term *path, struct operand *out);
bool evaluate_call(struct evaluator *ev, const struct term *call, struct operand *out);
bool evaluate_variable(struct evaluator *ev, const struct term *variable, struct operand *out);

/* The number of an operand (a truth counts 1 or 0); reports VALUE_TYPE for anything else. */
bool operand_number(struct evaluator *ev, const struct term *at, const struct operand *from,
                    struct quantity *out);
/* As XPath's boolean(): not zero, not empty. */
bool operand_truth(struct evaluator *ev, const struct term *at, const struct operand *from,
                   bool *out);
/* "a text", "bytes per second": for messages. */
const char *operand_words(struct evaluator *ev, const struct operand *o);

/* Joins where two values come from, each once, in order. */
const struct origin *origins_join(struct arena *a, const struct origin *first,
                                  const struct origin *second);
const struct origin *origin_new(struct arena *a, struct origin origin);

/* As XPath's string(); a quantity with a unit as it is printed. */
const char *operand_text(struct evaluator *ev, const struct operand *o);

#endif
