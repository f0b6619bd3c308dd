/* A listing, and between two hairlines what becomes of it. */
#include "page/blocks.h"
#include "page/flow_text.h"

static const double ABOVE = 3, BELOW = 6, END_ABOVE = 6, END_BELOW = 12, WEIGHT = 0.5;

struct rule {
    const struct paragraph *label; /* NULL: at the end */
    double width;
};

static void draw_rule(struct pen *pen, const struct strip *s, struct point at) {
    const struct rule *rule = s->what;
    double from = 0, y = at.y;
    if (rule->label) {
        pen_paragraph(pen, rule->label, TAG_P, at);
        from = paragraph_width(rule->label) + rule->label->style->text.size / 2;
        y += style_baseline(rule->label->style, rule->label->language) -
             0.32 * rule->label->style->text.size;
    }
    pen_artifact_open(pen);
    scene_line(pen->scene, (struct point){at.x + from, y}, (struct point){at.x + rule->width, y},
               stroke_solid(INK_INK3, WEIGHT));
    pen_artifact_close(pen);
}

static void flow_rule(struct flow *f, const struct block *b, struct inset in, bool begins) {
    struct setter *s = f->setter;
    struct rule *rule = ARENA_NEW(s->arena, struct rule);
    const struct style *style = setter_style(s, b, "sample-label");
    rule->width = in.measure;
    if (begins)
        rule->label = setter_single(s, style, b->language, inline_words(s->arena, b->label));
    else if (f->last_strip)
        f->last_strip->strip.keep = true;
    flow_strip(f, (struct strip){.before = begins ? ABOVE : END_ABOVE,
                                 .after = begins ? BELOW : END_BELOW,
                                 .height = begins ? style->pitch : WEIGHT,
                                 .left = in.left,
                                 .keep = begins,
                                 .draw = draw_rule,
                                 .what = rule});
}

/* What floats away would be the result of nothing. */
static void hold(struct flow_item *from) {
    for (; from; from = from->next)
        if (from->kind == FLOW_STRIP)
            from->strip.floats = false;
}

void flow_sample(struct flow *f, const struct block *b, struct inset in) {
    if (!b->child)
        return;
    struct block source = *b->child;
    source.next = NULL;
    flow_dest(f, b->id);
    flow_open(f, TAG_DIV, block_facts(f, b));
    flow_block(f, &source, in);
    if (b->label) {
        if (f->last_strip)
            f->last_strip->strip.keep = true;
        flow_rule(f, b, in, true);
        struct flow_item **end = f->last;
        f->plain_start = true;
        flow_blocks(f, b->child->next, in);
        hold(*end);
        flow_rule(f, b, in, false);
    }
    flow_close(f, TAG_DIV);
    f->plain_start = true;
}
