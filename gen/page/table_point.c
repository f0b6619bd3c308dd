/* Numbers on a common decimal point take more room than any of them when they are of very different
 * sizes: 124 337 664 and 0.13107. Where the texts beside them have too little, such a column is set
 * flush right. */
#include <math.h>

#include "page/table_make.h"

/* Of a text in one line, what it must have; of a column, what its numbers must leave unused. */
static const double CROWDED = 0.5, WASTED = 0.2;

static bool is_crowded(const struct table_plan *t) {
    for (size_t c = 0; c < t->column_count; c++)
        if (t->columns[c].wraps && t->columns[c].width < CROWDED * t->columns[c].body)
            return true;
    return false;
}

static double widest_number(const struct table_plan *t, size_t column) {
    double widest = 0;
    for (size_t i = 0; i < t->body_count; i++)
        for (size_t k = 0; k < t->body[i].cell_count; k++) {
            const struct cell_plan *c = &t->body[i].cells[k];
            if (c->column == column && c->number)
                widest = fmax(widest, c->natural);
        }
    return widest;
}

static bool leave(struct table_plan *t, size_t column) {
    double all = t->columns[column].before + t->columns[column].after;
    double widest = widest_number(t, column);
    if (widest <= 0 || widest > (1 - WASTED) * all)
        return false;
    for (size_t i = 0; i < t->body_count; i++)
        for (size_t k = 0; k < t->body[i].cell_count; k++) {
            struct cell_plan *c = &t->body[i].cells[k];
            if (c->column == column && c->number)
                c->before = c->natural;
        }
    return true;
}

bool table_points_leave(struct table_plan *t) {
    bool some = false;
    if (!is_crowded(t))
        return false;
    for (size_t c = 0; c < t->column_count; c++)
        some |= leave(t, c);
    return some;
}
