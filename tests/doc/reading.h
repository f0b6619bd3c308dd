/* What the tests of the reading half share: the catalogue of tests/golden/doc/content, and reading
 * of a text in it. */
#ifndef RIDGE_TESTS_DOC_READING_H
#define RIDGE_TESTS_DOC_READING_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#include "base/file.h"
#include "doc/block.h"

#define GOLDEN "tests/golden/doc/"
#define HEAD_ATTRIBUTES                                                                            \
    " xmlns='http://docbook.org/ns/docbook' xmlns:r='urn:ridgepoint:1' "                           \
    "xmlns:xlink='http://www.w3.org/1999/xlink' version='5.0'"

struct reading {
    struct arena *arena;
    struct diag *diag;
    struct catalog *catalog;
    struct fonts *fonts;
    const char *edition;
    const struct binding *bindings;
    size_t binding_count;
    const struct node *twin;
};

static inline struct reading reading_open(void) {
    struct reading t = {.arena = arena_new(), .edition = "student"};
    t.diag = diag_new(t.arena);
    t.catalog = catalog_load(t.arena, t.diag, GOLDEN "content", NULL);
    t.fonts = fonts_open(t.arena, t.diag, "assets/fonts", "out/test-fonts");
    assert_non_null(t.catalog);
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 0);
    return t;
}

static inline void reading_close(struct reading *t) {
    arena_drop(t->arena);
}

static inline const struct source *reading_source(struct reading *t, const char *name,
                                                  const char *text) {
    struct source *s = ARENA_NEW(t->arena, struct source);
    *s = (struct source){name, text, strlen(text)};
    return s;
}

static inline struct block *reading_blocks(struct reading *t, const struct source *source,
                                           const char *language) {
    const struct node *root = xml_parse(t->arena, t->diag, source);
    if (!root)
        return NULL;
    struct read_request request = {.catalog = t->catalog,
                                   .strings = catalog_strings(t->catalog, language),
                                   .fonts = t->fonts,
                                   .edition = t->edition,
                                   .bindings = t->bindings,
                                   .binding_count = t->binding_count,
                                   .twin = t->twin};
    return blocks_read(t->arena, t->diag, root, &request);
}

static inline const char *reading_messages(struct reading *t) {
    struct bytes out = {.arena = t->arena};
    diag_write(t->diag, &out, false);
    return out.n ? arena_strndup(t->arena, out.at, out.n) : "";
}

static inline const char *reading_tree(struct reading *t, const struct block *b) {
    struct bytes out = {.arena = t->arena};
    blocks_dump(b, &out);
    return out.n ? arena_strndup(t->arena, out.at, out.n) : "";
}

/* The text of one paragraph, as blocks_dump prints it. */
static inline const char *para(struct reading *t, const char *language, const char *content) {
    const char *text = arena_printf(
        t->arena, "<chapter%s><title>T</title><para>%s</para></chapter>", HEAD_ATTRIBUTES, content);
    struct block *b = reading_blocks(t, reading_source(t, "t.xml", text), language);
    assert_non_null(b);
    struct block *p = ARENA_NEW(t->arena, struct block);
    assert_non_null(b->child);
    p->kind = BLOCK_PARA;
    p->text = b->child->text;
    const char *tree = reading_tree(t, p);
    size_t n = strlen("para \"");
    assert_true(strlen(tree) > n + 2);
    return arena_strndup(t->arena, tree + n, strlen(tree) - n - 2);
}

#endif
