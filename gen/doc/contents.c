/* The table of contents (design 5). */
#include "doc/handout.h"

static const double TITLE_TOP = 62, RULE_TOP = 104, FIRST = 126, LAST = 745, ABOVE = 8;
static const double HANG = 28, NUMBER_ROOM = 22, LEADER_GAP = 8;
static const double KEY_TOP = 757, FOOT_TOP = 784, GLYPH = 8.5, GLYPH_STEP = 13.5;

struct contents {
    struct handout *h;
    struct pen pen;
    size_t page; /* of the front */
    double y;
    bool open; /* a page is begun */
};

static double entry_pitch(const struct handout *h, const struct entry *e) {
    struct setter *s = (struct setter *)&h->setter;
    return setter_style(s, NULL, e->level == 1 ? "contents-chapter" : "contents-section")->pitch;
}

static double above(const struct entry *e) {
    return e->level == 1 ? ABOVE : 0;
}

size_t contents_pages(const struct handout *h) {
    size_t pages = 1;
    double y = FIRST;
    for (size_t i = 0; i < h->entry_count; i++) {
        double need = above(&h->entries[i]) + entry_pitch(h, &h->entries[i]);
        if (y + need > LAST) {
            pages++;
            y = h->setter.form->top;
        }
        y += need;
    }
    return pages;
}

static void draw_title(struct contents *c) {
    struct setter *s = &c->h->setter;
    const struct strings *strings = s->request->strings;
    struct block other = {.language = s->chinese ? "en" : "zh-Hans"};
    pen_words(&c->pen, NULL, "contents-title",
              inline_words(s->arena, say(strings, "page.contents")),
              (struct point){c->pen.body, TITLE_TOP}, c->h->setter.form->measure, TAG_H1);
    scene_tag_open(c->pen.scene, TAG_DIV, (struct tag_facts){.language = other.language});
    pen_words(&c->pen, &other, "gloss", inline_words(s->arena, say(strings, "page.contents-gloss")),
              (struct point){c->pen.margin, 76}, c->h->setter.form->margin, TAG_P);
    scene_tag_close(c->pen.scene, TAG_DIV);
    pen_artifact_open(&c->pen);
    mark_progress(c->pen.scene, (struct point){c->pen.wide, RULE_TOP}, c->h->setter.form->wide,
                  (c->h->setter.form->measure + c->h->setter.form->gap / 2) /
                      c->h->setter.form->wide);
    pen_artifact_close(&c->pen);
}

static void begin_page(struct contents *c) {
    size_t folio = c->page + 1;
    c->pen = pen_on(c->h, c->h->front[c->page], folio);
    c->y = c->open ? c->h->setter.form->top : FIRST;
    if (!c->open)
        draw_title(c);
    c->open = true;
    folio_draw(c->h, c->pen.scene, folio, folio_roman(c->h->setter.arena, c->page));
}

/* ── Entries ── */

static void draw_limits(struct contents *c, const struct block *b, double baseline) {
    double x = c->pen.margin;
    pen_artifact_open(&c->pen);
    for (size_t i = 0; i < sizeof b->limits / sizeof *b->limits; i++) {
        if (b->limits[i] == LIMIT_NONE)
            continue;
        mark_limit(c->pen.scene, b->limits[i], (struct point){x, baseline + 0.6}, GLYPH);
        x += GLYPH_STEP;
    }
    pen_artifact_close(&c->pen);
}

/* The chapter's title in the other language. */
static void draw_gloss(struct contents *c, const struct block *b, double top) {
    struct setter *s = &c->h->setter;
    struct block other = *b;
    other.language = s->chinese ? "en" : "zh-Hans";
    const struct paragraph *p =
        setter_paragraph(s, &other, setter_style(s, &other, "contents-gloss"), b->gloss,
                         c->h->setter.form->margin, 0, true);
    scene_tag_open(c->pen.scene, TAG_P, (struct tag_facts){.language = other.language});
    pen_lines(&c->pen, p, (struct point){c->pen.margin, top + 2.5});
    scene_tag_close(c->pen.scene, TAG_P);
}

static void draw_entry(struct contents *c, const struct entry *e) {
    struct setter *s = &c->h->setter;
    const struct block *b = e->block;
    bool chapter = e->level == 1;
    const struct style *style =
        setter_style(s, b, chapter ? "contents-chapter" : "contents-section");
    const struct style *number = chapter ? style : setter_style(s, b, "contents-number");
    const struct style *folio = chapter ? style : setter_style(s, b, "contents-folio");
    double right = c->pen.body + c->h->setter.form->measure,
           y = c->y + style_baseline(style, s->language);
    double left = c->pen.body + (b->number || !chapter ? HANG : 0);
    const struct paragraph *title = setter_single(s, style, b->language, b->title);
    struct rect *area = ARENA_NEW(s->arena, struct rect);
    *area = (struct rect){c->pen.body, c->y, c->h->setter.form->measure, style->pitch};
    scene_tag_open(c->pen.scene, TAG_TOCI, (struct tag_facts){0});
    scene_tag_open(c->pen.scene, TAG_LINK,
                   (struct tag_facts){.dest = b->id,
                                      .describe = inline_string(s->arena, b->title),
                                      .areas = area,
                                      .area_count = 1});
    if (b->number)
        pen_label(&c->pen, number, (struct point){c->pen.body, y}, ANCHOR_START, b->number);
    struct paragraph plain = *title;
    plain.spans = false;
    paragraph_draw_line(c->pen.scene, arena_memdup(s->arena, &plain, sizeof plain), 0,
                        (struct point){left, y});
    pen_label(&c->pen, folio, (struct point){right, y}, ANCHOR_END,
              folio_arabic(s->arena, e->page));
    scene_tag_close(c->pen.scene, TAG_LINK);
    if (chapter && b->gloss)
        draw_gloss(c, b, c->y);
    scene_tag_close(c->pen.scene, TAG_TOCI);
    pen_leader(&c->pen, left + paragraph_width(title) + LEADER_GAP, right - NUMBER_ROOM - 5, y);
}

static void draw_entries(struct contents *c) {
    const struct handout *h = c->h;
    const struct block *chapter = NULL;
    for (size_t i = 0; i < h->entry_count; i++) {
        const struct entry *e = &h->entries[i];
        double pitch = entry_pitch(h, e);
        if (c->y + above(e) + pitch > LAST) {
            c->page++;
            begin_page(c);
        }
        c->y += above(e);
        draw_entry(c, e);
        if (e->level == 2 && chapter && h->entries[i - 1].block == chapter)
            draw_limits(c, chapter, c->y + 12);
        chapter = e->level == 1 ? e->block : chapter;
        c->y += pitch;
    }
}

/* ── Key ── */

static void draw_key(struct contents *c) {
    static const struct {
        enum limit limit;
        const char *key;
    } words[] = {{LIMIT_CAPACITY, "limit.capacity"},
                 {LIMIT_BANDWIDTH, "limit.bandwidth"},
                 {LIMIT_INTERCONNECT, "limit.interconnect"},
                 {LIMIT_COMPUTE, "limit.compute"}};
    struct setter *s = &c->h->setter;
    const struct style *plain = setter_style(s, NULL, "contents-key");
    struct style strong = *setter_style(s, NULL, "contents-key-word");
    double x = c->pen.body, y = KEY_TOP + style_baseline(plain, s->language);
    scene_tag_open(c->pen.scene, TAG_P, (struct tag_facts){0});
    x += pen_label(&c->pen, plain, (struct point){x, y}, ANCHOR_START,
                   say(s->request->strings, "page.contents-key")) +
         14;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        mark_limit(c->pen.scene, words[i].limit, (struct point){x, y + 0.6}, GLYPH);
        strong.text.ink = limit_ink(words[i].limit);
        x += GLYPH + 2.5;
        x += pen_label(&c->pen, &strong, (struct point){x, y}, ANCHOR_START,
                       say(s->request->strings, words[i].key)) +
             18;
    }
    scene_tag_close(c->pen.scene, TAG_P);
}

static void draw_foot(struct contents *c) {
    struct setter *s = &c->h->setter;
    const char *date = say_with(s->arena, s->request->strings, "catalogue.date", "date",
                                catalog_edition(s->request->catalog), NULL);
    pen_words(&c->pen, NULL, "head", inline_words(s->arena, date),
              (struct point){c->pen.body, FOOT_TOP}, c->h->setter.form->measure, TAG_P);
}

void contents_draw(struct handout *h, size_t first) {
    struct contents c = {.h = h, .page = first};
    begin_page(&c);
    scene_tag_open(c.pen.scene, TAG_TOC, (struct tag_facts){0});
    draw_entries(&c);
    scene_tag_close(c.pen.scene, TAG_TOC);
    draw_key(&c);
    draw_foot(&c);
}
