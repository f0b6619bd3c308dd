/* Entries: parts, chapters, sections and subsections, with their pages. */
#include "page/handout.h"

static enum entry_level level_of(const struct part *p) {
    return p->kind == PART_TITLE ? ENTRY_PART : ENTRY_CHAPTER;
}

static enum entry_level level_below(const struct block *section) {
    return section->level < 2 ? ENTRY_SECTION : ENTRY_SUBSECTION;
}

static size_t count(const struct handout *h) {
    size_t n = h->part_count;
    for (size_t k = 0; k < h->part_count; k++)
        for (const struct flow_item *i = h->parts[k].flow.first; i; i = i->next)
            n += i->kind == FLOW_RUNNING;
    return n;
}

/* Footnotes of titles stand where the titles themselves do. */
static const struct block *without_notes(struct arena *a, const struct block *b) {
    const struct inline_ *in = b->title;
    while (in && in->kind != INLINE_NOTE)
        in = in->next;
    if (!in)
        return b;
    struct block *plain = arena_memdup(a, b, sizeof *b);
    plain->title = inlines_without_notes(a, b->title);
    return plain;
}

static void add(struct handout *h, const struct block *b, enum entry_level level, size_t part) {
    h->entries[h->entry_count++] =
        (struct entry){.block = without_notes(h->setter.arena, b), .level = level, .part = part};
}

void entries_find(struct handout *h) {
    h->entries = ARENA_ARRAY(h->setter.arena, struct entry, count(h) + 1);
    for (size_t k = 0; k < h->part_count; k++) {
        const struct part *p = &h->parts[k];
        add(h, p->block, level_of(p), k);
        for (const struct flow_item *i = p->flow.first; i; i = i->next)
            if (i->kind == FLOW_RUNNING)
                add(h, i->block, level_below(i->block), k);
    }
}

void entries_place(struct handout *h) {
    struct entry *e = h->entries;
    for (size_t k = 0; k < h->part_count; k++) {
        e++->page = h->parts[k].opening;
        for (const struct flow_item *i = h->parts[k].flow.first; i; i = i->next)
            if (i->kind == FLOW_RUNNING) {
                e->page = i->page;
                e++->y = i->y;
            }
    }
}
