/* The outline that viewers show: parts, chapters, sections, subsections. */
#include "page/handout.h"

/* A part is called by its whole label: numbers of chapters run on through the parts. */
static const char *entry_title(struct handout *h, const struct entry *e) {
    struct arena *a = h->setter.arena;
    const struct block *b = e->block;
    const char *title = inline_string(a, b->title);
    const char *number = e->level == ENTRY_PART ? b->label : b->number;
    return number ? arena_printf(a, "%s  %s", number, title) : title;
}

static int entry_depth(const struct handout *h, const struct entry *e) {
    return (int)e->level + h->parts[e->part].inside + (e->level == ENTRY_PART);
}

const struct laid_outline *outline_make(struct handout *h, size_t *count) {
    struct laid_outline *rows =
        ARENA_ARRAY(h->setter.arena, struct laid_outline, h->entry_count + 1);
    *count = 0;
    for (size_t i = 0; i < h->entry_count; i++) {
        const struct entry *e = &h->entries[i];
        if (e->block->id && e->block->title)
            rows[(*count)++] =
                (struct laid_outline){entry_depth(h, e), entry_title(h, e), e->block->id};
    }
    return rows;
}
