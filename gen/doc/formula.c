/* Formulas of the trace as running text: variables slanted, what follows "_" lowered. */
#include <string.h>

#include "doc/reader.h"
#include "math/math.h"

struct inline_ *inlines_join(struct inline_ *first, struct inline_ *second) {
    struct inline_ *end = first;
    if (!first)
        return second;
    while (end->next)
        end = end->next;
    end->next = second;
    return first;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           ((unsigned char)c & 0x80 && ((unsigned char)c == 0xCE || (unsigned char)c == 0xCF));
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Letters (Latin or Greek) and digits from here on. */
static size_t word_length(const char *text) {
    size_t n = 0;
    while (is_letter(text[n]) || is_digit(text[n]))
        n += ((unsigned char)text[n] & 0x80) && text[n + 1] ? 2 : 1;
    return n;
}

static struct inline_ *piece(struct reader *r, const char *text, size_t n) {
    return inline_new(r, INLINE_TEXT, arena_strndup(r->arena, text, n), r->root->span);
}

/* One letter is a variable and slanted; "max" and "KV" are words. */
static struct inline_ *symbol(struct reader *r, const char *text, size_t n) {
    struct inline_ *base = piece(r, text, n);
    base->emphasis = n == 1;
    base->tight = true;
    return base;
}

/* Bytes of the name at `at`, which must be a letter's place, when something is lowered after it. */
static size_t name_with_index(const char *at) {
    size_t n = word_length(at);
    return at[n] == '_' && word_length(at + n + 1) ? n : 0;
}

/* A name and what is lowered after it; moves *at over both. */
static struct inline_ *indexed(struct reader *r, struct inline_ *end, const char **at, size_t n) {
    size_t below = word_length(*at + n + 1);
    end = end->next = symbol(r, *at, n);
    end = end->next = piece(r, *at + n + 1, below);
    end->script = -1;
    end->tight = true;
    *at += n + 1 + below;
    return end;
}

/* A term, as a formula that is not broken. */
static struct inline_ *term(struct reader *r, const char *text, size_t n) {
    const struct math *tree = math_parse(r->arena, text, n, r->root->span);
    struct inline_ *in = piece(r, text, n);
    in->kind = INLINE_BOX;
    in->tight = true;
    in->thing = formula_thing(r->arena, tree, math_say(r->arena, r->request->strings, tree));
    return in;
}

/* Bytes of " + ", " − " or " = " at this place; of " · " as well inside long terms. */
static size_t between_terms(const char *at, bool inside) {
    static const char *const signs[] = {" + ", " − ", " = ", " · "};
    for (size_t i = 0; i < sizeof signs / sizeof *signs - !inside; i++)
        if (!strncmp(at, signs[i], strlen(signs[i])))
            return strlen(signs[i]);
    return 0;
}

static size_t whole_term(const char *at) {
    int depth = 0;
    size_t n = 0;
    for (; at[n] && (depth > 0 || !between_terms(at + n, false)); n++)
        depth += at[n] == '(' ? 1 : at[n] == ')' ? -1 : 0;
    return n;
}

/* A term too long for narrow columns ends where its brackets hold a sum, too. */
static size_t term_length(const char *at, bool *inside) {
    enum { LONG = 44, LEAST = 16 };
    size_t whole = whole_term(at), n = LEAST;
    *inside = whole > LONG && !strstr(at, "floor(") && !strstr(at, "ceil(");
    while (*inside && n < whole && !between_terms(at + n, true))
        n++;
    return *inside ? n : whole;
}

/* Lines may break between terms. */
struct inline_ *formula_inlines(struct reader *r, const char *formula) {
    struct inline_ *first = inline_new(r, INLINE_TEXT, "", r->root->span), *end = first;
    for (const char *at = formula; *at;) {
        bool inside;
        size_t n = term_length(at, &inside), sign = between_terms(at + n, inside);
        if (n)
            end = end->next = term(r, at, n);
        if (sign)
            end = end->next = piece(r, at + n, sign);
        at += n + sign;
    }
    return first->next ? first->next : first;
}

struct inline_ *numbers_inlines(struct reader *r, const char *numbers) {
    struct inline_ *first = inline_new(r, INLINE_TEXT, "", r->root->span), *end = first;
    const char *plain = numbers;
    for (const char *at = numbers; *at;) {
        size_t n = is_letter(*at) ? name_with_index(at) : 0;
        if (n) {
            if (at > plain)
                end = end->next = piece(r, plain, (size_t)(at - plain));
            end = indexed(r, end, &at, n);
            plain = at;
        } else {
            at += is_letter(*at) ? word_length(at) : 1;
        }
    }
    if (*plain)
        end->next = piece(r, plain, strlen(plain));
    return first->next ? first->next : first;
}

/* Numbers put in, with the language's word for tokens. */
const char *numbers_say(struct reader *r, const char *numbers) {
    static const char token[] = "/token";
    const char *word = say(r->request->strings, "unit.token");
    struct bytes out = {.arena = r->arena};
    for (const char *at; (at = strstr(numbers, token)); numbers = at + sizeof token - 1) {
        bytes_add(&out, numbers, (size_t)(at - numbers));
        bytes_printf(&out, "/%s", word);
    }
    bytes_puts(&out, numbers);
    return arena_strndup(r->arena, out.at, out.n);
}
