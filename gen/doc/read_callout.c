/* Callouts, sidebars, examples, quotations: text that stands apart. */
#include <string.h>

#include "base/text.h"
#include "doc/reader.h"

/* The label run in: the author's title, or the language's word for the element. */
BLOCK_HANDLER(read_callout) {
    struct block *b = block_new(r, n, BLOCK_CALLOUT);
    const char *key = arena_printf(r->arena, "label.%s", n->name);
    if (!b->role)
        b->role = n->name;
    with_children(r, n, b);
    b->label = say(r->request->strings, key);
    if (!b->title)
        b->title = inline_say(r, b->label);
    read_limits(r, n, "limit", b);
    return b;
}

/* Examples have a number before their title. */
BLOCK_HANDLER(read_example) {
    struct block *b = block_new(r, n, BLOCK_CALLOUT);
    if (!b->role)
        b->role = n->name;
    with_children(r, n, b);
    number_block(r, n, b);
    return b;
}

BLOCK_HANDLER(read_sidebar) {
    const char *role = node_value(n, "role");
    bool margin = role && !strcmp(role, "margin");
    struct block *b = with_children(r, n, block_new(r, n, margin ? BLOCK_MARGIN : BLOCK_CALLOUT));
    if (!margin && !b->role)
        b->role = "sidebar";
    return b;
}

/* Who said it follows the words. */
static struct block *quotation(struct reader *r, const struct node *n, enum block_kind kind) {
    struct block *b = block_new(r, n, kind);
    b->title = title_of(r, n, "title");
    b->subtitle = title_of(r, n, "attribution");
    b->child = blocks_of(r, n, G_PARA | G_BLOCK | G_ANYWHERE);
    return b;
}

BLOCK_HANDLER(read_quote) {
    return quotation(r, n, BLOCK_QUOTE);
}

BLOCK_HANDLER(read_epigraph) {
    return quotation(r, n, BLOCK_EPIGRAPH);
}

/* A paragraph whose title is run in, a gap of one em behind it. */
BLOCK_HANDLER(read_formal_para) {
    const struct node *para = child_of(r, n, "para");
    struct block *b = block_new(r, n, BLOCK_PARA);
    struct inline_ *first = NULL, **end = &first;
    for (const struct inline_ *in = title_of(r, n, "title"); in; in = in->next) {
        *end = arena_memdup(r->arena, in, sizeof *in);
        (*end)->strong = true;
        end = &(*end)->next;
    }
    if (first)
        *end = inline_new(r, INLINE_TEXT, language_is_chinese(r->language) ? "\u3000" : "\u2003",
                          n->span);
    if (!para)
        return b;
    struct inline_ *text = (struct inline_ *)(void *)inlines_of(r, para);
    b->text = first ? inlines_join(first, text) : text;
    return b->text ? b : NULL;
}

/* A section that has no number, holds none and does not stand in the contents. */
BLOCK_HANDLER(read_simple_section) {
    struct block *b = block_new(r, n, BLOCK_SECTION);
    b->level = r->level + 1;
    b->role = "unlisted";
    return with_children(r, n, b);
}
