#include "doc/paragraph.h"

#include "figure/mark.h"

/* design 5: dots of a computed value. */
static const double DOTS_BELOW = 2.3, DOTS_WIDTH = 0.55;
static const double LINK_ASCENT = 0.85, LINK_DESCENT = 0.3; /* of the size: the clickable box */
static const double GLYPH_SIZE = 0.8, GLYPH_DROP = 0.6;

struct drawing {
    struct scene *scene;
    const struct paragraph *paragraph;
    const struct line *line;
    struct point at; /* left end of the line's text, on the baseline */
    bool open;       /* a SPAN leaf of plain text */
};

/* Clusters [from, to) of the paragraph, starting at x within the line. */
static double draw_clusters(const struct drawing *g, size_t from, size_t to, double x) {
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
    return item.width;
}

/* Plain text between marks stands in one SPAN leaf, also where it runs on to the next line: the
 * leaf stays open at the end of a line that ends plainly. Lines are drawn in order. */
static bool ends_plain(const struct paragraph *p, size_t i) {
    const struct line *line = &p->lines[i];
    return p->spans && line->to > line->from &&
           (!line->mark_count || line->marks[line->mark_count - 1].last < line->to);
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

static void draw_link(const struct drawing *g, const struct line_mark *m) {
    double size = g->paragraph->style->text.size;
    struct rect *area = ARENA_NEW(g->scene->arena, struct rect);
    *area = (struct rect){g->at.x + m->from, g->at.y - LINK_ASCENT * size, m->to - m->from,
                          (LINK_ASCENT + LINK_DESCENT) * size};
    scene_tag_open(g->scene, TAG_LINK,
                   (struct tag_facts){.dest = m->inline_->dest,
                                      .uri = m->inline_->uri,
                                      .describe = m->inline_->describe ? m->inline_->describe
                                                                       : m->inline_->text,
                                      .areas = area,
                                      .area_count = 1});
}

static void draw_mark(struct drawing *g, const struct line_mark *m) {
    const struct inline_ *in = m->inline_;
    /* Where no spans are wanted, the whole line is a link or an artifact already. */
    bool link = g->paragraph->spans && (in->dest || in->uri);
    double size = g->paragraph->style->text.size;
    span_close(g);
    if (link)
        draw_link(g, m);
    else if (g->paragraph->spans)
        scene_tag_open(g->scene, TAG_SPAN, (struct tag_facts){.language = in->language});
    draw_clusters(g, m->first, m->last, m->from);
    if (in->kind == INLINE_VALUE)
        scene_line(g->scene, (struct point){g->at.x + m->from, g->at.y + DOTS_BELOW},
                   (struct point){g->at.x + m->to, g->at.y + DOTS_BELOW},
                   stroke_dashed(INK_INK3, DOTS_WIDTH, DOTS_WIDTH, DOTS_WIDTH));
    if (in->kind == INLINE_LIMIT)
        mark_limit(g->scene, in->limit, (struct point){g->at.x + m->from, g->at.y + GLYPH_DROP},
                   size * GLYPH_SIZE);
    if (link)
        scene_tag_close(g->scene, TAG_LINK);
    else if (g->paragraph->spans)
        scene_tag_close(g->scene, TAG_SPAN);
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

void paragraph_draw_line(struct scene *s, const struct paragraph *p, size_t i, struct point at) {
    const struct line *line = &p->lines[i];
    struct drawing g = {s, p, line, {at.x + line->x, at.y}, i > 0 && ends_plain(p, i - 1)};
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
    if (i + 1 == p->line_count || !ends_plain(p, i))
        span_close(&g);
}
