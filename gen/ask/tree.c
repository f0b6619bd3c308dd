#include "ask/tree.h"

#include <string.h>

#include "ask/cell.h"
#include "xml/node.h"
#include "xml/write.h"

enum kind { GROUP, LIST, WORD, LITERAL };

struct tree {
    struct arena *arena;
    const char *name;
    enum kind kind;
    const char *text; /* of a leaf; NULL: null */
    bool as_attributes;
    struct tree *parent, *child, **end, *next;
};

static struct tree *tree_new(struct arena *a, struct tree *parent, const char *name,
                             enum kind kind) {
    struct tree *t = ARENA_NEW(a, struct tree);
    *t = (struct tree){.arena = a, .name = name, .kind = kind, .parent = parent};
    t->end = &t->child;
    if (parent) {
        *parent->end = t;
        parent->end = &t->next;
    }
    return t;
}

struct tree *tree_root(struct arena *a, const char *name) {
    return tree_new(a, NULL, name, GROUP);
}

struct tree *tree_parent(const struct tree *t) {
    return t->parent;
}

struct tree *tree_group(struct tree *parent, const char *name) {
    return tree_new(parent->arena, parent, name, GROUP);
}

struct tree *tree_list(struct tree *parent, const char *name) {
    return tree_new(parent->arena, parent, name, LIST);
}

struct tree *tree_word(struct tree *parent, const char *name, const char *word) {
    struct tree *t = tree_new(parent->arena, parent, name, WORD);
    t->text = word;
    return t;
}

static struct tree *tree_literal(struct tree *parent, const char *name, const char *text) {
    struct tree *t = tree_new(parent->arena, parent, name, LITERAL);
    t->text = text;
    return t;
}

struct tree *tree_number(struct tree *parent, const char *name, double number) {
    return tree_literal(parent, name, number_plain(parent->arena, number));
}

struct tree *tree_truth(struct tree *parent, const char *name, bool truth) {
    return tree_literal(parent, name, truth ? "true" : "false");
}

void tree_unit(struct tree *leaf, struct unit unit) {
    tree_word(leaf, "unit", unit_name(leaf->arena, unit));
}

struct tree *tree_quantity(struct tree *parent, const char *name, struct quantity q) {
    struct tree *t = tree_number(parent, name, q.value);
    tree_unit(t, q.unit);
    tree_word(t, "class", exactness_name(q.exactness));
    if (exactness_has_range(q.exactness)) {
        tree_number(t, "low", q.low);
        tree_number(t, "high", q.high);
    }
    return t;
}

void tree_as_attributes(struct tree *group) {
    group->as_attributes = true;
}

static bool is_leaf(const struct tree *t) {
    return t->kind == WORD || t->kind == LITERAL;
}

/* ── JSON ── */

/* Leaves, items of lists and what is in them stand on one line; a list of leaves does, too. */
static bool is_inline(const struct tree *t) {
    return is_leaf(t) || (t->parent && (t->parent->kind == LIST || is_inline(t->parent)));
}

static void json_value(const struct tree *t, struct bytes *out, int depth);

static void json_line(struct bytes *out, int depth) {
    bytes_printf(out, "\n%*s", 2 * depth, "");
}

static void json_children(const struct tree *t, struct bytes *out, int depth, bool named) {
    bool flat = is_inline(t) || (t->kind == LIST && t->child && is_leaf(t->child));
    for (const struct tree *c = t->child; c; c = c->next) {
        if (flat)
            bytes_puts(out, c == t->child ? "" : ", ");
        else
            bytes_puts(out, c == t->child ? "" : ",");
        if (!flat)
            json_line(out, depth + 1);
        if (named) {
            json_string(out, c->name);
            bytes_puts(out, ": ");
        }
        json_value(c, out, depth + 1);
    }
    if (t->child && !flat)
        json_line(out, depth);
}

static void json_bare(const struct tree *t, struct bytes *out) {
    if (!t->text)
        bytes_puts(out, "null");
    else if (t->kind == WORD)
        json_string(out, t->text);
    else
        bytes_puts(out, t->text);
}

static void json_value(const struct tree *t, struct bytes *out, int depth) {
    if (is_leaf(t) && !t->child) {
        json_bare(t, out);
        return;
    }
    bytes_puts(out, t->kind == LIST ? "[" : "{");
    if (is_leaf(t)) {
        bytes_puts(out, "\"value\": ");
        json_bare(t, out);
        bytes_puts(out, ", ");
    }
    json_children(t, out, depth, t->kind != LIST);
    bytes_puts(out, t->kind == LIST ? "]" : "}");
}

void tree_json(const struct tree *root, struct bytes *out) {
    json_value(root, out, 0);
    bytes_puts(out, "\n");
}

/* ── XML ── */

static bool is_attribute(const struct tree *t) {
    return is_leaf(t) && !t->child && t->parent && (t->parent->as_attributes || is_leaf(t->parent));
}

/* Paths of the estimate have a stroke, which no name in XML may have. */
static const char *xml_name(const struct tree *t) {
    char *name = arena_strdup(t->arena, t->name);
    for (char *at = name; (at = strchr(at, '/'));)
        *at = '-';
    return name;
}

static void xml_element(const struct tree *t, struct xml_writer *w) {
    xml_open(w, xml_name(t));
    if (!t->parent)
        xml_attribute(w, "xmlns", xml_namespace_uri(NS_RIDGE));
    for (const struct tree *c = t->child; c; c = c->next)
        if (is_attribute(c) && c->text)
            xml_attribute(w, xml_name(c), c->text);
    if (is_leaf(t) && t->text)
        xml_text(w, t->text);
    for (const struct tree *c = t->child; c; c = c->next)
        if (!is_attribute(c))
            xml_element(c, w);
    xml_close(w);
}

void tree_xml(const struct tree *root, struct bytes *out) {
    struct xml_writer w = {.out = out, .indent = true};
    xml_declaration(&w);
    xml_element(root, &w);
}
