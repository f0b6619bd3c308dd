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

static void check_all(const struct reader *r, const struct node *n) {
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
