/* Lines of short lists of contents. */
#include "page/handout.h"

static const double LEADER_GAP = 8;

static void open_link(struct pen *pen, const struct block *b, struct rect box) {
    struct rect *area = ARENA_NEW(pen->setter->arena, struct rect);
    *area = box;
    scene_tag_open(pen->scene, TAG_TOCI, (struct tag_facts){0});
    scene_tag_open(pen->scene, TAG_LINK,
                   (struct tag_facts){.dest = b->id,
                                      .describe = inline_string(pen->setter->arena, b->title),
                                      .areas = area,
                                      .area_count = 1});
}

void entry_line_draw(struct handout *h, struct pen *pen, const struct entry_line *l) {
    struct setter *s = &h->setter;
    const struct block *b = l->entry->block;
    const struct paragraph *p = l->title;
    double first = l->top + style_baseline(p->style, p->language);
    double last = first + paragraph_height(p) - p->style->pitch;
    struct paragraph plain = *p;
    plain.spans = false;
    open_link(pen, b, (struct rect){l->from, l->top, l->right - l->from, paragraph_height(p)});
    if (b->number)
        pen_label(pen, setter_style(s, b, "opening-section-number"), (struct point){l->from, first},
                  ANCHOR_START, b->number);
    pen_lines(pen, arena_memdup(s->arena, &plain, sizeof plain), (struct point){l->left, l->top});
    pen_label(pen, setter_style(s, b, "opening-folio"), (struct point){l->right, last}, ANCHOR_END,
              folio_label(h, l->entry->page));
    scene_tag_close(pen->scene, TAG_LINK);
    scene_tag_close(pen->scene, TAG_TOCI);
    pen_leader(pen, l->left + p->lines[p->line_count - 1].width + LEADER_GAP,
               l->right - l->folio_room, last);
}
