/* Numbers of list items and steps for references, which may come before their list: one walk over
 * the document, when the first is asked for. */
#include <string.h>

#include "base/lookup.h"
#include "base/text.h"
#include "doc/reader.h"

static void walk(struct reader *r, const struct node *n, const char *outer);

static void walk_children(struct reader *r, const struct node *n, const char *outer) {
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT && node_wanted(r, c))
            walk(r, c, outer);
}

/* "2.a", "2.1", but "2.1①". */
static const char *joined(struct reader *r, const char *outer, const char *own) {
    bool ascii = (unsigned char)*own < 0x80;
    return outer ? arena_printf(r->arena, "%s%s%s", outer, ascii ? "." : "", own) : own;
}

static void walk_item(struct reader *r, const struct node *item, const char *number) {
    lookup_put_at(r->item_numbers, item, number);
    walk_children(r, item, number);
}

static void walk_list(struct reader *r, const struct node *list, const char *outer) {
    int number = list_first_number(r, list);
    for (const struct node *c = list->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "listitem") || !node_wanted(r, c))
            continue;
        const char *own = list_numeral(r, list, number++);
        r->numbered_depth++;
        walk_item(r, c, joined(r, outer, own));
        r->numbered_depth--;
    }
    list_next_number(r, number);
}

/* Alternatives are not counted; what stands below them is. */
static void walk_steps(struct reader *r, const struct node *steps, const char *outer) {
    bool counted = !node_is(steps, NS_DOCBOOK, "stepalternatives");
    int number = 0;
    for (const struct node *c = steps->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "step") || !node_wanted(r, c))
            continue;
        const char *own = numeral_at_depth(r, r->step_depth, ++number);
        r->step_depth += counted;
        if (counted)
            walk_item(r, c, joined(r, outer, own));
        else
            walk_children(r, c, outer);
        r->step_depth -= counted;
    }
}

static void walk_procedure(struct reader *r, const struct node *n) {
    int depth = r->step_depth;
    r->step_depth = 0;
    walk_steps(r, n, NULL);
    r->step_depth = depth;
}

/* As deep as the reader of XML goes, no deeper. */
static void walk(struct reader *r, const struct node *n, const char *outer) {
    const char *language = language_enter(r, n);
    if (node_is(n, NS_DOCBOOK, "orderedlist"))
        walk_list(r, n, outer);
    else if (node_is(n, NS_DOCBOOK, "procedure"))
        walk_procedure(r, n);
    else if (node_is(n, NS_DOCBOOK, "substeps") || node_is(n, NS_DOCBOOK, "stepalternatives"))
        walk_steps(r, n, outer);
    else
        walk_children(r, n, outer);
    r->language = language;
}

/* The counters of the reader, who is in the midst of a list perhaps, come back as they were. */
static void number_items(struct reader *r) {
    struct reader before = *r;
    r->item_numbers = lookup_new(r->arena);
    r->numbered_depth = r->step_depth = 0;
    memset(r->next_number, 0, sizeof r->next_number);
    walk(r, r->root, NULL);
    r->numbered_depth = before.numbered_depth;
    r->step_depth = before.step_depth;
    memcpy(r->next_number, before.next_number, sizeof r->next_number);
}

const char *item_number(struct reader *r, const struct node *n) {
    if (!node_is(n, NS_DOCBOOK, "listitem") && !node_is(n, NS_DOCBOOK, "step"))
        return NULL;
    if (!r->item_numbers)
        number_items(r);
    return lookup_get_at(r->item_numbers, n);
}
