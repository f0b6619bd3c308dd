/* Inside the room: the page master (design 5) and the pages that a flow fills. */
#ifndef RIDGE_DOC_PAGE_H
#define RIDGE_DOC_PAGE_H

#include "doc/flow.h"

#define PAGE_WIDTH  595.28
#define PAGE_HEIGHT 841.89
#define INNER       68.0
#define MEASURE     357.0
#define GAP         18.0
#define MARGIN      118.0
#define WIDE        (MEASURE + GAP + MARGIN)
#define TOP         72.0
#define DEPTH       684.0

/* How a page is divided. */
enum master {
    MASTER_BODY,    /* measure and margin column */
    MASTER_COLUMNS, /* two columns over both */
    MASTERS
};

/* The width of a column. */
double master_measure(enum master m);

/* Where things begin on a page; folios count from 1, even ones are mirrored. */
double page_body(size_t folio);
double page_wide(size_t folio);
double page_margin(size_t folio);
double page_outer(size_t folio); /* x of the outer edge of the wide block */
double page_column(enum master m, size_t folio, int column);

/* Gives every strip of the flow a page, a column and a height, beginning on page `first` (from 0),
 * `start` below the top of its type area. Returns the page after the last one. */
size_t flow_paginate(struct flow *f, enum master m, size_t first, double start);

/* Gives margin notes their heights: beside what calls them, 12 apart, clear of wide blocks. */
void flow_place_notes(struct flow *f);

/* Draws a flow whose strips are placed into the scenes of the pages. Order of drawing is order of
 * reading. */
void flow_draw(struct flow *f, enum master m, struct scene *const *scenes);

/* A flow that stands in one box, from the top down, without breaks. Returns its height. */
double flow_stack(struct flow *f);
void flow_draw_box(struct flow *f, struct scene *scene, struct point at);

#endif
