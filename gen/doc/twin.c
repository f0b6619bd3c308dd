/* Twins: Chinese and English chapters have the same ids on the same elements. */
#include <string.h>

#include "doc/reader.h"

struct twins {
    struct reader *r;
    const struct node **at; /* every element of the other language that has an id */
    size_t n;
};

static size_t count_ids(const struct node *n) {
    size_t count = node_id(n) != NULL;
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT)
            count += count_ids(c);
    return count;
}

static void collect(struct twins *t, const struct node *n) {
    if (node_id(n))
        t->at[t->n++] = n;
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT)
            collect(t, c);
}

static const char *nearest_id(const struct twins *t, const char *id) {
    const char **ids = ARENA_ARRAY(t->r->arena, const char *, t->n + 1);
    for (size_t i = 0; i < t->n; i++)
        ids[i] = node_id(t->at[i]);
    return nearest_name(id, ids, t->n);
}

static void check_one(const struct twins *t, const struct node *n) {
    const char *id = node_id(n);
    for (size_t i = 0; i < t->n; i++)
        if (!strcmp(node_id(t->at[i]), id)) {
            if (strcmp(t->at[i]->name, n->name) != 0)
                diag_report(
                    t->r->diag, DIAG_TWIN_DIFFERS, n->span, id,
                    arena_printf(t->r->arena, "<%s>, as in the other language", t->at[i]->name),
                    NULL);
            return;
        }
    diag_report(t->r->diag, DIAG_TWIN_MISSING, node_attribute(n, NS_XML, "id")->value_span, id,
                arena_printf(t->r->arena, "a <%s> with that id there too", n->name),
                nearest_id(t, id));
}

static void check_all(const struct twins *t, const struct node *n) {
    if (node_id(n))
        check_one(t, n);
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT)
            check_all(t, c);
}

void check_twins(struct reader *r, const struct node *root) {
    const struct node *twin = r->request->twin;
    if (!twin)
        return;
    struct twins t = {.r = r};
    t.at = ARENA_ARRAY(r->arena, const struct node *, count_ids(twin) + 1);
    collect(&t, twin);
    check_all(&t, root);
}
