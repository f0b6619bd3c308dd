#include "page/flow_back.h"

#include <string.h>

#include "page/blocks.h"
#include "page/flow_text.h"
#include "page/folio.h"

struct inline_ *inlines_joined(struct arena *a, const struct inline_ *first,
                               const struct inline_ *second) {
    struct inline_ *all = NULL, **end = &all;
    const struct inline_ *lists[] = {first, second};
    for (int i = 0; i < 2; i++)
        for (const struct inline_ *in = lists[i]; in; in = in->next) {
            *end = arena_memdup(a, in, sizeof *in);
            (*end)->next = NULL;
            end = &(*end)->next;
        }
    return all;
}

/* ── Folios ── */

static const char *entry_name(struct setter *s, const struct block *b) {
    return inline_string(s->arena, b->subtitle && !b->title ? b->subtitle : b->title);
}

const struct inline_ *entry_folios(struct setter *s, const struct block *b, const char *key) {
    static const char HOLE[] = "{pages}";
    const struct inline_ *folios = folio_uses(s, b->uses, b->use_count, entry_name(s, b));
    const char *one = arena_printf(s->arena, "%s-one", key);
    const char *words = say(s->request->strings, folios && !folios->next ? one : key);
    const char *hole = strstr(words, HOLE);
    if (!folios || !hole)
        return folios;
    const char *before = arena_strndup(s->arena, words, (size_t)(hole - words));
    const char *after = hole + strlen(HOLE);
    struct inline_ *all = inlines_joined(s->arena, inline_words(s->arena, before), folios);
    return *after ? inlines_joined(s->arena, all, inline_words(s->arena, after)) : all;
}

static void draw_note(struct pen *pen, const struct strip *strip, struct point at) {
    const struct paragraph *p = strip->what;
    at.y -= style_baseline(p->style, p->language);
    pen_paragraph(pen, p, TAG_P, at);
}

const struct inline_ *flow_folios(struct flow *f, const struct block *b, const char *key,
                                  const struct flow_item *beside, size_t lines) {
    struct setter *s = f->setter;
    const struct inline_ *folios = entry_folios(s, b, key);
    if (!folios || s->form->margin <= 0 || !beside)
        return folios;
    const struct paragraph *p = setter_paragraph(s, b, setter_style(s, b, "entry-folios"), folios,
                                                 s->form->margin, 0, true);
    if (p->line_count > lines)
        return folios;
    const struct paragraph *line = beside->strip.what;
    flow_note(f,
              (struct note){.height = paragraph_height(p),
                            .offset = style_baseline(line->style, line->language),
                            .draw = draw_note,
                            .what = p,
                            .close = true,
                            .where = b->span},
              beside);
    return NULL;
}

void flow_list_title(struct flow *f, const struct block *b, struct inset in) {
    if (f->own == b || !b->title)
        return;
    struct block *section = arena_memdup(f->setter->arena, b, sizeof *b);
    section->kind = BLOCK_SECTION;
    section->level = 1;
    section->child = NULL;
    section->number = NULL;
    section->next = NULL;
    flow_section(f, section, in);
}

void flow_division(struct flow *f, const struct block *b, struct inset in) {
    if (!b->title)
        return;
    const struct style *style = setter_style(f->setter, b, "subsection");
    const struct paragraph *p =
        setter_paragraph(f->setter, b, style, b->title, in.measure, 0, true);
    flow_dest(f, b->id);
    flow_open(f, TAG_H2, block_facts(f, b));
    flow_lines(f, p, in.left, style_snap(f, style), true, true);
    flow_close(f, TAG_H2);
}

bool flow_list_turn(struct flow *f, bool open, bool entry) {
    if (entry && !open)
        flow_open(f, TAG_L, (struct tag_facts){0});
    else if (open && !entry)
        flow_close(f, TAG_L);
    return entry;
}
