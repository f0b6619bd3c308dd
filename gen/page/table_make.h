/* Inside the room: a table in the making. */
#ifndef RIDGE_PAGE_TABLE_MAKE_H
#define RIDGE_PAGE_TABLE_MAKE_H

#include "page/table_layout.h"

struct making {
    struct setter *setter;
    const struct block *block;
    struct table_plan *plan;
    const struct style *body, *strong, *head, *unit, *quiet;
    double gap_least;
};

/* table_layout.c */
const struct style *table_cell_style(const struct making *m, const struct cell_plan *c, bool head);
const struct inline_ *table_cell_text(struct making *m, const struct cell_plan *c, bool head);

/* table_rows.c: once the columns stand. */
void table_rows_finish(struct making *m);

/* table_cells.c */
void table_cells_set(struct making *m, struct row_plan *rows, size_t n, bool head);
void table_units_set(struct making *m);

/* table_width.c */
void table_widths(struct making *m, bool last); /* last: at any price */
/* table_point.c: numbers that leave their common point, where text has no room. Whether some do. */
bool table_points_leave(struct table_plan *t);
double table_span_width(const struct table_plan *t, const struct cell_plan *c);

/* table_number.c: where a number stands on its axis. */
struct number_place {
    bool number;
    double before; /* width left of the point, or of the unit that follows */
    double hang;   /* letters of notes at the end */
};
struct number_place number_place(const struct paragraph *p, uint32_t point);

bool table_may_break(const struct paragraph *p, size_t i); /* before a cluster */
double table_best_room(const struct cell_plan *c);

#endif
