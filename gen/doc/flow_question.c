/* Questions and answers: their labels hang (design 5). */
#include "doc/blocks.h"
#include "doc/flow_text.h"

static const double HANG = 3.6; /* em of the body */

static void flow_labelled(struct flow *f, const struct block *owner, const struct block *para,
                          const char *word, struct inset in, double hang, double before,
                          bool keep_next) {
    const struct style *style = setter_style(f->setter, para, in.style);
    struct label *label = label_new(f, owner, "question-label", word, INK_BANDWIDTH, LIMIT_NONE);
    const struct paragraph *p =
        setter_paragraph(f->setter, para, style, para->text, in.measure - hang, 0, true);
    flow_open(f, TAG_P, block_facts(f, para));
    label->spans = p->spans;
    flow_label(f, label, in.left, before, style_snap(f, style));
    flow_lines(f, p, in.left + hang, style_snap(f, style), keep_next, keep_next);
    flow_close(f, TAG_P);
}

void flow_question(struct flow *f, const struct block *b, struct inset in) {
    const struct style *style = setter_style(f->setter, b, "question");
    double hang = HANG * style->text.size;
    struct block question = {
        .text = b->title ? b->title : b->text, .language = b->language, .span = b->span};
    flow_dest(f, b->id);
    flow_open(f, TAG_DIV, block_facts(f, b));
    in.style = "question";
    bool after_heading = f->last_strip && f->last_strip->strip.heading;
    flow_labelled(f, b, arena_memdup(f->setter->arena, &question, sizeof question),
                  b->label ? b->label : b->number, in, hang, after_heading ? 0 : style->before,
                  b->child != NULL);
    in.style = "answer";
    const struct block *answer = b->child;
    if (answer && answer->kind == BLOCK_PARA && answer->text) {
        flow_labelled(f, b, answer, say(f->setter->request->strings, "page.answer"), in, hang, 0,
                      false);
        answer = answer->next;
    }
    in.left += hang;
    in.measure -= hang;
    f->plain_start = true;
    flow_blocks(f, answer, in);
    flow_close(f, TAG_DIV);
    f->plain_start = true;
}
