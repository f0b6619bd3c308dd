/* The title page: title, ridge, what it is about, who wrote it, from which data. */
#include <math.h>

#include "doc/handout.h"

static const double TITLE_TOP = 116, RIDGE_Y = 318, SLOPE = 180, RING = 17, LINE = 2.4;
static const double ABSTRACT_TOP = 540, PEOPLE_BELOW = 24, PERSON_GAP = 4, FOOT_TOP = 784;

static void draw_ridge(struct pen *pen, double top) {
    struct stroke slope = stroke_solid(INK_BANDWIDTH, LINE), flat = stroke_solid(INK_COMPUTE, LINE);
    slope.cap = flat.cap = CAP_ROUND;
    struct point ridge = {pen->body + SLOPE, top}, foot = {pen->body, top + SLOPE};
    pen_artifact_open(pen);
    scene_line(pen->scene, foot, ridge, slope);
    scene_line(pen->scene, ridge, (struct point){pen->body + pen->setter->form->wide, top}, flat);
    scene_circle(pen->scene, ridge, RING, INK_GROUND, stroke_solid(INK_INK, 1.8));
    pen_artifact_close(pen);
}

/* The book's own paragraphs. Returns the height below them. */
static double draw_abstract(struct pen *pen, const struct block *b, double top) {
    struct point at = {pen->body, top};
    double measure = pen->setter->form->measure;
    if (b->text && !(b->front && b->front->abstract))
        at.y += pen_words(pen, b, "imprint", b->text, at, measure, TAG_P);
    for (const struct block *c = b->front ? b->front->abstract : NULL; c; c = c->next)
        at.y += pen_words(pen, c, "imprint", c->text, at, measure, TAG_P);
    for (const struct block *c = b->child; c; c = c->next)
        if (c->kind == BLOCK_PARA && c->text)
            at.y += pen_words(pen, c, "imprint", c->text, at, measure, TAG_P);
    return at.y;
}

static void draw_people(struct pen *pen, const struct block *b, double top) {
    struct arena *a = pen->setter->arena;
    struct point at = {pen->body, top + PEOPLE_BELOW};
    double measure = pen->setter->form->measure;
    for (const struct person *p = b->front ? b->front->people : NULL; p; p = p->next) {
        at.y += pen_words(pen, b, "imprint-name", inline_words(a, p->name), at, measure, TAG_P);
        if (p->affiliation)
            at.y += pen_words(pen, b, "imprint-note", inline_words(a, p->affiliation), at, measure,
                              TAG_P);
        at.y += PERSON_GAP;
    }
}

/* Edition, date, data. */
static void draw_foot(struct pen *pen, const struct block *b) {
    struct setter *s = pen->setter;
    const char *foot = say_with(s->arena, s->request->strings, "catalogue.date", "date",
                                catalog_edition(s->request->catalog), NULL);
    const char *parts[] = {b->front ? b->front->date : NULL, b->front ? b->front->edition : NULL};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i])
            foot = arena_printf(s->arena, "%s · %s", parts[i], foot);
    if (!b->author)
        foot = arena_printf(s->arena, "%s · %s", say(s->request->strings, "document.author"), foot);
    pen_words(pen, b, "head", inline_words(s->arena, foot),
              (struct point){pen->body, design_y(s->form, FOOT_TOP)}, s->form->measure, TAG_P);
}

static void draw_title_page(struct handout *h) {
    const struct form *f = h->setter.form;
    const struct block *b = h->book;
    struct pen pen = pen_on(h, 0);
    double y = design_y(f, TITLE_TOP);
    y += pen_words(&pen, b, title_style(&h->setter, b),
                   inlines_without_notes(h->setter.arena, b->title),
                   (struct point){pen.body - 2, y}, f->wide, TAG_H1);
    y += 10;
    y += pen_words(&pen, b, "chapter-subtitle", b->subtitle, (struct point){pen.body, y}, f->wide,
                   TAG_P);
    y += pen_gloss(&pen, b, "chapter-gloss", b->gloss, (struct point){pen.body, y + 6}, f->wide);
    double ridge = fmax(design_y(f, RIDGE_Y), y + 2 * RING);
    draw_ridge(&pen, ridge);
    double abstract = fmax(design_y(f, ABSTRACT_TOP), ridge + SLOPE + 2 * RING);
    draw_people(&pen, b, draw_abstract(&pen, b, abstract));
    draw_foot(&pen, b);
}

void front_draw(struct handout *h) {
    draw_title_page(h);
    imprint_draw(h, 1);
}
