/* The pages of the contents, drawn (design 5). */
#include <math.h>

#include "page/contents.h"

static const double NUMBER_ROOM = 22, LEADER_GAP = 8, FOLIO_GAP = 5;
static const double FOOT_TOP = 784, GLYPH = 8.5, GLYPH_STEP = 13.5;

struct drawing {
    struct handout *h;
    struct pen pen;
    size_t first; /* page of the handout */
};

static void begin_page(struct drawing *d, size_t page) {
    struct setter *s = &d->h->setter;
    const struct strings *strings = s->request->strings;
    const struct form *f = s->form;
    d->pen = pen_on(d->h, d->first + page);
    if (page == 0) {
        struct block whole = {.language = s->language};
        scene_dest(d->pen.scene, "contents/", (struct point){d->pen.body, f->top});
        plain_head(&d->pen, &whole, contents_title(s),
                   inline_words(s->arena, say(strings, "page.contents-gloss")), 0);
    }
    folio_draw(d->h, d->first + page);
}

/* ── Entries ── */

static void draw_limits(struct drawing *d, const struct block *b, double top) {
    double x = d->pen.margin;
    pen_artifact_open(&d->pen);
    for (size_t i = 0; i < sizeof b->limits / sizeof *b->limits; i++) {
        if (b->limits[i] == LIMIT_NONE)
            continue;
        mark_limit(d->pen.scene, b->limits[i], (struct point){x, top + 12}, GLYPH);
        x += GLYPH_STEP;
    }
    pen_artifact_close(&d->pen);
}

/* The chapter's title in the other language. */
static void draw_gloss(struct drawing *d, const struct contents_line *l) {
    double y = l->y + contents_gloss_top(l);
    scene_tag_open(d->pen.scene, TAG_P, (struct tag_facts){.language = l->gloss->language});
    pen_lines(&d->pen, l->gloss, (struct point){d->pen.margin, y});
    scene_tag_close(d->pen.scene, TAG_P);
}

static void draw_margin(struct drawing *d, const struct contents_line *l) {
    double y = l->y;
    if (l->gloss)
        y += contents_gloss_top(l) + paragraph_height(l->gloss);
    if (d->h->setter.form->margin > 0 && l->entry->level <= ENTRY_CHAPTER)
        draw_limits(d, l->entry->block, fmax(y + 1, l->y + l->title->style->pitch));
}

/* Leaves of a link have no spans of their own. */
static void draw_lines(struct drawing *d, const struct paragraph *p, struct point top) {
    struct paragraph plain = *p;
    plain.spans = false;
    pen_lines(&d->pen, arena_memdup(d->h->setter.arena, &plain, sizeof plain), top);
}

static void draw_number(struct drawing *d, const struct contents_line *l) {
    struct setter *s = &d->h->setter;
    const struct block *b = l->entry->block;
    bool chapter = l->entry->level <= ENTRY_CHAPTER;
    const struct style *style = chapter ? l->title->style : setter_style(s, b, "contents-number");
    double y = l->y + style_baseline(l->title->style, s->language);
    if (b->number && l->entry->level != ENTRY_PART)
        pen_label(&d->pen, style, (struct point){d->pen.body, y}, ANCHOR_START, b->number);
}

static double draw_folio(struct drawing *d, const struct contents_line *l, double y) {
    struct setter *s = &d->h->setter;
    bool chapter = l->entry->level <= ENTRY_CHAPTER;
    const struct style *style =
        setter_style(s, l->entry->block, chapter ? "contents-chapter" : "contents-folio");
    return pen_label(&d->pen, style, (struct point){d->pen.body + s->form->measure, y}, ANCHOR_END,
                     folio_label(d->h, l->entry->page));
}

/* "Part I" above the title of a part has a line of its own. */
static void draw_entry(struct drawing *d, const struct contents_line *l) {
    struct setter *s = &d->h->setter;
    const struct block *b = l->entry->block;
    double left = d->pen.body + l->left, right = d->pen.body + s->form->measure;
    double last = l->y + paragraph_height(l->title) - l->title->style->pitch +
                  style_baseline(l->title->style, s->language);
    struct rect *area = ARENA_NEW(s->arena, struct rect);
    *area = (struct rect){d->pen.body, l->y, s->form->measure, l->height};
    scene_tag_open(d->pen.scene, TAG_TOCI, (struct tag_facts){0});
    scene_tag_open(d->pen.scene, TAG_LINK,
                   (struct tag_facts){.dest = b->id,
                                      .describe = inline_string(s->arena, b->title),
                                      .areas = area,
                                      .area_count = 1});
    draw_number(d, l);
    draw_lines(d, l->title, (struct point){left, l->y});
    double folio = draw_folio(d, l, last);
    if (l->subtitle)
        draw_lines(d, l->subtitle, (struct point){left, l->y + paragraph_height(l->title)});
    scene_tag_close(d->pen.scene, TAG_LINK);
    if (l->gloss)
        draw_gloss(d, l);
    scene_tag_close(d->pen.scene, TAG_TOCI);
    pen_leader(&d->pen, left + l->title->lines[l->title->line_count - 1].width + LEADER_GAP,
               right - fmax(NUMBER_ROOM * d->h->contents->unit, folio) - FOLIO_GAP, last);
    draw_margin(d, l);
}

static void draw_entries(struct drawing *d) {
    const struct contents *c = d->h->contents;
    for (size_t i = 0; i < c->count; i++) {
        if (i && c->lines[i].page != c->lines[i - 1].page)
            begin_page(d, c->lines[i].page);
        draw_entry(d, &c->lines[i]);
    }
}

/* ── Key ── */

static void draw_key(struct drawing *d) {
    static const struct {
        enum limit limit;
        const char *key;
    } words[] = {{LIMIT_CAPACITY, "limit.capacity"},
                 {LIMIT_BANDWIDTH, "limit.bandwidth"},
                 {LIMIT_INTERCONNECT, "limit.interconnect"},
                 {LIMIT_COMPUTE, "limit.compute"}};
    struct setter *s = &d->h->setter;
    const struct style *plain = setter_style(s, NULL, "contents-key");
    struct style strong = *setter_style(s, NULL, "contents-key-word");
    /* From edge to edge: the measure alone is too narrow for the words in English. */
    double x = fmin(d->pen.body, d->pen.margin);
    double y = contents_key(d->h) + style_baseline(plain, s->language);
    scene_tag_open(d->pen.scene, TAG_P, (struct tag_facts){0});
    x += pen_label(&d->pen, plain, (struct point){x, y}, ANCHOR_START,
                   say(s->request->strings, "page.contents-key")) +
         14;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        mark_limit(d->pen.scene, words[i].limit, (struct point){x, y + 0.6}, GLYPH);
        strong.text.ink = limit_ink(words[i].limit);
        x += GLYPH + 2.5;
        x += pen_label(&d->pen, &strong, (struct point){x, y}, ANCHOR_START,
                       say(s->request->strings, words[i].key)) +
             18;
    }
    scene_tag_close(d->pen.scene, TAG_P);
}

static void draw_foot(struct drawing *d) {
    struct setter *s = &d->h->setter;
    const char *date = say_with(s->arena, s->request->strings, "catalogue.date", "date",
                                catalog_edition(s->request->catalog), NULL);
    pen_words(&d->pen, NULL, "head", inline_words(s->arena, date),
              (struct point){d->pen.body, design_y(s->form, FOOT_TOP)}, s->form->measure, TAG_P);
}

void contents_draw(struct handout *h, size_t first) {
    struct drawing d = {.h = h, .first = first};
    begin_page(&d, 0);
    scene_tag_open(d.pen.scene, TAG_TOC, (struct tag_facts){0});
    draw_entries(&d);
    scene_tag_close(d.pen.scene, TAG_TOC);
    if (contents_has_key(h))
        draw_key(&d);
    draw_foot(&d);
}
