/* The wall between what fits and what does not. */
#include <math.h>

#include "chart/fit_matrix.h"

/* A side of a cell between what does not fit and what does. */
struct side {
    int column, row; /* the corner where it begins */
    bool down, used; /* else to the right */
};

struct wall {
    struct side at[2 * (MATRIX_MODELS + 1) * (MATRIX_DEVICES + 1)];
    size_t n;
};

static bool parts(enum cell_state a, enum cell_state b) {
    return a != CELL_UNKNOWN && b != CELL_UNKNOWN && (a == CELL_NO) != (b == CELL_NO);
}

/* From the cells themselves, so that it is true whatever order they fall in. Left of the table
 * nothing fits, right of it everything does. */
static void find_sides(const struct matrix *m, struct wall *w) {
    int rows = (int)m->row_count, columns = (int)m->column_count;
    for (int i = 0; i < rows; i++)
        for (int k = 0; k <= columns; k++)
            if (parts(matrix_state(m, i, k - 1), matrix_state(m, i, k)))
                w->at[w->n++] = (struct side){k, i, true, false};
    for (int i = 1; i < rows; i++)
        for (int k = 0; k < columns; k++)
            if (parts(matrix_state(m, i - 1, k), matrix_state(m, i, k)))
                w->at[w->n++] = (struct side){k, i, false, false};
}

struct corner {
    int column, row;
};

static struct corner end_of(const struct side *s, bool far) {
    return (struct corner){s->column + (far && !s->down), s->row + (far && s->down)};
}

static bool same_corner(struct corner a, struct corner b) {
    return a.column == b.column && a.row == b.row;
}

/* The corner at the other end of an unused side that meets this one. */
static bool next_corner(struct wall *w, struct corner *at) {
    for (size_t i = 0; i < w->n; i++)
        for (int far = 0; far < 2; far++)
            if (!w->at[i].used && same_corner(end_of(&w->at[i], far), *at)) {
                w->at[i].used = true;
                *at = end_of(&w->at[i], !far);
                return true;
            }
    return false;
}

/* Where a line begins: a corner in which only one side is left, else any. False when none is. */
static bool find_start(const struct wall *w, struct corner *out) {
    bool found = false;
    for (size_t i = 0; i < 2 * w->n; i++) {
        int meet = 0;
        if (w->at[i / 2].used)
            continue;
        struct corner c = end_of(&w->at[i / 2], i % 2);
        for (size_t k = 0; k < w->n; k++)
            meet += !w->at[k].used && (same_corner(end_of(&w->at[k], false), c) ||
                                       same_corner(end_of(&w->at[k], true), c));
        if (!found || meet == 1)
            *out = c;
        found = true;
        if (meet == 1)
            break;
    }
    return found;
}

static void add_corner(const struct matrix *m, struct path_point *path, size_t *n, struct corner c,
                       bool first) {
    double x = fmin(matrix_edge(m, (size_t)c.column), m->d->scene->width - m->look->wall / 2);
    struct path_point p = {first ? PATH_MOVE : PATH_LINE, x, m->top + m->row * c.row};
    bool straight = *n > 1 && !first && path[*n - 1].op == PATH_LINE &&
                    ((path[*n - 1].x == p.x && path[*n - 2].x == p.x) ||
                     (path[*n - 1].y == p.y && path[*n - 2].y == p.y));
    path[straight ? *n - 1 : (*n)++] = p;
}

void matrix_draw_wall(struct matrix *m) {
    struct wall *w = ARENA_NEW(m->d->arena, struct wall);
    find_sides(m, w);
    struct path_point *path = ARENA_ARRAY(m->d->arena, struct path_point, 2 * w->n + 1);
    size_t n = 0;
    struct corner at;
    while (find_start(w, &at)) {
        add_corner(m, path, &n, at, true);
        while (next_corner(w, &at))
            add_corner(m, path, &n, at, false);
    }
    if (n)
        scene_path(m->d->scene, path, n, INK_NONE, stroke_solid(INK_CAPACITY, m->look->wall));
    for (size_t i = 1; i < n; i++)
        if (path[i].op == PATH_LINE)
            draw_keep_clear(m->d, (struct point){path[i - 1].x, path[i - 1].y},
                            (struct point){path[i].x, path[i].y});
}
