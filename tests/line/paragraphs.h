/* What the tests of paragraphs share: fonts, styles, and setting of a text. */
#ifndef RIDGE_TESTS_LINE_PARAGRAPHS_H
#define RIDGE_TESTS_LINE_PARAGRAPHS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "line/paragraph.h"

struct bench {
    struct arena *a;
    struct diag *d;
    struct fonts *fonts;
    struct hyphenator *hyphenator;
};

static const double SIZE = 10.5;

static int set_up(void **state) {
    struct bench *b = calloc(1, sizeof *b);
    char pool[256];
    snprintf(pool, sizeof pool, "%s/fonts", getenv("OUT") ? getenv("OUT") : "out");
    b->a = arena_new();
    b->d = diag_new(b->a);
    b->fonts = fonts_open(b->a, b->d, "assets/fonts", pool);
    b->hyphenator = hyphenator_open(b->a, b->d, "/usr/share/hyphen/hyph_en_US.dic");
    assert_non_null(b->fonts);
    assert_non_null(b->hyphenator);
    *state = b;
    return 0;
}

static int tear_down(void **state) {
    struct bench *b = *state;
    arena_drop(b->a);
    free(b);
    return 0;
}

/* What stands in [] is a computed value, in `` code, in <> emphasis. */
static inline struct inline_ *inlines(struct arena *a, const char *text) {
    static const char open[] = "[`<", close[] = "]`>";
    struct inline_ *first = NULL, **end = &first;
    while (*text) {
        const char *kind = strchr(open, *text);
        size_t n = kind ? strcspn(text + 1, (char[]){close[kind - open], 0}) : strcspn(text, open);
        struct inline_ *in = ARENA_NEW(a, struct inline_);
        in->kind = kind == open ? INLINE_VALUE : INLINE_TEXT;
        in->tight = kind == open;
        in->code = kind == open + 1;
        in->emphasis = kind == open + 2;
        in->text = arena_strndup(a, text + (kind != NULL), n);
        *end = in;
        end = &in->next;
        text += n + (kind != NULL);
        text += kind && *text;
    }
    return first;
}

static inline struct style *body(struct arena *a, enum align align) {
    struct style *s = ARENA_NEW(a, struct style);
    *s = (struct style){.name = "body", .pitch = 18, .align = align, .hyphenate = true};
    s->text = (struct text_style){.family = FAMILY_SERIF, .size = SIZE, .ink = INK_INK};
    s->indent = align == ALIGN_JUSTIFY ? 2 * SIZE : 0;
    return s;
}

static inline struct paragraph_request *request(struct bench *b, const struct inline_ *text,
                                                const char *language, enum align align,
                                                double ems) {
    static const char *const names[] = {"Blackwell", "H100 SXM5 80GB", "Llama 2 7B", "RTX 4090"};
    struct paragraph_request *r = ARENA_NEW(b->a, struct paragraph_request);
    *r = (struct paragraph_request){.fonts = b->fonts,
                                    .hyphenator = b->hyphenator,
                                    .style = body(b->a, align),
                                    .language = language,
                                    .text = text,
                                    .measure = ems * SIZE,
                                    .names = names,
                                    .name_count = sizeof names / sizeof *names};
    return r;
}

static inline const struct paragraph *set(struct bench *b, const char *text, const char *language,
                                          enum align align, double ems) {
    return paragraph_set(b->a, b->d, request(b, inlines(b->a, text), language, align, ems));
}

/* The cluster at which a text begins. */
static inline size_t find(const struct paragraph *p, const char *text) {
    const char *at = strstr(p->shaped->text, text);
    assert_non_null(at);
    for (size_t i = 0; i < p->shaped->cluster_count; i++)
        if (p->shaped->text + p->shaped->clusters[i].at == at)
            return i;
    fail();
    return 0;
}

#endif
