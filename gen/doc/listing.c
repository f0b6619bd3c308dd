/* Lists of figures, tables, equations, examples and procedures: <toc role="…"/> of a book. */
#include <string.h>

#include "doc/back.h"

/* A shorter list helps nobody. */
enum { LISTED_LEAST = 4 };

static const struct listing_row {
    const char *role, *key;
    enum block_kind kind;
    const char *block_role; /* NULL: any */
} ROWS[] = {
    {"figures", "list.figures", BLOCK_FIGURE, NULL},
    {"tables", "list.tables", BLOCK_TABLE, NULL},
    {"equations", "list.equations", BLOCK_EQUATION, NULL},
    {"examples", "list.examples", BLOCK_CALLOUT, "example"},
    {"procedures", "list.procedures", BLOCK_LIST, "procedure"},
};

static const struct listing_row *row_of(const char *role) {
    for (size_t i = 0; role && i < sizeof ROWS / sizeof *ROWS; i++)
        if (!strcmp(ROWS[i].role, role))
            return &ROWS[i];
    return NULL;
}

/* Without a role it is the table of contents, which every book has, and an article that asks. */
BLOCK_HANDLER(read_figure_list) {
    const struct listing_row *row = row_of(node_value(n, "role"));
    if (!row && node_is(n->parent, NS_DOCBOOK, "article"))
        return back_block(r, n, BLOCK_LISTING, "page.contents");
    return row ? back_block(r, n, BLOCK_LISTING, row->key) : NULL;
}

struct listing {
    struct reader *r;
    const struct listing_row *row;
    struct block *first, **end;
    size_t n;
};

static bool is_listed(const struct listing *l, const struct block *b) {
    if (b->kind != l->row->kind || !b->number || !(b->title || b->kind == BLOCK_EQUATION))
        return false;
    return !l->row->block_role || (b->role && !strcmp(b->role, l->row->block_role));
}

static void list(struct listing *l, struct block *b) {
    struct reader *r = l->r;
    b->id = b->id ? b->id : mark_id(r, l->row->role);
    struct block *item = block_new(r, r->root, BLOCK_ITEM);
    item->id = NULL;
    item->role = NULL;
    item->number = b->number;
    item->title = b->title ? b->title : inline_say(r, b->label);
    item->span = b->span;
    struct uses uses = {.n = 0};
    uses_add(r, &uses, (struct use){.from = b->id, .span = b->span});
    item->uses = uses.at;
    item->use_count = 1;
    *l->end = item;
    l->end = &item->next;
    l->n++;
}

static void find(struct listing *l, struct block *b) {
    for (; b; b = b->next) {
        if (is_listed(l, b))
            list(l, b);
        find(l, b->child);
    }
}

void listings_finish(struct reader *r, struct block *root) {
    for (struct block *b = root->child; b; b = b->next) {
        struct listing l = {.r = r, .row = row_of(b->role)};
        if (b->kind != BLOCK_LISTING || !l.row)
            continue;
        l.end = &l.first;
        find(&l, root->child);
        b->child = l.n >= LISTED_LEAST ? l.first : NULL;
    }
}
