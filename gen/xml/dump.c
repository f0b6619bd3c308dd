#include <string.h>

#include "xml/node.h"

static const char *short_name(enum xml_namespace ns) {
    static const char *const names[] = {"none", "docbook", "ridge",    "xlink",
                                        "xml",  "mathml",  "xinclude", "other"};
    return names[ns];
}

static void put_quoted(struct bytes *out, const char *text) {
    bytes_puts(out, "\"");
    for (; *text; text++) {
        if (*text == '\n')
            bytes_puts(out, "\\n");
        else if (*text == '"' || *text == '\\')
            bytes_printf(out, "\\%c", *text);
        else
            bytes_add(out, text, 1);
    }
    bytes_puts(out, "\"");
}

static void put_place(struct bytes *out, struct span span) {
    struct place place = span_place(span);
    bytes_printf(out, " @%zu:%zu", place.line, place.column);
}

static void put_element(struct bytes *out, const struct node *n) {
    bytes_printf(out, "<%s %s", n->name, short_name(n->ns));
    for (const struct attribute *a = n->attributes; a; a = a->next) {
        bytes_puts(out, " ");
        if (a->ns != NS_NONE)
            bytes_printf(out, "%s:", short_name(a->ns));
        bytes_printf(out, "%s=", a->name);
        put_quoted(out, a->value);
    }
    put_place(out, n->span);
    bytes_puts(out, ">");
}

static void dump(const struct node *n, struct bytes *out, int depth) {
    bytes_printf(out, "%*s", depth * 2, "");
    if (n->kind == NODE_ELEMENT) {
        put_element(out, n);
    } else {
        put_quoted(out, n->text);
        put_place(out, n->span);
    }
    bytes_puts(out, "\n");
    for (const struct node *child = n->child; child; child = child->next)
        dump(child, out, depth + 1);
}

void xml_dump(const struct node *n, struct bytes *out) {
    bytes_puts(out, "");
    if (n)
        dump(n, out, 0);
}
