#include "doc/same.h"

#include <string.h>

enum { DEEPEST = 32 };

bool same_words(const struct inline_ *x, const struct inline_ *y) {
    for (; x && y; x = x->next, y = y->next)
        if (x->kind != y->kind || strcmp(x->text ? x->text : "", y->text ? y->text : "") != 0)
            return false;
    return !x && !y;
}

/* ── Where it was read from: formulas and pictures have no words of their own ── */

static bool same_attributes(const struct node *x, const struct node *y) {
    size_t n = 0, m = 0;
    for (const struct attribute *at = x->attributes; at; at = at->next) {
        const struct attribute *twin = node_attribute(y, at->ns, at->name);
        if (at->ns == NS_XML)
            continue;
        if (!twin || strcmp(twin->value, at->value) != 0)
            return false;
        n++;
    }
    for (const struct attribute *at = y->attributes; at; at = at->next)
        m += at->ns != NS_XML;
    return n == m;
}

static bool same_source(const struct node *x, const struct node *y, int depth) {
    if (depth > DEEPEST || x->kind != y->kind)
        return false;
    if (x->kind == NODE_TEXT)
        return !strcmp(x->text, y->text);
    if (x->ns != y->ns || strcmp(x->name, y->name) != 0 || !same_attributes(x, y))
        return false;
    const struct node *c = x->child, *d = y->child;
    for (; c && d; c = c->next, d = d->next)
        if (!same_source(c, d, depth + 1))
            return false;
    return !c && !d;
}

bool same_block(const struct block *b, const struct block *other) {
    if (b->kind != other->kind || !b->text || b->child || other->child)
        return false;
    if (b->kind == BLOCK_CODE)
        return same_words(b->text, other->text);
    return b->kind == BLOCK_PARA && b->node && other->node && same_words(b->text, other->text) &&
           same_source(b->node, other->node, 0);
}

/* ── Inside of pairs ── */

static bool is_there(const struct block *first, const struct block *b) {
    for (; first; first = first->next) {
        bool code = b->kind == BLOCK_CODE && same_block(first, b);
        bool formula = b->kind == BLOCK_EQUATION && first->kind == BLOCK_EQUATION && b->node &&
                       first->node && same_source(first->node, b->node, 0);
        if (code || formula)
            return true;
    }
    return false;
}

/* A block that says nothing else keeps its first child: it would be a label alone. */
static void drop_same(const struct block *first, struct block *second, int depth) {
    bool says = second->title || second->text;
    for (struct block **at = &second->child; *at;)
        if (says && is_there(first->child, *at)) {
            *at = (*at)->next;
        } else {
            says = true;
            at = &(*at)->next;
        }
    const struct block *twin = first->child;
    for (struct block *b = second->child; b && twin && depth < DEEPEST;
         b = b->next, twin = twin->next)
        drop_same(twin, b, depth + 1);
}

static struct block *take_room(struct block *b) {
    for (struct block **at = &b->child; *at; at = &(*at)->next)
        if ((*at)->kind == BLOCK_WORKSPACE) {
            struct block *room = *at;
            *at = room->next;
            room->next = NULL;
            return room;
        }
    return NULL;
}

struct block *take_same(struct block *first, struct block *second) {
    drop_same(first, second, 0);
    struct block *room = first->kind == BLOCK_QUESTION ? take_room(first) : NULL;
    struct block *twin = second->kind == BLOCK_QUESTION ? take_room(second) : NULL;
    return room ? room : twin;
}
