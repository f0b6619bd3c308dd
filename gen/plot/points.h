/* A reader's own measured points, from a CSV file. */
#ifndef RIDGE_PLOT_POINTS_H
#define RIDGE_PLOT_POINTS_H

#include "base/span.h"
#include "plot/plot.h"

/* What a column must hold: "batch 1" is counted, "speed token/s" has a unit. */
struct points_columns {
    const char *x, *y;
};

/* Reads the points of a file with a head: `name,batch,speed (token/s)`. Columns stand in any order,
 * `name` may be missing and others are not looked at. A value may have a unit of its own
 * ("1.2 Ttoken/s"); else it has that of its head, else the kind's. Lines that are empty or begin
 * with # are none. Reports POINTS_NONE, POINTS_COLUMN, QUANTITY_SYNTAX, UNIT_MISMATCH … at their place and
 * returns false; NULL or "" as x: the kind takes no points, which is reported as well. */
bool points_read(struct arena *a, struct diag *d, const struct source *file,
                 struct points_columns columns, const struct measured **out, size_t *n);

#endif
