/* Questions and answers. */
#include <string.h>

#include "doc/reader.h"

static const uint64_t BODY = G_PARA | G_BLOCK | G_ANYWHERE;

/* How the entries of a set are labelled; a label of their own wins. */
enum labels { LABELS_QANDA, LABELS_NUMBER, LABELS_NONE };

static enum labels labels_of(const struct node *n, enum labels usual) {
    static const char *const words[] = {"qanda", "number", "none"};
    int chosen = attribute_choice(n, "defaultlabel", words, 3);
    return chosen < 0 ? usual : (enum labels)chosen;
}

static void put_label(struct reader *r, const struct node *entry, const struct node *question,
                      enum labels labels, struct block *b) {
    const struct node *own = question ? child_of(r, question, "label") : NULL;
    number_block(r, entry, b);
    if (labels != LABELS_QANDA)
        b->label = labels == LABELS_NUMBER ? b->number : "";
    if (own)
        b->label = node_text(r->arena, own);
}

/* The first paragraph of a question is its title; what else it holds comes first among the
 * children. */
static struct block *question_rest(struct reader *r, const struct node *question, struct block *b) {
    struct block *blocks = blocks_of(r, question, BODY);
    if (!blocks || blocks->kind != BLOCK_PARA)
        return blocks;
    b->title = blocks->text;
    return blocks->next;
}

static struct block *read_answer(struct reader *r, const struct node *a) {
    struct block *b = block_new(r, a, BLOCK_ANSWER);
    const struct node *own = child_of(r, a, "label");
    const char *key = arena_printf(r->arena, "page.%s", b->role ? b->role : "answer");
    b->label = own ? node_text(r->arena, own) : say(r->request->strings, key);
    b->child = blocks_of(r, a, BODY);
    return b;
}

/* Room to write, for those who have the answer yet to find. */
static struct block *read_workspace(struct reader *r, const struct node *entry) {
    double height;
    if (!room_of(r, node_attribute(entry, NS_RIDGE, "workspace"), &height) ||
        !edition_leaves_room(r))
        return NULL;
    struct block *b = block_new(r, entry, BLOCK_WORKSPACE);
    b->id = NULL;
    b->box.h = height;
    return b;
}

static struct block *read_entry(struct reader *r, const struct node *c, enum labels labels) {
    struct block *b = block_new(r, c, BLOCK_QUESTION);
    const struct node *question = child_of(r, c, "question");
    struct chain all = {NULL, &all.first};
    put_label(r, c, question, labels, b);
    if (question)
        chain_add(&all, question_rest(r, question, b));
    chain_add(&all, read_workspace(r, c));
    for (const struct node *a = c->child; a; a = a->next)
        if (node_is(a, NS_DOCBOOK, "answer") && node_wanted(r, a))
            chain_add(&all, read_answer(r, a));
    b->child = all.first;
    return b;
}

/* A heading that neither counts nor stands in the contents. */
static struct block *heading(struct reader *r, const struct node *n, struct block *children) {
    struct block *b = block_new(r, n, BLOCK_SECTION);
    b->level = r->level + 1;
    b->role = "unlisted";
    b->style = b->level < 2 ? "subsection" : NULL;
    b->title = title_of(r, n, "title");
    b->child = children;
    return b->title ? b : children;
}

static struct block *read_entries(struct reader *r, const struct node *n, enum labels labels);

static struct block *read_division(struct reader *r, const struct node *n, enum labels labels) {
    const char *language = language_enter(r, n);
    r->level++;
    struct block *entries = read_entries(r, n, labels_of(n, labels));
    r->level--;
    struct block *b = heading(r, n, entries);
    r->language = language;
    return b;
}

static struct block *read_entries(struct reader *r, const struct node *n, enum labels labels) {
    struct chain all = {NULL, &all.first};
    for (const struct node *c = n->child; c; c = c->next) {
        const struct element *e = c->kind == NODE_ELEMENT ? element_find(c) : NULL;
        if (!e || !node_wanted(r, c))
            continue;
        if (node_is(c, NS_DOCBOOK, "qandaentry"))
            chain_add(&all, read_entry(r, c, labels));
        else if (node_is(c, NS_DOCBOOK, "qandadiv"))
            chain_add(&all, read_division(r, c, labels));
        else if (e->block && (e->is & BODY))
            chain_add(&all, e->block(r, c));
    }
    return all.first;
}

BLOCK_HANDLER(read_exercises) {
    bool titled = child_of(r, n, "title") != NULL;
    r->level += titled;
    struct block *entries = read_entries(r, n, labels_of(n, LABELS_QANDA));
    r->level -= titled;
    return heading(r, n, entries);
}
