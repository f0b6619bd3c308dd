/* Questions and answers: their labels hang (design 5). */
#include <math.h>

#include "page/blocks.h"
#include "page/flow_text.h"

static const double HANG = 3.6;  /* em of the body */
static const double APART = 0.6; /* em, between a label wider than that and its text */
static const double RULE = 0.4;  /* of the lines to write on */

struct labelled {
    const struct block *owner, *para;
    const char *word;
    double hang, before;
    bool keep_next;
};

static void flow_labelled(struct flow *f, struct labelled l, struct inset in) {
    const struct style *style = setter_style(f->setter, l.para, in.style);
    struct label *label =
        label_new(f, l.owner, "question-label", l.word, INK_BANDWIDTH, LIMIT_NONE);
    double over = label->width + APART * style->text.size - l.hang;
    const struct paragraph *p = setter_paragraph(f->setter, l.para, style, l.para->text,
                                                 in.measure - l.hang, fmax(over, 0), true);
    flow_open(f, TAG_P, block_facts(f, l.para));
    label->spans = p->spans;
    flow_label(f, label, in.left, l.before, style_snap(f, style));
    flow_lines(f, p, in.left + l.hang, style_snap(f, style), l.keep_next, l.keep_next);
    flow_close(f, TAG_P);
}

static double label_room(struct flow *f, const struct block *b, const char *word) {
    const struct label *label = label_new(f, b, "question-label", word, INK_BANDWIDTH, LIMIT_NONE);
    return label->width + APART * setter_style(f->setter, b, "question")->text.size;
}

/* All labels of a question stand in the same room: "Solution" needs more than "Q 1.5". */
static double hang_of(struct flow *f, const struct block *b, const char *word) {
    double hang = HANG * setter_style(f->setter, b, "question")->text.size;
    if (f->label_hang > 0)
        return f->label_hang;
    hang = fmax(hang, label_room(f, b, word));
    for (const struct block *c = b->kind == BLOCK_QUESTION ? b->child : NULL; c; c = c->next)
        if (c->kind == BLOCK_ANSWER && c->label)
            hang = fmax(hang, label_room(f, c, c->label));
    return hang;
}

static struct inset hung(struct inset in, double hang) {
    in.left += hang;
    in.measure -= hang;
    in.style = "answer";
    return in;
}

struct inset question_inset(struct flow *f, const struct block *b, struct inset in) {
    return hung(in, hang_of(f, b, b->label ? b->label : b->number ? b->number : ""));
}

void flow_answer(struct flow *f, const struct block *b, struct inset in) {
    double hang = hang_of(f, b, b->label ? b->label : "");
    const struct block *first = b->child;
    flow_dest(f, b->id);
    in.style = "answer";
    f->plain_start = true;
    if (first && first->kind == BLOCK_PARA && first->text) {
        flow_labelled(f, (struct labelled){b, first, b->label, hang, 0, false}, in);
        first = first->next;
        f->plain_start = false;
    }
    flow_blocks(f, first, hung(in, hang));
}

void flow_question(struct flow *f, const struct block *b, struct inset in) {
    const struct style *style = setter_style(f->setter, b, "question");
    struct block *para = arena_memdup(f->setter->arena, b, sizeof *b);
    para->text = b->title ? b->title : b->text;
    bool after_heading = f->last_strip && f->last_strip->strip.heading;
    const char *word = b->label ? b->label : b->number ? b->number : "";
    double hang = hang_of(f, b, word), around = f->label_hang;
    flow_dest(f, b->id);
    flow_open(f, TAG_DIV, block_facts(f, b));
    in.style = "question";
    flow_labelled(f,
                  (struct labelled){b, para, word, *word ? hang : 0,
                                    after_heading ? 0 : style->before, b->child != NULL},
                  in);
    f->plain_start = true;
    f->label_hang = hang;
    for (const struct block *c = b->child; c; c = c->next)
        flow_block(f, c, c->kind == BLOCK_ANSWER ? in : hung(in, hang));
    f->label_hang = around;
    flow_close(f, TAG_DIV);
    f->plain_start = true;
}

/* ── Room to write ── */

static void draw_line(struct pen *pen, const struct strip *s, struct point at) {
    const double *measure = s->what;
    pen_artifact_open(pen);
    double y = at.y + s->height - RULE;
    scene_line(pen->scene, (struct point){at.x, y}, (struct point){at.x + *measure, y},
               stroke_solid(INK_GRID, RULE));
    pen_artifact_close(pen);
}

/* Lines at one and a third of the pitch: handwriting is taller than print. */
void flow_workspace(struct flow *f, const struct block *b, struct inset in) {
    double pitch = block_style(f->setter, b, "body")->pitch * 4 / 3;
    double *measure = ARENA_NEW(f->setter->arena, double);
    *measure = in.measure;
    int lines = (int)ceil(b->box.h / pitch - 0.01);
    for (int i = 0; i < lines; i++)
        flow_strip(f, (struct strip){.height = pitch,
                                     .after = i + 1 == lines ? pitch / 2 : 0,
                                     .left = in.left,
                                     .keep = i == 0 && lines > 1,
                                     .draw = draw_line,
                                     .what = measure});
}
