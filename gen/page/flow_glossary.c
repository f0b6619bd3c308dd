/* A glossary: the term in both languages, what it means, where to read on; its pages in the margin.
 */
#include <string.h>

#include "page/blocks.h"
#include "page/flow_back.h"
#include "page/flow_text.h"

static const double HANG = 2;        /* em */
static const double ALONE_COST = 60; /* demerits: the last entry alone on a page */
static const char GAP[] = "\u2002\u2002\u2002";

/* "显存带宽  memory bandwidth". */
static const struct inline_ *term_words(struct setter *s, const struct block *b) {
    struct inline_ *term = inlines_joined(s->arena, b->title, NULL);
    for (struct inline_ *in = term; in; in = in->next)
        in->strong = true;
    if (!b->subtitle)
        return term;
    struct inline_ *other = arena_memdup(s->arena, b->subtitle, sizeof *other);
    other->ink = INK_INK2;
    other->emphasis = !language_is_chinese(other->language);
    struct inline_ *gap = (struct inline_ *)inline_words(s->arena, GAP);
    gap->next = other;
    return inlines_joined(s->arena, term, gap);
}

static void flow_text(struct flow *f, const struct block *b, struct inset in,
                      const struct inline_ *text) {
    const struct style *style = setter_style(f->setter, b, in.style);
    const struct paragraph *p = setter_paragraph(f->setter, b, style, text, in.measure, 0, true);
    flow_open(f, TAG_P, block_facts(f, b));
    flow_lines(f, p, in.left, style_snap(f, style), false, false);
    flow_close(f, TAG_P);
}

static void flow_entry(struct flow *f, const struct block *b, struct inset in) {
    struct setter *s = f->setter;
    const struct style *style = setter_style(s, b, "glossary-term");
    const struct paragraph *term =
        setter_paragraph(s, b, style, term_words(s, b), in.measure, 0, true);
    double hang = HANG * setter_style(s, b, "item")->text.size;
    flow_dest(f, b->id);
    flow_open(f, TAG_LI, block_facts(f, b));
    flow_open(f, TAG_LBL, (struct tag_facts){0});
    flow_lines(f, term, in.left, style_snap(f, style), true, true);
    flow_close(f, TAG_LBL);
    flow_open(f, TAG_LBODY, (struct tag_facts){0});
    /* The term and at least a line of what it means. */
    const struct inline_ *folios = flow_folios(f, b, "glossary.pages", f->last_strip, 2);
    struct inset inner = {in.left + hang, in.measure - hang, "item"};
    f->plain_start = f->body_start = true;
    flow_blocks(f, b->child, inner);
    f->body_start = false;
    if (b->text && f->last_strip)
        f->last_strip->strip.keep = true; /* where to read on, too */
    if (b->text)
        flow_text(f, b, inner, b->text);
    inner.style = "entry-folios";
    if (folios && f->last_strip)
        f->last_strip->strip.keep = true; /* the folios belong to the lines above */
    if (folios)
        flow_text(f, b, inner, folios);
    flow_close(f, TAG_LBODY);
    flow_close(f, TAG_LI);
}

static bool is_entry(const struct block *b) {
    return b->kind == BLOCK_ITEM && !b->role;
}

/* The last entry takes another one along to the next page. */
static void pull_along(struct flow *f, const struct block *entry) {
    if (!entry->next && f->last_strip)
        f->last_strip->strip.cost = ALONE_COST;
}

/* Entries that stand together are one list. The title is drawn by the page that begins the part. */
void flow_glossary(struct flow *f, const struct block *b, struct inset in) {
    bool open = false;
    flow_list_title(f, b, in);
    for (const struct block *c = b->child; c; c = c->next) {
        open = flow_list_turn(f, open, is_entry(c));
        if (is_entry(c)) {
            pull_along(f, c);
            flow_entry(f, c, in);
        } else if (c->kind == BLOCK_ITEM)
            flow_division(f, c, in);
        else
            flow_block(f, c, in);
    }
    flow_list_turn(f, open, false);
    f->plain_start = true;
}
