#include "book/around.h"

/* Lists on pages of their own. Those of an article follow its text, unless they have columns. */
static bool is_apart(enum block_kind kind, bool article) {
    bool list = kind == BLOCK_GLOSSARY || kind == BLOCK_BIBLIOGRAPHY || kind == BLOCK_LISTING;
    return kind == BLOCK_ORIGINS || kind == BLOCK_INDEX || (list && !article);
}

static bool is_division(enum block_kind kind) {
    return kind == BLOCK_PART || kind == BLOCK_CHAPTER || kind == BLOCK_PREFACE ||
           kind == BLOCK_APPENDIX;
}

static bool has_divisions(const struct block *root) {
    for (const struct block *b = root->child; b; b = b->next)
        if (is_division(b->kind))
            return true;
    return false;
}

/* The children into those that stay in the text and those that stand behind it. */
static void split(struct block *from, bool article, struct block **inside, struct block **behind) {
    for (struct block *b = from, *next; b; b = next) {
        struct block ***end = is_apart(b->kind, article) ? &behind : &inside;
        next = b->next;
        b->next = NULL;
        **end = b;
        *end = &b->next;
    }
}

struct block *book_around(struct arena *a, struct block *root) {
    if (!root || (root->kind == BLOCK_BOOK && has_divisions(root)))
        return root;
    struct block *book = arena_memdup(a, root, sizeof *root);
    struct block *text = arena_memdup(a, root, sizeof *root);
    struct block *from = root->child;
    bool article = root->kind == BLOCK_BOOK;
    book->kind = BLOCK_BOOK;
    book->id = NULL;
    book->alone = true;
    book->child = text;
    text->kind = article ? BLOCK_ARTICLE : root->kind;
    text->child = NULL;
    split(from, article, &text->child, &text->next);
    return book;
}
