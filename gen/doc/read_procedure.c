/* Procedures: steps are numbered, steps below them lettered; alternatives are not counted. */
#include <string.h>

#include "base/text.h"
#include "doc/reader.h"

static const uint64_t BODY = G_PARA | G_BLOCK | G_ANYWHERE;

/* "(optional)" before a step that may be left out, or NULL. */
static struct inline_ *optional_note(struct reader *r, const struct node *n) {
    static const char *const words[] = {"required", "optional"};
    if (attribute_choice(n, "performance", words, 2) != 1)
        return NULL;
    const char *word = say(r->request->strings, "doc.optional");
    const char *gap = language_is_chinese(r->language) ? "" : " ";
    struct inline_ *note =
        inline_new(r, INLINE_TEXT, arena_printf(r->arena, "%s%s", word, gap), n->span);
    note->quiet = true;
    return note;
}

static const struct inline_ *after(struct inline_ *note, const struct inline_ *text) {
    return note ? inlines_join(note, (struct inline_ *)(void *)text) : text;
}

static struct block *steps_of(struct reader *r, const struct node *n, bool counted);

/* What a step holds, in its order: blocks, steps below it, alternatives. */
static struct block *step_body(struct reader *r, const struct node *n) {
    struct chain all = {NULL, &all.first};
    for (const struct node *c = n->child; c; c = c->next) {
        const struct element *e = c->kind == NODE_ELEMENT ? element_find(c) : NULL;
        if (!e || !node_wanted(r, c))
            continue;
        if (node_is(c, NS_DOCBOOK, "substeps") || node_is(c, NS_DOCBOOK, "stepalternatives")) {
            struct block *list = block_new(r, c, BLOCK_LIST);
            list->child = steps_of(r, c, node_is(c, NS_DOCBOOK, "substeps"));
            chain_add(&all, list);
        } else if (e->block && (e->is & BODY)) {
            chain_add(&all, e->block(r, c));
        }
    }
    return all.first;
}

/* The title is a paragraph of its own; without one the note stands in the first paragraph. */
static struct block *titled(struct reader *r, const struct node *n, struct block *body) {
    const struct inline_ *title = title_of(r, n, "title");
    struct inline_ *note = optional_note(r, n);
    if (!title && body && body->kind == BLOCK_PARA) {
        body->text = after(note, body->text);
        return body;
    }
    if (!title && !note)
        return body;
    struct block *heading = block_new(r, n, BLOCK_PARA);
    heading->id = NULL;
    heading->role = "step-title";
    heading->style = title ? "term" : NULL;
    heading->text = after(note, title);
    heading->next = body;
    return heading;
}

static struct block *steps_of(struct reader *r, const struct node *n, bool counted) {
    struct chain items = {NULL, &items.first};
    int number = 0;
    int depth = r->step_depth;
    r->step_depth += counted;
    for (const struct node *c = n->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "step") || !node_wanted(r, c))
            continue;
        const char *language = language_enter(r, c);
        struct block *item = block_new(r, c, BLOCK_ITEM);
        number++;
        if (counted) {
            item->number = numeral_at_depth(r, depth, number);
            item->label = numeral_label(r, depth, number);
        } else {
            item->number = "•";
        }
        item->child = titled(r, c, step_body(r, c));
        r->language = language;
        chain_add(&items, item);
    }
    r->step_depth = depth;
    return items.first;
}

/* With a title it is counted: "Procedure 1.2". Blocks may stand before the first step. */
BLOCK_HANDLER(read_procedure) {
    struct block *b = block_new(r, n, BLOCK_LIST);
    struct chain all = {NULL, &all.first};
    int depth = r->step_depth;
    r->step_depth = 0;
    b->role = "procedure";
    b->title = title_of(r, n, "title");
    number_block(r, n, b);
    chain_add(&all, blocks_of(r, n, BODY));
    chain_add(&all, steps_of(r, n, true));
    b->child = all.first;
    r->step_depth = depth;
    return b;
}
