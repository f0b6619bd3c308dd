/* The mark of a footnote in a line: a small raised number, drawn when pages have numbered it. */
#include "line/note_mark.h"

#include <math.h>

#include "base/text.h"

/* design 5, footnotes */
static const double SIZE = 0.72, RISE = 0.32;
/* In large titles it grows no further, and its top stays where it was. */
static const double LARGEST = 16, TOP_SHARE = 0.6;

static struct text_style number_style(const struct paragraph_request *r) {
    double em = r->style->text.size, size = SIZE * fmin(em, LARGEST);
    struct text_style s = {.family = FAMILY_SANS,
                           .size = size,
                           .rise = RISE * em + TOP_SHARE * (SIZE * em - size),
                           .tabular = true,
                           .ink = INK_BANDWIDTH,
                           .language = r->language};
    return s;
}

struct note_number {
    struct fonts *fonts;
    struct text_style style;
    const struct block *note;
};

static void draw_number(struct scene *s, const struct box *b, struct point at) {
    const struct note_number *n = b->what;
    const char *number = n->note ? n->note->number : NULL;
    if (!number || !*number)
        return;
    struct piece piece = {number, n->style};
    const struct shaped *shaped = text_shape(n->fonts, s->arena, &piece, 1);
    struct text_item item = {.shaped = shaped,
                             .to = shaped->cluster_count,
                             .x = at.x,
                             .baseline = at.y,
                             .width = shaped->width};
    scene_text(s, &item);
}

/* As wide as the number that is known, or as one of a digit. */
const struct box *note_box(struct arena *a, const struct paragraph_request *r,
                           const struct inline_ *in) {
    struct note_number *n = ARENA_NEW(a, struct note_number);
    struct box *b = ARENA_NEW(a, struct box);
    *n = (struct note_number){r->fonts, number_style(r), in->note};
    const char *likely = in->note && in->note->number       ? in->note->number
                         : language_is_chinese(r->language) ? "①"
                                                            : "0";
    b->width = text_width(r->fonts, likely, n->style);
    b->draw = draw_number;
    b->what = n;
    b->tag = TAG_REFERENCE;
    return b;
}
