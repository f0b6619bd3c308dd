#include "book/around.h"

static bool is_apart(enum block_kind kind) {
    return kind == BLOCK_ORIGINS || kind == BLOCK_GLOSSARY || kind == BLOCK_BIBLIOGRAPHY ||
           kind == BLOCK_INDEX || kind == BLOCK_LISTING;
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
static void split(struct block *from, struct block **inside, struct block **behind) {
    for (struct block *b = from, *next; b; b = next) {
        struct block ***end = is_apart(b->kind) ? &behind : &inside;
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
    book->kind = BLOCK_BOOK;
    book->id = NULL;
    book->child = text;
    text->kind = root->kind == BLOCK_BOOK ? BLOCK_CHAPTER : root->kind;
    text->child = NULL;
    split(from, &text->child, &text->next);
    return book;
}
