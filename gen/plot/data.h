/* The rows behind a chart, collected while it is drawn. */
#ifndef RIDGE_PLOT_DATA_H
#define RIDGE_PLOT_DATA_H

#include "base/arena.h"
#include "plot/plot.h"

struct data_rows {
    struct arena *arena;
    const char *const *columns;
    size_t column_count;
    const char **cells;
    size_t row_count, row_room;
};

struct data_rows *data_new(struct arena *a, const char *const *columns, size_t column_count);

/* Adds a row; cells are copied, NULL is an empty cell. */
void data_add(struct data_rows *rows, const char *const *cells);

struct chart_data data_done(const struct data_rows *rows);

#endif
