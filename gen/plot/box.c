#include "plot/box.h"

void box_edge(struct drawing *d, struct rect box, enum ink ink) {
    double width = d->in_page ? 0.4 : 0.5;
    struct rect inside = {box.x + width / 2, box.y + width / 2, box.w - width, box.h - width};
    if (inside.w > 0 && inside.h > 0)
        scene_rect(d->scene, inside, INK_NONE, stroke_solid(ink, width));
}

void box_draw(struct drawing *d, struct rect box, struct box_ink ink) {
    scene_rect(d->scene, box, ink.fill, stroke_none);
    if (ink.edge)
        box_edge(d, box, ink.edge);
}

void box_draw_all(struct drawing *d, const struct rect *boxes, size_t n, enum ink fill) {
    struct path_point *points = ARENA_ARRAY(d->arena, struct path_point, 5 * n + 1);
    for (size_t i = 0; i < n; i++) {
        struct rect r = boxes[i];
        struct path_point *p = points + 5 * i;
        p[0] = (struct path_point){PATH_MOVE, r.x, r.y};
        p[1] = (struct path_point){PATH_LINE, rect_right(r), r.y};
        p[2] = (struct path_point){PATH_LINE, rect_right(r), rect_bottom(r)};
        p[3] = (struct path_point){PATH_LINE, r.x, rect_bottom(r)};
        p[4] = (struct path_point){PATH_CLOSE, 0, 0};
    }
    if (n)
        scene_path(d->scene, points, 5 * n, fill, stroke_none);
}

void box_draw_idle(struct drawing *d, struct rect box) {
    scene_hatch(d->scene, box, 45, 3.4, stroke_solid(INK_INK3, d->in_page ? 0.5 : 0.6));
    box_edge(d, box, INK_INK3);
}

bool box_holds(struct drawing *d, struct rect box, const char *text, struct text_style style,
               double room) {
    return box.h >= style.size && draw_width(d, text, style) + 2 * room <= box.w;
}

void box_say(struct drawing *d, struct rect box, const char *text, struct text_style style) {
    draw_text(d, box.x + box.w / 2, box.y + box.h / 2 + style.size * 0.34, ANCHOR_MIDDLE, text,
              style);
}

void box_part(struct drawing *d, struct point from, struct point to) {
    scene_line(d->scene, from, to, stroke_solid(INK_GROUND, d->in_page ? 0.7 : 0.9));
}
