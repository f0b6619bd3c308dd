/* What the texts of a printed scene stand on. */
#include <math.h>

#include "paint/print.h"

void print_note(struct print_grounds *g, struct print_ground ground) {
    struct print_ground *top = ARENA_NEW(g->arena, struct print_ground);
    *top = ground;
    top->below = g->fills;
    g->fills = top;
}

void print_note_grid(struct print_grounds *g, struct point from, struct point to) {
    struct print_grid *top = ARENA_NEW(g->arena, struct print_grid);
    *top = (struct print_grid){g->grid, from, to};
    g->grid = top;
}

static bool rect_covers(struct rect r, struct point at) {
    return at.x >= r.x && at.x <= rect_right(r) && at.y >= r.y && at.y <= rect_bottom(r);
}

/* Even and odd crossings of a ray to the right. */
static bool corners_cover(const struct path_point *c, size_t n, struct point at) {
    bool inside = false;
    for (size_t i = 1; i < n; i++) {
        double u = c[i - 1].y - at.y, v = c[i].y - at.y;
        if (c[i].op == PATH_LINE && (u < 0) != (v < 0) &&
            c[i - 1].x + (c[i].x - c[i - 1].x) * u / (u - v) > at.x)
            inside = !inside;
    }
    return inside;
}

const struct print_fill *print_fill_at(const struct print_grounds *g, struct point at) {
    for (const struct print_ground *f = g->fills; f; f = f->below) {
        struct point there = {at.x - f->offset.x, at.y - f->offset.y};
        if (rect_covers(f->box, there) && (!f->corners || corners_cover(f->corners, f->n, there)))
            return f->fill;
    }
    return NULL;
}

/* From the height of letters down to their foot; a hatch may begin in the midst of a word. */
static bool is_hatched(const struct print_grounds *g, struct rect text) {
    enum { ACROSS = 8, DOWN = 2 };
    for (int i = 0; i <= ACROSS; i++)
        for (int k = 0; k <= DOWN; k++) {
            const struct print_fill *f =
                print_fill_at(g, (struct point){text.x + text.w * i / ACROSS,
                                                text.y + text.h * (0.1 + 0.7 * k / DOWN)});
            if (f && f->kind == PRINT_LINES)
                return true;
        }
    return false;
}

/* One line of dots lets letters be read; where two of them cross, they look like a stroke. */
static bool has_crossing(const struct print_grounds *g, struct rect text) {
    bool across = false, down = false;
    for (const struct print_grid *l = g->grid; l; l = l->below) {
        across |= l->from.y == l->to.y && l->from.y > text.y && l->from.y < rect_bottom(text) &&
                  fmin(l->from.x, l->to.x) < rect_right(text) && fmax(l->from.x, l->to.x) > text.x;
        down |= l->from.x == l->to.x && l->from.x > text.x && l->from.x < rect_right(text) &&
                fmin(l->from.y, l->to.y) < rect_bottom(text) && fmax(l->from.y, l->to.y) > text.y;
    }
    return across && down;
}

bool print_is_lined(const struct print_grounds *g, struct rect text) {
    return is_hatched(g, text) || has_crossing(g, text);
}
