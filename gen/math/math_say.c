/* Formulas in words, for readers that cannot see them: every group that is not a single sign is
 * closed by a word, so that no two formulas sound alike. The words are strings "math.…". */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "catalog/catalog.h"
#include "math/math.h"

struct speech {
    struct arena *arena;
    const struct strings *strings;
    struct bytes out;
};

static void say_node(struct speech *s, const struct math *m, const struct math *before);

static const char *word(const struct speech *s, const char *name) {
    return say(s->strings, arena_printf(s->arena, "math.%s", name));
}

static bool ends_in_mark(const char *text, size_t n) {
    return (n && text[n - 1] == ',') || (n >= 3 && !memcmp(text + n - 3, "，", 3));
}

static bool begins_with_mark(const char *text) {
    return *text == ',' || !strncmp(text, "，", 3);
}

static bool is_han(const char *at) {
    return (unsigned char)*at >= 0xE3 && (unsigned char)*at < 0xF0;
}

/* Words stand apart, but not Han from Han, and no mark from what it ends. */
static bool apart(const struct speech *s, const char *text) {
    size_t n = s->out.n;
    if (!n || *text == ',' || *text == ';')
        return false;
    const char *last = n >= 3 && is_han(s->out.at + n - 3) ? s->out.at + n - 3 : NULL;
    static const char *const marks[] = {"，", "；", "："};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (!strncmp(text, marks[i], 3) || (last && !memcmp(last, marks[i], 3)))
            return false;
    return !(last && is_han(text));
}

static void put(struct speech *s, const char *text) {
    if (begins_with_mark(text) && ends_in_mark(s->out.at, s->out.n))
        text += *text == ',' ? 1 : 3; /* the comma after a group is there already */
    text += strspn(text, " ");
    if (!*text)
        return;
    if (apart(s, text))
        bytes_puts(&s->out, " ");
    bytes_puts(&s->out, text);
}

static void put_word(struct speech *s, const char *name) {
    put(s, word(s, name));
}

/* A part on its own: the comma after its last group is the whole's to say. */
static const char *spoken(const struct speech *s, const struct math *m) {
    struct speech part = {.arena = s->arena, .strings = s->strings, .out = {.arena = s->arena}};
    say_node(&part, m, NULL);
    size_t n = part.out.n;
    while (ends_in_mark(part.out.at, n))
        n -= part.out.at[n - 1] == ',' ? 1 : 3;
    return n ? arena_strndup(s->arena, part.out.at, n) : "";
}

static const struct math *only(const struct math *m) {
    while (m->kind == MATH_ROW && m->child && !m->child->next)
        m = m->child;
    return m;
}

static bool is_single(const struct math *m) {
    m = only(m);
    return m->kind == MATH_NUMBER || m->kind == MATH_NAME || m->kind == MATH_TEXT;
}

static bool is_number(const struct math *m, const char *text) {
    m = only(m);
    return m->kind == MATH_NUMBER && !strcmp(m->text, text);
}

static void say_fraction(struct speech *s, const struct math *m) {
    const struct math *top = m->child, *bottom = top->next;
    const char *key = m->rule <= 0                          ? "math.stack"
                      : is_single(top) && is_single(bottom) ? "math.fraction-short"
                                                            : "math.fraction";
    put(s, say_with(s->arena, s->strings, key, "numerator", spoken(s, top), "denominator",
                    spoken(s, bottom), NULL));
}

static void say_root(struct speech *s, const struct math *m) {
    const struct math *degree = m->child->next;
    const char *key = degree                ? "math.root"
                      : is_single(m->child) ? "math.square-root-short"
                                            : "math.square-root";
    put(s, say_with(s->arena, s->strings, key, "inside", spoken(s, m->child), "degree",
                    degree ? spoken(s, degree) : "", NULL));
}

static const struct operator_row *big_of(const struct math *base) {
    const struct math *o = math_core(base);
    const struct operator_row *row = o ? operator_find(o->text, FORM_PREFIX) : NULL;
    return row && (row->flags & (OPERATOR_SUM | OPERATOR_MOVABLE)) ? row : NULL;
}

/* "the sum from l = 1 to L of". */
static void say_sum(struct speech *s, const struct math *m, const struct operator_row *row) {
    const struct math *under = m->child->next, *over = under->next;
    const char *ends = math_is_empty(over)    ? math_is_empty(under) ? "" : "-over"
                       : math_is_empty(under) ? "-to"
                                              : "-from-to";
    put(s, say_with(s->arena, s->strings, arena_printf(s->arena, "math.big%s", ends), "what",
                    word(s, row->word), "from", math_is_empty(under) ? "" : spoken(s, under), "to",
                    math_is_empty(over) ? "" : spoken(s, over), NULL));
}

static void say_below(struct speech *s, const struct math *below) {
    put(s, say_with(s->arena, s->strings, is_single(below) ? "math.sub-short" : "math.sub", "index",
                    spoken(s, below), NULL));
}

static void say_above(struct speech *s, const struct math *above) {
    const struct math *sign = only(above);
    if (sign->kind == MATH_OPERATOR) {
        const struct operator_row *row = operator_find(sign->text, FORM_POSTFIX);
        put(s, row->word ? word(s, row->word) : sign->text);
        return;
    }
    const char *key = is_number(above, "2")   ? "math.squared"
                      : is_number(above, "3") ? "math.cubed"
                      : is_single(above)      ? "math.power-short"
                                              : "math.power";
    put(s, say_with(s->arena, s->strings, key, "exponent", spoken(s, above), NULL));
}

static void say_scripts(struct speech *s, const struct math *m, const struct math *before) {
    const struct math *below = m->child->next, *above = below->next;
    const struct operator_row *big = big_of(m->child);
    if (big) {
        say_sum(s, m, big);
        return;
    }
    say_node(s, m->child, before);
    if (!math_is_empty(below))
        say_below(s, below);
    if (!math_is_empty(above))
        say_above(s, above);
}

static bool is_accent(const struct math *m) {
    const struct math *o = math_core(m);
    return o && (operator_find(o->text, FORM_POSTFIX)->flags & OPERATOR_ACCENT);
}

/* "x hat", or "over a brace: …". */
static void say_limits(struct speech *s, const struct math *m, const struct math *before) {
    const struct math *under = m->child->next, *over = under->next;
    if (big_of(m->child)) {
        say_scripts(s, m, before);
        return;
    }
    const char *base = spoken(s, m->child);
    const struct math *parts[] = {under, over};
    static const char *const keys[] = {"math.under", "math.over"};
    for (size_t i = 0; i < 2; i++) {
        if (math_is_empty(parts[i]))
            continue;
        bool accent = is_accent(parts[i]);
        base =
            say_with(s->arena, s->strings, accent ? "math.accent" : keys[i], "base", base, "what",
                     accent ? word(s, operator_find(math_core(parts[i])->text, FORM_POSTFIX)->word)
                            : spoken(s, parts[i]),
                     NULL);
    }
    put(s, base);
}

static void say_line(struct speech *s, const struct math *line) {
    for (const struct math *cell = line->child; cell; cell = cell->next) {
        const char *words = spoken(s, cell);
        put(s, words);
        if (cell->next && cell->next->child && !math_core(cell->next->child))
            put(s, word(s, "comma"));
    }
}

static void say_table(struct speech *s, const struct math *m) {
    char number[16];
    snprintf(number, sizeof number, "%zu", math_count(m));
    put(s, say_with(s->arena, s->strings, "math.lines", "number", number, NULL));
    size_t i = 1;
    for (const struct math *line = m->child; line; line = line->next, i++) {
        snprintf(number, sizeof number, "%zu", i);
        put(s, say_with(s->arena, s->strings, "math.line", "number", number, NULL));
        say_line(s, line);
    }
    put_word(s, "lines-end");
}

static void say_operator(struct speech *s, const struct math *m, enum operator_form form) {
    const struct operator_row *row = operator_find(m->text, form);
    if (!row->word)
        put(s, m->text);
    else if (row->flags & OPERATOR_SUM)
        put(s, say_with(s->arena, s->strings, "math.big", "what", word(s, row->word), NULL));
    else if (*row->word)
        put_word(s, row->word);
}

static void say_node(struct speech *s, const struct math *m, const struct math *before) {
    if (m->phantom)
        return;
    switch (m->kind) {
    case MATH_OPERATOR:
        say_operator(s, m, operator_form_at(m, before));
        break;
    case MATH_NUMBER:
    case MATH_TEXT:
        put(s, m->text);
        break;
    case MATH_NAME:
        put(s, math_is_function(m->text) &&
                       strings_has(s->strings, arena_printf(s->arena, "math.%s", m->text))
                   ? word(s, m->text)
                   : m->text);
        break;
    case MATH_SPACE:
        break;
    case MATH_FRACTION:
        say_fraction(s, m);
        break;
    case MATH_ROOT:
        say_root(s, m);
        break;
    case MATH_SCRIPTS:
        say_scripts(s, m, before);
        break;
    case MATH_LIMITS:
        say_limits(s, m, before);
        break;
    case MATH_TABLE:
        say_table(s, m);
        break;
    case MATH_LINE:
        say_line(s, m);
        break;
    case MATH_ROW:
    case MATH_CELL:
        before = NULL;
        for (const struct math *c = m->child; c; before = c, c = c->next)
            say_node(s, c, before);
        break;
    }
}

const char *math_say(struct arena *a, const struct strings *strings, const struct math *m) {
    struct speech s = {.arena = a, .strings = strings, .out = {.arena = a}};
    return spoken(&s, m);
}
