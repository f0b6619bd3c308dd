/* A bibliography: numbers hang, the pages that cite a work stand in the margin. */
#include <math.h>

#include "page/blocks.h"
#include "page/flow_back.h"
#include "page/flow_text.h"

static const double HANG = 2, GAP = 0.6; /* em */

/* All numbers have the room of the widest; two ems at least. */
static double hang_of(struct flow *f, const struct block *b) {
    const struct style *style = setter_style(f->setter, b, "bibliography");
    double most = 0;
    for (const struct block *c = b->child; c; c = c->next)
        if (c->number)
            most =
                fmax(most, label_new(f, c, "bibliography", c->number, INK_NONE, LIMIT_NONE)->width);
    return fmax(HANG * style->text.size, most + GAP * style->text.size);
}

/* Entries of so many lines stay on one page, and their folios stand beside them. */
enum { KEPT = 5 };

static void flow_entry(struct flow *f, const struct block *b, struct inset in, double hang) {
    struct setter *s = f->setter;
    const struct style *style = setter_style(s, b, "bibliography");
    struct label *label = label_new(f, b, "bibliography", b->number, INK_NONE, LIMIT_NONE);
    label->tag = TAG_LBL;
    const struct paragraph *p = setter_paragraph(s, b, style, b->text, in.measure - hang, 0, true);
    flow_dest(f, b->id);
    flow_open(f, TAG_LI, block_facts(f, b));
    flow_label(f, label, in.left, style->before, style_snap(f, style));
    struct flow_item *before = f->last_strip;
    flow_open(f, TAG_LBODY, (struct tag_facts){0});
    flow_open(f, TAG_P, (struct tag_facts){0});
    flow_lines(f, p, in.left + hang, style_snap(f, style), p->line_count <= KEPT, false);
    flow_close(f, TAG_P);
    const struct flow_item *first = before && p->line_count <= KEPT ? before->next : NULL;
    while (first && first->kind != FLOW_STRIP)
        first = first->next;
    const struct inline_ *folios = flow_folios(f, b, "bibliography.pages", first, p->line_count);
    if (folios) {
        const struct style *small = setter_style(s, b, "entry-folios");
        f->last_strip->strip.keep = true; /* the folios belong to the lines above */
        flow_open(f, TAG_P, (struct tag_facts){0});
        flow_lines(f, setter_paragraph(s, b, small, folios, in.measure - hang, 0, true),
                   in.left + hang, SNAP_NONE, true, false);
        flow_close(f, TAG_P);
    }
    flow_close(f, TAG_LBODY);
    flow_close(f, TAG_LI);
}

static bool is_entry(const struct block *b) {
    return b->kind == BLOCK_ITEM && b->number;
}

void flow_bibliography(struct flow *f, const struct block *b, struct inset in) {
    double hang = hang_of(f, b);
    bool open = false;
    flow_list_title(f, b, in);
    for (const struct block *c = b->child; c; c = c->next) {
        open = flow_list_turn(f, open, is_entry(c));
        if (is_entry(c))
            flow_entry(f, c, in, hang);
        else if (c->kind == BLOCK_ITEM)
            flow_division(f, c, in);
        else
            flow_block(f, c, in);
    }
    flow_list_turn(f, open, false);
    f->plain_start = true;
}
