/* The syntax tree of an expression. Offsets count bytes of the expression's text. */
#ifndef RIDGE_CATALOG_SYNTAX_H
#define RIDGE_CATALOG_SYNTAX_H

#include "base/arena.h"
#include "base/diag.h"

enum operator_kind {
    OP_OR,
    OP_AND,
    OP_EQUAL,
    OP_UNEQUAL,
    OP_LESS,
    OP_AT_MOST,
    OP_GREATER,
    OP_AT_LEAST,
    OP_PLUS,
    OP_MINUS,
    OP_TIMES,
    OP_DIV,
    OP_MOD,
    OPERATORS
};

struct path_step {
    struct path_step *next;
    const char *name;
    const char *attribute, *value; /* of [@attribute='value'], or NULL */
    size_t from, to;
};

struct term {
    enum term_kind {
        TERM_NUMBER,
        TERM_STRING,
        TERM_VARIABLE,
        TERM_CALL,
        TERM_PATH,
        TERM_NEGATE,
        TERM_BINARY
    } kind;
    size_t from, to;
    size_t sign_from, sign_to;    /* of the operator */
    enum operator_kind operator_; /* binary */
    double number;
    const char *text;          /* string, variable's and function's name */
    struct term *left, *right; /* binary; negated, and base of a path: left */
    struct term *arguments, *next;
    struct path_step *steps;
};

/* Where the text stands in its file: `where` covers the text as written, with its entities. */
struct text_place {
    const char *text;
    size_t n;
    struct span where;
};

struct span text_span(const struct text_place *place, size_t from, size_t to);

/* "<=": as written in an expression. */
const char *operator_text(enum operator_kind op);

/* The tree, or NULL after one EXPRESSION_SYNTAX at the place where reading stopped. */
const struct term *expression_parse(struct arena *a, struct diag *d,
                                    const struct text_place *place);

#endif
