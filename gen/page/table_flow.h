/* Inside the room: tables as strips. */
#ifndef RIDGE_PAGE_TABLE_FLOW_H
#define RIDGE_PAGE_TABLE_FLOW_H

#include "page/table_layout.h"

/* flow_table.c: rows [from, to) with what belongs above them; notes below the last. */
void pen_table(struct pen *pen, const struct table_plan *t, size_t from, size_t to,
               struct point at);
void pen_table_caption(struct pen *pen, const struct table_plan *t, const struct caption *c,
                       struct point at);
double table_rows_height(const struct table_plan *t, size_t from, size_t to);

/* flow_rows.c: a strip for each row, and for each line of rows taller than half a page. */
void flow_table_rows(struct flow *f, struct table_plan *t, double left);

/* flow_turned.c: pages of their own, turned to the left. */
void flow_turned_table(struct flow *f, const struct block *b);

#endif
