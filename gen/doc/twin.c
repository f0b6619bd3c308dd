/* Twins: Chinese and English chapters have the same ids on the same elements. */
#include <string.h>

#include "doc/reader.h"

static void collect(struct reader *r, const struct node *n) {
    const char *id = node_id(n);
    if (id)
        lookup_put(r->twins, id, n);
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT)
            collect(r, c);
}

struct ids {
    const char **at;
    size_t n, room;
};

static void list_ids(struct arena *a, struct ids *ids, const struct node *n) {
    if (node_id(n)) {
        ARENA_GROW(a, ids->at, ids->n, ids->room, 64);
        ids->at[ids->n++] = node_id(n);
    }
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT)
            list_ids(a, ids, c);
}

static const char *nearest_id(const struct reader *r, const char *id) {
    struct ids ids = {.n = 0};
    list_ids(r->arena, &ids, r->request->twin);
    return nearest_name(id, ids.at, ids.n);
}

static void check_one(const struct reader *r, const struct node *n) {
    const char *id = node_id(n);
    const struct node *twin = lookup_get(r->twins, id);
    if (!twin)
        diag_report(r->diag, DIAG_TWIN_MISSING, node_attribute(n, NS_XML, "id")->value_span, id,
                    arena_printf(r->arena, "a <%s> with that id there too", n->name),
                    nearest_id(r, id));
    else if (strcmp(twin->name, n->name) != 0)
        diag_report(r->diag, DIAG_TWIN_DIFFERS, n->span, id,
                    arena_printf(r->arena, "<%s>, as in the other language", twin->name), NULL);
}

/* How many ids stand in an element, and how many of them in the other language too. */
static void count_ids(const struct reader *r, const struct node *n, size_t *all, size_t *both) {
    *all += node_id(n) != NULL;
    *both += node_id(n) && lookup_get(r->twins, node_id(n));
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT)
            count_ids(r, c, all, both);
}

/* A file of a chapter, or an element with an id, of which the other language has nothing at all:
 * one report, not one an id. */
static bool is_wholly_missing(const struct reader *r, const struct node *n) {
    bool file = n->parent && n->parent->span.source != n->span.source;
    size_t all = 0, both = 0;
    if (!file && !node_id(n))
        return false;
    count_ids(r, n, &all, &both);
    return all > 1 && !both;
}

static void report_whole(const struct reader *r, const struct node *n) {
    const struct attribute *id = node_attribute(n, NS_XML, "id");
    size_t all = 0, both = 0;
    count_ids(r, n, &all, &both);
    diag_report(
        r->diag, DIAG_TWIN_MISSING, id ? id->value_span : n->span,
        id ? id->value : arena_printf(r->arena, "<%s>", n->name),
        arena_printf(r->arena, "a <%s> like it there, with all of its %zu ids", n->name, all),
        NULL);
}

static void check_all(const struct reader *r, const struct node *n) {
    if (n->parent && is_wholly_missing(r, n)) {
        report_whole(r, n);
        return;
    }
    if (node_id(n))
        check_one(r, n);
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT)
            check_all(r, c);
}

void check_twins(struct reader *r, const struct node *root) {
    if (!r->request->twin)
        return;
    r->twins = lookup_new(r->arena);
    collect(r, r->request->twin);
    check_all(r, root);
}

const struct node *twin_of(const struct reader *r, const struct node *n) {
    const char *id = node_id(n);
    return r->twins && id ? lookup_get(r->twins, id) : NULL;
}
