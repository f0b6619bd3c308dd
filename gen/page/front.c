/* The title page: title, ridge, what it is about, who wrote it, from which data. */
#include <math.h>

#include "page/handout.h"

static const double TITLE_TOP = 116, RIDGE_Y = 318, SLOPE = 180, RING = 17, LINE = 2.4;
static const double UNDER_ROOF = 28, ROOF_ROOM = 18, SHORT_TITLE = 44, SHORT_GAP = 26,
                    SLOPE_LEAST = 40;
static const double ABSTRACT_TOP = 540, PEOPLE_BELOW = 24, PERSON_GAP = 4, FOOT_TOP = 784;

static void draw_ridge(struct pen *pen, double top, double slope_length) {
    struct stroke slope = stroke_solid(INK_BANDWIDTH, LINE), flat = stroke_solid(INK_COMPUTE, LINE);
    slope.cap = flat.cap = CAP_ROUND;
    struct point ridge = {pen->body + slope_length, top}, foot = {pen->body, top + slope_length};
    pen_artifact_open(pen);
    scene_line(pen->scene, foot, ridge, slope);
    scene_line(pen->scene, ridge, (struct point){pen->body + pen->setter->form->wide, top}, flat);
    scene_circle(pen->scene, ridge, RING, INK_GROUND, stroke_solid(INK_INK, 1.8));
    pen_artifact_close(pen);
}

/* The book's own paragraphs. Returns the height below them. */
static double draw_abstract(struct pen *pen, const struct block *b, struct point at,
                            double measure) {
    if (b->text && !(b->front && b->front->abstract))
        at.y += pen_words(pen, b, "imprint", b->text, at, measure, TAG_P);
    for (const struct block *c = b->front ? b->front->abstract : NULL; c; c = c->next)
        at.y += pen_words(pen, c, "imprint", c->text, at, measure, TAG_P);
    for (const struct block *c = b->child; c; c = c->next)
        if (c->kind == BLOCK_PARA && c->text)
            at.y += pen_words(pen, c, "imprint", c->text, at, measure, TAG_P);
    return at.y;
}

static void draw_people(struct pen *pen, const struct block *b, struct point at, double measure) {
    struct arena *a = pen->setter->arena;
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

/* What it is about, and who wrote it. */
static void draw_about(struct pen *pen, const struct block *b, struct point at, double measure) {
    at.y = draw_abstract(pen, b, at, measure) + PEOPLE_BELOW;
    draw_people(pen, b, at, measure);
}

/* Below the titles; on a short page what the book is about stands under the roof. */
static void draw_short_rest(struct pen *pen, const struct block *b, double titles_end) {
    const struct form *f = pen->setter->form;
    double top = titles_end + SHORT_GAP;
    double slope = fmax(SLOPE_LEAST, fmin(SLOPE, f->top + f->depth - top));
    double left = pen->body + slope + UNDER_ROOF;
    draw_ridge(pen, top, slope);
    draw_about(pen, b, (struct point){left, top + ROOF_ROOM}, pen->body + f->wide - left);
}

static void draw_rest(struct pen *pen, const struct block *b, double titles_end) {
    const struct form *f = pen->setter->form;
    double ridge = fmax(design_y(f, RIDGE_Y), titles_end + 2 * RING);
    double abstract = fmax(design_y(f, ABSTRACT_TOP), ridge + SLOPE + 2 * RING);
    draw_ridge(pen, ridge, SLOPE);
    draw_about(pen, b, (struct point){pen->body, abstract}, f->measure);
}

static void draw_title_page(struct handout *h) {
    const struct form *f = h->setter.form;
    const struct block *b = h->book;
    struct pen pen = pen_on(h, 0);
    bool is_short = form_is_short(f);
    double y = design_y(f, is_short ? SHORT_TITLE : TITLE_TOP);
    y += pen_title(&pen, b, title_style(&h->setter, b, f->wide),
                   inlines_without_notes(h->setter.arena, b->title),
                   (struct point){pen.body - 2, y}, f->wide);
    y += 10;
    y += pen_words(&pen, b, "chapter-subtitle", b->subtitle, (struct point){pen.body, y}, f->wide,
                   TAG_P);
    y += pen_gloss(&pen, b, "chapter-gloss", b->gloss, (struct point){pen.body, y + 6}, f->wide);
    if (is_short)
        draw_short_rest(&pen, b, y);
    else
        draw_rest(&pen, b, y);
    draw_foot(&pen, b);
}

void front_draw(struct handout *h) {
    draw_title_page(h);
    imprint_draw(h, 1);
}
