/* Footnotes in a flow: each is a flow of its own, whose lines stand at the foot of a page. */
#include "page/blocks.h"
#include "page/cursor.h"
#include "page/table_layout.h"

static const double HANG = 2; /* em */
enum { LINES_WHOLE = 4 };     /* with the label: shorter ones are never carried over */

/* The number, and the way back to its mark. */
struct foot_label {
    const struct footnote *note;
    const struct style *style;
    const char *mark; /* destination */
};

static void draw_label(struct pen *pen, const struct strip *s, struct point at) {
    const struct foot_label *l = s->what;
    const char *number = l->note->number ? l->note->number : "";
    struct setter *set = pen->setter;
    struct rect *area = ARENA_NEW(set->arena, struct rect);
    struct text_style face = l->style->text;
    face.language = set->language;
    *area =
        (struct rect){at.x, at.y, text_width(set->request->fonts, number, face), l->style->pitch};
    scene_tag_open(pen->scene, TAG_LBL, (struct tag_facts){0});
    scene_tag_open(pen->scene, TAG_LINK,
                   (struct tag_facts){.dest = l->mark,
                                      .describe = say(set->request->strings, "page.footnote-back"),
                                      .areas = area,
                                      .area_count = 1});
    at.y += style_baseline(l->style, set->language);
    pen_label(pen, l->style, at, ANCHOR_START, number);
    scene_tag_close(pen->scene, TAG_LINK);
    scene_tag_close(pen->scene, TAG_LBL);
}

static void flow_note_label(struct flow *f, const struct footnote *n, const char *mark) {
    struct foot_label *l = ARENA_NEW(f->setter->arena, struct foot_label);
    *l = (struct foot_label){n, setter_style(f->setter, n->block, "footnote-mark"), mark};
    flow_strip(f, (struct strip){.keep = true, .draw = draw_label, .what = l});
}

/* Where the lines are below each other, from the top of the first. */
static void measure(struct footnote *n) {
    struct arena *a = n->body->setter->arena;
    struct cursor c = {.empty = true};
    for (const struct flow_item *i = next_strip(n->body->first); i; i = next_strip(i->next))
        n->count++;
    n->lines = ARENA_ARRAY(a, struct flow_item *, n->count + 1);
    n->tops = ARENA_ARRAY(a, double, n->count + 1);
    n->bottoms = ARENA_ARRAY(a, double, n->count + 1);
    size_t k = 0;
    for (struct flow_item *i = next_strip(n->body->first); i; i = next_strip(i->next), k++) {
        n->lines[k] = i;
        n->tops[k] = cursor_add(&c, &i->strip, false);
        n->bottoms[k] = c.y;
    }
}

static struct footnote *footnote_new(struct setter *s, const struct inline_ *mark) {
    struct footnote *n = ARENA_NEW(s->arena, struct footnote);
    n->block = mark->note;
    n->body = ARENA_NEW(s->arena, struct flow);
    *n->body = flow_new(s);
    n->body->plain_start = true;
    double hang = HANG * setter_style(s, n->block, "footnote")->text.size;
    flow_open(n->body, TAG_NOTE, block_facts(n->body, n->block));
    flow_dest(n->body, n->block->id);
    flow_note_label(n->body, n, mark->id);
    flow_blocks(n->body, n->block->child,
                (struct inset){hang, s->form->measure - hang, "footnote"});
    flow_close(n->body, TAG_NOTE);
    measure(n);
    s->spans |= n->count > LINES_WHOLE;
    return n;
}

/* Margin notes that stand at the foot of the page: without a mark, and not set in. */
struct footnote *footnote_of(struct setter *s, const struct block *blocks, const char *id) {
    struct footnote *n = ARENA_NEW(s->arena, struct footnote);
    n->body = ARENA_NEW(s->arena, struct flow);
    *n->body = flow_new(s);
    n->body->plain_start = true;
    flow_dest(n->body, id);
    flow_open(n->body, TAG_DIV, block_facts(n->body, blocks));
    flow_blocks(n->body, blocks, (struct inset){.measure = s->form->measure, .style = "footnote"});
    flow_close(n->body, TAG_DIV);
    measure(n);
    return n;
}

static void flow_mark(struct flow *f, const struct inline_ *mark, const struct flow_item *line) {
    if (mark->kind != INLINE_NOTE || !mark->id || !mark->note)
        return;
    flow_foot(f, footnote_new(f->setter, mark), line);
}

void flow_feet(struct flow *f, const struct inline_ *text, const struct flow_item *strip) {
    for (; text; text = text->next)
        flow_mark(f, text, strip);
}

void flow_line_feet(struct flow *f, const struct line *line, const struct flow_item *strip) {
    for (size_t i = 0; i < line->mark_count; i++)
        flow_mark(f, line->marks[i].inline_, strip);
}

static void flow_row_feet(struct flow *f, const struct row *row, const struct flow_item *strip) {
    for (size_t i = 0; i < row->cell_count; i++)
        flow_feet(f, row->cells[i].text, strip);
}

void flow_table_feet(struct flow *f, const struct table_plan *t, const struct flow_item *strip) {
    const struct table *x = t->table;
    flow_feet(f, t->block->title, strip);
    flow_feet(f, t->block->text, strip);
    for (size_t i = 0; i < x->head_count; i++)
        flow_row_feet(f, &x->head[i], strip);
    for (size_t i = 0; i < x->body_count; i++)
        flow_row_feet(f, &x->body[i], strip);
}

/* ── Titles that no flow holds ── */

size_t title_note_count(const struct block *b) {
    size_t n = 0;
    for (const struct inline_ *in = b->title; in; in = in->next)
        n += in->kind == INLINE_NOTE && in->id;
    return n;
}

static void draw_nothing(struct pen *pen, const struct strip *s, struct point at) {
    (void)pen, (void)s, (void)at;
}

struct flow title_feet(struct setter *s, const struct block *b, size_t page) {
    struct flow f = flow_new(s);
    flow_feet(&f, b->title, flow_strip(&f, (struct strip){.draw = draw_nothing}));
    flow_paginate(&f, MASTER_BODY, page, 0);
    return f;
}
