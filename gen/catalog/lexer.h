/* Tokens of expressions, by the rules of XPath 1.0 section 3.7. */
#ifndef RIDGE_CATALOG_LEXER_H
#define RIDGE_CATALOG_LEXER_H

#include "catalog/syntax.h"

enum token_kind {
    TOKEN_END,
    TOKEN_NUMBER,
    TOKEN_STRING,   /* text without its quotes */
    TOKEN_VARIABLE, /* text without the $ */
    TOKEN_NAME,
    TOKEN_OPERATOR,
    TOKEN_SIGN, /* ( ) [ ] @ , / */
    TOKEN_BAD   /* text says what is wrong */
};

struct token {
    enum token_kind kind;
    enum operator_kind operator_;
    char sign;
    double number;
    const char *text;
    size_t from, to;
};

struct lexer {
    struct arena *arena;
    const char *text;
    size_t n, at;
    bool after_operand; /* then * multiplies, and “and”, “or”, “div”, “mod” are operators */
};

struct token token_next(struct lexer *l);

#endif
