/* Inside the room: how far a page or a column is filled. */
#ifndef RIDGE_PAGE_CURSOR_H
#define RIDGE_PAGE_CURSOR_H

#include "page/page.h"

/* y is from the top of the type area. */
struct cursor {
    double pitch; /* of the grid of body lines; 0: none */
    double y, gap;
    bool empty;
};

/* Puts a strip below what stands there; `first`: the page begins with it, so that a row of a table
 * has the head above it. Returns its top. */
double cursor_add(struct cursor *c, const struct strip *s, bool first);

struct flow_item *next_strip(struct flow_item *item);

/* A place on a page, from the top of the type area. */
void item_place(struct flow *f, struct flow_item *item, size_t page, int column, double top);

/* Room kept free below an item when the page ends with it. */
double foot_of(const struct flow_item *item);

/* page_place.c: all pages of a flow weighed against each other; page_columns.c: columns, one after
 * the other. Both return the page of the last strip. */
size_t break_pages(struct flow *f, size_t first, double start);
size_t break_columns(struct flow *f, int columns, size_t first, double start);

#endif
