#include "catalog/lexer.h"

#include <string.h>

/* Deep enough for any sentence; keeps bad input from exhausting the stack. */
enum { DEPTH_LIMIT = 64, TEXT_LIMIT = 4096 };

struct parser {
    struct arena *arena;
    struct diag *diag;
    const struct text_place *place;
    struct lexer lexer;
    struct token now, before;
    int depth;
};

/* How many bytes of the decoded text the entity at `at` stands for, and its own length. */
static size_t entity_length(const char *at, size_t n, size_t *decoded) {
    const char *end = memchr(at, ';', n < 12 ? n : 12);
    *decoded = 1;
    if (!end)
        return 1;
    if (at[1] == '#') {
        unsigned long code = 0;
        int base = at[2] == 'x' ? 16 : 10;
        for (const char *p = at + (base == 16 ? 3 : 2); p < end; p++)
            code =
                code * (unsigned)base + (unsigned)(*p <= '9' ? *p - '0' : (*p | 0x20) - 'a' + 10);
        *decoded = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    }
    return (size_t)(end - at) + 1;
}

/* The offset in the file of a byte of the decoded text. */
static size_t offset_written(const struct text_place *place, size_t wanted) {
    const char *raw = place->where.source->text;
    size_t at = place->where.from, decoded = 0;
    if (place->where.to - place->where.from == place->n)
        return at + wanted;
    while (at < place->where.to && decoded < wanted) {
        size_t step = 1, stands_for = 1;
        if (raw[at] == '&')
            step = entity_length(raw + at, place->where.to - at, &stands_for);
        else if (raw[at] == '\r' && at + 1 < place->where.to && raw[at + 1] == '\n')
            step = 2;
        at += step;
        decoded += stands_for;
    }
    return at < place->where.to ? at : place->where.to;
}

struct span text_span(const struct text_place *place, size_t from, size_t to) {
    struct span span = place->where;
    if (!span.source)
        return span;
    span.from = offset_written(place, from);
    span.to = offset_written(place, to);
    return span;
}

static void advance(struct parser *p) {
    p->before = p->now;
    p->now = token_next(&p->lexer);
}

static const char *token_words(const struct parser *p) {
    if (p->now.kind == TOKEN_END)
        return "the end of the expression";
    if (p->now.kind == TOKEN_BAD)
        return p->now.text;
    return arena_printf(p->arena, "“%.*s”", (int)(p->now.to - p->now.from),
                        p->place->text + p->now.from);
}

static struct term *fault(struct parser *p, const char *expected) {
    bool minus =
        p->before.kind == TOKEN_NAME && p->before.to > 0 && p->place->text[p->before.to - 1] == '-';
    diag_report(p->diag, DIAG_EXPRESSION_SYNTAX, text_span(p->place, p->now.from, p->now.to),
                token_words(p),
                minus ? "spaces around a minus, because names may contain “-”" : expected, NULL);
    return NULL;
}

static bool sign_is(const struct parser *p, char sign) {
    return p->now.kind == TOKEN_SIGN && p->now.sign == sign;
}

static bool expect(struct parser *p, char sign, const char *expected) {
    if (!sign_is(p, sign)) {
        fault(p, expected);
        return false;
    }
    advance(p);
    return true;
}

static struct term *term_new(struct parser *p, enum term_kind kind) {
    struct term *t = ARENA_NEW(p->arena, struct term);
    t->kind = kind;
    t->from = p->now.from;
    t->to = p->now.to;
    t->text = p->now.text;
    t->number = p->now.number;
    return t;
}

static struct term *or_parse(struct parser *p);

static struct term *call_parse(struct parser *p) {
    struct term *call = term_new(p, TERM_CALL), **last = &call->arguments;
    advance(p);
    if (!expect(p, '(', "“(” after a function's name, or “$” before a scenario's"))
        return NULL;
    while (!sign_is(p, ')')) {
        struct term *argument = or_parse(p);
        if (!argument)
            return NULL;
        *last = argument;
        last = &argument->next;
        if (sign_is(p, ')'))
            break;
        if (!expect(p, ',', "“,” or “)”"))
            return NULL;
        if (sign_is(p, ')'))
            return fault(p, "a value after “,”");
    }
    call->to = p->now.to;
    advance(p);
    return call;
}

/* [@name='attention'] */
static bool predicate_parse(struct parser *p, struct path_step *step) {
    advance(p);
    if (!expect(p, '@', "“@”, as in operations[@name='attention']"))
        return false;
    if (p->now.kind != TOKEN_NAME) {
        fault(p, "the name of an attribute");
        return false;
    }
    step->attribute = p->now.text;
    advance(p);
    if (p->now.kind != TOKEN_OPERATOR || p->now.operator_ != OP_EQUAL) {
        fault(p, "“=”");
        return false;
    }
    advance(p);
    if (p->now.kind != TOKEN_STRING) {
        fault(p, "a text in quotes");
        return false;
    }
    step->value = p->now.text;
    advance(p);
    step->to = p->now.to;
    return expect(p, ']', "“]”");
}

static struct term *path_parse(struct parser *p, struct term *base) {
    struct term *path = ARENA_NEW(p->arena, struct term);
    struct path_step **last = &path->steps;
    path->kind = TERM_PATH;
    path->from = base->from;
    path->left = base;
    while (sign_is(p, '/')) {
        advance(p);
        if (p->now.kind != TOKEN_NAME)
            return fault(p, "a name after “/”");
        struct path_step *step = ARENA_NEW(p->arena, struct path_step);
        *step = (struct path_step){.name = p->now.text, .from = p->now.from, .to = p->now.to};
        *last = step;
        last = &step->next;
        path->to = step->to;
        advance(p);
        if (sign_is(p, '[')) {
            if (!predicate_parse(p, step))
                return NULL;
            path->to = step->to;
        }
    }
    return path;
}

static struct term *leaf_parse(struct parser *p, enum term_kind kind) {
    struct term *t = term_new(p, kind);
    advance(p);
    return t;
}

static struct term *group_parse(struct parser *p) {
    advance(p);
    struct term *inner = or_parse(p);
    return inner && expect(p, ')', "“)” or an operator") ? inner : NULL;
}

static struct term *primary_parse(struct parser *p) {
    struct term *t;
    if (p->now.kind == TOKEN_NUMBER)
        return leaf_parse(p, TERM_NUMBER);
    if (p->now.kind == TOKEN_STRING)
        return leaf_parse(p, TERM_STRING);
    if (p->now.kind == TOKEN_VARIABLE)
        t = leaf_parse(p, TERM_VARIABLE);
    else if (p->now.kind == TOKEN_NAME)
        t = call_parse(p);
    else if (sign_is(p, '('))
        return group_parse(p);
    else
        return fault(p, "a number, a “$name”, a function or “(”");
    return t && sign_is(p, '/') ? path_parse(p, t) : t;
}

static struct term *unary_parse(struct parser *p) {
    size_t from = p->now.from, to = p->now.to, signs = 0;
    while (p->now.kind == TOKEN_OPERATOR && p->now.operator_ == OP_MINUS) {
        signs++;
        advance(p);
    }
    struct term *inner = primary_parse(p);
    if (!inner || signs == 0)
        return inner;
    struct term *t = ARENA_NEW(p->arena, struct term);
    *t = (struct term){.kind = TERM_NEGATE,
                       .from = from,
                       .to = inner->to,
                       .sign_from = from,
                       .sign_to = to,
                       .number = signs % 2 ? -1 : 1,
                       .left = inner};
    return t;
}

/* Operators of one level, from the loosest. */
static const struct {
    enum operator_kind first, last;
} levels[] = {{OP_OR, OP_OR},         {OP_AND, OP_AND},    {OP_EQUAL, OP_UNEQUAL},
              {OP_LESS, OP_AT_LEAST}, {OP_PLUS, OP_MINUS}, {OP_TIMES, OP_MOD}};
enum { LEVELS = sizeof levels / sizeof *levels };

static struct term *level_parse(struct parser *p, size_t level) {
    if (level == LEVELS)
        return unary_parse(p);
    struct term *left = level_parse(p, level + 1);
    while (left && p->now.kind == TOKEN_OPERATOR && p->now.operator_ >= levels[level].first &&
           p->now.operator_ <= levels[level].last) {
        struct token sign = p->now;
        advance(p);
        struct term *right = level_parse(p, level + 1);
        if (!right)
            return NULL;
        struct term *t = ARENA_NEW(p->arena, struct term);
        *t = (struct term){.kind = TERM_BINARY,
                           .from = left->from,
                           .to = right->to,
                           .sign_from = sign.from,
                           .sign_to = sign.to,
                           .operator_ = sign.operator_,
                           .left = left,
                           .right = right};
        left = t;
    }
    return left;
}

static struct term *or_parse(struct parser *p) {
    if (++p->depth > DEPTH_LIMIT)
        return fault(p, "fewer brackets inside each other");
    struct term *t = level_parse(p, 0);
    p->depth--;
    return t;
}

const struct term *expression_parse(struct arena *a, struct diag *d,
                                    const struct text_place *place) {
    struct parser p = {.arena = a, .diag = d, .place = place};
    p.lexer = (struct lexer){.arena = a, .text = place->text, .n = place->n};
    if (place->n > TEXT_LIMIT) {
        diag_report(d, DIAG_EXPRESSION_SYNTAX, place->where, "an expression of this length",
                    "at most 4096 bytes", NULL);
        return NULL;
    }
    advance(&p);
    struct term *t = or_parse(&p);
    return t && p.now.kind != TOKEN_END ? fault(&p, "an operator or the end of the expression") : t;
}
