/* Lists: the text hangs in two ems, a bullet in the second of them, a number at the edge. */
#include <string.h>

#include "doc/blocks.h"
#include "doc/flow_text.h"

static const double HANG = 2, BULLET = 1; /* em */

static struct inset inset_item(struct flow *f, const struct block *b, struct inset in) {
    double hang = HANG * setter_style(f->setter, b, "item")->text.size;
    return (struct inset){in.left + hang, in.measure - hang, "item"};
}

static void flow_body(struct flow *f, const struct block *b, struct inset in) {
    flow_open(f, TAG_LBODY, (struct tag_facts){0});
    f->plain_start = true;
    struct block text = *b;
    text.id = NULL;
    text.style = NULL;
    if (b->text)
        flow_para(f, arena_memdup(f->setter->arena, &text, sizeof text), in);
    flow_blocks(f, b->child, in);
    flow_close(f, TAG_LBODY);
}

void flow_item_block(struct flow *f, const struct block *b, struct inset in) {
    const struct style *style = setter_style(f->setter, b, "item");
    const char *mark = b->number ? b->number : "•";
    bool number = mark[0] >= '0' && mark[0] <= '9';
    if (number && !strpbrk(mark, ".)"))
        mark = arena_printf(f->setter->arena, "%s.", mark);
    struct label *label = label_new(f, b, "item", mark, INK_NONE, LIMIT_NONE);
    label->tag = TAG_LBL;
    flow_dest(f, b->id);
    flow_open(f, TAG_LI, block_facts(f, b));
    double left = in.left + (number ? 0 : BULLET * style->text.size);
    flow_label(f, label, left, style->before, style_snap(f, style));
    flow_body(f, b, inset_item(f, b, in));
    flow_close(f, TAG_LI);
}

static void flow_term(struct flow *f, const struct block *b, struct inset in) {
    const struct style *style = setter_style(f->setter, b, "term");
    const struct paragraph *term =
        setter_paragraph(f->setter, b, style, b->title, in.measure, 0, true);
    flow_dest(f, b->id);
    flow_open(f, TAG_LI, block_facts(f, b));
    flow_open(f, TAG_LBL, (struct tag_facts){0});
    flow_lines(f, term, in.left, style_snap(f, style), true, true);
    flow_close(f, TAG_LBL);
    flow_body(f, b, inset_item(f, b, in));
    flow_close(f, TAG_LI);
}

void flow_list(struct flow *f, const struct block *b, struct inset in) {
    flow_dest(f, b->id);
    flow_open(f, TAG_L, block_facts(f, b));
    flow_blocks(f, b->child, in);
    flow_close(f, TAG_L);
    f->plain_start = true;
}

void flow_term_list(struct flow *f, const struct block *b, struct inset in) {
    flow_dest(f, b->id);
    flow_open(f, TAG_L, block_facts(f, b));
    for (const struct block *item = b->child; item; item = item->next)
        flow_term(f, item, in);
    flow_close(f, TAG_L);
    f->plain_start = true;
}
