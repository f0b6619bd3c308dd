/* links.xml: what connects devices to each other and to their host. */
#include "catalog/entry.h"

static void link_read(struct catalog *c, struct diag *d, const struct node *node) {
    static const char *const attributes[] = {"id", "kind", "scope"};
    static const char *const kinds[] = {"host-link", "scale-up", "scale-out", "memory", "storage"};
    static const char *const children[] = {"name", "bandwidth", "latency"};
    struct entry e;
    if (!entry_open(&e, c, d, node, "link", &c->links))
        return;
    entry_check_attributes(&e, node, attributes, 3);
    entry_check_children(&e, children, 3);
    struct link *l = ARENA_NEW(c->arena, struct link);
    l->id = e.id;
    l->span = node->span;
    l->kind = entry_word(&e, node, "kind", kinds, sizeof kinds / sizeof *kinds, true);
    l->scope = entry_attribute(&e, node, "scope", true);
    l->name = entry_text(&e, "name", true);
    l->bandwidth = entry_datum(&e, "bandwidth", UNIT_BYTE_PER_SECOND, true);
    l->latency = entry_datum(&e, "latency", UNIT_SECOND, true);
    store_add(c->arena, &c->links, l);
}

void links_read(struct catalog *c, struct diag *d, const struct node *root) {
    for (const struct node *n = root->child; n; n = n->next)
        if (n->kind == NODE_ELEMENT)
            link_read(c, d, n);
}
