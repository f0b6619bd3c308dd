/* The page that opens a chapter: the roofline of the chapter, its sections under the roof, what the
 * reader will be able to answer (design 5). Always a right-hand page. */
#include <math.h>
#include <string.h>

#include "doc/handout.h"

/* Of design 5: heights as on A4, widths from the inner edge of the measure. */
static const double LABEL_Y = 92, TITLE_Y = 116, SUBTITLE_Y = 180, RIDGE_Y = 318, SLOPE = 180;
static const double RING = 17, RING_STROKE = 1.8, LINE = 2.4;
static const double SECTION_X = 208, TITLE_X = 237, SECTION_Y = 347, SECTION_PITCH = 24;
static const double NUMBER_ROOM = 26, QUESTIONS_Y = 540, QUESTION_HANG = 21, QUESTION_GAP = 1;
static const double FACT_GAP = 6, FACT_LABEL_GAP = 9, FLOW_GAP = 14, CLOSEST = 0.8, AUTHOR_GAP = 9;

/* Where things stand on this page. */
struct opening {
    struct handout *h;
    struct pen pen;
    const struct part *part;
    struct point ridge;
    double flat_end;
};

static const struct block *child_of(const struct block *b, enum block_kind kind) {
    for (const struct block *c = b->child; c; c = c->next)
        if (c->kind == kind)
            return c;
    return NULL;
}

static void draw_titles(struct opening *o) {
    const struct block *b = o->part->block;
    const struct form *f = o->h->setter.form;
    struct pen *pen = &o->pen;
    const char *label = b->label ? b->label : b->number;
    double x = pen->body, y = design_y(f, TITLE_Y);
    if (label)
        pen_words(pen, b, "chapter-label", inline_words(pen->setter->arena, label),
                  (struct point){x, design_y(f, LABEL_Y)}, f->wide, TAG_P);
    y += pen_words(pen, b, title_style(pen->setter, b), b->title, (struct point){x - 2, y}, f->wide,
                   TAG_H1);
    y = fmax(y + 10, design_y(f, SUBTITLE_Y));
    y += pen_words(pen, b, "chapter-subtitle", b->subtitle, (struct point){x, y}, f->wide, TAG_P);
    y += 6;
    y += pen_gloss(pen, b, "chapter-gloss", b->gloss, (struct point){x, y}, f->wide);
    if (b->author)
        y += pen_words(pen, b, "imprint-name", inline_words(pen->setter->arena, b->author),
                       (struct point){x, y + AUTHOR_GAP}, f->wide, TAG_P) +
             AUTHOR_GAP;
    /* Titles of many lines push the ridge down. */
    o->ridge.y = fmax(o->ridge.y, y + RING + FLOW_GAP);
}

/* ── The ridge ── */

/* Words above the slope, turned with it. */
static void draw_on_slope(struct opening *o, const char *text) {
    struct setter *s = o->pen.setter;
    const struct style *style = setter_style(s, NULL, "opening-slope");
    struct text_style face = style->text;
    face.language = s->language;
    struct piece piece = {text, face};
    const struct shaped *shaped = text_shape(s->request->fonts, s->arena, &piece, 1);
    const double along = 20.7, above = 6.3, half = 0.70710678118654752;
    struct point foot = {o->ridge.x - SLOPE, o->ridge.y + SLOPE};
    scene_text(o->pen.scene, &(struct text_item){.shaped = shaped,
                                                 .to = shaped->cluster_count,
                                                 .x = foot.x + (along - above) * half,
                                                 .baseline = foot.y - (along + above) * half,
                                                 .width = shaped->width,
                                                 .angle = 45});
}

/* Chapters are about the two limits; what stands behind them only borrows the line. */
static void draw_legends(struct opening *o) {
    struct pen *pen = &o->pen;
    const struct block *b = o->part->block;
    const struct strings *strings = pen->setter->request->strings;
    draw_on_slope(o, say(strings, "page.opening-slope"));
    pen_label(pen, setter_style(pen->setter, b, "opening-flat"),
              (struct point){o->flat_end, o->ridge.y - 7}, ANCHOR_END,
              say(strings, "page.opening-flat"));
    pen_label(pen, setter_style(pen->setter, b, "opening-ridge"),
              (struct point){o->ridge.x + 25, o->ridge.y - 7}, ANCHOR_START,
              say(strings, "page.opening-ridge"));
}

static void draw_ridge(struct opening *o) {
    struct pen *pen = &o->pen;
    const struct block *b = o->part->block;
    bool chapter = o->part->kind == PART_CHAPTER;
    struct stroke slope = stroke_solid(chapter ? INK_BANDWIDTH : INK_INK, LINE);
    struct stroke flat = stroke_solid(chapter ? INK_COMPUTE : INK_INK, LINE);
    slope.cap = flat.cap = CAP_ROUND;
    pen_artifact_open(pen);
    scene_line(pen->scene, (struct point){o->ridge.x - SLOPE, o->ridge.y + SLOPE}, o->ridge, slope);
    scene_line(pen->scene, o->ridge, (struct point){o->flat_end, o->ridge.y}, flat);
    scene_circle(pen->scene, o->ridge, RING, INK_GROUND, stroke_solid(INK_INK, RING_STROKE));
    if (b->number)
        pen_label(pen, setter_style(pen->setter, b, "opening-number"),
                  (struct point){o->ridge.x, o->ridge.y + 7}, ANCHOR_MIDDLE, b->number);
    if (chapter)
        draw_legends(o);
    pen_artifact_close(pen);
}

/* ── Sections ── */

static void draw_section(struct opening *o, const struct entry *e, double top) {
    struct setter *s = o->pen.setter;
    struct pen *pen = &o->pen;
    const struct block *b = e->block;
    const struct style *title = setter_style(s, b, "opening-section");
    const struct style *number = setter_style(s, b, "opening-section-number");
    const char *folio = folio_label(o->h, e->page);
    double y = top + style_baseline(title, s->language);
    double from = pen->body + SECTION_X, left = pen->body + (b->number ? TITLE_X : SECTION_X);
    double measure = o->flat_end - NUMBER_ROOM - left;
    const struct paragraph *p = setter_paragraph(s, b, title, b->title, measure, 0, true);
    struct rect *area = ARENA_NEW(s->arena, struct rect);
    *area = (struct rect){from, top, o->flat_end - from, paragraph_height(p)};
    scene_tag_open(pen->scene, TAG_TOCI, (struct tag_facts){0});
    scene_tag_open(pen->scene, TAG_LINK,
                   (struct tag_facts){.dest = b->id,
                                      .describe = inline_string(s->arena, b->title),
                                      .areas = area,
                                      .area_count = 1});
    if (b->number)
        pen_label(pen, number, (struct point){from, y}, ANCHOR_START, b->number);
    struct paragraph plain = *p;
    plain.spans = false;
    pen_lines(pen, arena_memdup(s->arena, &plain, sizeof plain), (struct point){left, top});
    y += (double)(p->line_count - 1) * title->pitch;
    pen_label(pen, setter_style(s, b, "opening-folio"), (struct point){o->flat_end, y}, ANCHOR_END,
              folio);
    scene_tag_close(pen->scene, TAG_LINK);
    scene_tag_close(pen->scene, TAG_TOCI);
    double end = left + p->lines[p->line_count - 1].width;
    pen_leader(pen, end + 8, o->flat_end - NUMBER_ROOM, y);
}

/* Titles of two lines push the others down; a chapter of very many sections sets them closer. */
static double section_extra(struct opening *o, const struct block *b) {
    struct setter *s = o->pen.setter;
    const struct style *title = setter_style(s, b, "opening-section");
    double measure = o->flat_end - NUMBER_ROOM - o->pen.body - (b->number ? TITLE_X : SECTION_X);
    const struct paragraph *p = setter_paragraph(s, b, title, b->title, measure, 0, true);
    return (double)(p->line_count - 1) * title->pitch;
}

static bool is_below(const struct opening *o, const struct entry *e) {
    return e->level == ENTRY_SECTION && e->part == (size_t)(o->part - o->h->parts);
}

/* How far the list may go: to the questions, or to the end of the type area. */
static double sections_end(const struct opening *o) {
    const struct form *f = o->h->setter.form;
    return child_of(o->part->block, BLOCK_OBJECTIVES) || child_of(o->part->block, BLOCK_FACTS)
               ? design_y(f, QUESTIONS_Y) - 12
               : f->top + f->depth;
}

/* The contents have them all; here stand those for which there is room. */
static void draw_more(struct opening *o, double top) {
    const struct style *style = setter_style(o->pen.setter, o->part->block, "opening-section");
    double y = top + style_baseline(style, o->pen.setter->language);
    pen_artifact_open(&o->pen);
    pen_label(&o->pen, style, (struct point){o->pen.body + TITLE_X, y}, ANCHOR_START, "…");
    pen_artifact_close(&o->pen);
}

static void draw_list(struct opening *o, double top, double pitch) {
    struct handout *h = o->h;
    double end = sections_end(o) - pitch;
    for (const struct entry *e = h->entries; e < h->entries + h->entry_count; e++) {
        if (!is_below(o, e))
            continue;
        double extra = section_extra(o, e->block);
        if (top + extra > end + 0.01) {
            draw_more(o, top);
            return;
        }
        draw_section(o, e, top);
        top += pitch + extra;
    }
}

static void draw_sections(struct opening *o) {
    struct handout *h = o->h;
    size_t n = 0;
    double extra = 0;
    for (const struct entry *e = h->entries; e < h->entries + h->entry_count; e++)
        if (is_below(o, e)) {
            extra += section_extra(o, e->block);
            n++;
        }
    if (n == 0)
        return;
    double top = o->ridge.y + SECTION_Y - RIDGE_Y;
    double least = setter_style(o->pen.setter, o->part->block, "opening-section")->pitch;
    double room = sections_end(o) - top - extra;
    scene_tag_open(o->pen.scene, TAG_TOC, (struct tag_facts){0});
    draw_list(o, top, fmax(fmin(SECTION_PITCH, room / (double)n), least * CLOSEST));
    scene_tag_close(o->pen.scene, TAG_TOC);
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
    struct point at = {pen->body, design_y(pen->setter->form, QUESTIONS_Y)};
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
    struct point at = {pen->margin, design_y(pen->setter->form, QUESTIONS_Y) + 3};
    for (const struct block *item = b->child; item; item = item->next)
        at.y += draw_fact(pen, item, at) + FACT_GAP;
}

void opening_draw(struct handout *h, const struct part *part) {
    const struct form *f = h->setter.form;
    struct opening o = {.h = h, .pen = pen_on(h, part->opening), .part = part};
    const struct block *b = part->block;
    struct flow feet = title_feet(&h->setter, b, part->opening);
    o.ridge = (struct point){o.pen.body + SLOPE, design_y(f, RIDGE_Y)};
    o.flat_end = o.pen.body + f->wide;
    if (b->id)
        scene_dest(o.pen.scene, b->id, (struct point){o.pen.body, design_y(f, LABEL_Y)});
    draw_titles(&o);
    draw_ridge(&o);
    draw_sections(&o);
    const struct block *questions = child_of(b, BLOCK_OBJECTIVES);
    const struct block *facts = child_of(b, BLOCK_FACTS);
    if (questions)
        draw_questions(&o.pen, questions);
    if (facts && f->margin > 0)
        draw_facts(&o.pen, facts);
    flow_draw(&feet, MASTER_BODY, h->pages);
}
