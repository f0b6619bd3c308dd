/* Lists: the text hangs in two ems, a bullet in the second of them, a number at the edge. */
#include <math.h>
#include <string.h>

#include "page/blocks.h"
#include "page/flow_text.h"

static const double HANG = 2, BULLET = 1, LABEL_GAP = 0.45; /* em */
/* Lists below lists stop moving in when so little is left of the measure, in ems. */
static const double NARROWEST = 8;

/* ── Items ── */

static const char *mark_of(struct flow *f, const struct block *b) {
    const char *mark = b->number ? b->number : "•";
    bool number = mark[0] >= '0' && mark[0] <= '9';
    if (b->label)
        return b->label;
    return number && !strpbrk(mark, ".)") ? arena_printf(f->setter->arena, "%s.", mark) : mark;
}

/* A bullet has no label of its own. */
static bool is_bullet(const struct block *b) {
    return !b->label && !(b->number && b->number[0] >= '0' && b->number[0] <= '9');
}

static double usual_hang(struct flow *f, const struct block *b, struct inset in) {
    double em = setter_style(f->setter, b, "item")->text.size;
    return fmin(HANG * em, fmax(in.measure - NARROWEST * em, 0));
}

static struct inset inset_item(struct inset in, double hang) {
    return (struct inset){in.left + hang, in.measure - hang, "item"};
}

static void flow_body(struct flow *f, const struct block *b, struct inset in) {
    double hang = f->item_hang; /* lists in the item have their own */
    f->item_hang = 0;
    flow_open(f, TAG_LBODY, (struct tag_facts){0});
    f->plain_start = f->body_start = true;
    struct block text = *b;
    text.id = NULL;
    text.style = NULL;
    if (b->text)
        flow_para(f, arena_memdup(f->setter->arena, &text, sizeof text), in);
    flow_blocks(f, b->child, in);
    flow_close(f, TAG_LBODY);
    f->item_hang = hang;
}

static void flow_item(struct flow *f, const struct block *b, struct inset in, double before) {
    const struct style *style = setter_style(f->setter, b, "item");
    const char *mark = mark_of(f, b);
    double hang = f->item_hang > 0 ? f->item_hang : usual_hang(f, b, in);
    flow_dest(f, b->id);
    flow_open(f, TAG_LI, block_facts(f, b));
    if (*mark) {
        struct label *label = label_new(f, b, "item", mark, INK_NONE, LIMIT_NONE);
        double bullet = fmin(BULLET * style->text.size, fmax(hang - label->width, 0));
        label->tag = TAG_LBL;
        flow_label(f, label, in.left + (is_bullet(b) ? bullet : 0), before, style_snap(f, style));
        if (label->width > hang) /* no room beside the text: a line of its own */
            f->last_strip->strip.height = style->pitch;
    }
    flow_body(f, b, inset_item(in, hang));
    flow_close(f, TAG_LI);
}

void flow_item_block(struct flow *f, const struct block *b, struct inset in) {
    flow_item(f, b, in, setter_style(f->setter, b, "item")->before);
}

/* ── Lists ── */

/* The widest number decides, in whole ems, so that Han lines stay full. */
static double hang_of(struct flow *f, const struct block *list, struct inset in) {
    struct setter *s = f->setter;
    double hang = 0, em = setter_style(s, list, "item")->text.size;
    for (const struct block *b = list->child; b; b = b->next) {
        if (b->kind != BLOCK_ITEM || is_bullet(b))
            continue;
        const struct style *style = setter_style(s, b, "item");
        struct text_style face = style->text;
        face.language = b->language ? b->language : s->language;
        hang = fmax(hang, text_width(s->request->fonts, mark_of(f, b), face) + LABEL_GAP * em);
    }
    hang = fmax(ceil(hang / em - 0.01), HANG) * em;
    return fmin(hang, fmax(in.measure - NARROWEST * em, 0));
}

/* "Procedure 1.2" and a title, or a title alone. */
static const struct inline_ *list_title(struct setter *s, const struct block *b) {
    if (!b->label || s->sheet)
        return b->title;
    struct inline_ *label = arena_memdup(
        s->arena, inline_words(s->arena, arena_printf(s->arena, "%s%s", b->label, em_gap(s, b))),
        sizeof *label);
    label->quiet = true;
    label->next = (struct inline_ *)(void *)b->title;
    return label;
}

static void flow_list_title(struct flow *f, const struct block *b, struct inset in) {
    if (!b->title)
        return;
    const struct style *style = setter_style(f->setter, b, "list-title");
    const struct paragraph *p =
        setter_paragraph(f->setter, b, style, list_title(f->setter, b), in.measure, 0, true);
    flow_open(f, TAG_P, block_facts(f, b));
    flow_lines(f, p, in.left, style_snap(f, style), true, true);
    flow_close(f, TAG_P);
}

/* What introduces a procedure stands between its title and its first step. */
static const struct block *flow_introduction(struct flow *f, const struct block *b,
                                             struct inset in) {
    const struct block *c = b->child;
    f->plain_start = true;
    for (; c && c->kind != BLOCK_ITEM; c = c->next)
        flow_block(f, c, in);
    return c;
}

void flow_list(struct flow *f, const struct block *b, struct inset in) {
    flow_dest(f, b->id);
    flow_list_title(f, b, in);
    const struct block *item = flow_introduction(f, b, in);
    f->item_hang = hang_of(f, b, in);
    flow_open(f, TAG_L, block_facts(f, b));
    for (; item; item = item->next)
        flow_item(f, item, in, b->compact ? 0 : setter_style(f->setter, item, "item")->before);
    flow_close(f, TAG_L);
    f->item_hang = 0;
    f->plain_start = true;
}

/* ── Terms ── */

static void flow_term(struct flow *f, const struct block *b, struct inset in) {
    const struct style *style = setter_style(f->setter, b, "term");
    const struct paragraph *term =
        setter_paragraph(f->setter, b, style, b->title, in.measure, 0, true);
    flow_dest(f, b->id);
    flow_open(f, TAG_LI, block_facts(f, b));
    flow_open(f, TAG_LBL, (struct tag_facts){0});
    flow_lines(f, term, in.left, style_snap(f, style), true, true);
    flow_close(f, TAG_LBL);
    flow_body(f, b, inset_item(in, usual_hang(f, b, in)));
    flow_close(f, TAG_LI);
}

void flow_term_list(struct flow *f, const struct block *b, struct inset in) {
    flow_dest(f, b->id);
    flow_list_title(f, b, in);
    flow_open(f, TAG_L, block_facts(f, b));
    for (const struct block *item = b->child; item; item = item->next)
        flow_term(f, item, in);
    flow_close(f, TAG_L);
    f->plain_start = true;
}
