/* Figures: the chart as one strip. In the measure its caption stands in the margin column, a wide
 * one has it below. */
#include <math.h>

#include "page/blocks.h"
#include "page/flow_text.h"

static const double ABOVE = 5, BELOW = 8, CAPTION_ABOVE = 6, CAPTION_DROP = 18; /* design 5 */

struct figure {
    const struct block *block;
    const struct scene *scene;
    struct caption caption;
    bool wide, below; /* below: the caption */
};

static void draw_scene(struct pen *pen, const struct figure *g, struct point at) {
    const struct block *b = g->block;
    struct tag_facts facts = {.alt = b->chart ? b->chart->describe : b->thing->alt,
                              .box = {at.x, at.y, g->scene->width, g->scene->height}};
    enum tag tag = facts.alt ? TAG_FIGURE : TAG_ARTIFACT; /* a decoration */
    scene_tag_open(pen->scene, tag, facts);
    scene_place(pen->scene, g->scene, at);
    scene_tag_close(pen->scene, tag);
}

static void draw_figure(struct pen *pen, const struct strip *s, struct point at) {
    const struct figure *g = s->what;
    if (!pen->setter->sheet)
        at.y += ABOVE;
    if (g->block->id)
        scene_dest(pen->scene, g->block->id, at);
    draw_scene(pen, g, at);
    at.y += g->scene->height + CAPTION_ABOVE;
    if (g->below)
        pen_caption(pen, &g->caption, at);
}

static void draw_margin_caption(struct pen *pen, const struct strip *s, struct point at) {
    const struct figure *g = s->what;
    at.y -= style_baseline(g->caption.text->style, g->caption.text->language);
    pen_caption(pen, &g->caption, at);
}

/* A chart is one already; a picture becomes one. */
static const struct scene *scene_of(struct flow *f, const struct block *b) {
    struct setter *s = f->setter;
    if (b->chart || !b->thing)
        return b->chart ? b->chart->scene : NULL;
    const struct style *style = setter_style(s, b, "body");
    const struct box *box = b->thing->set(s->arena, s->request->fonts, b->thing, &style->text);
    struct scene *scene = scene_new(s->arena, box->width, box->ascent + box->descent);
    box->draw(scene, box, (struct point){0, box->ascent});
    return scene;
}

static struct figure *figure_new(struct flow *f, const struct block *b, const struct scene *scene,
                                 double measure) {
    struct figure *g = ARENA_NEW(f->setter->arena, struct figure);
    g->block = b;
    g->scene = scene;
    g->wide = b->wide || g->scene->width > f->setter->form->measure + 0.5;
    const struct inline_ *text = caption_text(f->setter, b);
    bool under = g->wide || f->setter->form->margin <= 0;
    if (text || (b->label && !f->setter->sheet))
        g->caption = caption_new(f->setter, b, under ? "caption" : "margin-caption", text,
                                 g->wide ? f->setter->form->wide
                                 : under ? measure
                                         : f->setter->form->margin);
    g->below = under && g->caption.text;
    return g;
}

/* What stands before the figure in its section, as much as a page has room for beside it. */
static void keep_lead(struct flow *f, double height) {
    double room = f->setter->form->depth - height;
    struct flow_item *from = NULL;
    for (struct flow_item *i = f->first; i; i = i->next)
        if (i->kind == FLOW_STRIP && i->strip.heading)
            from = i;
    for (struct flow_item *i = from; i; i = i->next)
        room -= i->kind == FLOW_STRIP ? i->strip.height + fmax(i->strip.before, i->strip.after) : 0;
    for (struct flow_item *i = room > 0 ? from : f->last_strip; i; i = i->next)
        i->strip.keep |= i->kind == FLOW_STRIP;
}

void flow_figure(struct flow *f, const struct block *b, struct inset in) {
    const struct scene *scene = scene_of(f, b);
    if (!scene)
        return;
    struct figure *g = figure_new(f, b, scene, in.measure);
    double height = g->scene->height + (f->setter->sheet ? 0 : ABOVE);
    if (g->below)
        height += CAPTION_ABOVE + caption_height(&g->caption);
    if (b->stays)
        keep_lead(f, height);
    struct flow_item *strip =
        flow_strip(f, (struct strip){.height = height,
                                     .after = f->setter->sheet ? 0 : BELOW,
                                     .left = g->wide ? 0 : in.left,
                                     .floats = !b->stays && !f->setter->form->ideas,
                                     .queue = QUEUE_FIGURES,
                                     .in_order = true,
                                     .opens = flow_opens(f),
                                     .wide = g->wide,
                                     .draw = draw_figure,
                                     .what = g});
    if (!g->below && g->caption.text)
        flow_note(f,
                  (struct note){.height = caption_height(&g->caption),
                                .offset = ABOVE + CAPTION_DROP,
                                .draw = draw_margin_caption,
                                .what = g,
                                .where = b->span},
                  strip);
    flow_feet(f, b->title, strip);
    flow_feet(f, b->text, strip);
    f->plain_start = true;
    f->after_float = strip;
}
