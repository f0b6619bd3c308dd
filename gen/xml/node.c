#include "xml/node.h"

#include <string.h>

const char *xml_namespace_uri(enum xml_namespace ns) {
    static const char *const uris[] = {
        [NS_NONE] = "",
        [NS_DOCBOOK] = "http://docbook.org/ns/docbook",
        [NS_RIDGE] = "urn:ridgepoint:1",
        [NS_XLINK] = "http://www.w3.org/1999/xlink",
        [NS_XML] = "http://www.w3.org/XML/1998/namespace",
        [NS_MATHML] = "http://www.w3.org/1998/Math/MathML",
        [NS_XINCLUDE] = "http://www.w3.org/2001/XInclude",
        [NS_OTHER] = "",
    };
    return uris[ns];
}

/* Most names differ in their first letter, which is quicker seen than called for. */
static bool names_equal(const char *a, const char *b) {
    return *a == *b && !strcmp(a, b);
}

bool node_is(const struct node *n, enum xml_namespace ns, const char *name) {
    return n && n->kind == NODE_ELEMENT && n->ns == ns && names_equal(n->name, name);
}

const struct attribute *node_attribute(const struct node *n, enum xml_namespace ns,
                                       const char *name) {
    for (const struct attribute *a = n ? n->attributes : NULL; a; a = a->next)
        if (a->ns == ns && names_equal(a->name, name))
            return a;
    return NULL;
}

const char *node_value(const struct node *n, const char *name) {
    const struct attribute *a = node_attribute(n, NS_NONE, name);
    return a ? a->value : NULL;
}

struct span node_value_span(const struct node *n, const char *name) {
    const struct attribute *a = node_attribute(n, NS_NONE, name);
    if (a)
        return a->value_span;
    return n ? n->span : (struct span){0};
}

const char *node_id(const struct node *n) {
    const struct attribute *a = node_attribute(n, NS_XML, "id");
    return a ? a->value : NULL;
}

struct node *node_child(const struct node *n, enum xml_namespace ns, const char *name) {
    for (struct node *child = n ? n->child : NULL; child; child = child->next)
        if (node_is(child, ns, name))
            return child;
    return NULL;
}

struct node *node_next(const struct node *n) {
    struct node *next = n ? n->next : NULL;
    while (next && next->kind != NODE_ELEMENT)
        next = next->next;
    return next;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t word_length(const char *text) {
    size_t n = 0;
    while (text[n] && !is_space(text[n]))
        n++;
    return n;
}

/* A space is owed until the next word comes, so that none is left at the ends. */
static void fold(struct bytes *out, const char *text, bool *owed) {
    while (*text) {
        size_t word = word_length(text);
        if (!word) {
            *owed = true;
            text++;
            continue;
        }
        if (*owed && out->n)
            bytes_puts(out, " ");
        *owed = false;
        bytes_add(out, text, word);
        text += word;
    }
}

/* Footnotes and terms of the index are no part of the text they hang on. */
static bool hangs_on(const struct node *n) {
    return node_is(n, NS_DOCBOOK, "footnote") || node_is(n, NS_DOCBOOK, "indexterm");
}

static void fold_below(struct bytes *out, const struct node *n, bool *owed) {
    if (n->kind == NODE_TEXT)
        fold(out, n->text, owed);
    for (const struct node *child = n->child; child; child = child->next)
        if (!hangs_on(child))
            fold_below(out, child, owed);
}

const char *node_text(struct arena *a, const struct node *n) {
    struct bytes out = {.arena = a};
    bool owed = false;
    bytes_puts(&out, "");
    if (n)
        fold_below(&out, n, &owed);
    return out.at;
}

const char *node_written(struct arena *a, const struct node *n) {
    return n->ns == NS_RIDGE ? arena_printf(a, "r:%s", n->name) : n->name;
}
