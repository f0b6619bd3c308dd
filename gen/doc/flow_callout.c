/* Callouts: no box; the top edge is a ridge in the colour of what they talk about (design 5). */
#include <string.h>

#include "doc/blocks.h"
#include "doc/flow_text.h"

static const double EDGE = 6, ROOM = 10;

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

/* The first paragraph has the label in its first line. */
static void flow_first(struct flow *f, const struct block *b, const struct block *para,
                       struct inset in) {
    const struct style *style = block_style(f->setter, para, in.style);
    const char *word = inline_string(f->setter->arena, b->title);
    struct label *label = NULL;
    double width = 0;
    if (*word) {
        label = label_new(f, b, "callout-label", word, callout_ink(b), b->limits[0]);
        width = label->width + style->text.size;
    }
    const struct paragraph *p =
        setter_paragraph(f->setter, para, style, para->text, in.measure, width, true);
    flow_open(f, TAG_P, block_facts(f, para));
    if (label) {
        label->spans = p->spans;
        flow_label(f, label, in.left, 0, style_snap(f, style));
    }
    flow_lines(f, p, in.left, style_snap(f, style), p->line_count <= 4, false);
    flow_close(f, TAG_P);
}

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

void flow_callout(struct flow *f, const struct block *b, struct inset in) {
    struct block own = *b;
    own.kind = BLOCK_PARA;
    own.next = NULL;
    const struct block *first = b->text ? &own : b->child;
    in.style = "callout";
    flow_dest(f, b->id);
    flow_open(f, TAG_DIV, block_facts(f, b));
    flow_edge(f, b, in);
    if (first && first->kind == BLOCK_PARA && first->text) {
        flow_first(f, b, first, in);
        flow_blocks(f, b->text ? b->child : first->next, in);
    } else {
        flow_blocks(f, first, in);
    }
    if (f->last_strip)
        f->last_strip->strip.after = ROOM;
    flow_close(f, TAG_DIV);
    f->plain_start = true;
}
