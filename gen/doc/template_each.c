/* r:each in a template: its content once for each thing the template was given. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "doc/template_each.h"

struct copying {
    struct arena *arena;
    const char *const *names;
    size_t n;
    const char *name, *stands_for; /* of the innermost r:each, and the one it is at; or NULL */
    const struct copying *outer;
};

/* "$a/peak, $b/peak" for "/peak"; "$a $b" for nothing. */
static void add_all(struct bytes *out, const struct copying *c, const char *path, size_t n) {
    for (size_t i = 0; i < c->n; i++)
        bytes_printf(out, "%s$%s%.*s", i == 0 ? "" : n ? ", " : " ", c->names[i], (int)n, path);
}

/* "2*count+1": how many there are, times, and more. */
static bool add_count(struct bytes *out, const struct copying *c, const char *text, size_t n) {
    char *end;
    unsigned long times = 1, more = 0;
    const char *at = text;
    if (*at >= '0' && *at <= '9') {
        times = strtoul(at, &end, 10);
        at = *end == '*' ? end + 1 : end;
    }
    if (strncmp(at, "count", 5) != 0)
        return false;
    at += 5;
    if (*at == '+') {
        more = strtoul(at + 1, &end, 10);
        at = end;
    }
    if (at != text + n)
        return false;
    bytes_printf(out, "%zu", times * c->n + more);
    return true;
}

/* Of an r:each around it; "last" is the last of all. */
static const char *stands_for(const struct copying *c, const char *text, size_t n) {
    if (n == 4 && !memcmp(text, "last", n) && c->n)
        return c->names[c->n - 1];
    for (; c; c = c->outer)
        if (c->name && strlen(c->name) == n && !memcmp(c->name, text, n))
            return c->stands_for;
    return NULL;
}

/* What stands in braces, put in; braces around anything else stay. */
static const char *filled(const struct copying *c, const char *text) {
    if (!strchr(text, '{'))
        return text;
    struct bytes out = {.arena = c->arena};
    while (*text) {
        size_t n = *text == '{' ? strcspn(text + 1, "}") : 0;
        const char *inner = text + 1, *one = n ? stands_for(c, inner, n) : NULL;
        bool closed = n && inner[n] == '}';
        if (closed && one)
            bytes_puts(&out, one);
        else if (closed && !strncmp(inner, "each", 4) && (n == 4 || strchr("/-", inner[4])))
            add_all(&out, c, inner + 4, n - 4);
        else if (!closed || !add_count(&out, c, inner, n)) {
            bytes_add(&out, text++, 1);
            continue;
        }
        text = inner + n + 1;
    }
    return arena_strndup(c->arena, out.at ? out.at : "", out.n);
}

static struct attribute *attributes_filled(const struct copying *c, const struct attribute *from) {
    struct attribute *first = NULL, **last = &first;
    for (; from; from = from->next) {
        *last = arena_memdup(c->arena, from, sizeof *from);
        (*last)->value = filled(c, from->value);
        last = &(*last)->next;
    }
    *last = NULL;
    return first;
}

static void copy_children(const struct copying *c, const struct node *from, struct node *parent,
                          struct node ***last);

static struct node *copy(const struct copying *c, const struct node *from, struct node *parent) {
    struct node *to = arena_memdup(c->arena, from, sizeof *from);
    to->parent = parent;
    to->next = to->child = NULL;
    to->attributes = attributes_filled(c, from->attributes);
    struct node **last = &to->child;
    copy_children(c, from, to, &last);
    return to;
}

static void copy_each(const struct copying *c, const struct node *each, struct node *parent,
                      struct node ***last) {
    for (size_t i = 0; i < c->n; i++) {
        struct copying inner = *c;
        inner.name = node_value(each, "name");
        inner.stands_for = c->names[i];
        inner.outer = c;
        copy_children(&inner, each, parent, last);
    }
}

static void copy_children(const struct copying *c, const struct node *from, struct node *parent,
                          struct node ***last) {
    for (const struct node *child = from->child; child; child = child->next) {
        if (node_is(child, NS_RIDGE, "each")) {
            copy_each(c, child, parent, last);
            continue;
        }
        **last = copy(c, child, parent);
        *last = &(**last)->next;
    }
}

const struct node *template_each(struct arena *a, const struct node *root, const char *const *names,
                                 size_t n) {
    struct copying c = {.arena = a, .names = names, .n = n};
    return copy(&c, root, NULL);
}
