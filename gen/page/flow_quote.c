/* Quotations and epigraphs: moved in, and who said it at the end. */
#include <math.h>

#include "page/blocks.h"
#include "page/flow_text.h"

/* Quotations in quotations stop moving in when so little is left of the measure, in ems. */
static const double NARROWEST = 8;
static const double HANG = 2, EPIGRAPH_LEFT = 0.38; /* em; share of the measure */

/* Two dashes of two ems before a name in Chinese, one of one em in English. */
static const struct inline_ *signature(struct setter *s, const struct block *b) {
    bool chinese = language_is_chinese(b->language ? b->language : s->language);
    struct inline_ *dash =
        arena_memdup(s->arena, inline_words(s->arena, chinese ? "——" : "— "), sizeof *dash);
    dash->next = (struct inline_ *)(void *)b->subtitle;
    return dash;
}

static void flow_signed(struct flow *f, const struct block *b, const struct inline_ *text,
                        struct inset in) {
    const struct style *style = setter_style(f->setter, b, "attribution");
    const struct paragraph *p = setter_paragraph(f->setter, b, style, text, in.measure, 0, true);
    if (f->last_strip)
        f->last_strip->strip.keep = true;
    flow_open(f, TAG_P, block_facts(f, b));
    flow_lines(f, p, in.left, style_snap(f, style), true, false);
    flow_close(f, TAG_P);
}

static void flow_attribution(struct flow *f, const struct block *b, struct inset in) {
    if (b->subtitle)
        flow_signed(f, b, signature(f->setter, b), in);
}

void flow_signature(struct flow *f, const struct block *b, struct inset in) {
    flow_signed(f, b, inline_words(f->setter->arena, b->author), in);
}

static void flow_quote_title(struct flow *f, const struct block *b, struct inset in) {
    if (!b->title)
        return;
    const struct style *style = setter_style(f->setter, b, "list-title");
    const struct paragraph *p =
        setter_paragraph(f->setter, b, style, b->title, in.measure, 0, true);
    flow_open(f, TAG_P, block_facts(f, b));
    flow_lines(f, p, in.left, style_snap(f, style), true, true);
    flow_close(f, TAG_P);
}

static void flow_quoted(struct flow *f, const struct block *b, struct inset in) {
    flow_dest(f, b->id);
    flow_open(f, TAG_BLOCKQUOTE, block_facts(f, b));
    flow_quote_title(f, b, in);
    f->plain_start = true;
    flow_blocks(f, b->child, in);
    flow_attribution(f, b, in);
    flow_close(f, TAG_BLOCKQUOTE);
    f->plain_start = true;
}

void flow_quote(struct flow *f, const struct block *b, struct inset in) {
    double em = block_style(f->setter, b, in.style)->text.size;
    double hang = fmin(HANG * em, fmax(in.measure - NARROWEST * em, 0) / 2);
    in.left += hang;
    in.measure -= 2 * hang;
    flow_quoted(f, b, in);
}

/* At the right of the measure, before the first paragraph. */
void flow_epigraph(struct flow *f, const struct block *b, struct inset in) {
    double em = setter_style(f->setter, b, "epigraph")->text.size;
    double left = (double)(long)(EPIGRAPH_LEFT * in.measure / em) * em;
    in.left += left;
    in.measure -= left;
    in.style = "epigraph";
    flow_quoted(f, b, in);
    if (f->last_strip)
        f->last_strip->strip.after = f->setter->pitch;
}
