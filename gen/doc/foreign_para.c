/* In DocBook a paragraph may hold lists and listings. Here they stand between two paragraphs. */
#include <string.h>

#include "doc/foreign_row.h"

static bool is_block(const struct node *n) {
    const struct element *e = n->kind == NODE_ELEMENT ? element_find(n) : NULL;
    return e && (e->is & (G_BLOCK | G_PARA)) && !(e->is & G_INLINE);
}

static bool is_blank(const struct node *n) {
    return n->kind == NODE_TEXT && n->text[strspn(n->text, " \t\n\r")] == '\0';
}

static const struct node *first_block(const struct node *para) {
    const struct node *c = para->child;
    while (c && !is_block(c))
        c = c->next;
    return c;
}

static bool is_empty(const struct node *para) {
    for (const struct node *c = para->child; c; c = c->next)
        if (!is_blank(c))
            return false;
    return true;
}

/* The same paragraph without its id, which only the first part keeps. */
static struct node *continued(struct arena *a, const struct node *para) {
    struct node *next = arena_memdup(a, para, sizeof *para);
    struct attribute **end = &next->attributes;
    next->child = NULL;
    next->attributes = NULL;
    for (const struct attribute *at = para->attributes; at; at = at->next) {
        if (at->ns == NS_XML && !strcmp(at->name, "id"))
            continue;
        *end = arena_memdup(a, at, sizeof *at);
        (*end)->next = NULL;
        end = &(*end)->next;
    }
    return next;
}

static void adopt(struct node *parent) {
    for (struct node *c = parent->child; c; c = c->next)
        c->parent = parent;
}

/* para(a B c) becomes para(a) B para(c); returns the last part. */
static struct node *part(struct arena *a, struct node *para) {
    struct node **slot = &para->child;
    while (!is_block(*slot))
        slot = &(*slot)->next;
    struct node *block = *slot, *rest = continued(a, para);
    *slot = NULL;
    rest->child = block->next;
    adopt(rest);
    block->parent = para->parent;
    rest->next = para->next;
    block->next = is_empty(rest) ? para->next : rest;
    para->next = block;
    return is_empty(rest) ? block : rest;
}

/* Takes a paragraph out of which nothing is left, unless it is referred to. */
static void drop_empty(struct node **slot) {
    if (is_empty(*slot) && !node_id(*slot) && (*slot)->next && is_block((*slot)->next))
        *slot = (*slot)->next;
}

void foreign_paragraphs(struct arena *a, struct node *parent, foreign_say *tell,
                        struct settling *s) {
    struct node **slot = &parent->child;
    while (*slot) {
        struct node *n = *slot;
        const struct node *block =
            node_is(n, NS_DOCBOOK, "para") || node_is(n, NS_DOCBOOK, "simpara") ? first_block(n)
                                                                                : NULL;
        if (!block) {
            slot = &n->next;
            continue;
        }
        tell(s, DIAG_FOREIGN_IN_PARA, block->span, block->name, "a place of its own");
        part(a, n);
        if (n->next)
            drop_empty(slot);
        if (*slot == n)
            slot = &n->next; /* the block; what follows it is looked at in turn */
    }
}
