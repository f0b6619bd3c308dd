/* Below the ridge of an opening: what the reader will be able to answer, and facts of the chapter.
 */
#include <math.h>

#include "page/opening.h"

static const double QUESTION_HANG = 2, QUESTION_GAP = 1;             /* em; pt */
static const double FACT_GAP = 6, FACT_LABEL_GAP = 9, FACT_DROP = 3; /* design 5 */
static const double BELOW_QUESTIONS = 12;

static const struct block *child_of(const struct block *b, enum block_kind kind) {
    for (const struct block *c = b->child; c; c = c->next)
        if (c->kind == kind)
            return c;
    return NULL;
}

/* ── Questions ── */

static double hang_of(struct setter *s, const struct block *item) {
    return QUESTION_HANG * setter_style(s, item, "opening-question")->text.size;
}

static double question_height(struct setter *s, const struct block *item) {
    const struct style *style = setter_style(s, item, "opening-question");
    double measure = s->form->measure - hang_of(s, item);
    return item->text
               ? paragraph_height(setter_paragraph(s, item, style, item->text, measure, 0, true))
               : 0;
}

static double questions_height(struct setter *s, const struct block *b) {
    const struct style *style = setter_style(s, b, "opening-head");
    double height =
        b->title
            ? paragraph_height(setter_paragraph(s, b, style, b->title, s->form->measure, 0, true))
            : 0;
    for (const struct block *item = b->child; item; item = item->next)
        height += question_height(s, item) + QUESTION_GAP;
    return height;
}

static double draw_question(struct pen *pen, const struct block *item, struct point top) {
    struct setter *s = pen->setter;
    const struct style *style = setter_style(s, item, "opening-question");
    struct style label = *setter_style(s, item, "question-label");
    label.text.size = style->text.size;
    double y = top.y + style_baseline(style, item->language), hang = hang_of(s, item);
    scene_tag_open(pen->scene, TAG_LI, (struct tag_facts){0});
    scene_tag_open(pen->scene, TAG_LBL, (struct tag_facts){0});
    pen_label(pen, &label, (struct point){top.x, y}, ANCHOR_START,
              item->number ? item->number : "•");
    scene_tag_close(pen->scene, TAG_LBL);
    scene_tag_open(pen->scene, TAG_LBODY, (struct tag_facts){0});
    double height = pen_words(pen, item, "opening-question", item->text,
                              (struct point){top.x + hang, top.y}, s->form->measure - hang, TAG_P);
    scene_tag_close(pen->scene, TAG_LBODY);
    scene_tag_close(pen->scene, TAG_LI);
    return height;
}

static void draw_questions(struct pen *pen, const struct block *b, double top) {
    struct point at = {pen->body, top};
    at.y += pen_words(pen, b, "opening-head", b->title, at, pen->setter->form->measure, TAG_P);
    scene_tag_open(pen->scene, TAG_L, (struct tag_facts){0});
    for (const struct block *item = b->child; item; item = item->next)
        at.y += draw_question(pen, item, at) + QUESTION_GAP;
    scene_tag_close(pen->scene, TAG_L);
}

/* ── Facts ── */

struct fact {
    const struct paragraph *label, *text;
};

static double facts_measure(const struct form *f) {
    return f->margin > 0 ? f->margin : f->measure;
}

static struct fact fact_new(struct setter *s, const struct block *item) {
    const struct inline_ *text = item->text ? item->text : item->child ? item->child->text : NULL;
    struct fact fact = {NULL, NULL};
    if (item->title)
        fact.label =
            setter_single(s, setter_style(s, item, "note-label"), item->language, item->title);
    double width = fact.label ? paragraph_width(fact.label) + FACT_LABEL_GAP : 0;
    fact.text = setter_paragraph(s, item, setter_style(s, item, "note"), text,
                                 facts_measure(s->form), width, true);
    return fact;
}

static double facts_height(struct setter *s, const struct block *b) {
    double height = 0;
    for (const struct block *item = b->child; item; item = item->next)
        height += paragraph_height(fact_new(s, item).text) + FACT_GAP;
    return height - (height > 0 ? FACT_GAP : 0);
}

static double draw_fact(struct pen *pen, const struct block *item, struct point top) {
    struct fact fact = fact_new(pen->setter, item);
    scene_tag_open(pen->scene, TAG_P, (struct tag_facts){0});
    if (fact.label) {
        double y = top.y + style_baseline(fact.text->style, item->language);
        if (fact.text->spans)
            scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
        paragraph_draw_line(pen->scene, fact.label, 0, (struct point){top.x, y});
        if (fact.text->spans)
            scene_tag_close(pen->scene, TAG_SPAN);
    }
    pen_lines(pen, fact.text, top);
    scene_tag_close(pen->scene, TAG_P);
    return paragraph_height(fact.text);
}

static void draw_facts(struct pen *pen, const struct block *b, struct point at) {
    for (const struct block *item = b->child; item; item = item->next)
        at.y += draw_fact(pen, item, at) + FACT_GAP;
}

/* ── Both ── */

double goals_height(struct setter *s, const struct block *chapter) {
    const struct block *questions = child_of(chapter, BLOCK_OBJECTIVES);
    const struct block *facts = child_of(chapter, BLOCK_FACTS);
    double left = questions ? questions_height(s, questions) : 0;
    double right = facts ? facts_height(s, facts) : 0;
    if (s->form->margin > 0)
        return fmax(left, right > 0 ? FACT_DROP + right : 0);
    return left + right + (left > 0 && right > 0 ? BELOW_QUESTIONS : 0);
}

void goals_draw(struct pen *pen, const struct block *chapter, double top) {
    struct setter *s = pen->setter;
    const struct block *questions = child_of(chapter, BLOCK_OBJECTIVES);
    const struct block *facts = child_of(chapter, BLOCK_FACTS);
    if (questions)
        draw_questions(pen, questions, top);
    if (!facts)
        return;
    if (s->form->margin > 0)
        draw_facts(pen, facts, (struct point){pen->margin, top + FACT_DROP});
    else
        draw_facts(pen, facts,
                   (struct point){
                       pen->body,
                       top + (questions ? questions_height(s, questions) + BELOW_QUESTIONS : 0)});
}
