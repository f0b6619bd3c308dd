/* Numbers and references: parts I, chapters 1, appendices A, sections n.m; figures, tables,
 * examples, equations, procedures and questions n.k by chapter. */
#include <string.h>

#include "base/text.h"
#include "doc/back.h"

enum count {
    COUNT_SECTION,
    COUNT_FIGURE,
    COUNT_TABLE,
    COUNT_EXAMPLE,
    COUNT_EQUATION,
    COUNT_PROCEDURE,
    COUNT_QUESTION,
    COUNTS
};

struct counting {
    struct reader *r;
    size_t room;
    int part, chapter, appendix;
    const char *prefix;  /* "3." of a chapter, "A." of an appendix, "" outside */
    int count[COUNTS];   /* of this chapter */
    int outside[COUNTS]; /* of all prefaces */
    int depth;           /* of sections */
    bool preface;
};

static struct target *target_add(struct counting *c, const struct node *n) {
    struct reader *r = c->r;
    ARENA_GROW(r->arena, r->targets, r->target_count, c->room, 64);
    struct target *t = &r->targets[r->target_count++];
    *t = (struct target){.node = n, .id = node_id(n)};
    return t;
}

/* ── What counts ── */

static void number_part(struct counting *c, struct target *t) {
    c->part++;
    t->number = language_is_chinese(c->r->language) ? numeral_han(c->r->arena, c->part)
                                                    : numeral_upper_roman(c->r->arena, c->part);
}

static void begin(struct counting *c, struct target *t, const char *number) {
    t->number = number;
    c->prefix = arena_printf(c->r->arena, "%s.", number);
    c->depth = 0;
    memset(c->count, 0, sizeof c->count);
}

static void number_chapter(struct counting *c, struct target *t) {
    begin(c, t, numeral_arabic(c->r->arena, ++c->chapter));
}

static void number_appendix(struct counting *c, struct target *t) {
    begin(c, t, numeral_upper(c->r->arena, ++c->appendix));
}

/* Its sections have no numbers; figures and tables go on counting from preface to preface. */
static void number_preface(struct counting *c, struct target *t) {
    t->key = NULL;
    c->prefix = "";
    c->preface = true;
    memcpy(c->count, c->outside, sizeof c->count);
}

static const char *numbered(struct counting *c, enum count what) {
    return arena_printf(c->r->arena, "%s%d", c->prefix, ++c->count[what]);
}

static void number_section(struct counting *c, struct target *t) {
    if (c->depth == 0 && !c->preface)
        t->number = numbered(c, COUNT_SECTION);
    else
        t->key = NULL; /* subsections have no number */
}

static void number_figure(struct counting *c, struct target *t) {
    t->number = numbered(c, COUNT_FIGURE);
}

static void number_table(struct counting *c, struct target *t) {
    t->number = numbered(c, COUNT_TABLE);
}

static void number_example(struct counting *c, struct target *t) {
    t->number = numbered(c, COUNT_EXAMPLE);
}

static void number_equation(struct counting *c, struct target *t) {
    t->number = numbered(c, COUNT_EQUATION);
}

/* One without a title belongs to the text around it. */
static void number_procedure(struct counting *c, struct target *t) {
    if (part_of(c->r, t->node, "title"))
        t->number = numbered(c, COUNT_PROCEDURE);
    else
        t->key = NULL;
}

static void number_question(struct counting *c, struct target *t) {
    t->number = numbered(c, COUNT_QUESTION);
}

/* `refer`: how running text names it, where that differs from its own label. */
static const struct counter {
    const char *name, *key, *refer;
    void (*number)(struct counting *c, struct target *t);
} counters[] = {
    {"part", "label.part", NULL, number_part},
    {"chapter", "label.chapter", NULL, number_chapter},
    {"appendix", "label.appendix", NULL, number_appendix},
    {"preface", NULL, NULL, number_preface},
    {"dedication", NULL, NULL, number_preface},
    {"acknowledgements", NULL, NULL, number_preface},
    {"colophon", NULL, NULL, number_preface},
    {"section", "label.section", NULL, number_section},
    {"figure", "label.figure", NULL, number_figure},
    {"table", "label.table", NULL, number_table},
    {"example", "label.example", NULL, number_example},
    {"equation", "label.equation", "refer.equation", number_equation},
    {"procedure", "label.procedure", NULL, number_procedure},
    {"qandaentry", "label.question", NULL, number_question},
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
            t->refer = counter->refer;
            counter->number(c, t);
        }
    }
    bool section = node_is(n, NS_DOCBOOK, "section");
    bool preface = counter && counter->number == number_preface;
    c->depth += section;
    for (const struct node *child = n->child; child; child = child->next)
        if (child->kind == NODE_ELEMENT)
            count(c, child);
    c->depth -= section;
    if (preface) {
        memcpy(c->outside, c->count, sizeof c->count);
        c->preface = false;
    }
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
    struct counting c = {.r = r, .prefix = ""};
    count(&c, root);
    index_targets(r);
}

const struct target *target_of(const struct reader *r, const struct node *n) {
    return lookup_get_at(r->numbered, n);
}

static bool is_margin_note(const struct node *n) {
    const char *role = node_is(n, NS_DOCBOOK, "sidebar") ? node_value(n, "role") : NULL;
    return role && !strcmp(role, "margin");
}

/* Whether layout makes a destination of it: a block or an item, in this edition, and not a part of
 * a margin note. */
bool target_reachable(const struct reader *r, const struct node *n) {
    static const char *const items[] = {"listitem", "varlistentry", "qandaentry",  "step",
                                        "anchor",   "glossentry",   "biblioentry", "bibliomixed"};
    const struct element *e = element_find(n);
    bool block = e && e->block;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        block |= node_is(n, NS_DOCBOOK, items[i]);
    for (const struct node *up = n; block && up; up = up->parent)
        if (!node_wanted(r, up) || (up != n && is_margin_note(up)))
            return false;
    return block;
}

static const char *nearest_id(const struct reader *r, const char *id) {
    const char **ids = ARENA_ARRAY(r->arena, const char *, r->target_count + 1);
    for (size_t i = 0; i < r->target_count; i++)
        ids[i] = r->targets[i].id;
    return nearest_name(id, ids, r->target_count);
}

enum diag_kind code_missing(const struct reader *r, enum diag_kind in_book) {
    return r->request->part ? DIAG_XREF_ELSEWHERE : in_book;
}

const struct target *target_find(struct reader *r, const struct attribute *linkend) {
    const struct target *t = lookup_get(r->ids, linkend->value);
    if (!t) {
        diag_report(r->diag, code_missing(r, DIAG_XREF_MISSING), linkend->value_span,
                    linkend->value, "the xml:id of a chapter, section, figure, table or question",
                    nearest_id(r, linkend->value));
        return NULL;
    }
    if (target_reachable(r, t->node))
        return t;
    diag_report(r->diag, DIAG_LINK_TARGET_MISSING, linkend->value_span, t->id, NULL, NULL);
    diag_note(r->diag, t->node->span,
              node_is(t->node, NS_DOCBOOK, "footnote")
                  ? "it stands here, a footnote: its mark is repeated with <footnoteref>"
                  : "it stands here, where no page can be turned to");
    return NULL;
}

const char *target_label(struct reader *r, const struct target *t) {
    if (!t || !t->key || !t->number)
        return NULL;
    return say_with(r->arena, r->request->strings, t->key, "number", t->number, NULL);
}

static const char *item_reference(struct reader *r, const struct target *t) {
    const char *key = node_is(t->node, NS_DOCBOOK, "step") ? "refer.step" : "refer.item";
    const char *number = item_number(r, t->node);
    return number ? say_with(r->arena, r->request->strings, key, "number", number, NULL) : NULL;
}

const char *target_reference(struct reader *r, const struct target *t) {
    if (!t->key && !t->number)
        return item_reference(r, t);
    if (!t->refer || !t->number)
        return target_label(r, t);
    return say_with(r->arena, r->request->strings, t->refer, "number", t->number, NULL);
}
