#include "doc/letters.h"

#include <string.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include "base/text.h"

struct letters {
    struct arena *arena;
    struct diag *diag;
    const UNormalizer2 *normalizer;
};

enum { ROOM = 8 };

static bool is_radical(uint32_t c) {
    return (c >= 0x2E80 && c <= 0x2FDF) || (c >= 0xF900 && c <= 0xFAFF);
}

static bool is_full_width(uint32_t c) {
    return (c >= 0xFF10 && c <= 0xFF19) || (c >= 0xFF21 && c <= 0xFF3A) ||
           (c >= 0xFF41 && c <= 0xFF5A);
}

/* ── Where full-width forms are meant ── */

static bool keeps_forms(const struct node *n) {
    static const char *const names[] = {"programlisting", "screen",   "synopsis",
                                        "literallayout",  "literal",  "code",
                                        "userinput",      "filename", "computeroutput"};
    const char *role = node_value(n, "role");
    bool found = role && !strcmp(role, "typed");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        found |= node_is(n, NS_DOCBOOK, names[i]);
    return found;
}

/* ── Texts ── */

/* The character that is meant, in UTF-8; NULL: the one that stands there. */
static const char *meant(const struct letters *l, uint32_t c, bool forms, char out[ROOM]) {
    if (!is_radical(c) && !(forms && is_full_width(c)))
        return NULL;
    UErrorCode e = U_ZERO_ERROR;
    UChar from[2], to[4];
    int32_t n = 0, m = 0;
    U16_APPEND_UNSAFE(from, n, c);
    m = unorm2_normalize(l->normalizer, from, n, to, 4, &e);
    if (U_FAILURE(e) || (m == n && !u_memcmp(from, to, n)))
        return NULL;
    u_strToUTF8(out, ROOM, NULL, to, m, &e);
    return U_FAILURE(e) ? NULL : out;
}

struct stretch {
    size_t from, to;
    struct bytes was, is;
};

static struct span place_of(const struct node *text, const struct stretch *s) {
    struct span all = text->span;
    if (all.to - all.from != strlen(text->text))
        return all; /* entities were resolved */
    return (struct span){all.source, all.from + s->from, all.from + s->to};
}

static void report(const struct letters *l, const struct node *text, struct stretch *s) {
    if (!s->was.n)
        return;
    diag_report(l->diag, DIAG_LETTER_FORM, place_of(text, s),
                arena_strndup(l->arena, s->was.at, s->was.n),
                arena_strndup(l->arena, s->is.at, s->is.n), NULL);
    s->was.n = s->is.n = 0;
}

/* Neighbours are told together. */
static void settle_text(const struct letters *l, struct node *text, bool forms) {
    struct bytes out = {.arena = l->arena};
    struct stretch s = {.was = {.arena = l->arena}, .is = {.arena = l->arena}};
    const char *t = text->text;
    size_t n = strlen(t), length;
    bool any = false;
    char buffer[ROOM];
    for (size_t i = 0; i < n; i += length) {
        const char *better = meant(l, text_decode(t + i, n - i, &length), forms, buffer);
        if (!better) {
            report(l, text, &s);
            bytes_add(&out, t + i, length);
            continue;
        }
        s.from = s.was.n ? s.from : i;
        s.to = i + length;
        bytes_add(&s.was, t + i, length);
        bytes_puts(&s.is, better);
        bytes_puts(&out, better);
        any = true;
    }
    report(l, text, &s);
    if (any)
        text->text = arena_strndup(l->arena, out.at, out.n);
}

/* The place of an object, which word processors leave where the object was: nothing would show. */
static void report_objects(const struct letters *l, const struct node *text) {
    static const char object[] = "\uFFFC";
    for (const char *at = text->text; (at = strstr(at, object)); at += sizeof object - 1) {
        size_t from = (size_t)(at - text->text);
        struct stretch s = {.from = from, .to = from + sizeof object - 1};
        diag_report(l->diag, DIAG_OBJECT_CHARACTER, place_of(text, &s), "U+FFFC",
                    "the picture or the formula itself, or nothing", NULL);
    }
}

/* Nothing of these ranges begins with another byte. */
static bool may_hold(const char *text) {
    return text[strcspn(text, "\xE2\xEF")] != '\0';
}

/* No deeper than the reader of XML goes. */
static void settle(const struct letters *l, struct node *n, bool forms) {
    forms = forms && !keeps_forms(n);
    for (struct node *c = n->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT) {
            settle(l, c, forms);
        } else if (may_hold(c->text)) {
            report_objects(l, c);
            settle_text(l, c, forms);
        }
}

void letters_settle(struct arena *a, struct diag *d, struct node *root) {
    UErrorCode e = U_ZERO_ERROR;
    struct letters l = {a, d, unorm2_getNFKCInstance(&e)};
    if (!U_FAILURE(e))
        settle(&l, root, true);
}
