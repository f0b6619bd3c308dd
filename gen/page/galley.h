/* Inside the room: a flow as page breaking sees it: strips in a row, figures that may leave it, and
 * the footnotes of both. */
#ifndef RIDGE_PAGE_GALLEY_H
#define RIDGE_PAGE_GALLEY_H

#include "page/cursor.h"

struct queue {
    struct flow_item **items;
    size_t *anchors; /* the strips before which they are named */
    size_t count;
};

struct galley {
    struct flow *flow;
    const struct form *form;
    struct flow_item **strips; /* in line */
    size_t *headings;          /* per strip: how many headings stand before it */
    int *depths;               /* … and how few tags are open between it and the one before */
    size_t count;
    struct queue queues[QUEUES];
    struct footnote **notes; /* by owner: strips, then floats */
    size_t *first_note;      /* per owner and one more */
};

struct galley galley_new(struct flow *f);

/* How many of a queue are named before a strip. */
size_t queue_named(const struct queue *q, size_t strip);

#endif
