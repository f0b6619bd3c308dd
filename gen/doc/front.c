/* The title page: title, ridge, what it is about, who wrote it, from which data. */
#include "doc/handout.h"

static const double TITLE_TOP = 116, ABSTRACT_TOP = 540, FOOT_TOP = 784;

static void draw_ridge(struct pen *pen) {
    struct stroke slope = stroke_solid(INK_BANDWIDTH, 2.4), flat = stroke_solid(INK_COMPUTE, 2.4);
    slope.cap = flat.cap = CAP_ROUND;
    struct point foot = {68, 498}, ridge = {248, 318}, end = {561, 318};
    pen_artifact_open(pen);
    scene_line(pen->scene, foot, ridge, slope);
    scene_line(pen->scene, ridge, end, flat);
    scene_circle(pen->scene, ridge, 17, INK_GROUND, stroke_solid(INK_INK, 1.8));
    pen_artifact_close(pen);
}

/* The book's own paragraphs. */
static void draw_abstract(struct pen *pen, const struct block *b) {
    struct point at = {pen->body, ABSTRACT_TOP};
    if (b->text)
        at.y += pen_words(pen, b, "imprint", b->text, at, pen->setter->form->measure, TAG_P);
    for (const struct block *c = b->child; c; c = c->next)
        if (c->kind == BLOCK_PARA && c->text)
            at.y += pen_words(pen, c, "imprint", c->text, at, pen->setter->form->measure, TAG_P);
}

static void draw_title_page(struct handout *h) {
    struct setter *s = &h->setter;
    const struct block *b = h->book;
    struct pen pen = pen_on(h, h->front[0], 1);
    double y = TITLE_TOP;
    y += pen_words(&pen, b, "chapter-title", b->title, (struct point){pen.body - 2, y},
                   s->form->wide, TAG_H1);
    y += 10;
    y += pen_words(&pen, b, "chapter-subtitle", b->subtitle, (struct point){pen.body, y},
                   s->form->wide, TAG_P);
    if (b->gloss) {
        struct block other = *b;
        other.language = s->chinese ? "en" : "zh-Hans";
        scene_tag_open(pen.scene, TAG_DIV, (struct tag_facts){.language = other.language});
        pen_words(&pen, &other, "chapter-gloss", b->gloss, (struct point){pen.body, y + 6},
                  s->form->wide, TAG_P);
        scene_tag_close(pen.scene, TAG_DIV);
    }
    draw_ridge(&pen);
    draw_abstract(&pen, b);
    const char *date = say_with(s->arena, s->request->strings, "catalogue.date", "date",
                                catalog_edition(s->request->catalog), NULL);
    const char *foot =
        arena_printf(s->arena, "%s · %s", say(s->request->strings, "document.author"), date);
    pen_words(&pen, b, "head", inline_words(s->arena, foot), (struct point){pen.body, FOOT_TOP},
              s->form->measure, TAG_P);
}

void front_draw(struct handout *h) {
    draw_title_page(h);
}
