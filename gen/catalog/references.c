/* sources.xml: the documents that values come from. */
#include "catalog/entry.h"

#include <string.h>

static enum grade grade_read(const struct entry *e) {
    const char *word = entry_word(e, e->node, "grade", grade_names, 4, true);
    for (int i = 0; word && i < 4; i++)
        if (strcmp(word, grade_names[i]) == 0)
            return (enum grade)i;
    return GRADE_UNVERIFIED;
}

static void reference_read(struct catalog *c, struct diag *d, const struct node *node) {
    static const char *const attributes[] = {"id", "grade"};
    static const char *const children[] = {"title", "short-title", "url", "date"};
    struct entry e;
    if (!entry_open(&e, c, d, node, "source", &c->references))
        return;
    entry_check_attributes(&e, node, attributes, 2);
    entry_check_children(&e, children, sizeof children / sizeof *children);
    struct reference *r = ARENA_NEW(c->arena, struct reference);
    r->id = e.id;
    r->grade = grade_read(&e);
    r->title = entry_text(&e, "title", true);
    r->short_title = entry_text(&e, "short-title", false);
    if (!r->short_title)
        r->short_title = r->title;
    r->url = entry_text(&e, "url", false);
    r->date = entry_date(&e, "date", true);
    entry_close(&e);
    store_add(c->arena, &c->references, r);
}

void references_read(struct catalog *c, struct diag *d, const struct node *root) {
    for (const struct node *n = root->child; n; n = n->next)
        if (n->kind == NODE_ELEMENT)
            reference_read(c, d, n);
}
