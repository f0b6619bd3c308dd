/* The edition "answers": of a book, the exercises that have an answer, under the titles of their
 * chapters, with the numbers they have in the other editions. */
#include <string.h>

#include "doc/reader.h"

enum { DEEPEST = 64 };

static bool is_solved(const struct block *question) {
    for (const struct block *c = question->child; c; c = c->next)
        if (c->kind == BLOCK_ANSWER && c->role && strcmp(c->role, "hint") != 0)
            return true;
    return false;
}

/* The solved exercises of a list of blocks, in order, out of what holds them. */
static struct block **take(struct block *b, struct block **end, int depth) {
    for (struct block *next; b && depth < DEEPEST; b = next) {
        next = b->next;
        if (b->kind != BLOCK_QUESTION) {
            end = take(b->child, end, depth + 1);
        } else if (is_solved(b)) {
            b->next = NULL;
            *end = b;
            end = &b->next;
        }
    }
    return end;
}

/* "第 1 章　两本账", "Chapter 1  Two accounts" */
static const struct inline_ *heading(struct reader *r, const struct block *chapter) {
    if (!chapter->label)
        return chapter->title;
    struct inline_ *label = inline_new(r, INLINE_TEXT, chapter->label, chapter->span);
    label->tight = true;
    struct inline_ *gap = inline_new(r, INLINE_TEXT, "\u2003", chapter->span);
    label->next = gap;
    gap->next = (struct inline_ *)(void *)chapter->title;
    return label;
}

static struct block *section_of(struct reader *r, struct block *chapter) {
    struct block *first = NULL;
    take(chapter->child, &first, 0);
    if (!first)
        return NULL;
    struct block *b = arena_memdup(r->arena, chapter, sizeof *b);
    b->kind = BLOCK_SECTION;
    b->next = NULL;
    b->level = 1;
    b->number = b->label = NULL;
    b->title = heading(r, chapter);
    b->subtitle = NULL;
    b->child = first;
    return b;
}

/* Chapters at any depth below parts. */
static struct block **sections(struct reader *r, struct block *b, struct block **end, int depth) {
    for (; b && depth < DEEPEST; b = b->next) {
        struct block *section = b->kind == BLOCK_CHAPTER ? section_of(r, b) : NULL;
        if (b->kind == BLOCK_PART)
            end = sections(r, b->child, end, depth + 1);
        if (section) {
            *end = section;
            end = &section->next;
        }
    }
    return end;
}

/* ── Links to what is left out become plain text ── */

static bool keeps(const struct block *b, const char *id, int depth) {
    for (; b && depth < DEEPEST; b = b->next)
        if ((b->id && !strcmp(b->id, id)) || keeps(b->child, id, depth + 1))
            return true;
    return false;
}

static void unlink_text(const struct block *root, const struct inline_ *text) {
    for (; text; text = text->next)
        if (text->dest && text->kind != INLINE_VALUE && !keeps(root, text->dest, 0))
            ((struct inline_ *)(void *)text)->dest = NULL;
}

static void unlink_cells(const struct block *root, const struct table *t) {
    for (size_t i = 0; i < t->body_count; i++)
        for (size_t k = 0; k < t->body[i].cell_count; k++)
            unlink_text(root, t->body[i].cells[k].text);
    unlink_text(root, t->note);
}

static void unlink_lost(const struct block *root, const struct block *b, int depth) {
    for (; b && depth < DEEPEST; b = b->next) {
        unlink_text(root, b->title);
        unlink_text(root, b->text);
        if (b->table)
            unlink_cells(root, b->table);
        unlink_lost(root, b->child, depth + 1);
    }
}

struct block *answers_only(struct reader *r, struct block *root) {
    struct block *first = NULL;
    bool book = root->kind == BLOCK_BOOK;
    sections(r, book ? root->child : root, &first, 0);
    struct block *chapter = block_new(r, r->root, BLOCK_CHAPTER);
    chapter->id = "answers";
    chapter->role = "preface";
    chapter->title = inline_say(r, say(r->request->strings, "page.answers"));
    chapter->child = first;
    if (!first) {
        diag_report(r->diag, DIAG_NO_ANSWERS, root->span, "answers", NULL, NULL);
        return NULL;
    }
    unlink_lost(chapter, first, 0);
    if (!book)
        return chapter;
    root->child = chapter;
    return root;
}
