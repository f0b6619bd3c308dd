/* The estimator's notation to trees. A name is a letter and what letters and digits follow it; "_"
 * lowers the next name, "^" raises the next thing. */
#include <string.h>

#include "base/text.h"
#include "math/math.h"

enum { DEEPEST = 16 };

struct parsing {
    struct arena *arena;
    const char *at, *end;
    struct span span;
    int depth;
};

static struct math *parse_row(struct parsing *p, bool group);

static uint32_t peek(const struct parsing *p, size_t *length) {
    *length = 0;
    return p->at < p->end ? text_decode(p->at, (size_t)(p->end - p->at), length) : 0;
}

static bool is_letter(uint32_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= 0x391 && c <= 0x3C9);
}

static bool is_digit(uint32_t c) {
    return c >= '0' && c <= '9';
}

/* The sum sign is written as the Greek letter. */
static bool is_sum(uint32_t c) {
    return c == 0x3A3 || c == 0x2211;
}

static struct math *leaf(struct parsing *p, enum math_kind kind, const char *from) {
    return math_new(p->arena, kind, arena_strndup(p->arena, from, (size_t)(p->at - from)), p->span);
}

static struct math *sign(struct parsing *p, const char *text) {
    return math_new(p->arena, MATH_OPERATOR, text, p->span);
}

static struct math *read_word(struct parsing *p) {
    const char *from = p->at;
    size_t n;
    for (uint32_t c = peek(p, &n); is_letter(c) || is_digit(c); c = peek(p, &n))
        p->at += n;
    return leaf(p, MATH_NAME, from);
}

/* Thousands are set off by narrow spaces. */
static struct math *read_number(struct parsing *p) {
    const char *from = p->at;
    size_t n;
    for (uint32_t c = peek(p, &n); is_digit(c) || c == '.' || c == 0x202F; c = peek(p, &n))
        p->at += n;
    return leaf(p, MATH_NUMBER, from);
}

static struct math *scripted(struct parsing *p, struct math *base, struct math *below,
                             struct math *above) {
    struct math *m = math_new(p->arena, MATH_SCRIPTS, NULL, p->span), **end = &m->child;
    math_add(&end, base);
    math_add(&end, below ? below : math_new(p->arena, MATH_ROW, NULL, p->span));
    math_add(&end, above ? above : math_new(p->arena, MATH_ROW, NULL, p->span));
    return m;
}

/* Letters that count are slanted, others name something. */
static struct math *read_index(struct parsing *p) {
    struct math *index = read_word(p);
    index->upright = !strchr("ijkln", *index->text) || index->text[1];
    return index;
}

static struct math *read_raised(struct parsing *p) {
    size_t n;
    uint32_t c = peek(p, &n);
    if (c == '(' && p->depth < DEEPEST) {
        p->at += n;
        return parse_row(p, true);
    }
    return is_digit(c) ? read_number(p) : read_word(p);
}

/* What may follow a name, a number or a bracket: "_x", "^y", "²". */
static struct math *with_scripts(struct parsing *p, struct math *base) {
    struct math *below = NULL, *above = NULL;
    size_t n;
    if (peek(p, &n) == '_') {
        p->at += n;
        below = read_index(p);
    }
    uint32_t c = peek(p, &n);
    if (c == 0xB2 || c == 0xB3) {
        p->at += n;
        above = math_new(p->arena, MATH_NUMBER, c == 0xB2 ? "2" : "3", p->span);
    } else if (c == '^') {
        p->at += n;
        above = read_raised(p);
    }
    return below || above ? scripted(p, base, below, above) : base;
}

static struct math *read_sign(struct parsing *p) {
    const char *from = p->at;
    size_t n;
    uint32_t c = peek(p, &n);
    p->at += n;
    return is_sum(c) ? sign(p, "∑") : c == '-' ? sign(p, "−") : leaf(p, MATH_OPERATOR, from);
}

static struct math *read_thing(struct parsing *p) {
    size_t n;
    uint32_t c = peek(p, &n);
    struct math *m = is_sum(c)      ? read_sign(p)
                     : is_letter(c) ? read_word(p)
                     : is_digit(c)  ? read_number(p)
                                    : read_sign(p);
    bool closes = m->kind == MATH_OPERATOR && !strcmp(m->text, ")");
    return m->kind != MATH_OPERATOR || closes ? with_scripts(p, m) : m;
}

/* floor(…) and ceil(…) get brackets of their own; moves over the opening one. */
static bool opens_rounding(struct parsing *p, const struct math *name, const char **close,
                           struct math ***end) {
    bool floor = name->kind == MATH_NAME && !strcmp(name->text, "floor");
    bool ceiling = name->kind == MATH_NAME && !strcmp(name->text, "ceil");
    size_t n;
    if (!(floor || ceiling) || peek(p, &n) != '(')
        return false;
    p->at += n;
    *close = floor ? "⌋" : "⌉";
    math_add(end, sign(p, floor ? "⌊" : "⌈"));
    return true;
}

/* To the end, or to the bracket that closes the group. */
static struct math *parse_row(struct parsing *p, bool group) {
    const char *closes[DEEPEST] = {NULL}, *own = NULL;
    struct math *row = math_new(p->arena, MATH_ROW, NULL, p->span), **end = &row->child;
    int open = 0;
    size_t n;
    p->depth++;
    for (uint32_t c; (c = peek(p, &n)) != 0;) {
        if (c == ' ' || c == 0xA0) {
            p->at += n;
            continue;
        }
        if (c == ')' && open == 0 && group) {
            p->at += n;
            break;
        }
        if (c == ')' && open > 0 && open <= DEEPEST && closes[open - 1]) {
            p->at += n;
            math_add(&end, with_scripts(p, sign(p, closes[--open])));
            continue;
        }
        open += c == '(' ? 1 : c == ')' && open > 0 ? -1 : 0;
        if (c == '(' && open <= DEEPEST)
            closes[open - 1] = NULL;
        struct math *thing = read_thing(p);
        if (opens_rounding(p, thing, &own, &end)) {
            if (open < DEEPEST)
                closes[open] = own;
            open++;
        } else {
            math_add(&end, thing);
        }
    }
    p->depth--;
    return row;
}

struct math *math_parse(struct arena *a, const char *text, size_t n, struct span span) {
    struct parsing p = {.arena = a, .at = text, .end = text + n, .span = span};
    return parse_row(&p, false);
}
