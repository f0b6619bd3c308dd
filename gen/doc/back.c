#include "doc/back.h"

#include <string.h>

#include "base/text.h"

void uses_add(struct reader *r, struct uses *uses, struct use use) {
    ARENA_GROW(r->arena, uses->at, uses->n, uses->room, 4);
    uses->at[uses->n++] = use;
}

const char *words_before(struct reader *r, const char *key, const char *hole) {
    const char *words = say(r->request->strings, key), *at = strstr(words, hole);
    return at ? arena_strndup(r->arena, words, (size_t)(at - words)) : "";
}

const char *words_after(struct reader *r, const char *key, const char *hole) {
    const char *words = say(r->request->strings, key), *at = strstr(words, hole);
    return at ? at + strlen(hole) : words;
}

struct inline_ *inlines_after(struct inline_ *first, const struct inline_ *second) {
    struct inline_ **end = &first;
    while (*end)
        end = &(*end)->next;
    *end = (struct inline_ *)second;
    return first;
}

/* ── Places ── */

const char *mark_id(struct reader *r, const char *what) {
    return arena_printf(r->arena, "%s..%zu", what, ++r->back->marks);
}

const char *id_around(struct reader *r, const struct node *n) {
    for (; n; n = n->parent)
        if (node_id(n) && target_reachable(r, n))
            return node_id(n);
    return NULL;
}

/* Titles are set again in contents and running heads, where a destination must not stand. */
static const struct node *title_around(const struct node *n) {
    static const char *const titles[] = {"title", "subtitle", "term", "glossterm"};
    for (n = n->parent; n; n = n->parent)
        for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
            if (node_is(n, NS_DOCBOOK, titles[i]))
                return n;
    return NULL;
}

const char *mark_here(struct inliner *in, const struct node *n) {
    struct reader *r = inliner_reader(in);
    const struct node *title = title_around(n);
    if (title)
        return id_around(r, title->parent);
    struct inline_ mark = *inliner_look(in);
    mark.kind = INLINE_MARK;
    mark.text = NULL;
    mark.id = mark_id(r, "at");
    mark.span = n->span;
    inliner_put(in, &mark);
    return mark.id;
}

/* ── Heads ── */

static const char *other_language(const struct reader *r) {
    return language_is_chinese(r->language) ? "en" : "zh";
}

struct block *back_block(struct reader *r, const struct node *n, enum block_kind kind,
                         const char *key) {
    struct block *b = block_new(r, n, kind);
    b->id = b->id ? b->id : mark_id(r, n->name);
    b->title = title_of(r, n, "title");
    b->gloss = gloss_of(r, n);
    if (b->title)
        return b;
    const struct strings *other = catalog_strings(r->request->catalog, other_language(r));
    b->title = inline_say(r, say(r->request->strings, key));
    if (other) {
        struct inline_ *gloss = inline_new(r, INLINE_TEXT, say(other, key), n->span);
        gloss->language = strings_bcp47(other);
        b->gloss = gloss;
    }
    return b;
}

/* ── Before and after ── */

static const struct collector {
    const char *element;
    void (*collect)(struct reader *r, const struct node *n);
} collectors[] = {
    {"glossentry", glossary_collect},
    {"biblioentry", bibliography_collect},
    {"bibliomixed", bibliography_collect},
};

static void collect(struct reader *r, const struct node *n) {
    if (!node_wanted(r, n))
        return;
    r->back->glossaries += node_is(n, NS_DOCBOOK, "glossary");
    for (size_t i = 0; i < sizeof collectors / sizeof *collectors; i++)
        if (node_is(n, NS_DOCBOOK, collectors[i].element))
            collectors[i].collect(r, n);
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT)
            collect(r, c);
}

void back_collect(struct reader *r, const struct node *root) {
    struct back *b = r->back = ARENA_NEW(r->arena, struct back);
    b->terms_end = &b->terms;
    b->works_end = &b->works;
    b->index_end = &b->index;
    b->terms_by_name = lookup_new(r->arena);
    b->terms_by_node = lookup_new(r->arena);
    b->works_by_key = lookup_new(r->arena);
    b->works_by_node = lookup_new(r->arena);
    b->ranges = lookup_new(r->arena);
    collect(r, root);
}

void back_finish(struct reader *r, struct block *root) {
    glossary_finish(r);
    bibliography_finish(r);
    index_finish(r, root);
    listings_finish(r, root);
}
