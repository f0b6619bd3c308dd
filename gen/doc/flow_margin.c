/* Margin notes: a term and its meaning, or a worked computation. */
#include "doc/blocks.h"
#include "doc/derivation.h"
#include "doc/flow_text.h"

/* What a note is made of, from the top down. */
struct note_part {
    struct note_part *next;
    const struct paragraph *text;
    const struct derivation *steps;
};

struct note_body {
    const char *id;
    struct note_part *first, **last;
    double height, baseline;
};

static void add_text(struct note_body *n, struct setter *s, const struct paragraph *text) {
    struct note_part *part = ARENA_NEW(s->arena, struct note_part);
    part->text = text;
    *n->last = part;
    n->last = &part->next;
    n->height += paragraph_height(text);
}

static void add_steps(struct note_body *n, struct setter *s, const struct block *b) {
    struct note_part *part = ARENA_NEW(s->arena, struct note_part);
    part->steps = derivation_new(s, b, "note", s->form->margin);
    *n->last = part;
    n->last = &part->next;
    n->height += derivation_height(part->steps);
}

/* Semibold words, a gap, and what follows them, as one list of inlines. */
static const struct inline_ *with_lead(struct setter *s, const struct inline_ *lead,
                                       const struct inline_ *text) {
    struct inline_ *first = NULL, **to = &first;
    for (; lead; lead = lead->next) {
        *to = arena_memdup(s->arena, lead, sizeof *lead);
        (*to)->strong = true;
        (*to)->ink = INK_INK;
        to = &(*to)->next;
    }
    struct inline_ *gap = arena_memdup(s->arena, inline_words(s->arena, "\u2002"), sizeof *gap);
    *to = gap;
    gap->next = (struct inline_ *)text;
    return first;
}

static void add_block(struct note_body *n, struct setter *s, const struct block *b,
                      const struct inline_ *lead) {
    const struct style *style = setter_style(s, b, "note");
    if (b->kind == BLOCK_STEPS) {
        const char *word = b->label ? b->label : say(s->request->strings, "doc.worked");
        const struct inline_ *title = b->title ? b->title : lead;
        add_text(n, s,
                 setter_paragraph(s, b, style, with_lead(s, inline_words(s->arena, word), title),
                                  s->form->margin, 0, true));
        add_steps(n, s, b);
    } else if (b->text) {
        add_text(n, s,
                 setter_paragraph(s, b, style, lead ? with_lead(s, lead, b->text) : b->text,
                                  s->form->margin, 0, true));
    }
}

static void draw_note(struct pen *pen, const struct strip *strip, struct point at) {
    const struct note_body *n = strip->what;
    at.y -= n->baseline;
    if (n->id)
        scene_dest(pen->scene, n->id, at);
    scene_tag_open(pen->scene, TAG_DIV, (struct tag_facts){0});
    for (const struct note_part *part = n->first; part; part = part->next) {
        if (part->text) {
            pen_paragraph(pen, part->text, TAG_P, at);
            at.y += paragraph_height(part->text);
        }
        for (size_t i = 0; part->steps && i < derivation_rows(part->steps); i++) {
            pen_derivation_row(pen, part->steps, i, at);
            at.y += derivation_row_height(part->steps, i);
        }
    }
    scene_tag_close(pen->scene, TAG_DIV);
}

void flow_margin(struct flow *f, const struct block *b, struct inset in) {
    struct setter *s = f->setter;
    struct note_body *n = ARENA_NEW(s->arena, struct note_body);
    *n = (struct note_body){.id = b->id};
    n->last = &n->first;
    const struct style *style = setter_style(s, b, "note");
    n->baseline = style_baseline(style, b->language ? b->language : s->language);
    const struct inline_ *lead = b->title;
    if (b->text || b->line_count) {
        struct block own = *b;
        own.kind = b->line_count ? BLOCK_STEPS : BLOCK_PARA;
        own.title = b->line_count ? b->title : NULL;
        add_block(n, s, arena_memdup(s->arena, &own, sizeof own), lead);
        lead = NULL;
    }
    for (const struct block *child = b->child; child; child = child->next) {
        add_block(n, s, child, lead);
        lead = NULL;
    }
    const struct style *body = setter_style(s, b, in.style);
    flow_note(f,
              (struct note){.height = n->height,
                            .offset = style_baseline(body, b->language ? b->language : s->language),
                            .draw = draw_note,
                            .what = n},
              NULL);
}
