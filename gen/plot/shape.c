#include "plot/shape.h"

static void keep_around(struct drawing *d, struct point at, double half) {
    draw_keep_body(d, (struct rect){at.x - half, at.y - half, 2 * half, 2 * half});
}

void shape_disc(struct drawing *d, struct point at, double half, enum ink fill,
                struct stroke stroke) {
    scene_circle(d->scene, at, half, fill, stroke);
    keep_around(d, at, half + stroke.width / 2);
}

void shape_diamond(struct drawing *d, struct point at, double half, enum ink fill,
                   struct stroke stroke) {
    struct path_point points[] = {{PATH_MOVE, at.x, at.y - half},
                                  {PATH_LINE, at.x + half, at.y},
                                  {PATH_LINE, at.x, at.y + half},
                                  {PATH_LINE, at.x - half, at.y},
                                  {PATH_CLOSE, 0, 0}};
    scene_path(d->scene, points, 5, fill, stroke);
    keep_around(d, at, half + stroke.width / 2);
}

void shape_square(struct drawing *d, struct point at, double half, enum ink fill,
                  struct stroke stroke) {
    struct rect box = {at.x - half, at.y - half, 2 * half, 2 * half};
    scene_rect(d->scene, box, fill, stroke);
    keep_around(d, at, half + stroke.width / 2);
}

/* 9.2 wide and 8.2 high in the ladder of design 6.4; its middle is that of its box. */
void shape_triangle(struct drawing *d, struct point at, double half, enum ink fill,
                    struct stroke stroke) {
    double up = half * 8.2 / 9.2;
    struct path_point points[] = {{PATH_MOVE, at.x, at.y - up},
                                  {PATH_LINE, at.x + half, at.y + up},
                                  {PATH_LINE, at.x - half, at.y + up},
                                  {PATH_CLOSE, 0, 0}};
    scene_path(d->scene, points, 4, fill, stroke);
    keep_around(d, at, half + stroke.width / 2);
}

void shape_ring(struct drawing *d, struct point at, bool first, enum ink ink) {
    double radius = first && !d->in_page ? 3.2 : 2.6;
    shape_disc(d, at, radius, INK_GROUND, stroke_solid(ink, first && !d->in_page ? 1.5 : 1.2));
}

void shape_measured(struct drawing *d, struct point at) {
    shape_disc(d, at, d->in_page ? 2.6 : 3.4, INK_INK, stroke_solid(INK_GROUND, 0.9));
}
