/* The bibliography: entries listed first; their text when all numbers are known. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "doc/back.h"
#include "doc/biblio.h"

/* ── Works ── */

struct work *work_add(struct reader *r, const struct node *node,
                      const struct reference *reference) {
    struct back *b = r->back;
    struct work *w = ARENA_NEW(r->arena, struct work);
    w->node = node;
    w->reference = reference;
    /* Both languages of a book find a source of the catalogue under one id. */
    w->id = reference               ? arena_printf(r->arena, "work..%s", reference->id)
            : node && node_id(node) ? node_id(node)
                                    : mark_id(r, "work");
    *b->works_end = w;
    b->works_end = &w->next;
    lookup_put_at(b->works_by_node, node ? (const void *)node : reference, w);
    return w;
}

void bibliography_collect(struct reader *r, const struct node *entry) {
    struct work *w = work_add(r, entry, NULL);
    const struct node *abbrev = node_child(entry, NS_DOCBOOK, "abbrev");
    const char *keys[] = {node_id(entry), abbrev ? node_text(r->arena, abbrev) : NULL};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i] && lookup_put(r->back->works_by_key, keys[i], w) && !w->key)
            w->key = keys[i];
}

const char *work_name(struct reader *r, const struct work *w) {
    if (w->reference)
        return w->reference->title;
    if (node_is(w->node, NS_DOCBOOK, "bibliomixed"))
        return node_text(r->arena, w->node);
    struct record record = record_read(r, w->node);
    return record.at[FIELD_TITLE] ? record.at[FIELD_TITLE] : "";
}

/* ── Text ── */

/* As written; each piece is in the language of its letters. */
static const struct inline_ *written_text(struct reader *r, const struct node *n) {
    const struct inline_ *text = inlines_typed(r, n);
    bool chinese = language_is_chinese(r->language), han = text_has_han(node_text(r->arena, n));
    for (struct inline_ *in = (struct inline_ *)text; in; in = in->next) {
        bool own = in->language || !in->text;
        if (!own && chinese && !han)
            in->language = "en";
        else if (!own && !chinese && text_has_han(in->text))
            in->language = "zh-Hans";
    }
    return text;
}

static const struct inline_ *work_text(struct reader *r, const struct work *w) {
    if (w->node && node_is(w->node, NS_DOCBOOK, "bibliomixed"))
        return written_text(r, w->node);
    struct record record = w->node ? record_read(r, w->node) : record_of_reference(r, w->reference);
    return record_text(r, &record);
}

static struct block *work_block(struct reader *r, const struct work *w) {
    struct block *b = block_new(r, w->node ? w->node : r->root, BLOCK_ITEM);
    b->id = w->id;
    b->role = NULL;
    b->number = arena_printf(r->arena, "[%d]", w->number);
    b->text = work_text(r, w);
    b->subtitle = inline_say(r, work_name(r, w));
    b->uses = w->uses.at;
    b->use_count = w->uses.n;
    return b;
}

/* ── Lists ── */

static const struct node *list_of(const struct node *entry) {
    return entry->parent;
}

static bool is_list(const struct node *n) {
    return node_is(n, NS_DOCBOOK, "bibliography") || node_is(n, NS_DOCBOOK, "bibliodiv") ||
           node_is(n, NS_DOCBOOK, "bibliolist");
}

static int by_number(const void *x, const void *y) {
    const struct work *a = *(struct work *const *)x, *b = *(struct work *const *)y;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* The works of one list in the order of their numbers. */
static struct block *entries_of(struct reader *r, const struct node *list, bool catalogue) {
    struct work **all = NULL;
    size_t n = 0, room = 0;
    for (struct work *w = r->back->works; w; w = w->next) {
        if (w->node ? list_of(w->node) != list : !catalogue)
            continue;
        ARENA_GROW(r->arena, all, n, room, 32);
        all[n++] = w;
    }
    if (n)
        qsort(all, n, sizeof *all, by_number);
    struct block *first = NULL, **end = &first;
    for (size_t i = 0; i < n; i++, end = &(*end)->next)
        *end = work_block(r, all[i]);
    return first;
}

BLOCK_HANDLER(read_bibliography) {
    struct block *b = back_block(r, n, BLOCK_BIBLIOGRAPHY, "bibliography.title");
    b->child = blocks_of(r, n, G_PARA | G_ANYWHERE);
    /* Sources of the catalogue are listed in the book's own, or else in the first. */
    if (!r->back->bibliography || n->parent == r->root)
        r->back->bibliography = b;
    struct back_list *list = ARENA_NEW(r->arena, struct back_list);
    *list = (struct back_list){r->back->lists, n, b};
    r->back->lists = list;
    return b;
}

static void fill(struct reader *r, const struct back_list *list) {
    struct block **end = &list->block->child;
    while (*end)
        end = &(*end)->next;
    *end = entries_of(r, list->node, list->block == r->back->bibliography);
    for (const struct node *c = list->node->child; c; c = c->next) {
        while (*end)
            end = &(*end)->next;
        if (c->kind != NODE_ELEMENT || !is_list(c) || !node_wanted(r, c))
            continue;
        struct block *head = block_new(r, c, BLOCK_ITEM);
        head->role = "division";
        head->title = title_of(r, c, "title");
        head->next = entries_of(r, c, false);
        *end = head->title ? head : head->next;
    }
}

/* Works that nobody cites stand after those that are cited. */
static void number_rest(struct reader *r) {
    for (struct work *w = r->back->works; w; w = w->next)
        if (!w->number)
            w->number = ++r->back->cited;
}

static void report_unlisted(struct reader *r) {
    for (const struct work *w = r->back->works; w; w = w->next)
        if (w->reference && w->uses.n) {
            diag_report(r->diag, code_missing(r, DIAG_CITATION_MISSING), w->uses.at[0].span,
                        w->reference->id,
                        "a <bibliography> in this book: sources of the catalogue are listed there",
                        NULL);
            return;
        }
}

void bibliography_finish(struct reader *r) {
    number_rest(r);
    for (const struct back_list *l = r->back->lists; l; l = l->next)
        fill(r, l);
    if (!r->back->bibliography)
        report_unlisted(r);
}
