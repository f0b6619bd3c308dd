/* Plane geometry for scenes: points (1/72 inch), y downwards. */
#ifndef RIDGE_BASE_GEOMETRY_H
#define RIDGE_BASE_GEOMETRY_H

#include <stdbool.h>

struct point {
    double x, y;
};

struct rect {
    double x, y, w, h;
};

static inline double rect_right(struct rect r) {
    return r.x + r.w;
}

static inline double rect_bottom(struct rect r) {
    return r.y + r.h;
}

/* Touching edges do not count as meeting. */
static inline bool rect_meets(struct rect a, struct rect b) {
    return a.x < rect_right(b) && b.x < rect_right(a) && a.y < rect_bottom(b) &&
           b.y < rect_bottom(a);
}

static inline bool rect_holds(struct rect outer, struct rect inner) {
    return inner.x >= outer.x && inner.y >= outer.y && rect_right(inner) <= rect_right(outer) &&
           rect_bottom(inner) <= rect_bottom(outer);
}

#endif
