/* The tree against the rows of elements.def: every fault, each at its place. */
#include <string.h>

#include "doc/math_read.h"
#include "doc/value.h"
#include "doc/ways.h"

enum { NAMES_MAX = 320 };

static const char COMMON[] = ELEMENT_COMMON;
static const char PAIRS_EXPECTED[] = "the elements of DocBook 5.0 and of urn:ridgepoint:1";

struct names {
    const char *at[NAMES_MAX];
    size_t n;
};

static void names_add(struct names *names, const char *name) {
    if (names->n < NAMES_MAX)
        names->at[names->n++] = name;
}

/* ── Elements ── */

static const char *shown_name(struct arena *a, const struct node *n) {
    const char *prefix = n->ns == NS_RIDGE ? "r:" : n->ns == NS_MATHML ? "mml:" : "";
    return *prefix ? arena_printf(a, "%s%s", prefix, n->name) : n->name;
}

static struct names element_names(struct arena *a, uint64_t groups) {
    struct names names = {.n = 0};
    for (size_t i = 0; i < element_count; i++)
        if (elements[i].is & groups)
            names_add(&names, element_shown(a, &elements[i]));
    return names;
}

/* The first ones: a reader of the message needs an example, not the language. */
static const char *in_brackets(struct arena *a, const struct names *names, bool text) {
    enum { SHOWN = 8 };
    struct bytes out = {.arena = a};
    bytes_puts(&out, text ? "text" : "");
    for (size_t i = 0; i < names->n && i < SHOWN; i++)
        bytes_printf(&out, "%s<%s>", out.n ? ", " : "", names->at[i]);
    bytes_puts(&out, names->n > SHOWN ? " …" : "");
    return out.n ? arena_strndup(a, out.at, out.n) : "nothing";
}

static const char *allowed(struct arena *a, uint64_t holds) {
    struct names names = element_names(a, holds & ~G_TEXT);
    return in_brackets(a, &names, holds & G_TEXT);
}

static void report_element(struct reader *r, const struct node *n, uint64_t holds) {
    const char *name = shown_name(r->arena, n);
    if (n->ns == NS_OTHER || n->ns == NS_NONE) {
        diag_report(r->diag, DIAG_UNKNOWN_NAMESPACE, n->span, name, PAIRS_EXPECTED, NULL);
        return;
    }
    const char *instead = n->ns == NS_MATHML ? math_refused(n->name) : NULL;
    if (instead) {
        diag_report(r->diag, DIAG_MATH_REFUSED, n->span, name, instead, NULL);
        return;
    }
    const char *way = n->ns == NS_DOCBOOK ? nearest_way(n->name) : NULL;
    if (way) {
        diag_report(r->diag, DIAG_ELEMENT_INSTEAD, n->span, name, way, NULL);
        return;
    }
    struct names here = element_names(r->arena, holds), all = element_names(r->arena, UINT64_MAX);
    const char *nearest = nearest_name(name, here.at, here.n);
    if (!nearest)
        nearest = nearest_name(name, all.at, all.n);
    diag_report(r->diag, DIAG_UNKNOWN_ELEMENT, n->span, name, allowed(r->arena, holds), nearest);
}

/* ── Attributes ── */

static const char *attribute_shown(struct arena *a, const struct attribute *at) {
    const char *prefix = at->ns == NS_XML     ? "xml:"
                         : at->ns == NS_XLINK ? "xlink:"
                         : at->ns == NS_RIDGE ? "r:"
                                              : "";
    return arena_printf(a, "%s%s", prefix, at->name);
}

/* The names of an attribute list without their "!". */
static void names_add_list(struct arena *a, struct names *names, const char *list) {
    while (*list) {
        size_t n = strcspn(list, " ");
        names_add(names, arena_strndup(a, list, list[n - 1] == '!' ? n - 1 : n));
        list += n;
        list += strspn(list, " ");
    }
}

static bool names_hold(const struct names *names, const char *name) {
    for (size_t i = 0; i < names->n; i++)
        if (!strcmp(names->at[i], name))
            return true;
    return false;
}

static void check_required(struct reader *r, const struct node *n, const struct element *e) {
    for (const char *list = e->attributes; *list;) {
        size_t length = strcspn(list, " ");
        if (list[length - 1] == '!') {
            const char *name = arena_strndup(r->arena, list, length - 1);
            if (!attribute_of(n, name))
                diag_report(r->diag, DIAG_MISSING_ATTRIBUTE, n->span, element_shown(r->arena, e),
                            name, NULL);
        }
        list += length;
        list += strspn(list, " ");
    }
}

static bool is_blank(const char *text) {
    return text[strspn(text, " \t\n\r")] == '\0';
}

static void check_attributes(struct reader *r, const struct node *n, const struct element *e) {
    if (!strcmp(e->attributes, "*"))
        return; /* its own reader does it */
    struct names names = {.n = 0};
    names_add_list(r->arena, &names, e->attributes);
    size_t own = names.n;
    names_add_list(r->arena, &names, COMMON);
    for (const struct attribute *at = n->attributes; at; at = at->next) {
        const char *name = attribute_shown(r->arena, at);
        if (names_hold(&names, name)) {
            value_check(r, at, attribute_form(e, name));
            continue;
        }
        struct bytes out = {.arena = r->arena};
        for (size_t i = 0; i < names.n; i++)
            if (i < own || !strncmp(names.at[i], "xml:id", 6) || !strcmp(names.at[i], "role"))
                bytes_printf(&out, "%s%s", out.n ? ", " : "", names.at[i]);
        diag_report(r->diag, DIAG_UNKNOWN_ATTRIBUTE, at->name_span, name, out.at,
                    nearest_name(name, names.at, names.n));
    }
    check_required(r, n, e);
}

/* ── Children ── */

static bool is_named(const struct node *n, const char *name, size_t length) {
    return strlen(n->name) == length && !strncmp(n->name, name, length);
}

/* A title may also stand in <info>. */
static bool is_in_info(const struct node *info, const char *name, size_t length) {
    for (const struct node *c = info->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT && is_named(c, name, length))
            return true;
    return false;
}

static bool has_child(const struct node *n, const char *name, size_t length) {
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT &&
            (is_named(c, name, length) || node_is(c, NS_RIDGE, "if") ||
             (node_is(c, NS_DOCBOOK, "info") && is_in_info(c, name, length))))
            return true;
    return false;
}

/* Something besides what names it. */
static bool has_body(const struct node *n) {
    for (const struct node *c = n->child; c; c = c->next) {
        const struct element *e = c->kind == NODE_ELEMENT ? element_find(c) : NULL;
        if (c->kind == NODE_ELEMENT && !(e && (e->is & ELEMENT_NAMING)))
            return true;
    }
    return false;
}

/* Whether one of the names between bars is there. */
static bool has_one_of(const struct node *n, const char *names, size_t length) {
    for (size_t i = 0; i < length;) {
        size_t name = strcspn(names + i, " |");
        if (has_child(n, names + i, name))
            return true;
        i += name + 1;
    }
    return false;
}

static const char *child_shown(struct arena *a, const char *name, size_t n) {
    bool computed = n == 5 && (!strncmp(name, "chart", n) || !strncmp(name, "table", n));
    bool fact = n == 4 && !strncmp(name, "fact", n);
    return arena_printf(a, "%s%.*s", computed || fact ? "r:" : "", (int)n, name);
}

static const char *either_shown(struct arena *a, const char *names, size_t length) {
    const char *all = "";
    for (size_t i = 0; i < length;) {
        size_t n = strcspn(names + i, " |");
        all = arena_printf(a, "%s%s%s", all, i ? "> or <" : "", child_shown(a, names + i, n));
        i += n + 1;
    }
    return all;
}

static void check_need(struct reader *r, const struct node *n, const struct element *e,
                       const char *word, size_t length) {
    const char *shown = element_shown(r->arena, e);
    if (*word == '*') {
        if (!has_body(n))
            diag_report(r->diag, DIAG_EMPTY_ELEMENT, n->span, shown,
                        "a <para> or another block in it", NULL);
    } else if (!has_one_of(n, word, length)) {
        diag_report(r->diag, DIAG_MISSING_CHILD, n->span, shown,
                    either_shown(r->arena, word, length), NULL);
    }
}

/* "title table|tgroup *": each word one child; bars between names of which one will do; a star for
 * anything besides titles. */
static void check_needs(struct reader *r, const struct node *n, const struct element *e) {
    for (const char *at = e->needs; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        check_need(r, n, e, at, length);
        at += length;
    }
}

static bool holds_something(const struct node *n) {
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT || !is_blank(c->text))
            return true;
    return false;
}

/* An attribute says what the text would: where a reference leads to. */
static bool says_without_text(const struct node *n) {
    static const struct {
        const char *element, *attribute;
    } rows[] = {{"citation", "source"},
                {"glosssee", "otherterm"},
                {"glossseealso", "otherterm"},
                {"link", "endterm"},
                {"bibliosource", "href"}};
    for (const struct attribute *at = n->attributes; at; at = at->next)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            if (!strcmp(rows[i].element, n->name) && !strcmp(rows[i].attribute, at->name))
                return true;
    /* The address of a work. */
    return node_is(n, NS_DOCBOOK, "link") && n->parent &&
           (node_is(n->parent, NS_DOCBOOK, "biblioentry") ||
            node_is(n->parent, NS_DOCBOOK, "biblioset"));
}

static struct span without_blanks(struct span s) {
    static const char blank[] = " \t\n\r";
    while (s.source && s.from < s.to && strchr(blank, s.source->text[s.from]))
        s.from++;
    while (s.source && s.to > s.from && strchr(blank, s.source->text[s.to - 1]))
        s.to--;
    return s;
}

enum { TEXT_SHOWN = 24 };

/* The first characters of a text, for a message. */
static const char *beginning(struct arena *a, const char *text) {
    text += strspn(text, " \t\n\r");
    size_t shown = 0, n = 0;
    for (; text[n] && shown < TEXT_SHOWN; shown++)
        do
            n++;
        while (((unsigned char)text[n] & 0xC0) == 0x80);
    while (n && strchr(" \t\n\r", text[n - 1]))
        n--;
    return arena_printf(a, "%.*s%s", (int)n, text, is_blank(text + n) ? "" : "…");
}

static void check_node(struct reader *r, const struct node *n, uint64_t holds);

static void check_children(struct reader *r, const struct node *n, uint64_t holds) {
    for (const struct node *c = n->child; c; c = c->next) {
        if (c->kind == NODE_ELEMENT)
            check_node(r, c, holds);
        else if (!(holds & G_TEXT) && !is_blank(c->text))
            diag_report(r->diag, DIAG_MISPLACED_TEXT, without_blanks(c->span),
                        beginning(r->arena, c->text), allowed(r->arena, holds), NULL);
    }
}

static void check_node(struct reader *r, const struct node *n, uint64_t holds) {
    const struct element *e = element_find(n);
    if (!e) {
        report_element(r, n, holds);
        return;
    }
    if (!(e->is & holds))
        diag_report(r->diag, DIAG_MISPLACED_ELEMENT, n->span, element_shown(r->arena, e),
                    allowed(r->arena, holds), NULL);
    check_attributes(r, n, e);
    check_needs(r, n, e);
    check_once(r, n);
    check_info(r, n);
    if ((e->holds & G_TEXT) && e->holds != UINT64_MAX && !(e->is & G_ENTRY) &&
        !holds_something(n) && !says_without_text(n))
        diag_report(r->diag, DIAG_EMPTY_ELEMENT, n->span, element_shown(r->arena, e), "some text",
                    NULL);
    check_children(r, n, e->holds == UINT64_MAX ? holds : e->holds);
}

void check_document(struct reader *r, const struct node *root) {
    check_node(r, root, G_ROOT);
}
