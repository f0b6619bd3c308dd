/* Lists of figures and of tables: short ones stand below each other, and below the contents when
 * all of them have room there. */
#include <math.h>

#include "page/cursor.h"
#include "page/handout.h"

static const double GAP = 3; /* lines of the grid, above the head of a list */

static double height_of(const struct flow *f) {
    double height = 0;
    for (struct flow_item *i = next_strip(f->first); i; i = next_strip(i->next))
        height += i->strip.height;
    return height;
}

/* Of a list that begins where another thing ends, both below the top of the type area. */
static double lowered(const struct handout *h, double end) {
    double line = h->setter.pitch > 0 ? h->setter.pitch : 1;
    return ceil((end - 0.01) / line + GAP) * line;
}

static double end_below(struct handout *h, const struct part *p, double end) {
    return lowered(h, end) + plain_room(h, p->block) + height_of(&p->flow);
}

static bool is_listing(const struct handout *h, size_t i) {
    return i < h->part_count && h->parts[i].kind == PART_LISTING;
}

/* The contents name the lists, so these come first, all of them or none. */
static bool fit_below_contents(struct handout *h, double end) {
    for (size_t i = 0; is_listing(h, i); i++)
        end = end_below(h, &h->parts[i], end);
    return end <= h->setter.form->depth;
}

static double end_of(const struct handout *h, const struct part *p) {
    const struct flow *f = &p->flow;
    return f->page_count ? h->setter.form->depth - f->pages[f->page_count - 1].room : INFINITY;
}

void lists_follow(struct handout *h, size_t part) {
    struct part *p = &h->parts[part];
    const struct form *f = h->setter.form;
    if (!is_listing(h, part) || f->ideas)
        return;
    double end = part ? end_of(h, p - 1) : contents_end(h) - f->top;
    p->follows = part ? is_listing(h, part - 1) && end_below(h, p, end) <= f->depth
                      : fit_below_contents(h, end);
    p->lowered = p->follows ? lowered(h, end) : 0;
}
