/* Filling from the top down: spaces between strips collapse, body lines stand on the grid. */
#include "page/cursor.h"

#include <math.h>

static const double EPSILON = 1e-6;

struct flow_item *next_strip(struct flow_item *item) {
    while (item && item->kind != FLOW_STRIP)
        item = item->next;
    return item;
}

static double on_grid(const struct cursor *c, double y) {
    return c->pitch > 0 ? ceil(y / c->pitch - EPSILON) * c->pitch : y;
}

static double top_of(const struct cursor *c, const struct strip *s) {
    double y = c->empty ? c->y : c->y + fmax(c->gap, s->before);
    if (s->snap == SNAP_TOP)
        return on_grid(c, y);
    return s->snap == SNAP_BOTTOM ? on_grid(c, y + s->height) - s->height : y;
}

double cursor_add(struct cursor *c, const struct strip *s, bool first) {
    double top = top_of(c, s);
    c->y = top + s->height + (first && s->row_before ? s->again : 0);
    c->gap = s->after;
    c->empty = false;
    return top;
}

void item_place(struct flow *f, struct flow_item *item, size_t page, int column, double top) {
    const struct flow_item *row = item->strip.row_before;
    item->page = page;
    item->column = column;
    item->y = f->setter->form->top + top;
    item->placed = true;
    item->below_rule = item->strip.ends_page = false;
    item->strip.top = row && (row->page != page || row->column != column);
}

double foot_of(const struct flow_item *item) {
    return item->next && item->next->kind == FLOW_STRIP ? item->strip.foot : 0;
}
