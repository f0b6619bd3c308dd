/* Inside the room: the page master (design 5) and the pages that a flow fills. */
#ifndef RIDGE_PAGE_PAGE_H
#define RIDGE_PAGE_PAGE_H

#include "page/flow.h"

/* How a page is divided. */
enum master {
    MASTER_BODY,    /* measure and margin column */
    MASTER_COLUMNS, /* two columns over both */
    MASTER_NARROW,  /* three: an index */
    MASTERS
};

/* How many columns there are. */
int master_columns(enum master m);
/* The width of a column, and where it begins on a page; folios count from 1. */
double master_measure(const struct form *f, enum master m);
double master_column(const struct form *f, enum master m, size_t folio, int column);

/* Gives every strip of the flow a page, a column and a height, beginning on page `first` (from 0),
 * `start` below the top of its type area. Returns the page after the last one. */
size_t flow_paginate(struct flow *f, enum master m, size_t first, double start);

/* Gives margin notes their heights: beside what calls them, 12 apart, clear of wide blocks. */
void flow_place_notes(struct flow *f);

/* Draws a flow whose strips are placed into the scenes of the pages. Order of drawing is order of
 * reading. */
void flow_draw(struct flow *f, enum master m, struct scene *const *scenes);

/* flow_foot.c: the footnotes of a title that is drawn by the page that opens a chapter. */
size_t title_note_count(const struct block *b);
struct flow title_feet(struct setter *s, const struct block *b, size_t page);

/* A flow that stands in one box, from the top down, without breaks. Returns its height. */
double flow_stack(struct flow *f);
void flow_draw_box(struct flow *f, struct scene *scene, struct point at);

#endif
