/* A call of a function while it is evaluated, and the functions that stand in files of their own.
 */
#ifndef RIDGE_CATALOG_FUNCTION_H
#define RIDGE_CATALOG_FUNCTION_H

#include "catalog/evaluate.h"

enum { ARGUMENTS = 16 };

struct call {
    struct evaluator *ev;
    const struct term *term;
    const struct term *at[ARGUMENTS];
    struct operand argument[ARGUMENTS];
    size_t n;
};

/* An argument as a number, as a text; each reports VALUE_TYPE and returns false. */
bool number_at(struct call *c, size_t i, struct quantity *out);
bool string_at(struct call *c, size_t i, const char **out);

/* function_cases.c */
bool call_cases(struct call *c, struct operand *out);
bool call_cases_reached(struct call *c, struct operand *out);
bool call_published(struct call *c, struct operand *out);
bool call_computed(struct call *c, struct operand *out);

/* function_network.c */
bool call_all_reduce(struct call *c, struct operand *out);
bool call_all_gather(struct call *c, struct operand *out);
bool call_all_to_all(struct call *c, struct operand *out);
bool call_broadcast(struct call *c, struct operand *out);
bool call_send(struct call *c, struct operand *out);

#endif
