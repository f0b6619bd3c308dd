/* Sections: a heading of whole body lines, the other language's title in the margin. */
#include <string.h>

#include "page/blocks.h"
#include "page/flow_text.h"

static const double NUMBER_GAP = 0.6; /* em */
static const struct {
    const char *style;
    enum tag tag;
} LEVELS[] = {{"section", TAG_H2}, {"subsection", TAG_H3}, {"run-in", TAG_H4}};

struct heading {
    const struct paragraph *number, *title;
    double title_left;
    enum tag tag;
};

static void draw_heading(struct pen *pen, const struct strip *s, struct point at) {
    const struct heading *h = s->what;
    scene_tag_open(pen->scene, h->tag, (struct tag_facts){0});
    if (h->number) {
        if (h->title->spans)
            scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
        double y = at.y + style_baseline(h->number->style, h->number->language);
        paragraph_draw_line(pen->scene, h->number, 0, (struct point){at.x, y});
        if (h->title->spans)
            scene_tag_close(pen->scene, TAG_SPAN);
    }
    pen_lines(pen, h->title, (struct point){at.x + h->title_left, at.y});
    scene_tag_close(pen->scene, h->tag);
}

static struct heading *heading_new(struct flow *f, const struct block *b, struct inset in,
                                   const struct style *style, enum tag tag) {
    struct setter *s = f->setter;
    struct heading *h = ARENA_NEW(s->arena, struct heading);
    h->tag = tag;
    if (b->number) {
        struct inline_ *number =
            arena_memdup(s->arena, inline_words(s->arena, b->number), sizeof *number);
        number->quiet = true;
        h->number = setter_single(s, style, b->language, number);
        h->title_left = paragraph_width(h->number) + NUMBER_GAP * style->text.size;
    }
    h->title = setter_paragraph(s, b, style, b->title, in.measure - h->title_left, 0, true);
    return h;
}

/* ── The title in the other language ── */

static void draw_gloss(struct pen *pen, const struct strip *s, struct point at) {
    const struct paragraph *p = s->what;
    at.y -= style_baseline(p->style, p->language);
    pen_paragraph(pen, p, TAG_P, at);
}

static void draw_gloss_below(struct pen *pen, const struct strip *s, struct point at) {
    pen_paragraph(pen, s->what, TAG_P, at);
}

/* Without a margin column the other language's title stands below. */
static void flow_gloss_below(struct flow *f, const struct paragraph *gloss, double left) {
    struct strip *heading = &f->last_strip->strip;
    double after =
        heading->height - paragraph_height(((const struct heading *)heading->what)->title);
    heading->height -= after;
    flow_strip(f, (struct strip){.height = paragraph_height(gloss) + after,
                                 .snap = SNAP_BOTTOM,
                                 .left = left,
                                 .keep = true,
                                 .draw = draw_gloss_below,
                                 .what = gloss});
}

static void flow_gloss(struct flow *f, const struct block *b, double baseline, struct inset in) {
    struct setter *s = f->setter;
    bool chinese = language_is_chinese(b->language ? b->language : s->language);
    struct block other = {.language = chinese ? "en" : "zh-Hans", .span = b->span};
    const struct style *style = setter_style(s, &other, "gloss");
    const struct paragraph *p = setter_paragraph(
        s, &other, style, b->gloss, s->form->margin > 0 ? s->form->margin : in.measure, 0, true);
    flow_open(f, TAG_DIV, (struct tag_facts){.language = other.language});
    if (s->form->margin > 0)
        flow_note(f,
                  (struct note){.height = paragraph_height(p),
                                .offset = baseline,
                                .draw = draw_gloss,
                                .what = p,
                                .where = b->span},
                  f->last_strip);
    else
        flow_gloss_below(f, p, in.left);
    flow_close(f, TAG_DIV);
}

/* ── The subtitle ── */

static void draw_subtitle(struct pen *pen, const struct strip *s, struct point at) {
    pen_paragraph(pen, s->what, TAG_P, at);
}

/* Under the title, before what parts the heading from the text. */
static void flow_subtitle(struct flow *f, const struct block *b, double after, struct inset in) {
    struct setter *s = f->setter;
    const struct paragraph *p = setter_paragraph(s, b, setter_style(s, b, "contents-subtitle"),
                                                 b->subtitle, in.measure, 0, true);
    f->last_strip->strip.height -= after;
    flow_strip(f, (struct strip){.height = paragraph_height(p) + after,
                                 .snap = SNAP_BOTTOM,
                                 .left = in.left,
                                 .keep = true,
                                 .draw = draw_subtitle,
                                 .what = p});
    flow_feet(f, b->subtitle, f->last_strip);
}

void flow_section(struct flow *f, const struct block *b, struct inset in) {
    enum { DEEPEST = sizeof LEVELS / sizeof *LEVELS - 1 };
    size_t level = b->level < 1 ? 0 : b->level > DEEPEST ? DEEPEST : (size_t)b->level - 1;
    bool listed = !b->role || strcmp(b->role, "unlisted") != 0;
    const struct style *style = block_style(f->setter, b, LEVELS[level].style);
    struct heading *h = heading_new(f, b, in, style, LEVELS[level].tag);
    flow_open(f, TAG_SECT, block_facts(f, b));
    if (level <= 1 && listed)
        flow_running(f, b);
    flow_dest(f, b->id);
    bool opens = level <= 1 && flow_opens(f);
    flow_strip(f, (struct strip){.opens = opens,
                                 .before = style->before,
                                 .height = paragraph_height(h->title) + style->after,
                                 .snap = SNAP_BOTTOM,
                                 .left = in.left,
                                 .keep = true,
                                 .heading = true,
                                 .draw = draw_heading,
                                 .what = h});
    flow_feet(f, b->title, f->last_strip);
    if (b->gloss)
        flow_gloss(f, b, style_baseline(style, b->language), in);
    if (b->subtitle)
        flow_subtitle(f, b, style->after, in);
    f->plain_start = true;
    flow_blocks(f, b->child, in);
    flow_close(f, TAG_SECT);
}
