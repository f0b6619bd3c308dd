#include "doc/pair.h"

#include <string.h>

#include "base/lookup.h"
#include "base/text.h"
#include "doc/reader.h"
#include "doc/same.h"

enum { DEEPEST = 64 };

struct pairing {
    struct arena *arena;
    struct diag *diag;
    const char *other; /* language of the second tree */
};

/* What becomes of two blocks of a kind. */
enum union_ {
    UNION_PAIR,    /* both stand, as a pair */
    UNION_INTO,    /* one block, whose children are united */
    UNION_WORDS,   /* one block with the words of both */
    UNION_DEFINED, /* one list of terms, in the order of the first, each defined in both */
    UNION_ONE      /* one block, the first */
};

static enum union_ union_of(enum block_kind kind) {
    static const enum union_ unions[] = {
        [BLOCK_BOOK] = UNION_INTO,        [BLOCK_PART] = UNION_INTO,
        [BLOCK_ARTICLE] = UNION_INTO,     [BLOCK_CHAPTER] = UNION_INTO,
        [BLOCK_SECTION] = UNION_INTO,     [BLOCK_PREFACE] = UNION_INTO,
        [BLOCK_APPENDIX] = UNION_INTO,    [BLOCK_FIGURE] = UNION_WORDS,
        [BLOCK_TABLE] = UNION_WORDS,      [BLOCK_STEPS] = UNION_WORDS,
        [BLOCK_OBJECTIVES] = UNION_WORDS, [BLOCK_FACTS] = UNION_WORDS,
        [BLOCK_EQUATION] = UNION_ONE,     [BLOCK_GLOSSARY] = UNION_DEFINED,
        [BLOCK_BIBLIOGRAPHY] = UNION_ONE, [BLOCK_INDEX] = UNION_ONE,
        [BLOCK_LISTING] = UNION_ONE,      [BLOCK_ORIGINS] = UNION_ONE,
        [BLOCK_WORKSPACE] = UNION_ONE,    [BLOCK_MARGIN] = UNION_WORDS,
    };
    return (size_t)kind < sizeof unions / sizeof *unions ? unions[kind] : UNION_PAIR;
}

/* ── Words of both ── */

/* The text, marked as being in the other language. */
static struct inline_ *foreign(const struct pairing *p, const struct inline_ *text) {
    struct inline_ *first = NULL, **end = &first;
    for (; text; text = text->next) {
        if (text->kind == INLINE_MARK)
            continue; /* the first language has that destination */
        struct inline_ *copy = arena_memdup(p->arena, text, sizeof *copy);
        if (!copy->language)
            copy->language = p->other;
        copy->quiet = true;
        copy->next = NULL;
        *end = copy;
        end = &copy->next;
    }
    return first;
}

static struct inline_ *piece(const struct pairing *p, enum inline_kind kind, const char *text) {
    struct inline_ *in = ARENA_NEW(p->arena, struct inline_);
    in->kind = kind;
    in->text = text;
    return in;
}

static struct inline_ *joined(const struct pairing *p, const struct inline_ *first,
                              struct inline_ *between, const struct inline_ *second) {
    struct inline_ *all = NULL, **end = &all;
    for (; first; first = first->next) {
        *end = arena_memdup(p->arena, first, sizeof **end);
        (*end)->next = NULL;
        end = &(*end)->next;
    }
    if (all && second && between) {
        *end = between;
        end = &between->next;
    }
    *end = foreign(p, second);
    return all;
}

/* On lines of their own; once when they are the same (numbers, names). */
static const struct inline_ *both(const struct pairing *p, const struct inline_ *first,
                                  const struct inline_ *second) {
    if (!second || same_words(first, second))
        return first;
    return first ? joined(p, first, piece(p, INLINE_BREAK, NULL), second) : foreign(p, second);
}

/* Beside each other. */
static const struct inline_ *beside(const struct pairing *p, const struct inline_ *first,
                                    const struct inline_ *second) {
    if (!second || same_words(first, second))
        return first;
    return joined(p, first, piece(p, INLINE_TEXT, " "), second);
}

static void unite_row(const struct pairing *p, struct cell *cells, size_t n,
                      const struct row *other) {
    for (size_t i = 0; i < n && i < other->cell_count; i++)
        cells[i].text = both(p, cells[i].text, other->cells[i].text);
}

static const struct row *unite_rows(const struct pairing *p, const struct row *rows, size_t n,
                                    const struct row *other, size_t m) {
    struct row *all = ARENA_ARRAY(p->arena, struct row, n + 1);
    for (size_t i = 0; i < n; i++) {
        all[i] = rows[i];
        struct cell *cells = ARENA_ARRAY(p->arena, struct cell, rows[i].cell_count + 1);
        for (size_t k = 0; k < rows[i].cell_count; k++)
            cells[k] = rows[i].cells[k];
        if (i < m)
            unite_row(p, cells, rows[i].cell_count, &other[i]);
        all[i].cells = cells;
    }
    return all;
}

static void unite_tables(const struct pairing *p, struct block *b, const struct block *other) {
    if (!b->table || !other->table)
        return;
    struct table *t = arena_memdup(p->arena, b->table, sizeof *t);
    const struct table *o = other->table;
    t->head = unite_rows(p, t->head, t->head_count, o->head, o->head_count);
    t->body = unite_rows(p, t->body, t->body_count, o->body, o->body_count);
    t->note = both(p, t->note, o->note);
    b->table = t;
}

static void unite_steps(const struct pairing *p, struct block *b, const struct block *other) {
    struct derivation_line *lines =
        ARENA_ARRAY(p->arena, struct derivation_line, b->line_count + 1);
    for (size_t i = 0; i < b->line_count; i++) {
        lines[i] = b->lines[i];
        if (i < other->line_count)
            lines[i].label = beside(p, lines[i].label, other->lines[i].label);
    }
    b->lines = lines;
}

static void unite_items(const struct pairing *p, struct block *b, const struct block *other) {
    for (; b && other; b = b->next, other = other->next) {
        if (b->kind == BLOCK_STEPS)
            unite_steps(p, b, other);
        b->text = both(p, b->text, other->text);
        b->title = beside(p, b->title, other->title);
        unite_items(p, b->child, other->child);
    }
}

/* Title and reading of the other language follow those of the first, which a caption runs
 * together. */
static void unite_captions(const struct pairing *p, struct block *b, const struct block *other) {
    const struct inline_ *words =
        other->title && other->text
            ? joined(p, other->title, piece(p, INLINE_TEXT, ". "), other->text)
        : other->title ? other->title
                       : other->text;
    if (b->text)
        b->text = both(p, b->text, words);
    else
        b->title = both(p, b->title, words);
}

static void unite_words(const struct pairing *p, struct block *b, const struct block *other) {
    switch (b->kind) {
    case BLOCK_TABLE:
        b->title = both(p, b->title, other->title);
        unite_tables(p, b, other);
        break;
    case BLOCK_STEPS:
        b->title = beside(p, b->title, other->title);
        unite_steps(p, b, other);
        break;
    case BLOCK_FIGURE:
        unite_captions(p, b, other);
        break;
    default:
        b->title = beside(p, b->title, other->title);
        unite_items(p, b->child, other->child);
    }
}

/* ── Blocks ── */

/* The second of a pair: its ids are those of the first. */
static void strip_ids(struct pairing *p, struct block *b, int depth) {
    for (; b && depth < DEEPEST; b = b->next) {
        b->id = NULL;
        b->language = b->language ? b->language : p->other;
        for (const struct inline_ *in = b->text; in; in = in->next)
            if (in->kind == INLINE_MARK)
                ((struct inline_ *)(void *)in)->id = NULL;
        strip_ids(p, b->child, depth + 1);
    }
}

static struct block *last_of(struct block *b) {
    while (b && b->next)
        b = b->next;
    return b;
}

/* Terms have their twins beside them already. */
static void unite_definitions(struct pairing *p, struct block *b, const struct block *other) {
    struct lookup *by_id = lookup_new(p->arena);
    for (struct block *item = other->child; item; item = item->next)
        if (item->id)
            lookup_put(by_id, item->id, item);
    for (struct block *item = b->child; item; item = item->next) {
        struct block *twin = item->id ? (struct block *)lookup_get(by_id, item->id) : NULL;
        if (!twin || !twin->child)
            continue;
        strip_ids(p, twin->child, 0);
        if (item->child)
            last_of(item->child)->next = twin->child;
        else
            item->child = twin->child;
    }
}

static struct block *without_next(struct block *b) {
    b->next = NULL;
    return b;
}

static struct block *pair_new(struct pairing *p, struct block *first, struct block *second) {
    struct block *pair = ARENA_NEW(p->arena, struct block);
    pair->kind = BLOCK_PAIR;
    pair->span = first->span;
    pair->language = first->language;
    pair->child = without_next(first);
    struct block *room = take_same(first, without_next(second));
    strip_ids(p, second, 0);
    first->next = second;
    second->next = room;
    return pair;
}

static bool is_twin(const struct block *b, const struct block *other) {
    if (b->kind != other->kind)
        return false;
    return b->id && other->id ? !strcmp(b->id, other->id) : !b->id && !other->id;
}

/* What an article is about is said in both languages, the one after the other. */
static void unite_abstracts(struct pairing *p, struct block *b, const struct block *other) {
    struct block *second = (struct block *)(void *)(other->front ? other->front->abstract : NULL);
    if (b->kind != BLOCK_ARTICLE || !b->front || !second)
        return;
    struct front *front = arena_memdup(p->arena, b->front, sizeof *front);
    strip_ids(p, second, 0);
    struct block *last = last_of((struct block *)(void *)front->abstract);
    if (last)
        last->next = second;
    else
        front->abstract = second;
    b->front = front;
}

static struct block *unite_lists(struct pairing *p, struct block *first, struct block *second,
                                 int depth);

static struct block *unite(struct pairing *p, struct block *b, struct block *other, int depth) {
    switch (union_of(b->kind)) {
    case UNION_PAIR:
        if (!same_block(b, other))
            return pair_new(p, b, other);
        b->title = both(p, b->title, other->title);
        break;
    case UNION_WORDS:
        unite_words(p, b, other);
        break;
    case UNION_DEFINED:
        unite_definitions(p, b, other);
        break;
    case UNION_INTO:
        if (!b->gloss)
            b->gloss = inlines_without_notes(p->arena, other->title);
        unite_abstracts(p, b, other);
        b->child = unite_lists(p, b->child, other->child, depth + 1);
        break;
    case UNION_ONE:
        break;
    }
    return without_next(b);
}

static struct block *alone(struct pairing *p, struct block *b, bool second) {
    if (union_of(b->kind) != UNION_ONE)
        diag_report(p->diag, DIAG_BLOCK_ALONE, b->span, b->id ? b->id : "", NULL, NULL);
    if (second)
        strip_ids(p, without_next(b), 0);
    return without_next(b);
}

/* The twin of a block, not far off: a list in the other language may have blocks of its own. */
static struct block *twin_in(const struct block *b, struct block *list) {
    for (; list; list = list->next)
        if (is_twin(b, list))
            return list;
    return NULL;
}

/* Blocks of the second list up to the twin: what the program adds to each tree stands once. */
static void add_passed(struct pairing *p, struct chain *all, struct block *from,
                       const struct block *to) {
    for (struct block *next; from && from != to; from = next) {
        next = from->next;
        if (union_of(from->kind) != UNION_ONE)
            chain_add(all, alone(p, from, true));
    }
}

static struct block *unite_lists(struct pairing *p, struct block *first, struct block *second,
                                 int depth) {
    struct chain all = {NULL, &all.first};
    if (depth >= DEEPEST)
        return first;
    for (struct block *next; first; first = next) {
        struct block *twin = twin_in(first, second);
        next = first->next;
        if (!twin) {
            chain_add(&all, alone(p, first, false));
            continue;
        }
        struct block *after = twin->next;
        add_passed(p, &all, second, twin);
        chain_add(&all, unite(p, first, twin, depth));
        second = after;
    }
    add_passed(p, &all, second, NULL);
    return all.first;
}

struct block *blocks_pair(struct arena *a, struct diag *d, struct block *first,
                          struct block *second) {
    struct pairing p = {a, d, second->language};
    return unite(&p, first, second, 0);
}
