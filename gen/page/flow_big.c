/* A big number with its unit or sign after it (sheets). */
#include "page/blocks.h"
#include "page/flow_text.h"

static const double SIGN_GAP = 1, UNIT_GAP = 3; /* design 8, 8b */

struct big {
    const struct paragraph *number, *unit;
    double gap;
};

static void draw_big(struct pen *pen, const struct strip *s, struct point at) {
    const struct big *g = s->what;
    double y = at.y + style_baseline(g->number->style, "en");
    scene_tag_open(pen->scene, TAG_P, (struct tag_facts){0});
    bool spans = g->number->spans;
    paragraph_draw_line(pen->scene, g->number, 0, (struct point){at.x, y});
    if (g->unit) {
        if (spans)
            scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
        at.x += paragraph_width(g->number) + g->gap;
        paragraph_draw_line(pen->scene, g->unit, 0, (struct point){at.x, y});
        if (spans)
            scene_tag_close(pen->scene, TAG_SPAN);
    }
    scene_tag_close(pen->scene, TAG_P);
}

/* Numbers of this size carry no dotted line: a sheet has nothing but computed values. */
static const struct inline_ *painted(struct setter *s, const struct inline_ *text, enum ink ink) {
    struct inline_ *copy = arena_memdup(s->arena, text, sizeof *copy);
    copy->kind = INLINE_TEXT;
    copy->ink = ink;
    return copy;
}

void flow_big(struct flow *f, const struct block *b, struct inset in) {
    if (!b->text)
        return;
    struct setter *s = f->setter;
    enum ink ink = limit_ink(b->limits[0]);
    const struct style *style = setter_style(s, b, "big");
    struct big *g = ARENA_NEW(s->arena, struct big);
    g->number = setter_single(s, style, "en", painted(s, b->text, ink));
    const char *unit = inline_string(s->arena, b->title);
    if (*unit) {
        bool sign = unit[0] == '\xC3'; /* × */
        g->unit = setter_single(s, setter_style(s, b, sign ? "big-sign" : "big-unit"), "en",
                                painted(s, b->title, ink));
        g->gap = sign ? SIGN_GAP : UNIT_GAP;
    }
    flow_strip(
        f, (struct strip){.height = style->pitch, .left = in.left, .draw = draw_big, .what = g});
}
