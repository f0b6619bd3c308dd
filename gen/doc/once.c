/* Children that an element may hold once. */
#include <string.h>

#include "doc/reader.h"

/* NULL: of any element. What bars join stands for one place; what stands in <info> counts. */
static const struct single {
    const char *parent, *names;
} SINGLES[] = {
    {NULL, "title"},
    {NULL, "subtitle"},
    {NULL, "info"},
    {NULL, "caption"},
    {NULL, "attribution"},
    {"figure", "chart|mediaobject"},
    {"qandaentry", "question"},
    {"varlistentry", "listitem"},
    {"part", "partintro"},
    {"formalpara", "para"},
    {"question", "label"},
};

static bool is_listed(const char *names, const char *name) {
    for (size_t n = strlen(name); *names; names += strspn(names, "|")) {
        size_t length = strcspn(names, "|");
        if (length == n && !strncmp(names, name, n))
            return true;
        names += length;
    }
    return false;
}

/* One for each language is one; so is one in each branch of a condition. */
static bool is_for_language(const struct node *n) {
    return node_attribute(n, NS_XML, "lang") || node_attribute(n, NS_RIDGE, "lang") ||
           node_attribute(n, NS_NONE, "condition");
}

static void check_single(struct reader *r, const struct node *n, const char *names) {
    const struct node *info = node_child(n, NS_DOCBOOK, "info");
    const struct node *first = info ? node_child(info, NS_DOCBOOK, names) : NULL;
    for (const struct node *c = n->child; c; c = c->next) {
        if (c->kind != NODE_ELEMENT || !is_listed(names, c->name) || is_for_language(c))
            continue;
        const struct element *e = element_find(c);
        if (first && e) {
            diag_report(r->diag, DIAG_SECOND_CHILD, c->span, element_shown(r->arena, e), "it once",
                        NULL);
            diag_note(r->diag, first->span, "the first stands here");
        }
        first = first ? first : c;
    }
}

void check_once(struct reader *r, const struct node *n) {
    for (size_t i = 0; i < sizeof SINGLES / sizeof *SINGLES; i++)
        if (!SINGLES[i].parent || (n->ns == NS_DOCBOOK && !strcmp(SINGLES[i].parent, n->name)))
            check_single(r, n, SINGLES[i].names);
}

/* Books have a title page, articles a head; a division shows who wrote it. */
void check_info(struct reader *r, const struct node *n) {
    static const char *const shown[] = {"title", "subtitle", "author", "authorgroup"};
    const struct node *of = n->parent;
    if (!node_is(n, NS_DOCBOOK, "info") || !of || node_is(of, NS_DOCBOOK, "book") ||
        node_is(of, NS_DOCBOOK, "article"))
        return;
    bool division = node_is(of, NS_DOCBOOK, "chapter") || node_is(of, NS_DOCBOOK, "appendix") ||
                    node_is(of, NS_DOCBOOK, "preface");
    for (const struct node *c = n->child; c; c = c->next) {
        bool is_shown = c->kind != NODE_ELEMENT || !element_find(c);
        for (size_t i = 0; i < (division ? 4 : 2); i++)
            is_shown |= node_is(c, NS_DOCBOOK, shown[i]);
        if (!is_shown)
            diag_report(r->diag, DIAG_INFO_UNUSED, c->span, c->name, NULL, NULL);
    }
}
