#include "catalog/lexer.h"

#include <stdlib.h>
#include <string.h>

/* Longer ones first. */
static const struct {
    const char *text;
    enum operator_kind kind;
} operators[] = {
    {"!=", OP_UNEQUAL}, {"<=", OP_AT_MOST}, {">=", OP_AT_LEAST}, {"=", OP_EQUAL}, {"<", OP_LESS},
    {">", OP_GREATER},  {"+", OP_PLUS},     {"-", OP_MINUS},     {"*", OP_TIMES},
};

static const struct {
    const char *text;
    enum operator_kind kind;
} operator_names[] = {{"and", OP_AND}, {"or", OP_OR}, {"div", OP_DIV}, {"mod", OP_MOD}};

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

const char *operator_text(enum operator_kind op) {
    for (size_t i = 0; i < COUNT_OF(operators); i++)
        if (operators[i].kind == op)
            return operators[i].text;
    for (size_t i = 0; i < COUNT_OF(operator_names); i++)
        if (operator_names[i].kind == op)
            return operator_names[i].text;
    return "";
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
}

static bool is_name_character(char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '.';
}

static char peek(const struct lexer *l, size_t ahead) {
    return l->at + ahead < l->n ? l->text[l->at + ahead] : '\0';
}

static struct token bad(size_t from, size_t to, const char *what) {
    return (struct token){.kind = TOKEN_BAD, .text = what, .from = from, .to = to};
}

static struct token number_token(struct lexer *l) {
    size_t from = l->at;
    while (is_digit(peek(l, 0)))
        l->at++;
    if (peek(l, 0) == '.')
        l->at++;
    while (is_digit(peek(l, 0)))
        l->at++;
    const char *text = arena_strndup(l->arena, l->text + from, l->at - from);
    return (struct token){.kind = TOKEN_NUMBER,
                          .number = strtod(text, NULL),
                          .text = text,
                          .from = from,
                          .to = l->at};
}

static struct token string_token(struct lexer *l) {
    size_t from = l->at;
    const char *end = memchr(l->text + from + 1, l->text[from], l->n - from - 1);
    if (!end) {
        l->at = l->n;
        return bad(from, l->n, "a text without its closing quote");
    }
    l->at = (size_t)(end - l->text) + 1;
    return (struct token){.kind = TOKEN_STRING,
                          .text = arena_strndup(l->arena, l->text + from + 1, l->at - from - 2),
                          .from = from,
                          .to = l->at};
}

/* A name may have one prefix: r:gib. */
static void name_skip(struct lexer *l) {
    while (is_name_character(peek(l, 0)))
        l->at++;
    if (peek(l, 0) == ':' && is_letter(peek(l, 1))) {
        l->at++;
        while (is_name_character(peek(l, 0)))
            l->at++;
    }
}

static struct token variable_token(struct lexer *l) {
    size_t from = l->at++;
    name_skip(l);
    if (l->at == from + 1)
        return bad(from, l->at, "“$” without a name");
    return (struct token){.kind = TOKEN_VARIABLE,
                          .text = arena_strndup(l->arena, l->text + from + 1, l->at - from - 1),
                          .from = from,
                          .to = l->at};
}

static struct token name_token(struct lexer *l, bool after_operand) {
    struct token t = {.kind = TOKEN_NAME, .from = l->at};
    name_skip(l);
    t.to = l->at;
    t.text = arena_strndup(l->arena, l->text + t.from, t.to - t.from);
    for (size_t i = 0; after_operand && i < COUNT_OF(operator_names); i++)
        if (strcmp(t.text, operator_names[i].text) == 0) {
            t.kind = TOKEN_OPERATOR;
            t.operator_ = operator_names[i].kind;
        }
    return t;
}

static struct token sign_token(struct lexer *l) {
    for (size_t i = 0; i < COUNT_OF(operators); i++) {
        size_t n = strlen(operators[i].text);
        if (l->n - l->at >= n && memcmp(l->text + l->at, operators[i].text, n) == 0) {
            l->at += n;
            return (struct token){.kind = TOKEN_OPERATOR,
                                  .operator_ = operators[i].kind,
                                  .text = operators[i].text,
                                  .from = l->at - n,
                                  .to = l->at};
        }
    }
    char c = l->text[l->at++];
    if (!strchr("()[]@,/", c))
        return bad(l->at - 1, l->at, arena_printf(l->arena, "“%c”", c >= ' ' ? c : ' '));
    return (struct token){.kind = TOKEN_SIGN,
                          .sign = c,
                          .text = arena_printf(l->arena, "%c", c),
                          .from = l->at - 1,
                          .to = l->at};
}

static struct token token_read(struct lexer *l) {
    while (l->at < l->n && strchr(" \t\r\n", l->text[l->at]))
        l->at++;
    char c = peek(l, 0);
    if (l->at >= l->n)
        return (struct token){.kind = TOKEN_END, .from = l->n, .to = l->n};
    if (is_digit(c) || (c == '.' && is_digit(peek(l, 1))))
        return number_token(l);
    if (c == '\'' || c == '"')
        return string_token(l);
    if (c == '$')
        return variable_token(l);
    return is_letter(c) ? name_token(l, l->after_operand) : sign_token(l);
}

struct token token_next(struct lexer *l) {
    struct token t = token_read(l);
    l->after_operand = t.kind == TOKEN_NUMBER || t.kind == TOKEN_STRING ||
                       t.kind == TOKEN_VARIABLE || t.kind == TOKEN_NAME ||
                       (t.kind == TOKEN_SIGN && (t.sign == ')' || t.sign == ']'));
    return t;
}
