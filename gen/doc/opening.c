/* The page that opens a chapter: the roofline of the chapter, its sections under the roof, what the
 * reader will be able to answer (design 5). Always a right-hand page. */
#include <math.h>
#include <string.h>

#include "doc/handout.h"

static const struct point RIDGE = {248, 318}, FOOT = {68, 498};
static const double FLAT_END = 561, RING = 17, RING_STROKE = 1.8, LINE = 2.4;
static const double SECTION_X = 276, TITLE_X = 305, SECTION_TOP = 347, SECTION_PITCH = 24;
static const double NUMBER_ROOM = 26, QUESTIONS = 540, QUESTION_HANG = 21, QUESTION_GAP = 1;
static const double FACT_GAP = 6, FACT_LABEL_GAP = 9;

static const struct block *child_of(const struct block *b, enum block_kind kind) {
    for (const struct block *c = b->child; c; c = c->next)
        if (c->kind == kind)
            return c;
    return NULL;
}

static void draw_titles(struct pen *pen, const struct block *b) {
    struct arena *a = pen->setter->arena;
    double x = RIDGE.x - 180;
    const char *label = b->label ? b->label : b->number;
    if (label)
        pen_words(pen, b, "chapter-label", inline_words(a, label), (struct point){x, 92},
                  pen->setter->form->wide, TAG_P);
    double height = pen_words(pen, b, "chapter-title", b->title, (struct point){x - 2, 116},
                              pen->setter->form->wide, TAG_H1);
    double y = fmax(116 + height, 170) + 10;
    y += pen_words(pen, b, "chapter-subtitle", b->subtitle, (struct point){x, y},
                   pen->setter->form->wide, TAG_P);
    if (!b->gloss)
        return;
    struct block other = *b;
    other.language = language_is_chinese(pen->setter->language) ? "en" : "zh-Hans";
    scene_tag_open(pen->scene, TAG_DIV, (struct tag_facts){.language = other.language});
    pen_words(pen, &other, "chapter-gloss", b->gloss, (struct point){x, y + 6},
              pen->setter->form->wide, TAG_P);
    scene_tag_close(pen->scene, TAG_DIV);
}

/* ── The ridge ── */

/* Words above the slope, turned with it. */
static void draw_on_slope(struct pen *pen, const char *text) {
    struct setter *s = pen->setter;
    const struct style *style = setter_style(s, NULL, "opening-slope");
    struct text_style face = style->text;
    face.language = s->language;
    struct piece piece = {text, face};
    const struct shaped *shaped = text_shape(s->request->fonts, s->arena, &piece, 1);
    const double along = 20.7, above = 6.3, half = 0.70710678118654752;
    scene_text(pen->scene, &(struct text_item){.shaped = shaped,
                                               .to = shaped->cluster_count,
                                               .x = FOOT.x + (along - above) * half,
                                               .baseline = FOOT.y - (along + above) * half,
                                               .width = shaped->width,
                                               .angle = 45});
}

static void draw_ridge(struct pen *pen, const struct block *b) {
    const struct strings *strings = pen->setter->request->strings;
    struct stroke slope = stroke_solid(INK_BANDWIDTH, LINE), flat = stroke_solid(INK_COMPUTE, LINE);
    slope.cap = flat.cap = CAP_ROUND;
    pen_artifact_open(pen);
    scene_line(pen->scene, FOOT, RIDGE, slope);
    scene_line(pen->scene, RIDGE, (struct point){FLAT_END, RIDGE.y}, flat);
    scene_circle(pen->scene, RIDGE, RING, INK_GROUND, stroke_solid(INK_INK, RING_STROKE));
    if (b->number)
        pen_label(pen, setter_style(pen->setter, b, "opening-number"),
                  (struct point){RIDGE.x, RIDGE.y + 7}, ANCHOR_MIDDLE, b->number);
    draw_on_slope(pen, say(strings, "page.opening-slope"));
    pen_label(pen, setter_style(pen->setter, b, "opening-flat"),
              (struct point){FLAT_END, RIDGE.y - 7}, ANCHOR_END, say(strings, "page.opening-flat"));
    pen_label(pen, setter_style(pen->setter, b, "opening-ridge"),
              (struct point){RIDGE.x + 25, RIDGE.y - 7}, ANCHOR_START,
              say(strings, "page.opening-ridge"));
    pen_artifact_close(pen);
}

/* ── Sections ── */

static void draw_section(struct handout *h, struct pen *pen, const struct entry *e, double top) {
    struct setter *s = &h->setter;
    const struct block *b = e->block;
    const struct style *title = setter_style(s, b, "opening-section");
    const struct style *number = setter_style(s, b, "opening-section-number");
    const char *folio = folio_arabic(s->arena, e->page);
    double y = top + style_baseline(title, s->language);
    double measure = FLAT_END - NUMBER_ROOM - TITLE_X;
    const struct paragraph *p = setter_paragraph(s, b, title, b->title, measure, 0, true);
    struct rect *area = ARENA_NEW(s->arena, struct rect);
    *area = (struct rect){SECTION_X, top, FLAT_END - SECTION_X, title->pitch};
    scene_tag_open(pen->scene, TAG_TOCI, (struct tag_facts){0});
    scene_tag_open(pen->scene, TAG_LINK,
                   (struct tag_facts){.dest = b->id,
                                      .describe = inline_string(s->arena, b->title),
                                      .areas = area,
                                      .area_count = 1});
    if (b->number)
        pen_label(pen, number, (struct point){SECTION_X, y}, ANCHOR_START, b->number);
    struct paragraph plain = *p;
    plain.spans = false;
    pen_lines(pen, arena_memdup(s->arena, &plain, sizeof plain), (struct point){TITLE_X, top});
    y += (double)(p->line_count - 1) * title->pitch;
    pen_label(pen, setter_style(s, b, "opening-folio"), (struct point){FLAT_END, y}, ANCHOR_END,
              folio);
    scene_tag_close(pen->scene, TAG_LINK);
    scene_tag_close(pen->scene, TAG_TOCI);
    double end = TITLE_X + p->lines[p->line_count - 1].width;
    pen_leader(pen, end + 8, FLAT_END - NUMBER_ROOM, y);
}

static void draw_sections(struct handout *h, struct pen *pen, const struct part *part) {
    size_t index = (size_t)(part - h->parts), n = 0;
    for (size_t i = 0; i < h->entry_count; i++)
        n += h->entries[i].level == 2 && h->entries[i].part == index;
    if (n == 0)
        return;
    double room = QUESTIONS - 12 - SECTION_TOP, top = SECTION_TOP;
    double pitch = fmin(SECTION_PITCH, room / (double)n);
    scene_tag_open(pen->scene, TAG_TOC, (struct tag_facts){0});
    for (size_t i = 0; i < h->entry_count; i++)
        if (h->entries[i].level == 2 && h->entries[i].part == index) {
            draw_section(h, pen, &h->entries[i], top);
            top += pitch;
        }
    scene_tag_close(pen->scene, TAG_TOC);
}

/* ── Questions and facts ── */

static double draw_question(struct pen *pen, const struct block *item, struct point top) {
    struct setter *s = pen->setter;
    const struct style *style = setter_style(s, item, "opening-question");
    double y = top.y + style_baseline(style, item->language);
    scene_tag_open(pen->scene, TAG_LI, (struct tag_facts){0});
    scene_tag_open(pen->scene, TAG_LBL, (struct tag_facts){0});
    pen_label(pen, setter_style(s, item, "question-label"), (struct point){top.x, y}, ANCHOR_START,
              item->number ? item->number : "•");
    scene_tag_close(pen->scene, TAG_LBL);
    scene_tag_open(pen->scene, TAG_LBODY, (struct tag_facts){0});
    double height = pen_words(pen, item, "opening-question", item->text,
                              (struct point){top.x + QUESTION_HANG, top.y},
                              pen->setter->form->measure - QUESTION_HANG, TAG_P);
    scene_tag_close(pen->scene, TAG_LBODY);
    scene_tag_close(pen->scene, TAG_LI);
    return height;
}

static void draw_questions(struct pen *pen, const struct block *b) {
    struct point at = {pen->body, QUESTIONS};
    at.y += pen_words(pen, b, "opening-head", b->title, at, pen->setter->form->measure, TAG_P);
    scene_tag_open(pen->scene, TAG_L, (struct tag_facts){0});
    for (const struct block *item = b->child; item; item = item->next)
        at.y += draw_question(pen, item, at) + QUESTION_GAP;
    scene_tag_close(pen->scene, TAG_L);
}

static double draw_fact(struct pen *pen, const struct block *item, struct point top) {
    struct setter *s = pen->setter;
    const struct style *style = setter_style(s, item, "note");
    const struct paragraph *label =
        item->title
            ? setter_single(s, setter_style(s, item, "note-label"), item->language, item->title)
            : NULL;
    const struct inline_ *text = item->text ? item->text : item->child ? item->child->text : NULL;
    double width = label ? paragraph_width(label) + FACT_LABEL_GAP : 0;
    const struct paragraph *p =
        setter_paragraph(s, item, style, text, pen->setter->form->margin, width, true);
    scene_tag_open(pen->scene, TAG_P, (struct tag_facts){0});
    if (label) {
        double y = top.y + style_baseline(style, item->language);
        if (p->spans)
            scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
        paragraph_draw_line(pen->scene, label, 0, (struct point){top.x, y});
        if (p->spans)
            scene_tag_close(pen->scene, TAG_SPAN);
    }
    pen_lines(pen, p, top);
    scene_tag_close(pen->scene, TAG_P);
    return paragraph_height(p);
}

static void draw_facts(struct pen *pen, const struct block *b) {
    struct point at = {pen->margin, QUESTIONS + 3};
    for (const struct block *item = b->child; item; item = item->next)
        at.y += draw_fact(pen, item, at) + FACT_GAP;
}

void opening_draw(struct handout *h, const struct part *part) {
    struct scene *scene = h->body[part->opening];
    struct pen pen = pen_on(h, scene, part->opening + 1);
    const struct block *b = part->block;
    if (b->id)
        scene_dest(scene, b->id, (struct point){pen.body, 92});
    draw_titles(&pen, b);
    draw_ridge(&pen, b);
    draw_sections(h, &pen, part);
    const struct block *questions = child_of(b, BLOCK_OBJECTIVES);
    const struct block *facts = child_of(b, BLOCK_FACTS);
    if (questions)
        draw_questions(&pen, questions);
    if (facts)
        draw_facts(&pen, facts);
    folio_draw(h, scene, part->opening + 1, folio_arabic(h->setter.arena, part->opening));
}
