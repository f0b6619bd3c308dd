/* Numbers and references: chapters n, sections n.m, figures, tables and questions n.k by chapter.
 */
#include "doc/reader.h"

struct counting {
    struct reader *r;
    size_t room;
    int chapter, section, figure, table, question;
    int depth; /* of sections */
};

static struct target *target_add(struct counting *c, const struct node *n) {
    struct reader *r = c->r;
    ARENA_GROW(r->arena, r->targets, r->target_count, c->room, 64);
    struct target *t = &r->targets[r->target_count++];
    *t = (struct target){.node = n, .id = node_id(n)};
    return t;
}

static const char *numbered(struct counting *c, int n) {
    return c->chapter ? arena_printf(c->r->arena, "%d.%d", c->chapter, n)
                      : arena_printf(c->r->arena, "%d", n);
}

static void number_chapter(struct counting *c, struct target *t) {
    *c = (struct counting){.r = c->r, .room = c->room, .chapter = c->chapter + 1};
    t->number = arena_printf(c->r->arena, "%d", c->chapter);
}

static void number_section(struct counting *c, struct target *t) {
    if (c->depth == 0)
        t->number = numbered(c, ++c->section);
    else
        t->key = NULL; /* subsections have no number */
}

static void number_figure(struct counting *c, struct target *t) {
    t->number = numbered(c, ++c->figure);
}

static void number_table(struct counting *c, struct target *t) {
    t->number = numbered(c, ++c->table);
}

static void number_question(struct counting *c, struct target *t) {
    t->number = numbered(c, ++c->question);
}

static const struct counter {
    const char *name, *key;
    void (*number)(struct counting *c, struct target *t);
} counters[] = {
    {"chapter", "label.chapter", number_chapter},      {"section", "label.section", number_section},
    {"figure", "label.figure", number_figure},         {"table", "label.table", number_table},
    {"qandaentry", "label.question", number_question},
};

static const struct counter *counter_find(const struct node *n) {
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        if (node_is(n, NS_DOCBOOK, counters[i].name))
            return &counters[i];
    return NULL;
}

static void count(struct counting *c, const struct node *n) {
    const struct counter *counter = counter_find(n);
    if (counter || node_id(n)) {
        struct target *t = target_add(c, n);
        if (counter) {
            t->key = counter->key;
            counter->number(c, t);
        }
    }
    bool section = node_is(n, NS_DOCBOOK, "section");
    c->depth += section;
    for (const struct node *child = n->child; child; child = child->next)
        if (child->kind == NODE_ELEMENT)
            count(c, child);
    c->depth -= section;
}

static void report_twice(struct reader *r, const struct target *again) {
    const struct attribute *at = node_attribute(again->node, NS_XML, "id");
    const struct target *first = lookup_get(r->ids, again->id);
    diag_report(r->diag, DIAG_DUPLICATE_ID, at ? at->value_span : again->node->span, again->id,
                NULL, NULL);
    diag_note(r->diag, first->node->span, "first used here");
}

/* After counting: the list of targets does not move any more. */
static void index_targets(struct reader *r) {
    r->ids = lookup_new(r->arena);
    r->numbered = lookup_new(r->arena);
    for (size_t i = 0; i < r->target_count; i++) {
        const struct target *t = &r->targets[i];
        lookup_put_at(r->numbered, t->node, t);
        if (t->id && !lookup_put(r->ids, t->id, t))
            report_twice(r, t);
    }
}

void number_targets(struct reader *r, const struct node *root) {
    struct counting c = {.r = r};
    count(&c, root);
    index_targets(r);
}

const struct target *target_of(const struct reader *r, const struct node *n) {
    return lookup_get_at(r->numbered, n);
}

/* Whether layout makes a destination of it: a block or an item, in this edition, and not a part of
 * a margin note. */
static bool is_reachable(const struct reader *r, const struct node *n) {
    static const char *const items[] = {"listitem", "varlistentry", "qandaentry"};
    const struct element *e = element_find(n);
    bool block = e && e->block;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        block |= node_is(n, NS_DOCBOOK, items[i]);
    for (const struct node *up = n; block && up; up = up->parent)
        if (!node_wanted(r, up) || (up != n && node_is(up, NS_DOCBOOK, "sidebar")))
            return false;
    return block;
}

static const char *nearest_id(const struct reader *r, const char *id) {
    const char **ids = ARENA_ARRAY(r->arena, const char *, r->target_count + 1);
    for (size_t i = 0; i < r->target_count; i++)
        ids[i] = r->targets[i].id;
    return nearest_name(id, ids, r->target_count);
}

const struct target *target_find(struct reader *r, const struct attribute *linkend) {
    const struct target *t = lookup_get(r->ids, linkend->value);
    if (!t) {
        diag_report(r->diag, DIAG_XREF_MISSING, linkend->value_span, linkend->value,
                    "the xml:id of a chapter, section, figure, table or question",
                    nearest_id(r, linkend->value));
        return NULL;
    }
    if (is_reachable(r, t->node))
        return t;
    diag_report(r->diag, DIAG_LINK_TARGET_MISSING, linkend->value_span, t->id, NULL, NULL);
    diag_note(r->diag, t->node->span, "it stands here, where no page can be turned to");
    return NULL;
}

const char *target_label(struct reader *r, const struct target *t) {
    if (!t || !t->key || !t->number)
        return NULL;
    return say_with(r->arena, r->request->strings, t->key, "number", t->number, NULL);
}
