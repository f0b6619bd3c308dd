/* The page that opens a chapter: the roofline of the chapter, its sections under the roof, what the
 * reader will be able to answer (design 5). Always a right-hand page. On a short page titles and
 * roof stand side by side, and of the slope there is only its end. */
#include <math.h>
#include <string.h>

#include "page/opening.h"

/* Of design 5: heights as on A4, widths from the inner edge of the measure. */
static const double LABEL_Y = 92, TITLE_Y = 116, SUBTITLE_Y = 180, RIDGE_Y = 318, SLOPE = 180;
static const double RING = 17, RING_STROKE = 1.8, LINE = 2.4;
static const double UNDER_ROOF = 28, NUMBERS = 29 / 10.5 /* em */, ROOF_ROOM = 29,
                    SECTION_PITCH = 24;
static const double NUMBER_ROOM = 26, QUESTIONS_Y = 540, FLOW_GAP = 14, CLOSEST = 0.8,
                    AUTHOR_GAP = 9;
static const double SLOPE_ROOM = 42, SLOPE_LEAST = 60, LIST_ROOM = 12;
static const double SHORT_TOP = 44, SHORT_SLOPE = 40, SHORT_TITLES = 0.46; /* share */

/* Where things stand on this page. */
struct opening {
    struct handout *h;
    struct pen pen;
    const struct part *part;
    bool is_short;
    struct point ridge;
    double slope; /* how far it reaches to the left and down */
    double flat_end;
    double titles; /* the measure of the titles */
    double goals;  /* top of what the reader will be able to answer */
};

static double label_top(const struct opening *o) {
    return design_y(o->h->setter.form, o->is_short ? SHORT_TOP : LABEL_Y);
}

/* Returns where the title begins. */
static double draw_label(struct opening *o) {
    const struct block *b = o->part->block;
    struct pen *pen = &o->pen;
    const char *label = b->label ? b->label : b->number;
    double top = label_top(o), height = 0;
    if (label)
        height = pen_words(pen, b, "chapter-label", inline_words(pen->setter->arena, label),
                           (struct point){pen->body, top}, o->titles, TAG_P);
    return o->is_short ? top + height : design_y(o->h->setter.form, TITLE_Y);
}

/* Returns the height below them. */
static double draw_titles(struct opening *o) {
    const struct block *b = o->part->block;
    struct pen *pen = &o->pen;
    double x = pen->body, y = draw_label(o);
    y += pen_title(pen, b, title_style(pen->setter, b, o->titles), b->title,
                   (struct point){x - 2, y}, o->titles);
    y = o->is_short ? y + 6 : fmax(y + 10, design_y(o->h->setter.form, SUBTITLE_Y));
    y += pen_words(pen, b, "chapter-subtitle", b->subtitle, (struct point){x, y}, o->titles, TAG_P);
    y += 6;
    y += pen_gloss(pen, b, "chapter-gloss", b->gloss, (struct point){x, y}, o->titles);
    if (b->author)
        y += pen_words(pen, b, "imprint-name", inline_words(pen->setter->arena, b->author),
                       (struct point){x, y + AUTHOR_GAP}, o->titles, TAG_P) +
             AUTHOR_GAP;
    return y;
}

/* ── The ridge ── */

static const double ROOT_TWO = 1.4142135623730951, SMALLEST = 7.875 /* pt */, LEGEND_GAP = 12;

/* How much smaller words must be to have room; 0: they would be too small. */
static double fitting(const struct opening *o, const char *style, double width, double room) {
    double size = setter_style(o->pen.setter, o->part->block, style)->text.size;
    return width <= room ? 1 : room * size < SMALLEST * width ? 0 : room / width;
}

static double slope_room(const struct opening *o) {
    return o->slope * ROOT_TWO - 20.7 - RING - 4;
}

/* Words above the slope, turned with it. */
static void draw_on_slope(struct opening *o, const char *text) {
    struct setter *s = o->pen.setter;
    const struct style *style = setter_style(s, NULL, "opening-slope");
    struct text_style face = style->text;
    face.language = s->language;
    face.size *=
        fitting(o, "opening-slope", text_width(s->request->fonts, text, face), slope_room(o));
    struct piece piece = {text, face};
    const struct shaped *shaped = text_shape(s->request->fonts, s->arena, &piece, 1);
    const double along = 20.7, above = 6.3, half = 0.70710678118654752;
    struct point foot = {o->ridge.x - o->slope, o->ridge.y + o->slope};
    scene_text(o->pen.scene, &(struct text_item){.shaped = shaped,
                                                 .to = shaped->cluster_count,
                                                 .x = foot.x + (along - above) * half,
                                                 .baseline = foot.y - (along + above) * half,
                                                 .width = shaped->width,
                                                 .angle = 45});
}

static double word_width(struct opening *o, const char *style, const char *word) {
    struct setter *s = o->pen.setter;
    return text_width(s->request->fonts, word, setter_style(s, o->part->block, style)->text);
}

static void draw_word(struct opening *o, const char *style, double size, double x,
                      enum anchor anchor, const char *word) {
    struct style face = *setter_style(o->pen.setter, o->part->block, style);
    face.text.size *= size;
    pen_label(&o->pen, &face, (struct point){x, o->ridge.y - 7}, anchor, word);
}

/* Chapters are about the two limits; what stands behind them only borrows the line. */
static void draw_legends(struct opening *o) {
    const struct strings *strings = o->pen.setter->request->strings;
    const char *slope = say(strings, "page.opening-slope"),
               *flat = say(strings, "page.opening-flat"),
               *ridge = say(strings, "page.opening-ridge");
    double one = word_width(o, "opening-flat", flat), two = word_width(o, "opening-ridge", ridge);
    double room = o->flat_end - o->ridge.x - 25 - LEGEND_GAP;
    double size = fitting(o, "opening-ridge", one + two, room);
    if (fitting(o, "opening-slope", word_width(o, "opening-slope", slope), slope_room(o)) <= 0 ||
        one > room)
        return;
    draw_on_slope(o, slope);
    draw_word(o, "opening-flat", size > 0 ? size : 1, o->flat_end, ANCHOR_END, flat);
    if (size > 0)
        draw_word(o, "opening-ridge", size, o->ridge.x + 25, ANCHOR_START, ridge);
}

static void draw_ridge(struct opening *o) {
    struct pen *pen = &o->pen;
    const struct block *b = o->part->block;
    bool chapter = o->part->kind == PART_CHAPTER;
    struct stroke slope = stroke_solid(chapter ? INK_BANDWIDTH : INK_INK, LINE);
    struct stroke flat = stroke_solid(chapter ? INK_COMPUTE : INK_INK, LINE);
    slope.cap = flat.cap = CAP_ROUND;
    pen_artifact_open(pen);
    scene_line(pen->scene, (struct point){o->ridge.x - o->slope, o->ridge.y + o->slope}, o->ridge,
               slope);
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

static double title_left(const struct opening *o, const struct block *b) {
    double em = setter_style(o->pen.setter, b, "opening-section")->text.size;
    return o->ridge.x + UNDER_ROOF + (b->number ? NUMBERS * em : 0);
}

static void draw_section(struct opening *o, const struct entry *e, double top) {
    struct setter *s = o->pen.setter;
    const struct style *style = setter_style(s, e->block, "opening-section");
    double left = title_left(o, e->block), measure = o->flat_end - NUMBER_ROOM - left;
    entry_line_draw(o->h, &o->pen,
                    &(struct entry_line){.entry = e,
                                         .title = setter_paragraph(
                                             s, e->block, style, e->block->title, measure, 0, true),
                                         .from = o->ridge.x + UNDER_ROOF,
                                         .left = left,
                                         .right = o->flat_end,
                                         .folio_room = NUMBER_ROOM,
                                         .top = top});
}

/* Titles of two lines push the others down; a chapter of very many sections sets them closer. */
static double section_extra(struct opening *o, const struct block *b) {
    struct setter *s = o->pen.setter;
    const struct style *title = setter_style(s, b, "opening-section");
    double measure = o->flat_end - NUMBER_ROOM - title_left(o, b);
    const struct paragraph *p = setter_paragraph(s, b, title, b->title, measure, 0, true);
    return (double)(p->line_count - 1) * title->pitch;
}

static bool is_below(const struct opening *o, const struct entry *e) {
    return e->level == ENTRY_SECTION && e->part == (size_t)(o->part - o->h->parts);
}

/* How far the list may go: to the questions, or to the end of the type area. */
static double sections_end(const struct opening *o) {
    const struct form *f = o->h->setter.form;
    bool below = goals_height(o->pen.setter, o->part->block) > 0;
    return below ? o->goals - LIST_ROOM : f->top + f->depth;
}

/* The contents have them all; here stand those for which there is room. */
static void draw_more(struct opening *o, double top) {
    const struct style *style = setter_style(o->pen.setter, o->part->block, "opening-section");
    double y = top + style_baseline(style, o->pen.setter->language);
    pen_artifact_open(&o->pen);
    pen_label(&o->pen, style,
              (struct point){o->ridge.x + UNDER_ROOF + NUMBERS * style->text.size, y}, ANCHOR_START,
              "…");
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
    double top = o->ridge.y + ROOF_ROOM;
    double least = setter_style(o->pen.setter, o->part->block, "opening-section")->pitch;
    double room = sections_end(o) - top - extra;
    scene_tag_open(o->pen.scene, TAG_TOC, (struct tag_facts){0});
    draw_list(o, top, fmax(fmin(SECTION_PITCH, room / (double)n), least * CLOSEST));
    scene_tag_close(o->pen.scene, TAG_TOC);
}

/* ── The page ── */

/* What the reader will be able to answer ends with the type area, at the latest. */
static double goals_top(const struct opening *o, double usual) {
    const struct form *f = o->h->setter.form;
    double last = f->top + f->depth - goals_height(o->pen.setter, o->part->block);
    return o->is_short ? last : fmin(usual, fmax(last, o->ridge.y + SLOPE_LEAST + LIST_ROOM));
}

/* Titles of many lines push the ridge down, and that what stands below its slope, or take some of
 * the slope. */
static void place_ridge(struct opening *o, double titles_end) {
    o->ridge.y = fmax(design_y(o->h->setter.form, RIDGE_Y), titles_end + RING + FLOW_GAP);
    double low = o->ridge.y + SLOPE + SLOPE_ROOM;
    o->goals = goals_top(o, fmax(design_y(o->h->setter.form, QUESTIONS_Y), low));
    o->slope = fmin(SLOPE, fmax(SLOPE_LEAST, o->goals - SLOPE_ROOM - o->ridge.y));
    o->ridge.x = o->pen.body + o->slope;
}

static void place_short_ridge(struct opening *o, double titles_end) {
    o->slope = SHORT_SLOPE;
    o->ridge = (struct point){o->pen.body + o->titles + o->slope, label_top(o) + RING};
    o->goals = fmax(goals_top(o, 0), titles_end + LIST_ROOM);
}

static struct opening opening_new(struct handout *h, const struct part *part) {
    const struct form *f = h->setter.form;
    struct opening o = {.h = h, .pen = pen_on(h, part->opening), .part = part};
    o.is_short = form_is_short(f);
    o.titles = f->wide * (o.is_short ? SHORT_TITLES : 1);
    o.flat_end = o.pen.body + f->wide;
    return o;
}

void opening_draw(struct handout *h, const struct part *part) {
    struct opening o = opening_new(h, part);
    const struct block *b = part->block;
    struct flow feet = title_feet(&h->setter, b, part->opening);
    if (b->id)
        scene_dest(o.pen.scene, b->id, (struct point){o.pen.body, label_top(&o)});
    double titles_end = draw_titles(&o);
    if (o.is_short)
        place_short_ridge(&o, titles_end);
    else
        place_ridge(&o, titles_end);
    draw_ridge(&o);
    draw_sections(&o);
    goals_draw(&o.pen, b, o.goals);
    flow_draw(&feet, MASTER_BODY, h->pages);
}
