/* Callouts: no box; the top edge is a ridge in the colour of what they talk about (design 5). */
#include <string.h>

#include "page/blocks.h"
#include "page/flow_text.h"

static const double EDGE = 6, ROOM = 10, END_ABOVE = 5, END_LINE = 0.4;
/* A title wider than this share of the measure has lines of its own. */
static const double RUN_IN = 0.5;

struct edge {
    double width;
    enum ink ink;
};

static void draw_edge(struct pen *pen, const struct strip *s, struct point at) {
    const struct edge *edge = s->what;
    pen_artifact_open(pen);
    mark_callout(pen->scene, at, edge->width, edge->ink);
    pen_artifact_close(pen);
}

static enum ink callout_ink(const struct block *b) {
    static const struct {
        const char *role;
        enum ink ink;
    } roles[] = {{"caution", INK_MARGINAL}, {"warning", INK_MARGINAL}, {"exercise", INK_BANDWIDTH}};
    if (b->limits[0] != LIMIT_NONE)
        return limit_ink(b->limits[0]);
    for (size_t i = 0; b->role && i < sizeof roles / sizeof *roles; i++)
        if (!strcmp(b->role, roles[i].role))
            return roles[i].ink;
    return INK_INK;
}

/* ── Label ── */

/* "Example 1.2", a gap, the title; or the title alone. */
static const struct inline_ *lead_of(struct setter *s, const struct block *b) {
    if (!b->number || !b->label || s->sheet)
        return b->title;
    const char *gap = b->title ? em_gap(s, b) : "";
    struct inline_ *label = arena_memdup(
        s->arena, inline_words(s->arena, arena_printf(s->arena, "%s%s", b->label, gap)),
        sizeof *label);
    label->quiet = true;
    label->next = (struct inline_ *)(void *)b->title;
    return label;
}

static struct label *lead_new(struct flow *f, const struct block *b) {
    struct setter *s = f->setter;
    struct label *label = label_new(f, b, "callout-label", "", callout_ink(b), b->limits[0]);
    struct inline_ *first = NULL, **to = &first;
    for (const struct inline_ *in = lead_of(s, b); in; in = in->next, to = &(*to)->next) {
        *to = arena_memdup(s->arena, in, sizeof *in);
        (*to)->next = NULL;
        if (!in->quiet && in->ink == INK_NONE)
            (*to)->ink = callout_ink(b);
    }
    if (!first)
        return NULL;
    label->text = setter_single(s, setter_style(s, b, "callout-label"), b->language, first);
    label->width += paragraph_width(label->text);
    return label;
}

/* A long title, or one before a list or a table, stands above. */
static void flow_title(struct flow *f, const struct block *b, struct label *label,
                       struct inset in) {
    const struct style *style = setter_style(f->setter, b, "callout-label");
    const struct paragraph *p =
        setter_paragraph(f->setter, b, style, lead_of(f->setter, b), in.measure,
                         label->limit ? label->width - paragraph_width(label->text) : 0, true);
    flow_open(f, TAG_P, block_facts(f, b));
    if (label->limit != LIMIT_NONE) {
        struct label *glyph = label_new(f, b, "callout-label", "", callout_ink(b), label->limit);
        glyph->spans = p->spans;
        flow_label(f, glyph, in.left, 0, style_snap(f, style));
    }
    flow_lines(f, p, in.left, style_snap(f, style), true, true);
    flow_close(f, TAG_P);
}

/* The first paragraph has the label in its first line. */
static void flow_run_in(struct flow *f, const struct block *para, struct label *label,
                        struct inset in) {
    const struct style *style = block_style(f->setter, para, in.style);
    double width = label->width + style->text.size;
    const struct paragraph *p =
        setter_paragraph(f->setter, para, style, para->text, in.measure, width, true);
    flow_open(f, TAG_P, block_facts(f, para));
    label->spans = p->spans;
    flow_label(f, label, in.left, 0, style_snap(f, style));
    flow_lines(f, p, in.left, style_snap(f, style), p->line_count <= 4, false);
    flow_close(f, TAG_P);
}

/* Returns what follows the paragraph that has the label. */
static const struct block *flow_lead(struct flow *f, const struct block *b,
                                     const struct block *first, struct inset in) {
    struct label *label = lead_new(f, b);
    bool para = first && first->kind == BLOCK_PARA && first->text;
    f->plain_start = true;
    if (!label)
        return first;
    if (!para || label->width > RUN_IN * in.measure) {
        flow_title(f, b, label, in);
        return first;
    }
    flow_dest(f, first->id);
    flow_run_in(f, first, label, in);
    f->plain_start = false;
    return first->next;
}

/* ── Edges ── */

static void flow_edge(struct flow *f, const struct block *b, struct inset in) {
    struct edge *edge = ARENA_NEW(f->setter->arena, struct edge);
    *edge = (struct edge){in.measure, callout_ink(b)};
    /* Edge and room above it take one line of the grid. */
    double pitch = f->setter->pitch;
    double room = pitch > EDGE ? pitch - EDGE : ROOM;
    flow_strip(f, (struct strip){.before = room,
                                 .height = EDGE,
                                 .snap = SNAP_BOTTOM,
                                 .left = in.left,
                                 .keep = true,
                                 .draw = draw_edge,
                                 .what = edge});
}

static void draw_end(struct pen *pen, const struct strip *s, struct point at) {
    const double *width = s->what;
    pen_artifact_open(pen);
    scene_line(pen->scene, at, (struct point){at.x + *width, at.y},
               stroke_solid(INK_DOTS, END_LINE));
    pen_artifact_close(pen);
}

/* Where several blocks stand below one label, a line says where they end. */
static void flow_end(struct flow *f, struct inset in) {
    double *width = ARENA_NEW(f->setter->arena, double);
    *width = in.measure;
    if (f->last_strip)
        f->last_strip->strip.keep = true;
    flow_strip(f, (struct strip){.before = END_ABOVE,
                                 .after = ROOM,
                                 .height = END_LINE,
                                 .left = in.left,
                                 .draw = draw_end,
                                 .what = width});
}

void flow_callout(struct flow *f, const struct block *b, struct inset in) {
    struct block own = *b;
    own.kind = BLOCK_PARA;
    own.id = NULL;
    own.next = b->child;
    const struct block *first = b->text ? &own : b->child;
    in.style = "callout";
    flow_dest(f, b->id);
    flow_open(f, TAG_DIV, block_facts(f, b));
    flow_edge(f, b, in);
    flow_blocks(f, flow_lead(f, b, first, in), in);
    if (first && first->next)
        flow_end(f, in);
    else if (f->last_strip)
        f->last_strip->strip.after = ROOM;
    flow_close(f, TAG_DIV);
    f->plain_start = true;
}
