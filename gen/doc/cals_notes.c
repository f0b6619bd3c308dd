/* Footnotes of a table stand below it, under letters of their own. */
#include "doc/cals.h"

const char *cals_letter(struct arena *a, size_t note) {
    enum { LETTERS = 26 };
    char one = (char)('a' + note % LETTERS);
    return note < LETTERS ? arena_printf(a, "%c", one)
                          : arena_printf(a, "%s%c", cals_letter(a, note / LETTERS - 1), one);
}

static size_t note_index(struct reader *r, struct cals_notes *notes, const struct block *note) {
    for (size_t i = 0; i < notes->n; i++)
        if (notes->at[i] == note)
            return i;
    if (notes->n == notes->room) {
        notes->room = notes->room ? 2 * notes->room : 8;
        const struct block **more = ARENA_ARRAY(r->arena, const struct block *, notes->room);
        for (size_t i = 0; i < notes->n; i++)
            more[i] = notes->at[i];
        notes->at = more;
    }
    notes->at[notes->n] = note;
    return notes->n++;
}

/* The first mark is where the note leads back to; repeated heads show it again, and ".." tells
 * pages that it may stand once. */
static void letter_of(struct reader *r, struct cals_notes *notes, struct inline_ *mark) {
    mark->kind = INLINE_TEXT;
    if (mark->id) {
        mark->id = arena_printf(r->arena, "%s..mark", mark->note->id);
        ((struct block *)(void *)mark->note)->back = mark->id;
    }
    mark->text = cals_letter(r->arena, note_index(r, notes, mark->note));
    mark->script = 1;
    mark->tight = true;
    mark->hangs = true;
}

const struct inline_ *cals_letters(struct reader *r, struct cals_notes *notes,
                                   const struct inline_ *text) {
    struct inline_ *first = NULL, **to = &first;
    for (; text; text = text->next, to = &(*to)->next) {
        *to = arena_memdup(r->arena, text, sizeof *text);
        if (text->kind == INLINE_NOTE && text->note)
            letter_of(r, notes, *to);
    }
    return first;
}

void cals_letter_blocks(struct reader *r, struct cals_notes *notes, struct block *first) {
    enum { DEEP = 32 };
    struct block *open[DEEP], *b = first;
    size_t depth = 0;
    while (b || depth) {
        if (!b) {
            b = open[--depth]->next;
            continue;
        }
        b->text = cals_letters(r, notes, b->text);
        if (b->child && depth < DEEP)
            open[depth++] = b;
        b = b->child && open[depth - 1] == b ? b->child : b->next;
    }
}
