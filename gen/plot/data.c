#include "plot/data.h"

#include <string.h>

struct data_rows *data_new(struct arena *a, const char *const *columns, size_t column_count) {
    struct data_rows *rows = ARENA_NEW(a, struct data_rows);
    *rows = (struct data_rows){.arena = a, .columns = columns, .column_count = column_count};
    return rows;
}

void data_add(struct data_rows *rows, const char *const *cells) {
    size_t width = rows->column_count;
    rows->cells = arena_grow(rows->arena, rows->cells, rows->row_count, &rows->row_room, 16,
                             width * sizeof *rows->cells);
    const char **row = rows->cells + rows->row_count++ * width;
    for (size_t i = 0; i < width; i++)
        row[i] = cells[i] ? arena_strdup(rows->arena, cells[i]) : "";
}

struct chart_data data_done(const struct data_rows *rows) {
    return (struct chart_data){rows->columns, rows->column_count, rows->cells, rows->row_count};
}
