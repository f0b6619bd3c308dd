/* Formulas of the trace as running text: variables slanted, what follows "_" lowered. */
#include <string.h>

#include "doc/reader.h"

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

struct inline_ *formula_inlines(struct reader *r, const char *formula) {
    struct inline_ *first = inline_new(r, INLINE_TEXT, "", r->root->span), *end = first;
    for (const char *at = formula; *at;) {
        size_t n = is_letter(*at) ? word_length(at) : 0;
        if (n && name_with_index(at)) {
            end = indexed(r, end, &at, n);
        } else if (n) {
            end = end->next = symbol(r, at, n);
            at += n;
        }
        for (n = 0; at[n] && !is_letter(at[n]);)
            n++;
        if (n)
            end = end->next = piece(r, at, n);
        at += n;
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
