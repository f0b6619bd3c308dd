/* Labels that hang or run in, and captions. */
#include <string.h>

#include "page/flow_text.h"

static const double GLYPH_SIZE = 8.5, GLYPH_GAP = 3, GLYPH_DROP = 0.6; /* design 2.2 */
static const double CAPTION_GAP = 0.9;

struct label *label_new(struct flow *f, const struct block *b, const char *style, const char *text,
                        enum ink ink, enum limit limit) {
    struct setter *s = f->setter;
    struct label *label = ARENA_NEW(s->arena, struct label);
    struct inline_ *in = arena_memdup(s->arena, inline_words(s->arena, text), sizeof *in);
    in->ink = ink;
    label->text = setter_single(s, setter_style(s, b, style), b->language, in);
    label->limit = limit;
    label->tag = TAGS;
    label->width = paragraph_width(label->text);
    if (limit != LIMIT_NONE)
        label->width += GLYPH_SIZE + GLYPH_GAP;
    return label;
}

static void draw_label(struct pen *pen, const struct strip *s, struct point at) {
    const struct label *label = s->what;
    enum tag tag = label->tag != TAGS ? label->tag : TAG_SPAN;
    bool tagged = label->tag != TAGS || label->spans;
    at.y += s->lowered + style_baseline(label->text->style, label->text->language);
    if (tagged)
        scene_tag_open(pen->scene, tag, (struct tag_facts){0});
    if (label->limit != LIMIT_NONE) {
        mark_limit(pen->scene, label->limit, (struct point){at.x, at.y + GLYPH_DROP}, GLYPH_SIZE);
        at.x += GLYPH_SIZE + GLYPH_GAP;
    }
    paragraph_draw_line(pen->scene, label->text, 0, at);
    if (tagged)
        scene_tag_close(pen->scene, tag);
}

void flow_label(struct flow *f, const struct label *label, double left, double before,
                enum snap snap) {
    flow_strip(f, (struct strip){.before = before,
                                 .snap = snap,
                                 .left = left,
                                 .keep = true,
                                 .draw = draw_label,
                                 .what = label});
}

/* ── Captions ── */

static struct inline_ **copy_inlines(struct arena *a, const struct inline_ *from,
                                     struct inline_ **to) {
    for (; from; from = from->next) {
        *to = arena_memdup(a, from, sizeof *from);
        (*to)->next = NULL;
        to = &(*to)->next;
    }
    return to;
}

static bool has_stop(const char *text) {
    static const char *const stops[] = {"。", "？", "！", "：", "；", ".", "?", "!", ":"};
    size_t n = strlen(text);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        size_t k = strlen(stops[i]);
        if (n >= k && !strcmp(text + n - k, stops[i]))
            return true;
    }
    return false;
}

const struct inline_ *caption_text(struct setter *s, const struct block *b) {
    if (!b->title || !b->text)
        return b->title ? b->title : b->text;
    struct inline_ *first = NULL;
    struct inline_ **to = copy_inlines(s->arena, b->title, &first);
    bool chinese = language_is_chinese(b->language ? b->language : s->language);
    bool stop = has_stop(inline_string(s->arena, b->title));
    const char *joint = chinese ? (stop ? "" : "。") : stop ? " " : ". ";
    struct inline_ *between = arena_memdup(s->arena, inline_words(s->arena, joint), sizeof *first);
    if (*joint) {
        *to = between;
        to = &between->next;
    }
    copy_inlines(s->arena, b->text, to);
    return first;
}

struct caption caption_new(struct setter *s, const struct block *b, const char *style,
                           const struct inline_ *text, double measure) {
    struct caption c = {NULL, NULL};
    const struct style *face = setter_style(s, b, style);
    double width = 0;
    if (b->label && !s->sheet) {
        const struct style *label = setter_style(s, b, arena_printf(s->arena, "%s-label", style));
        c.label = setter_single(s, label, b->language, inline_words(s->arena, b->label));
        width = paragraph_width(c.label) + CAPTION_GAP * face->text.size;
    }
    c.text = setter_paragraph(s, b, face, text, measure, width, true);
    return c;
}

double caption_height(const struct caption *c) {
    return paragraph_height(c->text);
}

void pen_caption(struct pen *pen, const struct caption *c, struct point top) {
    scene_tag_open(pen->scene, TAG_CAPTION, (struct tag_facts){0});
    if (c->label) {
        if (c->text->spans)
            scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
        double y = top.y + style_baseline(c->text->style, c->text->language);
        paragraph_draw_line(pen->scene, c->label, 0, (struct point){top.x, y});
        if (c->text->spans)
            scene_tag_close(pen->scene, TAG_SPAN);
    }
    pen_lines(pen, c->text, top);
    scene_tag_close(pen->scene, TAG_CAPTION);
}
