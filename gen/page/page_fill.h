/* Inside the room: one page of a galley while it is filled. */
#ifndef RIDGE_PAGE_PAGE_FILL_H
#define RIDGE_PAGE_PAGE_FILL_H

#include "page/galley.h"

/* What of a footnote stands on the next page; lines 0: nothing is carried over. */
struct carry {
    struct footnote *note;
    size_t line;
};

/* Where a page may end. */
struct spot {
    size_t strip, floats[QUEUES]; /* the next in line, and of each queue */
    struct carry carry;
};

/* What a page does with floats: `top` of them stand above its text, and from `defer` on they wait
 * for a later page. */
struct choice {
    size_t top[QUEUES], defer[QUEUES];
    bool loose; /* breaks where strips are to be kept together */
};

struct page_fill {
    const struct galley *galley;
    struct spot from;
    struct choice choice;
    struct cursor at;
    size_t strip, floats[QUEUES];
    bool deferring[QUEUES];
    bool ends_float;      /* what stands last is a float */
    size_t passed;        /* floats that have a heading before them which ends their section */
    int depth, top_depth; /* fewest open tags so far; of the floats on top */
    /* Footnotes: their height in full, what the last one can give, which is the last. */
    double feet, give;
    struct footnote *last_note;
    size_t last_from;    /* its first line on this page */
    struct carry closed; /* a footnote that is longer than what a page has for footnotes */
    double cost;
    /* Told of everything that is put on the page: trials leave it out. */
    void (*put)(void *to, struct flow_item *item, double top);
    void (*put_note)(void *to, struct footnote *note, size_t line);
    void *to;
};

/* An empty page with the floats of its choice on top. False: there is no room for them. */
bool page_begin(struct page_fill *p, const struct galley *g, double start);
/* Puts the next thing on it, if there is room. */
enum fill_step { FILL_FULL, FILL_STRIP, FILL_FLOAT };
/* It holds a few lines, so that it should not end here. */
bool page_is_runt(const struct page_fill *p);
/* A page must begin with what comes next. */
bool page_next_opens(const struct page_fill *p);
enum fill_step page_step(struct page_fill *p, enum float_queue *queue);
struct spot page_spot(const struct page_fill *p); /* where it ends now */
/* Whether the page may end here, and what is carried over to the next one. */
bool page_may_end(const struct page_fill *p, struct spot *spot);
/* Room that is left, of what is not taken by footnotes. */
double page_room(const struct page_fill *p);

/* page_spread.c: what stands on one page, from its top. */
struct page_items {
    struct flow_item **at;
    size_t count, room;
};
/* Gives out whole lines of the room that is left; returns how much. */
double page_spread(const struct page_items *p, double pitch, double room);

/* page_notes.c: the footnotes of one page, in order, the first maybe carried over to it. */
struct page_notes {
    struct carry *at;
    size_t count, room;
};
void page_notes_add(struct flow *f, struct page_notes *p, struct footnote *note, size_t line);
/* Gives them their places, the last one up to what is carried over from here. */
void page_notes_place(struct flow *f, const struct page_notes *p, size_t page, struct carry rest);

/* Footnotes at the foot of a page. */
double feet_extra(const struct form *f);                /* how far below the type area they stand */
double feet_block(const struct form *f, double height); /* with rule and room above it */
double footnote_height(const struct footnote *n, size_t from, size_t to);

#endif
