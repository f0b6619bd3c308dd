/* Margin notes: a term and its meaning, or a worked computation. */
#include <math.h>

#include "page/blocks.h"
#include "page/derivation.h"
#include "page/flow_text.h"

/* What a note is made of, from the top down. */
struct note_part {
    struct note_part *next;
    const struct block *block;
    const struct paragraph *text;
    const struct derivation *steps;
};

struct note_body {
    const char *id;
    const struct block *block;
    double measure;
    struct note_part *first, **last;
    double height, baseline;
};

static void add_text(struct note_body *n, struct setter *s, const struct block *b,
                     const struct paragraph *text) {
    struct note_part *part = ARENA_NEW(s->arena, struct note_part);
    part->text = text;
    part->block = b;
    *n->last = part;
    n->last = &part->next;
    n->height += paragraph_height(text);
}

static void add_steps(struct note_body *n, struct setter *s, const struct block *b) {
    struct note_part *part = ARENA_NEW(s->arena, struct note_part);
    part->steps = derivation_new(s, b, "note", n->measure);
    *n->last = part;
    n->last = &part->next;
    n->height += derivation_height(part->steps);
}

/* Semibold words, a gap, and what follows them, as one list of inlines. */
static const struct inline_ *with_lead(struct setter *s, const struct block *b,
                                       const struct inline_ *lead, const struct inline_ *text) {
    struct inline_ *first = NULL, **to = &first;
    for (; lead; lead = lead->next) {
        *to = arena_memdup(s->arena, lead, sizeof *lead);
        (*to)->strong = true;
        (*to)->ink = INK_INK;
        to = &(*to)->next;
    }
    struct inline_ *gap = arena_memdup(s->arena, inline_words(s->arena, em_gap(s, b)), sizeof *gap);
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
        add_text(n, s, b,
                 setter_paragraph(s, b, style, with_lead(s, b, inline_words(s->arena, word), title),
                                  n->measure, 0, true));
        add_steps(n, s, b);
    } else if (b->text) {
        add_text(n, s, b,
                 setter_paragraph(s, b, style, lead ? with_lead(s, b, lead, b->text) : b->text,
                                  n->measure, 0, true));
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

/* Lead and text as a paragraph: what the note is at the foot of its page. */
static struct footnote *note_as_foot(struct flow *f, const void *what) {
    const struct note_body *n = what;
    struct block *first = NULL, **to = &first;
    const struct inline_ *lead = n->block->title;
    for (const struct note_part *part = n->first; part; part = part->next) {
        if (!part->text)
            return NULL; /* a computation has columns of its own */
        struct block *para = ARENA_NEW(f->setter->arena, struct block);
        *para = *part->block;
        para->kind = BLOCK_PARA;
        para->title = NULL;
        para->style = NULL;
        para->next = para->child = NULL;
        para->text =
            lead ? with_lead(f->setter, part->block, lead, part->block->text) : part->block->text;
        lead = NULL;
        *to = para;
        to = &para->next;
    }
    return first ? footnote_of(f->setter, first, n->id) : NULL;
}

static struct note_body *note_new(struct setter *s, const struct block *b, double measure) {
    struct note_body *n = ARENA_NEW(s->arena, struct note_body);
    *n = (struct note_body){.id = b->id, .block = b, .measure = measure};
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
    return n;
}

/* ── Without a margin column: small, set in, below the block it stands beside ── */

static const double SET_IN = 2, SET_ABOVE = 6; /* em of the body; points */

static void draw_steps_row(struct pen *pen, const struct strip *s, struct point at) {
    pen_derivation_row(pen, s->what, s->index, at);
}

static void flow_steps_part(struct flow *f, const struct note_part *part, double left) {
    size_t n = derivation_rows(part->steps);
    for (size_t i = 0; i < n; i++)
        flow_strip(f, (struct strip){.height = derivation_row_height(part->steps, i),
                                     .left = left,
                                     .keep = i + 1 < n,
                                     .draw = draw_steps_row,
                                     .what = part->steps,
                                     .index = i});
}

static void flow_note_set_in(struct flow *f, const struct block *b, struct inset in) {
    double hang = SET_IN * setter_style(f->setter, b, in.style)->text.size;
    const struct note_body *n = note_new(f->setter, b, in.measure - 2 * hang);
    flow_dest(f, n->id);
    flow_open(f, TAG_DIV, block_facts(f, b));
    if (f->last_strip)
        f->last_strip->strip.after = fmax(f->last_strip->strip.after, SET_ABOVE);
    for (const struct note_part *part = n->first; part; part = part->next) {
        if (part->text) {
            flow_open(f, TAG_P, (struct tag_facts){0});
            flow_lines(f, part->text, in.left + hang, SNAP_NONE, part->text->line_count <= 4,
                       part->next && part->next->steps);
            flow_close(f, TAG_P);
        } else {
            flow_steps_part(f, part, in.left + hang);
        }
    }
    if (f->last_strip)
        f->last_strip->strip.after = SET_ABOVE;
    flow_close(f, TAG_DIV);
}

void flow_margin(struct flow *f, const struct block *b, struct inset in) {
    struct setter *s = f->setter;
    const struct style *body = setter_style(s, b, in.style);
    if (!form_notes_beside(s->form)) {
        flow_note_set_in(f, b, in);
        return;
    }
    struct note_body *n = note_new(s, b, s->form->margin);
    flow_note(f,
              (struct note){.height = n->height,
                            .offset = style_baseline(body, b->language ? b->language : s->language),
                            .draw = draw_note,
                            .what = n,
                            .as_foot = note_as_foot,
                            .where = b->span},
              NULL);
}
