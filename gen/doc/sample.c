/* r:sample: the source of a small chapter, and below it what becomes of it: the file is read for
 * itself, with numbers and names of its own, so that it shows what it would show alone. */
#include <string.h>

#include "doc/back.h"
#include "doc/foreign.h"
#include "doc/reader.h"

enum { SAMPLE_LIMIT = 1024 * 1024 };

const char *file_named(struct reader *r, const struct attribute *at) {
    const char *real = attribute_file(r->arena, r->diag, at, r->request->content,
                                      DIAG_INCLUDE_OUTSIDE, DIAG_INCLUDE_MISSING);
    if (real && r->request->files)
        path_list_add(r->request->file_arena, r->request->files, real);
    return real;
}

/* ── The source ── */

static const char *line_start(const char *text, const char *at) {
    while (at > text && at[-1] != '\n')
        at--;
    return at;
}

/* The first element of the root that does not name it. */
static const struct node *first_of_body(const struct node *root) {
    for (const struct node *c = root->child; c; c = c->next) {
        const struct element *e = c->kind == NODE_ELEMENT ? element_find(c) : NULL;
        if (c->kind == NODE_ELEMENT && !(e && (e->is & ELEMENT_NAMING)))
            return c;
    }
    return NULL;
}

static const char *dedented(struct arena *a, const char *text, const char *end) {
    size_t indent = strspn(text, " ");
    struct bytes out = {.arena = a};
    while (text < end) {
        size_t blanks = strspn(text, " ");
        text += blanks < indent ? blanks : indent;
        size_t n = strcspn(text, "\n");
        n = text + n < end ? n + 1 : (size_t)(end - text);
        bytes_add(&out, text, n);
        text += n;
    }
    return arena_strndup(a, out.at ? out.at : "", out.n);
}

/* What stands in the root, without what names it. */
static const char *body_text(struct arena *a, const struct source *s, const struct node *root) {
    const struct node *first = first_of_body(root);
    const char *end = s->text + s->bytes;
    while (end > s->text && strncmp(end, "</", 2) != 0)
        end--;
    if (!first || first->span.source != root->span.source || end <= s->text + first->span.from)
        return s->text;
    return dedented(a, line_start(s->text, s->text + first->span.from), end);
}

static struct block *listing(struct reader *r, const struct node *n, const char *text,
                             const char *role) {
    struct block *b = block_new(r, n, BLOCK_CODE);
    b->id = NULL;
    b->role = role;
    b->text = inline_new(r, INLINE_TEXT, text, n->span);
    return b;
}

/* ── The result ── */

/* Sections of a sample are none of the book. */
static void unlist(struct block *b, int depth) {
    for (; b && depth; b = b->next) {
        if (b->kind == BLOCK_SECTION)
            b->role = "unlisted";
        unlist(b->child, depth - 1);
    }
}

static struct block *result(struct reader *r, const struct node *root) {
    enum { DEEPEST = 16 };
    struct read_request request = *r->request;
    request.origins = &r->origins;
    request.twin = NULL;
    request.outer = r;
    struct block *all = blocks_read(r->arena, r->diag, root, &request);
    struct block **at = all ? &all->child : NULL;
    while (at && *at)
        if ((*at)->kind == BLOCK_ORIGINS) /* the book has them */
            *at = (*at)->next;
        else
            at = &(*at)->next;
    if (all)
        unlist(all->child, DEEPEST);
    return all ? all->child : NULL;
}

static bool says(const struct node *n, const char *attribute, const char *word) {
    const char *value = node_value(n, attribute);
    return value && !strcmp(value, word);
}

/* With a message there is no result: what the checker says stands there. */
static struct block *message(struct reader *r, const struct node *n) {
    const struct attribute *at = attribute_of(n, "message");
    const char *path = file_named(r, at);
    const struct source *s =
        path ? file_read_as(r->arena, r->diag, at->value_span, path, at->value, SAMPLE_LIMIT)
             : NULL;
    return s ? listing(r, n, s->text, "message") : NULL;
}

/* A text lives as long as the messages that name it: longer than the blocks. */
static struct arena *text_arena(const struct reader *r) {
    return r->request->file_arena ? r->request->file_arena : r->arena;
}

BLOCK_HANDLER(read_sample) {
    const struct attribute *href = attribute_of(n, "href");
    struct block *b = block_new(r, n, BLOCK_SAMPLE);
    if (r->request->outer) {
        diag_report(r->diag, DIAG_MISPLACED_ELEMENT, n->span, "r:sample", "no sample in a sample",
                    NULL);
        return NULL;
    }
    const char *path = href ? file_named(r, href) : NULL;
    bool fault = attribute_of(n, "message") != NULL;
    struct diag *d = fault ? diag_new(r->arena) : r->diag;
    struct arena *a = text_arena(r);
    const char *name = path ? path_join(a, href->value_span.source->name, href->value) : "";
    const struct source *s =
        path ? file_read_as(a, r->diag, href->value_span, path, name, SAMPLE_LIMIT) : NULL;
    struct node *root = s ? xml_parse(a, d, s) : NULL;
    if (!s || (!root && !fault))
        return NULL;
    bool body = root && says(n, "part", "body");
    b->child = listing(r, n, body ? body_text(r->arena, s, root) : s->text, NULL);
    if (fault)
        b->child->next = message(r, n);
    else if (!says(n, "result", "no") && foreign_settle(a, r->diag, root))
        b->child->next = result(r, root);
    const char *key = fault ? "sample.message" : "sample.result";
    b->label = b->child->next ? say(r->request->strings, key) : NULL;
    return b;
}
