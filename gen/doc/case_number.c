/* Numbers of published cases as people write them: 819 200, 7.62·10⁹, 7.3 > 0.6. */
#include <string.h>

#include "doc/build.h"

static const char DIGITS[] = "0123456789";

/* Pieces in a row; `plain` waits until something else than plain text comes. */
struct pieces {
    struct reader *r;
    struct span span;
    struct inline_ *first, *last;
    const char *plain;
};

static struct inline_ *piece_add(struct pieces *p, const char *text) {
    struct inline_ *piece = inline_new(p->r, INLINE_TEXT, text, p->span);
    piece->tight = true;
    if (p->last)
        p->last->next = piece;
    else
        p->first = piece;
    p->last = piece;
    return piece;
}

static void plain_add(struct pieces *p, const char *text) {
    p->plain = arena_printf(p->r->arena, "%s%s", p->plain, text);
}

static void plain_end(struct pieces *p) {
    if (*p->plain)
        piece_add(p, p->plain);
    p->plain = "";
}

/* Groups of three from five digits on. */
static void whole_add(struct pieces *p, const char *digits, size_t n) {
    enum { GROUPED_FROM = 5, GROUP = 3 };
    for (size_t i = 0; i < n; i++) {
        bool gap = n >= GROUPED_FROM && i > 0 && (n - i) % GROUP == 0;
        plain_add(p, arena_printf(p->r->arena, "%s%c", gap ? "\u202F" : "", digits[i]));
    }
}

/* "31.25"; returns what follows. */
static const char *decimal_add(struct pieces *p, const char *text) {
    size_t whole = strspn(text, DIGITS);
    whole_add(p, text, whole);
    text += whole;
    if (*text != '.')
        return text;
    size_t decimals = 1 + strspn(text + 1, DIGITS);
    plain_add(p, arena_strndup(p->r->arena, text, decimals));
    return text + decimals;
}

/* "e9": the power of ten stands raised. */
static const char *power_add(struct pieces *p, const char *text) {
    size_t n = strspn(text + 1, DIGITS);
    plain_add(p, "·10");
    plain_end(p);
    piece_add(p, arena_strndup(p->r->arena, text + 1, n))->script = 1;
    return text + 1 + n;
}

static const char *sign_add(struct pieces *p, const char *text) {
    static const struct {
        const char *written, *shown;
    } signs[] = {{">=", " ≥ "}, {">", " > "}, {"<", " < "}, {"=", " = "}, {"-", "−"}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(text, signs[i].written, strlen(signs[i].written)) == 0) {
            plain_add(p, signs[i].shown);
            return text + strlen(signs[i].written);
        }
    size_t n = strcspn(text, "0123456789<>=-");
    n = n ? n : 1;
    plain_add(p, arena_strndup(p->r->arena, text, n));
    return text + n;
}

const struct inline_ *case_number(struct reader *r, const char *text, struct span span) {
    struct pieces p = {.r = r, .span = span, .plain = ""};
    while (*text)
        text = strchr(DIGITS, *text) ? decimal_add(&p, text)
               : *text == 'e'        ? power_add(&p, text)
                                     : sign_add(&p, text);
    plain_end(&p);
    return p.first;
}
