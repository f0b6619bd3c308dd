/* Inside the room: the search for page breaks. */
#ifndef RIDGE_PAGE_PAGE_SEARCH_H
#define RIDGE_PAGE_PAGE_SEARCH_H

#include "page/page_fill.h"

/* A page that ends at a place, as the best way there. */
struct way {
    struct way *next; /* at the same strip */
    struct spot spot;
    double cost;
    const struct way *from;
    struct choice choice;
    bool done;
};

/* page_break.c: the last of the best pages of a galley, whose first one begins lower by `start`. */
const struct way *pages_search(const struct galley *g, double start);

#endif
