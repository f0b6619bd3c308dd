/* A list of figures or tables: number, title, dots, folio, as in the contents. */
#include <math.h>

#include "page/blocks.h"
#include "page/flow_back.h"
#include "page/folio.h"
#include "page/handout.h"

static const double HANG = 36, NUMBER_ROOM = 22, STOP = 3; /* STOP: em before the folio */
static const double LEADER_GAP = 8, FOLIO_GAP = 5;

struct listed {
    const struct block *item;
    const struct paragraph *title;
    double measure, hang;
};

static void draw_words(struct pen *pen, const struct listed *l, struct point at, double baseline) {
    struct setter *s = pen->setter;
    struct paragraph plain = *l->title;
    plain.spans = false; /* the whole line is a link */
    if (l->item->number)
        pen_label(pen, setter_style(s, l->item, "contents-number"), (struct point){at.x, baseline},
                  ANCHOR_START, l->item->number);
    pen_lines(pen, arena_memdup(s->arena, &plain, sizeof plain),
              (struct point){at.x + l->hang, at.y});
}

static void draw_listed(struct pen *pen, const struct strip *strip, struct point at) {
    const struct listed *l = strip->what;
    struct setter *s = pen->setter;
    const struct use *use = l->item->uses;
    double first = at.y + style_baseline(l->title->style, s->language);
    double last = first + paragraph_height(l->title) - l->title->style->pitch;
    struct rect *area = ARENA_NEW(s->arena, struct rect);
    *area = (struct rect){at.x, at.y, l->measure, strip->height};
    scene_tag_open(pen->scene, TAG_TOCI, (struct tag_facts){0});
    scene_tag_open(pen->scene, TAG_LINK,
                   (struct tag_facts){.dest = use->from,
                                      .describe = inline_string(s->arena, l->item->title),
                                      .areas = area,
                                      .area_count = 1});
    draw_words(pen, l, at, first);
    double folio = pen_label(pen, setter_style(s, l->item, "contents-folio"),
                             (struct point){at.x + l->measure, last}, ANCHOR_END,
                             folio_ask(s->folios, use->from, use->span)->label);
    scene_tag_close(pen->scene, TAG_LINK);
    scene_tag_close(pen->scene, TAG_TOCI);
    pen_leader(pen, at.x + l->hang + l->title->lines[l->title->line_count - 1].width + LEADER_GAP,
               at.x + l->measure - fmax(NUMBER_ROOM, folio) - FOLIO_GAP, last);
}

void flow_listing(struct flow *f, const struct block *b, struct inset in) {
    struct setter *s = f->setter;
    flow_list_title(f, b, in);
    flow_open(f, TAG_TOC, (struct tag_facts){0});
    for (const struct block *item = b->child; item; item = item->next) {
        if (!item->use_count || !item->title || !s->folios)
            continue;
        const struct style *style = setter_style(s, item, "contents-section");
        double hang = item->number ? HANG : 0;
        double measure = in.measure - hang - NUMBER_ROOM - STOP * style->text.size;
        struct listed *l = ARENA_NEW(s->arena, struct listed);
        *l = (struct listed){item,
                             setter_paragraph(s, item, style,
                                              inlines_without_notes(s->arena, item->title), measure,
                                              0, true),
                             in.measure, hang};
        flow_strip(f, (struct strip){.height = paragraph_height(l->title),
                                     .left = in.left,
                                     .draw = draw_listed,
                                     .what = l});
    }
    flow_close(f, TAG_TOC);
}
