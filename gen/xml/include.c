/* xi:include: each file is parsed for itself, so that every node keeps its own file and place. */
#include <string.h>

#include "xml/node.h"
#include "xml/read.h"

enum { INCLUDES_LIMIT = 4096 };

/* The files being read, innermost first. */
struct chain {
    const struct chain *up;
    const char *real;
};

struct includer {
    struct arena *arena;
    struct diag *diag;
    const char *root;
    struct path_list *files;
    size_t bytes, count; /* read so far: includes of includes could grow without end */
    bool failed;
};

static struct node *read_tree(struct includer *in, const struct source *source,
                              const struct chain *chain, int depth);

static struct node *refuse(struct includer *in, enum diag_kind kind, struct span at,
                           const char *found, const char *expected, const char *nearest) {
    in->failed = true;
    diag_report(in->diag, kind, at, found, expected, nearest);
    return NULL;
}

void path_list_add(struct arena *a, struct path_list *list, const char *path) {
    if (!list->last)
        list->last = &list->first;
    for (const struct path_entry *e = list->first; e; e = e->next)
        if (!strcmp(e->path, path))
            return;
    struct path_entry *entry = ARENA_NEW(a, struct path_entry);
    entry->path = arena_strdup(a, path);
    *list->last = entry;
    list->last = &entry->next;
}

static bool is_open(const struct chain *chain, const char *real) {
    for (; chain; chain = chain->up)
        if (!strcmp(chain->real, real))
            return true;
    return false;
}

static bool is_text(const struct node *n) {
    const char *parse = node_value(n, "parse");
    return parse && !strcmp(parse, "text");
}

/* Only href, and parse="xml", which is the default, or parse="text". */
static const char *include_href(struct includer *in, const struct node *n) {
    for (const struct attribute *a = n->attributes; a; a = a->next) {
        bool parse = a->ns == NS_NONE && !strcmp(a->name, "parse") &&
                     (!strcmp(a->value, "xml") || !strcmp(a->value, "text"));
        bool href = a->ns == NS_NONE && !strcmp(a->name, "href");
        if (!parse && !href && a->ns != NS_XML)
            refuse(in, DIAG_INCLUDE_SYNTAX, a->name_span,
                   arena_printf(in->arena, "%s=\"%s\" is not supported", a->name, a->value),
                   "href=\"FILE\", to include a whole file, and parse=\"text\" if it is no XML",
                   NULL);
    }
    const char *href = node_value(n, "href");
    if (href && *href)
        return href;
    refuse(in, DIAG_INCLUDE_SYNTAX, n->span, "no file is named", "href=\"FILE\"", NULL);
    return NULL;
}

/* The whole file as one text. */
static struct node *text_node(struct includer *in, const struct source *source) {
    struct node *n = ARENA_NEW(in->arena, struct node);
    size_t from;
    *n = (struct node){.kind = NODE_TEXT};
    if (!xml_text_sound(in->arena, in->diag, source, &from)) {
        in->failed = true;
        return NULL;
    }
    struct bytes text = {.arena = in->arena};
    for (size_t i = from; i < source->bytes; i++) /* lines end as in XML */
        if (source->text[i] != '\r' || source->text[i + 1] != '\n')
            bytes_add(&text, source->text + i, 1);
    n->text = arena_strndup(in->arena, text.n ? text.at : "", text.n);
    n->span = (struct span){source, from, source->bytes};
    return n;
}

static struct node *include_file(struct includer *in, const struct node *n, const char *real,
                                 const char *name, const struct chain *chain, int depth) {
    struct span at = node_value_span(n, "href");
    const struct source *source = file_read_as(in->arena, in->diag, at, real, name, XML_FILE_LIMIT);
    if (!source) {
        in->failed = true;
        return NULL;
    }
    in->bytes += source->bytes;
    if (++in->count > INCLUDES_LIMIT || in->bytes > XML_FILE_LIMIT)
        return refuse(in, DIAG_XML_SIZE, at, name, "at most 4096 includes and 64 MiB in all", NULL);
    if (in->files)
        path_list_add(in->arena, in->files, real);
    return is_text(n) ? text_node(in, source)
                      : read_tree(in, source, &(struct chain){chain, real}, depth);
}

/* The root of the file an xi:include names, or NULL after reporting. */
static struct node *include(struct includer *in, const struct node *n, const struct chain *chain,
                            int depth) {
    const char *href = include_href(in, n);
    if (!href)
        return NULL;
    struct span at = node_value_span(n, "href");
    if (!in->root)
        return refuse(in, DIAG_INCLUDE_SYNTAX, at, "text in memory has no folder",
                      "no include here", NULL);
    bool outside;
    const char *base = at.source->name;
    const char *real = path_inside(in->arena, in->root, base, href, &outside);
    if (outside)
        return refuse(in, DIAG_INCLUDE_OUTSIDE, at, href,
                      arena_printf(in->arena, "a file below “%s”", in->root), NULL);
    const char *name = path_join(in->arena, base, href);
    if (!real) {
        const char *near = file_nearest(in->arena, name);
        return refuse(in, DIAG_INCLUDE_MISSING, at, href, NULL,
                      near ? path_join(in->arena, href, near) : NULL);
    }
    if (!is_text(n) && is_open(chain, real))
        return refuse(in, DIAG_INCLUDE_CYCLE, at, href, "a file that is not being read already",
                      NULL);
    return include_file(in, n, real, name, chain, depth);
}

/* Replaces the includes at and below *slot. One that failed is taken out: its follower moves into
 * the slot, and true asks to look at the slot again. */
static bool resolve(struct includer *in, struct node **slot, const struct chain *chain, int depth) {
    struct node *n = *slot;
    if (node_is(n, NS_XINCLUDE, "include")) {
        struct node *root = include(in, n, chain, depth);
        *slot = root ? root : n->next;
        if (!root)
            return true;
        root->parent = n->parent;
        root->next = n->next;
        return false;
    }
    struct node **child = &n->child;
    while (*child)
        if (!resolve(in, child, chain, depth + 1))
            child = &(*child)->next;
    return false;
}

static struct node *read_tree(struct includer *in, const struct source *source,
                              const struct chain *chain, int depth) {
    struct node *root = xml_read_source(in->arena, in->diag, source, depth);
    if (!root)
        in->failed = true;
    else
        resolve(in, &root, chain, depth);
    if (root && root->kind == NODE_TEXT)
        return refuse(in, DIAG_INCLUDE_SYNTAX, root->span, "characters alone are no document",
                      "an element around the xi:include", NULL);
    return root;
}

/* The folder a file lies in, for callers who name no root. */
static const char *folder_of(struct arena *a, const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? arena_strndup(a, path, (size_t)(slash - path) + 1) : ".";
}

struct node *xml_read(struct arena *a, struct diag *d, const char *root, const char *path,
                      struct path_list *files) {
    struct includer in = {
        .arena = a, .diag = d, .root = root ? root : folder_of(a, path), .files = files};
    const struct source *source = file_read(a, d, (struct span){0}, path, XML_FILE_LIMIT);
    if (!source)
        return NULL;
    bool outside;
    const char *real = path_inside(a, "/", NULL, path, &outside);
    if (!real)
        real = path;
    in.bytes = source->bytes;
    if (files)
        path_list_add(a, files, real);
    struct node *tree = read_tree(&in, source, &(struct chain){NULL, real}, 0);
    return in.failed ? NULL : tree;
}

struct node *xml_parse(struct arena *a, struct diag *d, const struct source *source) {
    struct includer in = {.arena = a, .diag = d};
    struct node *tree = read_tree(&in, source, NULL, 0);
    return in.failed ? NULL : tree;
}
