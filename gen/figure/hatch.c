/* Hatches: drawn lines, because PDF patterns and SVG patterns print differently everywhere. */
#include <math.h>

#include "figure/scene.h"

#define MOST_LINES 20000

/* One family of parallel lines: direction, normal, and the box they must cover. */
struct family_of_lines {
    struct point along, across;
    struct rect box;
};

static double dot(struct point a, double x, double y) {
    return a.x * x + a.y * y;
}

/* The extent of the box's corners along an axis. */
static void extent(struct point axis, struct rect b, double *low, double *high) {
    double x = axis.x * b.w, y = axis.y * b.h, origin = dot(axis, b.x, b.y);
    *low = origin + fmin(x, 0) + fmin(y, 0);
    *high = origin + fmax(x, 0) + fmax(y, 0);
}

/* Narrows [from, to] to where origin + t·slope stays within [low, high]. */
static bool narrow(double origin, double slope, double low, double high, double *from, double *to) {
    if (fabs(slope) < 1e-9)
        return origin >= low && origin <= high;
    double a = (low - origin) / slope, b = (high - origin) / slope;
    *from = fmax(*from, fmin(a, b));
    *to = fmin(*to, fmax(a, b));
    return *from < *to;
}

/* The part of the line at a distance from the origin that lies in the box; of a dashed one it
 * begins where a dash does, so that dashes of neighbours keep step. */
static bool segment(const struct family_of_lines *f, double distance, double period,
                    struct path_point *out) {
    double x = f->across.x * distance, y = f->across.y * distance;
    double from = -HUGE_VAL, to = HUGE_VAL;
    if (!narrow(x, f->along.x, f->box.x, rect_right(f->box), &from, &to) ||
        !narrow(y, f->along.y, f->box.y, rect_bottom(f->box), &from, &to))
        return false;
    if (period > 0)
        from = floor(from / period) * period;
    out[0] = (struct path_point){PATH_MOVE, x + from * f->along.x, y + from * f->along.y};
    out[1] = (struct path_point){PATH_LINE, x + to * f->along.x, y + to * f->along.y};
    return true;
}

void scene_hatch(struct scene *s, struct rect box, double angle, double pitch,
                 struct stroke stroke) {
    double a = angle * 3.14159265358979323846 / 180;
    double w = stroke.width; /* lines run past the clip, so that no cap shows */
    struct family_of_lines f = {.along = {cos(a), -sin(a)},
                                .across = {sin(a), cos(a)},
                                .box = {box.x - w, box.y - w, box.w + 2 * w, box.h + 2 * w}};
    double low, high;
    extent(f.across, f.box, &low, &high);
    if (!(box.w > 0 && box.h > 0 && pitch > 0 && (high - low) / pitch < MOST_LINES))
        return;
    double first = ceil(low / pitch), last = floor(high / pitch);
    if (first > last)
        return;
    struct path_point *points =
        ARENA_ARRAY(s->arena, struct path_point, 2 * (size_t)(last - first + 1));
    size_t n = 0;
    double period = stroke.dash[0] > 0 ? stroke.dash[0] + stroke.dash[1] : 0;
    for (double k = first; k <= last; k++)
        if (segment(&f, k * pitch, period, points + n))
            n += 2;
    scene_clip_open(s, box);
    struct hatch *hatch = ARENA_NEW(s->arena, struct hatch);
    *hatch = (struct hatch){box, angle, pitch};
    struct item *lines = scene_path(s, points, n, INK_NONE, stroke);
    if (lines)
        lines->as.path.hatch = hatch;
    scene_clip_close(s);
}
