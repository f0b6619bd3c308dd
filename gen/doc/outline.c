/* The outline that viewers show: chapters and sections. */
#include "doc/handout.h"

static const char *entry_title(struct handout *h, const struct block *b) {
    struct arena *a = h->setter.arena;
    const char *title = inline_string(a, b->title);
    return b->number ? arena_printf(a, "%s  %s", b->number, title) : title;
}

const struct laid_outline *outline_make(struct handout *h, size_t *count) {
    struct laid_outline *rows =
        ARENA_ARRAY(h->setter.arena, struct laid_outline, h->entry_count + 1);
    *count = 0;
    for (size_t i = 0; i < h->entry_count; i++) {
        const struct entry *e = &h->entries[i];
        if (e->block->id && e->block->title)
            rows[(*count)++] =
                (struct laid_outline){e->level, entry_title(h, e->block), e->block->id};
    }
    return rows;
}
