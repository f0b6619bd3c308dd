/* Words and leaders, for the pages that are drawn at fixed places. */
#include "page/handout.h"

#include <math.h>

static const double DOT = 1.15, DOT_STEP = 5; /* design 5, contents */

double pen_words(struct pen *pen, const struct block *b, const char *style,
                 const struct inline_ *text, struct point top, double measure, enum tag tag) {
    if (!text)
        return 0;
    struct setter *s = pen->setter;
    const struct paragraph *p =
        setter_paragraph(s, b, setter_style(s, b, style), text, measure, 0, true);
    pen_paragraph(pen, p, tag, top);
    return paragraph_height(p);
}

const char *title_style(struct setter *s, const struct block *b, double measure) {
    static const char *const names[] = {"chapter-title", "contents-title", "section"};
    enum { FEW = 3, LAST = sizeof names / sizeof *names - 1 };
    for (size_t i = 0; b->title && i < LAST; i++)
        if (setter_paragraph(s, b, setter_style(s, b, names[i]), b->title, measure, 0, true)
                ->line_count <= FEW)
            return names[i];
    return names[b->title ? LAST : 0];
}

/* Trials are not complained of. */
static size_t line_count(struct setter *s, const struct block *b, const struct style *style,
                         const struct inline_ *title, double measure) {
    struct diag *heard = s->diag;
    s->diag = diag_new(s->arena);
    const struct paragraph *p = setter_paragraph(s, b, style, title, measure, 0, true);
    s->diag = heard;
    return p->line_count;
}

/* The narrowest in which a title takes no more lines: the last one is no lone word. */
double title_measure(struct setter *s, const struct block *b, const char *name,
                     const struct inline_ *title, double measure) {
    enum { TRIALS = 7 };
    const struct style *style = setter_style(s, b, name);
    size_t n = title ? line_count(s, b, style, title, measure) : 0;
    double least = n ? measure / (double)n : 0, most = measure;
    for (int i = 0; n > 1 && i < TRIALS; i++) {
        double middle = (least + most) / 2;
        if (line_count(s, b, style, title, middle) > n)
            least = middle;
        else
            most = middle;
    }
    return most;
}

double pen_title(struct pen *pen, const struct block *b, const char *style,
                 const struct inline_ *title, struct point top, double measure) {
    return pen_words(pen, b, style, title, top,
                     title_measure(pen->setter, b, style, title, measure), TAG_H1);
}

double pen_gloss(struct pen *pen, const struct block *b, const char *style,
                 const struct inline_ *gloss, struct point top, double measure) {
    if (!gloss)
        return 0;
    struct block other = *b;
    bool chinese = language_is_chinese(b->language ? b->language : pen->setter->language);
    other.language = chinese ? "en" : "zh-Hans";
    scene_tag_open(pen->scene, TAG_DIV, (struct tag_facts){.language = other.language});
    double height = pen_words(pen, &other, style, gloss, top, measure, TAG_P);
    scene_tag_close(pen->scene, TAG_DIV);
    return height;
}

/* One dotted line with round caps; the dots of all leaders stand in columns. */
void pen_leader(struct pen *pen, double from, double to, double baseline) {
    double first = to - floor((to - from) / DOT_STEP) * DOT_STEP;
    if (first >= to - 2 * DOT_STEP)
        return;
    struct stroke dots = stroke_dashed(INK_DOTS, DOT, 0.001, DOT_STEP - 0.001);
    dots.cap = CAP_ROUND;
    pen_artifact_open(pen);
    scene_line(pen->scene, (struct point){first, baseline - DOT / 2},
               (struct point){to + DOT / 2, baseline - DOT / 2}, dots);
    pen_artifact_close(pen);
}
