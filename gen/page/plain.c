/* The beginning of a preface and of what has no number: like the contents page, with text below. */
#include <math.h>

#include "page/handout.h"

static const double TITLE_TOP = 62, RULE_BELOW = 6, GLOSS_TOP = 78.5, TEXT_BELOW = 20;
static const double WITHOUT_MARGIN = 0.76, UNTITLED = 0.3; /* shares */

double plain_rule(struct setter *s, const struct block *b, const struct inline_ *title) {
    const struct style *style = setter_style(s, b, "contents-title");
    const struct paragraph *p = setter_paragraph(s, b, style, title, s->form->measure, 0, true);
    return design_y(s->form, TITLE_TOP) + paragraph_height(p) + RULE_BELOW;
}

static double on_grid(const struct setter *s, double y) {
    return s->pitch > 0 ? ceil((y - 0.01) / s->pitch) * s->pitch : y;
}

/* A dedication has no title, but the middle of a page. */
double plain_room(struct handout *h, const struct block *b) {
    if (!b->title)
        return on_grid(&h->setter, UNTITLED * h->setter.form->depth);
    double room = plain_rule(&h->setter, b, b->title) + TEXT_BELOW - h->setter.form->top;
    return on_grid(&h->setter, fmax(room, 0));
}

/* The rise stands on the gap between measure and margin column. */
double plain_share(const struct form *f) {
    return f->margin > 0 ? (f->measure + f->gap / 2) / f->wide : WITHOUT_MARGIN;
}

double plain_head(struct pen *pen, const struct block *b, const struct inline_ *title,
                  const struct inline_ *gloss, double lowered) {
    const struct form *f = pen->setter->form;
    double top = design_y(f, TITLE_TOP) + lowered;
    double height =
        pen_title(pen, b, "contents-title", title, (struct point){pen->body, top}, f->measure);
    if (f->margin > 0)
        pen_gloss(pen, b, "gloss", gloss,
                  (struct point){pen->margin, design_y(f, GLOSS_TOP) + lowered}, f->margin);
    double rule = top + height + RULE_BELOW;
    pen_artifact_open(pen);
    mark_progress(pen->scene, (struct point){pen->wide, rule}, f->wide, plain_share(f));
    pen_artifact_close(pen);
    return rule;
}

void plain_draw(struct handout *h, const struct part *p) {
    const struct form *f = h->setter.form;
    struct pen pen = pen_on(h, p->opening);
    if (p->block->id)
        scene_dest(pen.scene, p->block->id,
                   (struct point){pen.body, design_y(f, TITLE_TOP) + p->lowered});
    if (p->block->title)
        plain_head(&pen, p->block, p->block->title, p->block->gloss, p->lowered);
}
