/* The footnotes of a page: from its foot up, numbered by page in Chinese, by chapter in English. */
#include "page/page_fill.h"

#include <string.h>

void page_notes_add(struct flow *f, struct page_notes *p, struct footnote *note, size_t line) {
    ARENA_GROW(f->setter->arena, p->at, p->count, p->room, 8);
    p->at[p->count++] = (struct carry){note, line};
}

/* ①… in Chinese, plain figures where there is no ring for the number. */
static const char *note_number(struct arena *a, size_t n, bool ringed) {
    enum { RINGED_MOST = 20 };
    if (!ringed || n > RINGED_MOST)
        return arena_printf(a, "%zu", n);
    const char ring[] = {(char)0xE2, (char)0x91, (char)(0x9F + n), 0}; /* U+2460 is one */
    return arena_strdup(a, ring);
}

static size_t end_of(const struct page_notes *p, size_t i, struct carry rest) {
    const struct footnote *n = p->at[i].note;
    return n == rest.note ? rest.line : n->count;
}

static void number(struct flow *f, struct footnote *n, size_t on_page) {
    struct setter *s = f->setter;
    if (!n->block)
        return;
    n->number = note_number(s->arena, s->chinese ? on_page : ++f->note_count, s->chinese);
    ((struct block *)(void *)n->block)->number = n->number; /* for its marks */
}

static double place(struct flow *f, const struct carry *c, size_t end, size_t page, double top) {
    for (size_t i = c->line; i < end; i++)
        item_place(f, c->note->lines[i], page, 0, top + c->note->tops[i] - c->note->tops[c->line]);
    if (end < c->note->count && end > c->line)
        c->note->lines[end - 1]->strip.ends_page = true;
    return footnote_height(c->note, c->line, end);
}

void page_notes_place(struct flow *f, const struct page_notes *p, size_t page, struct carry rest) {
    const struct form *form = f->setter->form;
    double y = form->depth + feet_extra(form);
    size_t fresh = 0;
    for (size_t i = 0; i < p->count; i++)
        y -= footnote_height(p->at[i].note, p->at[i].line, end_of(p, i, rest));
    for (size_t i = 0; i < p->count; i++) {
        if (p->at[i].line == 0)
            number(f, p->at[i].note, fresh += p->at[i].note->block != NULL);
        y += place(f, &p->at[i], end_of(p, i, rest), page, y);
    }
    if (p->count)
        p->at[0].note->lines[p->at[0].line]->below_rule = true;
}
