#include "doc/foreign.h"

#include <string.h>

#include "base/lookup.h"
#include "doc/foreign_row.h"
#include "doc/value.h"

static const struct foreign_row ROWS[] = {
#define FOREIGN(names, how, instead) {names, FOREIGN_##how, instead},
#include "doc/foreign.def"
#undef FOREIGN
};

static const struct foreign_row *row_find(const char *name) {
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const char *names = ROWS[i].names, *word;
        size_t n;
        while (words_next(&names, &word, &n))
            if (strlen(name) == n && !strncmp(word, name, n))
                return &ROWS[i];
    }
    return NULL;
}

/* ── What is said ── */

/* A fault that is said once. */
struct said {
    struct said *next;
    enum diag_kind kind;
    struct span at;
    const char *found, *expected;
    size_t times;
};

struct settling {
    struct arena *arena;
    struct diag *diag;
    struct lookup *known; /* of struct said, by kind and names */
    struct said *first, **end;
};

static void say_once(struct settling *s, enum diag_kind kind, struct span at, const char *found,
                     const char *expected) {
    const char *key = arena_printf(s->arena, "%d %s %s", (int)kind, found, expected);
    struct said *said = (struct said *)(void *)lookup_get(s->known, key);
    if (!said) {
        said = ARENA_NEW(s->arena, struct said);
        *said = (struct said){.kind = kind, .at = at, .found = found, .expected = expected};
        lookup_put(s->known, key, said);
        *s->end = said;
        s->end = &said->next;
    }
    said->times++;
}

static void report_all(struct settling *s) {
    for (const struct said *said = s->first; said; said = said->next) {
        diag_report(s->diag, said->kind, said->at, said->found, said->expected, NULL);
        if (said->times == 2)
            diag_note(s->diag, (struct span){0}, "and once more");
        if (said->times > 2)
            diag_note(s->diag, (struct span){0}, "and %zu times more", said->times - 1);
    }
}

/* ── Elements ── */

static bool is_foreign(const struct node *n) {
    return n->kind == NODE_ELEMENT && n->ns == NS_DOCBOOK && !element_find(n);
}

/* Puts the children in the place of their parent; returns the slot behind them. */
static struct node **unwrap(struct node **slot) {
    struct node *n = *slot, **end = slot;
    *slot = n->child;
    while (*end) {
        (*end)->parent = n->parent;
        end = &(*end)->next;
    }
    *end = n->next;
    return end;
}

/* "listitem/para": a listitem whose one child, a para, has all that was in it. */
static void rename_node(struct settling *s, struct node *n, const char *as) {
    const char *slash = strchr(as, '/');
    n->name = slash ? arena_strndup(s->arena, as, (size_t)(slash - as)) : as;
    if (!slash)
        return;
    struct node *inner = ARENA_NEW(s->arena, struct node);
    *inner = (struct node){.kind = NODE_ELEMENT,
                           .ns = NS_DOCBOOK,
                           .name = slash + 1,
                           .parent = n,
                           .child = n->child,
                           .span = n->span};
    for (struct node *c = inner->child; c; c = c->next)
        c->parent = inner;
    n->child = inner;
}

static void say_row(struct settling *s, const struct node *n, const struct foreign_row *row) {
    static const enum diag_kind kinds[] = {[FOREIGN_AS] = DIAG_FOREIGN_AS,
                                           [FOREIGN_KEPT] = DIAG_FOREIGN_KEPT,
                                           [FOREIGN_LEFT] = DIAG_FOREIGN_LEFT,
                                           [FOREIGN_REFUSED] = DIAG_FOREIGN_REFUSED};
    const char *instead = row->instead;
    if (row->how == FOREIGN_AS)
        instead = arena_strndup(s->arena, instead, strcspn(instead, "/"));
    say_once(s, kinds[row->how], n->span, n->name, instead);
}

/* false: it stays as it is. Otherwise *slot holds what is to be looked at next. */
static bool settle_foreign(struct settling *s, struct node **slot) {
    struct node *n = *slot;
    const struct foreign_row *row = is_foreign(n) ? row_find(n->name) : NULL;
    if (!row)
        return false;
    say_row(s, n, row);
    if (row->how == FOREIGN_AS)
        rename_node(s, n, row->instead);
    else if (row->how == FOREIGN_KEPT)
        unwrap(slot);
    else
        *slot = n->next;
    return row->how != FOREIGN_AS || !element_find(n);
}

/* A name or a year in running text, where only its words count; <info> where a title is enough. */
static bool settle_misplaced(struct settling *s, const struct element *parent, struct node **slot) {
    struct node *n = *slot;
    const struct element *e = n->ns == NS_DOCBOOK ? element_find(n) : NULL;
    if (!parent || !e || (e->is & parent->holds) || parent->holds == UINT64_MAX)
        return false;
    bool words = (parent->holds & G_TEXT) && (e->holds & G_TEXT) &&
                 !(e->is & (G_BLOCK | G_PARA | G_TITLE | G_ITEM | G_TERM));
    if (!words && !(e->is & G_INFO))
        return false;
    say_once(s, DIAG_FOREIGN_KEPT, n->span, n->name, "");
    unwrap(slot);
    return true;
}

/* What <info> held besides titles goes with it. */
static bool settle_fact(struct settling *s, const struct element *parent, struct node **slot) {
    struct node *n = *slot;
    const struct element *e = n->ns == NS_DOCBOOK ? element_find(n) : NULL;
    if (!parent || !e || (e->is & parent->holds) || !(e->is & (G_INFO_PART | G_AUTHOR)))
        return false;
    say_once(s, DIAG_FOREIGN_LEFT, n->span, n->name, "the title page has no place for it");
    *slot = n->next;
    return true;
}

static bool is_empty(const struct node *n) {
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT || c->text[strspn(c->text, " \t\n\r")])
            return false;
    return true;
}

/* Converters leave them: the part of a name that nobody has, the paragraph of a section without
 * text. An empty paragraph elsewhere was to be filled. */
static bool settle_empty(struct settling *s, const struct element *parent, struct node **slot) {
    const struct node *n = *slot;
    const struct element *e = n->ns == NS_DOCBOOK && is_empty(n) ? element_find(n) : NULL;
    bool name = e && (e->is & G_NAME_PART);
    bool para = e && (e->is & G_PARA) && parent && (parent->holds & G_SECTION);
    if (!name && !para)
        return false;
    say_once(s, DIAG_FOREIGN_LEFT, n->span, n->name, "it is empty");
    *slot = n->next;
    return true;
}

/* An empty link says what it points to. */
static void settle_link(struct settling *s, struct node *n) {
    const struct attribute *href = node_attribute(n, NS_XLINK, "href");
    if (!node_is(n, NS_DOCBOOK, "link") || n->child)
        return;
    if (!href) {
        n->name = "xref";
        return;
    }
    struct node *text = ARENA_NEW(s->arena, struct node);
    *text = (struct node){
        .kind = NODE_TEXT, .text = href->value, .parent = n, .span = href->value_span};
    n->child = text;
}

static void settle(struct settling *s, struct node *parent) {
    const struct element *e = element_find(parent);
    struct node **slot = &parent->child;
    while (*slot) {
        struct node *n = *slot;
        if (n->kind == NODE_ELEMENT && (settle_foreign(s, slot) || settle_misplaced(s, e, slot) ||
                                        settle_fact(s, e, slot) || settle_empty(s, e, slot)))
            continue;
        if (n->kind == NODE_ELEMENT) {
            settle_link(s, n);
            settle(s, n);
        }
        slot = &n->next;
    }
    foreign_attributes(s->arena, parent, say_once, s);
    foreign_paragraphs(s->arena, parent, say_once, s);
}

/* ── Documents ── */

/* DocBook before 5.0 has no namespace. */
static bool is_docbook_4(const struct node *root) {
    struct node named = *root;
    named.ns = NS_DOCBOOK;
    return root->ns == NS_NONE && (element_find(&named) || row_find(root->name));
}

/* A section of its own is a chapter. */
static bool settle_root(struct settling *s, struct node *root) {
    const struct foreign_row *row = is_foreign(root) ? row_find(root->name) : NULL;
    if (row)
        say_row(s, root, row);
    if (row && row->how == FOREIGN_AS)
        rename_node(s, root, row->instead);
    else if (row)
        return false;
    const struct element *e = element_find(root);
    if (e && root->ns == NS_DOCBOOK && (e->is & G_SECTION)) {
        say_once(s, DIAG_FOREIGN_AS, root->span, root->name, "chapter");
        root->name = "chapter";
    }
    return true;
}

bool foreign_settle(struct arena *a, struct diag *d, struct node *root) {
    struct settling s = {.arena = a, .diag = d, .known = lookup_new(a)};
    s.end = &s.first;
    if (is_docbook_4(root)) {
        diag_report(d, DIAG_DOCBOOK_4, root->span, root->name,
                    "xmlns=\"http://docbook.org/ns/docbook\" version=\"5.0\"", NULL);
        diag_note(d, (struct span){0},
                  "db4-upgrade.xsl of docbook5-xml converts it: xsltproc "
                  "/usr/share/xml/docbook/stylesheet/docbook5/db4-upgrade.xsl OLD.xml >NEW.xml");
        return false;
    }
    bool good = settle_root(&s, root);
    if (good)
        settle(&s, root);
    report_all(&s);
    return good;
}
