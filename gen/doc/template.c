/* Templates: parameters, conditions, places, marks and big numbers; local scenarios. */
#include <string.h>

#include "doc/inliner.h"
#include "doc/reader.h"

/* The article, in the wanted language when there are several. */
const struct node *template_article(struct reader *r, const struct node *root) {
    for (const struct node *c = root->child; c; c = c->next)
        if (node_is(c, NS_DOCBOOK, "article") && node_wanted(r, c))
            return c;
    diag_report(r->diag, DIAG_MISSING_CHILD, root->span, "r:template", "article", NULL);
    return NULL;
}

/* Whether a parameter is bound to a thing of its type. */
static bool is_bound(const struct reader *r, const char *name, const char *type) {
    for (size_t i = 0; i < r->request->binding_count; i++) {
        const struct binding *b = &r->request->bindings[i];
        if (!strcmp(b->name, name))
            return !strcmp(type, "accelerator") ? b->accelerator != NULL
                   : !strcmp(type, "model")     ? b->model != NULL
                                                : b->scenario != NULL;
    }
    return false;
}

void template_check_parameters(struct reader *r, const struct node *root) {
    static const char *const types[] = {"accelerator", "model", "scenario"};
    for (const struct node *c = root->child; c; c = c->next) {
        if (!node_is(c, NS_RIDGE, "param"))
            continue;
        const char *name = node_value(c, "name"), *type = node_value(c, "type");
        const char *known = type ? nearest_name(type, types, 3) : NULL;
        if (type && (!known || strcmp(known, type) != 0))
            diag_report(r->diag, DIAG_BAD_ATTRIBUTE, node_value_span(c, "type"), type,
                        "accelerator, model or scenario", known);
        else if (name && type && !node_value(c, "optional") && !is_bound(r, name, type))
            diag_report(r->diag, DIAG_TEMPLATE_PARAMETER, c->span, name, type, NULL);
    }
}

BLOCK_HANDLER(read_condition) {
    const struct attribute *test = attribute_of(n, "test");
    bool holds = false;
    struct comparison sides;
    bool said = test && expression_test(r->arena, r->diag, &r->env, test->value, test->value_span,
                                        &holds, &sides);
    return said && holds ? blocks_of(r, n, UINT64_MAX) : NULL;
}

/* Those of a template are gone before it is read (template_each.c). */
static void refuse_each(struct reader *r, const struct node *n) {
    diag_report(r->diag, DIAG_MISPLACED_ELEMENT, n->span, "r:each", "the templates of sheets", NULL);
}

BLOCK_HANDLER(read_each) {
    refuse_each(r, n);
    return NULL;
}

INLINE_HANDLER(read_each_inline) {
    refuse_each(inliner_reader(in), n);
}

/* The bindings with room for one more. */
static struct binding *bindings_grown(struct reader *r) {
    size_t n = r->env.binding_count;
    struct binding *grown = ARENA_ARRAY(r->arena, struct binding, n + 1);
    if (n)
        memcpy(grown, r->env.bindings, n * sizeof *grown);
    r->env.bindings = grown;
    r->env.binding_count = n + 1;
    return &grown[n];
}

static bool is_taken(const struct reader *r, const char *id) {
    const struct catalog *c = r->request->catalog;
    for (size_t i = 0; i < catalog_scenario_count(c); i++)
        if (!strcmp(catalog_scenario_at(c, i)->id, id))
            return true;
    return binding_find(r, id) != NULL;
}

/* Its fault is told once, not again wherever it is used. */
static void bind_faulty(struct reader *r, const char *name) {
    if (name && !is_taken(r, name))
        *bindings_grown(r) = (struct binding){.name = name, .faulty = true};
}

/* A scenario of this document: known from here on. */
BLOCK_HANDLER(read_scenario) {
    const struct scenario *s = catalog_read_scenario(
        r->request->catalog, r->diag, n, r->request->bindings, r->request->binding_count);
    if (s && is_taken(r, s->id))
        diag_report(r->diag, DIAG_DUPLICATE_ID, node_value_span(n, "id"), s->id, NULL, NULL);
    else if (s)
        *bindings_grown(r) = (struct binding){.name = s->id, .scenario = s};
    else
        bind_faulty(r, node_value(n, "id"));
    return NULL;
}

/* A name for a value, known from here on: what several expressions share is said once. */
BLOCK_HANDLER(read_let) {
    const char *name = node_value(n, "name");
    struct value *value = ARENA_NEW(r->arena, struct value);
    if (!name || !value_of(r, n, "select", value)) {
        bind_faulty(r, name);
        return NULL;
    }
    if (is_taken(r, name))
        diag_report(r->diag, DIAG_DUPLICATE_ID, node_value_span(n, "name"), name, NULL, NULL);
    else
        *bindings_grown(r) = (struct binding){.name = name, .value = value};
    return NULL;
}

static void read_box(struct reader *r, const struct node *n, struct block *b) {
    number_of(r, n, "x", &b->box.x);
    number_of(r, n, "y", &b->box.y);
    number_of(r, n, "width", &b->box.w);
    number_of(r, n, "height", &b->box.h);
}

/* One of the words, or NULL after reporting. */
static const char *choice(struct reader *r, const struct node *n, const char *name,
                          const char *const *words, size_t count, const char *expected) {
    const struct attribute *at = attribute_of(n, name);
    for (size_t i = 0; at && i < count; i++)
        if (!strcmp(at->value, words[i]))
            return words[i];
    if (at)
        diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value, expected,
                    nearest_name(at->value, words, count));
    return NULL;
}

static enum limit limit_of(struct reader *r, const struct node *n) {
    static const char *const limits[] = {"capacity", "bandwidth", "interconnect", "compute"};
    const char *name =
        choice(r, n, "limit", limits, 4, "capacity, bandwidth, interconnect or compute");
    return name ? limit_lookup(name) : LIMIT_NONE;
}

BLOCK_HANDLER(read_place) {
    static const char *const aligns[] = {"start", "centre", "end"};
    struct block *b = block_new(r, n, BLOCK_PLACE);
    const char *align = choice(r, n, "align", aligns, 3, "start, centre or end");
    read_box(r, n, b);
    b->role = align ? align : b->role;
    b->title = title_of(r, n, "title");
    b->child = blocks_of(r, n, UINT64_MAX);
    return b;
}

BLOCK_HANDLER(read_mark) {
    static const char *const kinds[] = {"ridge", "slot-a", "slot-b", "slot-c", "rule", "callout"};
    struct block *b = block_new(r, n, BLOCK_MARK);
    b->role = choice(r, n, "kind", kinds, sizeof kinds / sizeof *kinds,
                     "ridge, slot-a, slot-b, slot-c, rule or callout");
    b->limits[0] = limit_of(r, n);
    read_box(r, n, b);
    return b->role ? b : NULL;
}

/* A number large, its unit beside it. */
BLOCK_HANDLER(read_big) {
    struct value value;
    struct print print;
    struct block *b = block_new(r, n, BLOCK_BIG);
    b->limits[0] = limit_of(r, n);
    if (!value_of(r, n, "select", &value) || !print_of(r, n, &value, &print))
        return NULL;
    const struct attribute *suffix = attribute_of(n, "suffix");
    const char *unit = suffix ? suffix->value : print.no_unit ? NULL : unit_say(r, print.unit);
    print.no_unit = true;
    struct inline_ *number = inline_new(r, INLINE_VALUE, value_print(r, &value, print), n->span);
    number->tight = true;
    number->origins = value.origins;
    b->text = number;
    b->title = inline_say(r, unit);
    return b;
}
