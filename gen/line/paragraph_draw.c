#include "line/paragraph.h"

#include <string.h>

#include "figure/mark.h"

/* design 5: dots of a computed value. */
static const double DOTS_BELOW = 2.3, DOTS_WIDTH = 0.55;
static const double LINE_BELOW = 2.3, LINE_WIDTH = 0.4;     /* of a link to the web (targets 9.1) */
static const double LINK_ASCENT = 0.85, LINK_DESCENT = 0.3; /* of the size: the clickable box */
/* Targets 5.3: a dot of 0.12 em, 0.25 em below the box, which ends 0.12 em below the baseline. */
static const double DOT_RADIUS = 0.06, DOT_DROP = 0.12 + 0.25;
static const double GLYPH_SIZE = 0.8, GLYPH_DROP = 0.6;

struct drawing {
    struct scene *scene;
    const struct paragraph *paragraph;
    const struct line *line;
    struct point at; /* left end of the line's text, on the baseline */
    bool open;       /* a SPAN leaf of plain text */
};

/* Ideographs, no marks: nothing else carries a dot. */
static bool takes_dot(const struct cluster *c) {
    return c->flags & CLUSTER_HAN &&
           ((c->code >= 0x3400 && c->code <= 0x9FFF) || c->code >= 0x20000);
}

/* Dots of emphasis under Han, one to a character. */
static void draw_dots(const struct drawing *g, const struct text_item *item) {
    double x = item->x;
    for (size_t i = item->from; i < item->to; i++) {
        const struct cluster *c = &item->shaped->clusters[i];
        const struct inline_ *in = g->paragraph->inline_of[c->piece];
        enum ink ink = item->shaped->pieces[c->piece].style.ink;
        if (in->emphasis && !in->code && takes_dot(c))
            scene_circle(g->scene, (struct point){x + c->advance / 2, g->at.y + DOT_DROP * c->size},
                         DOT_RADIUS * c->size, ink, stroke_none);
        x += item->advances[i - item->from];
    }
}

/* Clusters [from, to) of the paragraph, starting at x within the line. */
static void draw_clusters(const struct drawing *g, size_t from, size_t to, double x) {
    const struct line *line = g->line;
    struct text_item item = {.shaped = g->paragraph->shaped,
                             .from = from,
                             .to = to,
                             .advances = line->advances + (from - line->from),
                             .shifts = line->shifts ? line->shifts + (from - line->from) : NULL,
                             .x = g->at.x + x,
                             .baseline = g->at.y,
                             .anchor = ANCHOR_START};
    for (size_t i = 0; i < to - from; i++)
        item.width += item.advances[i];
    if (to > from)
        scene_text(g->scene, &item);
    if (g->paragraph->dots)
        draw_dots(g, &item);
}

/* Plain text between marks stands in one SPAN leaf, also where it runs on to the next line: the
 * leaf stays open at the end of a line that ends plainly. Lines are drawn in order. */
static bool ends_plain(const struct paragraph *p, size_t i) {
    const struct line *line = &p->lines[i];
    const struct line_mark *last = NULL;
    for (size_t m = 0; m < line->mark_count; m++)
        if (line->marks[m].inline_->kind != INLINE_MARK)
            last = &line->marks[m];
    return p->spans && !line->closes && line->to > line->from && (!last || last->last < line->to);
}

static void span_open(struct drawing *g) {
    if (g->paragraph->spans && !g->open)
        scene_tag_open(g->scene, TAG_SPAN, (struct tag_facts){0});
    g->open = true;
}

static void span_close(struct drawing *g) {
    if (g->paragraph->spans && g->open)
        scene_tag_close(g->scene, TAG_SPAN);
    g->open = false;
}

static void draw_plain(struct drawing *g, size_t from, size_t to, double x) {
    if (from == to)
        return;
    span_open(g);
    draw_clusters(g, from, to, x);
}

/* Every line of a link has them: long ones would grow with the square of their length. */
static const char *at_most(struct arena *a, const char *words) {
    enum { MOST = 500 };
    if (strnlen(words, MOST + 1) <= MOST)
        return words;
    size_t n = MOST;
    while (((unsigned char)words[n] & 0xC0) == 0x80)
        n--;
    return arena_printf(a, "%.*s…", (int)n, words);
}

static const char *link_words(const struct drawing *g, const struct line_mark *m) {
    const struct inline_ *in = m->inline_;
    const struct shaped *s = g->paragraph->shaped;
    const char *words = in->describe ? in->describe
                        : in->text   ? in->text
                                     : s->pieces[m->piece].text;
    return at_most(g->scene->arena, words);
}

static void open_link(const struct drawing *g, const struct line_mark *m) {
    double size = g->paragraph->style->text.size;
    struct rect *area = ARENA_NEW(g->scene->arena, struct rect);
    *area = (struct rect){g->at.x + m->from, g->at.y - LINK_ASCENT * size, m->to - m->from,
                          (LINK_ASCENT + LINK_DESCENT) * size};
    scene_tag_open(g->scene, TAG_LINK,
                   (struct tag_facts){.language = m->inline_->language,
                                      .dest = m->inline_->dest,
                                      .uri = m->inline_->uri,
                                      .describe = link_words(g, m),
                                      .areas = area,
                                      .area_count = 1});
}

static void open_box(const struct drawing *g, const struct line_mark *m) {
    const struct box *b = m->box;
    const struct thing *thing = m->inline_->thing;
    scene_tag_open(g->scene, b->tag,
                   (struct tag_facts){.alt = b->alt  ? b->alt
                                             : thing ? thing->alt
                                                     : NULL,
                                      .copied = b->tag == TAG_FORMULA ? m->inline_->text : NULL,
                                      .box = {g->at.x + m->from, g->at.y - b->ascent, b->width,
                                              b->ascent + b->descent}});
}

static void draw_ink(const struct drawing *g, const struct line_mark *m) {
    const struct inline_ *in = m->inline_;
    struct point at = {g->at.x + m->from, g->at.y};
    if (m->box)
        m->box->draw(g->scene, m->box, at);
    else
        draw_clusters(g, m->first, m->last, m->from);
    if (in->kind == INLINE_VALUE)
        scene_line(g->scene, (struct point){at.x, at.y + DOTS_BELOW},
                   (struct point){g->at.x + m->to, at.y + DOTS_BELOW},
                   stroke_dashed(INK_INK3, DOTS_WIDTH, DOTS_WIDTH, DOTS_WIDTH));
    if (in->uri && in->ink != INK_NONE)
        scene_line(g->scene, (struct point){at.x, at.y + LINE_BELOW},
                   (struct point){g->at.x + m->to, at.y + LINE_BELOW},
                   stroke_solid(in->ink, LINE_WIDTH));
    if (in->kind == INLINE_LIMIT)
        mark_limit(g->scene, in->limit, (struct point){at.x, at.y + GLYPH_DROP},
                   g->paragraph->style->text.size * GLYPH_SIZE);
}

static void draw_dest(const struct drawing *g, const struct line_mark *m) {
    double up = LINK_ASCENT * g->paragraph->style->text.size;
    if (m->inline_->id)
        scene_dest(g->scene, m->inline_->id, (struct point){g->at.x + m->from, g->at.y - up});
}

/* A link is a leaf of its own; so is a box, and text in another language. Where no spans are
 * wanted, the whole line is a link or an artifact already. */
static void draw_tagged(const struct drawing *g, const struct line_mark *m) {
    const struct inline_ *in = m->inline_;
    if (in->hangs)
        draw_dest(g, m); /* the letter of a note */
    if (in->dest || in->uri)
        open_link(g, m);
    else if (m->box)
        open_box(g, m);
    else
        scene_tag_open(g->scene, TAG_SPAN, (struct tag_facts){.language = in->language});
    draw_ink(g, m);
    scene_tag_close(g->scene, in->dest || in->uri ? TAG_LINK : m->box ? m->box->tag : TAG_SPAN);
}

/* The mark of a footnote: a reference to it that is a link, and where the note leads back to. */
static void draw_note(const struct drawing *g, const struct line_mark *m) {
    draw_dest(g, m);
    scene_tag_open(g->scene, TAG_REFERENCE, (struct tag_facts){0});
    draw_tagged(g, m);
    scene_tag_close(g->scene, TAG_REFERENCE);
}

static void draw_mark(struct drawing *g, const struct line_mark *m) {
    if (m->inline_->kind == INLINE_MARK) {
        draw_dest(g, m);
        return;
    }
    span_close(g);
    if (!g->paragraph->spans)
        draw_ink(g, m);
    else if (m->inline_->kind == INLINE_NOTE)
        draw_note(g, m);
    else
        draw_tagged(g, m);
}

static void draw_hyphen(struct drawing *g) {
    struct text_item item = {.shaped = g->paragraph->hyphen,
                             .from = 0,
                             .to = g->paragraph->hyphen->cluster_count,
                             .x = g->at.x + g->line->width - g->paragraph->hyphen->width,
                             .baseline = g->at.y,
                             .width = g->paragraph->hyphen->width};
    span_open(g);
    scene_text(g->scene, &item);
}

void paragraph_close_line(const struct paragraph *p, size_t line) {
    ((struct line *)(void *)p->lines)[line].closes = true;
}

void paragraph_draw_line(struct scene *s, const struct paragraph *p, size_t i, struct point at) {
    paragraph_draw_part(s, p, i, at, (struct line_ends){i == 0, i + 1 == p->line_count});
}

void paragraph_draw_part(struct scene *s, const struct paragraph *p, size_t i, struct point at,
                         struct line_ends apart) {
    const struct line *line = &p->lines[i];
    struct drawing g = {s, p, line, {at.x + line->x, at.y}, !apart.begins && ends_plain(p, i - 1)};
    size_t done = line->from;
    double x = 0;
    for (size_t m = 0; m < line->mark_count; m++) {
        const struct line_mark *mark = &line->marks[m];
        draw_plain(&g, done, mark->first, x);
        draw_mark(&g, mark);
        done = mark->last;
        x = mark->from;
        for (size_t k = mark->first; k < mark->last; k++)
            x += line->advances[k - line->from];
    }
    draw_plain(&g, done, line->to, x);
    if (line->hyphen)
        draw_hyphen(&g);
    if (apart.ends || !ends_plain(p, i))
        span_close(&g);
}
