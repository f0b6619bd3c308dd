/* The key of marks in the gutter of a standalone roofline. */
#include "chart/roofline.h"
#include "plot/shape.h"

enum key_mark {
    KEY_WORKLOAD,
    KEY_OTHERS,
    KEY_NO_FIT,
    KEY_MEASURED,
    KEY_RIDGE,
    KEY_INTENSITY,
    KEY_MARKS
};

static void draw_caret(struct roofline *r, double x, double y, enum ink ink) {
    struct path_point caret[] = {{PATH_MOVE, x - 2.6, y + 2.3},
                                 {PATH_LINE, x, y - 2.3},
                                 {PATH_LINE, x + 2.6, y + 2.3},
                                 {PATH_CLOSE, 0, 0}};
    scene_path(r->d->scene, caret, 4, ink, stroke_none);
}

static void draw_key_mark(struct roofline *r, enum key_mark mark, double x, double y) {
    struct point at = {x, y};
    bool hollow = r->request->point_count > 0;
    enum ink ink = limit_ink(roofline_slope_limit(r));
    switch (mark) {
    case KEY_WORKLOAD:
        shape_disc(r->d, at, 3.6, hollow ? INK_GROUND : ink,
                   hollow ? stroke_solid(ink, 1.4) : stroke_solid(INK_GROUND, 1));
        break;
    case KEY_OTHERS:
        shape_disc(r->d, at, 2.1, INK_GROUND, stroke_solid(INK_DEVICE_B, 1));
        break;
    case KEY_NO_FIT:
        shape_disc(r->d, at, 3.6, INK_GROUND, stroke_dashed(ink, 1.2, 1.6, 1.2));
        break;
    case KEY_MEASURED:
        shape_measured(r->d, at);
        break;
    case KEY_RIDGE:
        shape_ring(r->d, at, true, INK_DEVICE_A);
        break;
    default:
        draw_caret(r, x, y, ink);
    }
}

static const char *key_text(struct roofline *r, enum key_mark mark) {
    static const char *const keys[] = {
        [KEY_WORKLOAD] = "key.workload", [KEY_OTHERS] = "key.others",
        [KEY_NO_FIT] = "key.no-fit",     [KEY_MEASURED] = "key.measured",
        [KEY_RIDGE] = "key.ridge",       [KEY_INTENSITY] = "key.intensity"};
    const struct roof_line *roof = &r->roofs[0];
    const char *key = keys[mark];
    if (mark == KEY_OTHERS && r->roof_count == 2) {
        key = "key.other";
        roof = &r->roofs[1];
    } else if (mark == KEY_OTHERS && r->roof_count == 3) {
        key = "key.two-others";
    }
    return say_with(r->d->arena, r->d->strings, roofline_key(r, key), "device",
                    roof->device->short_name, NULL);
}

enum { KEY_LINES = 2 };
static const double key_pitch = 14.5, key_leading = 10, key_foot = 3.5;

static struct text_style key_style(const struct roofline *r) {
    return draw_style(r->d, 8.5, WEIGHT_REGULAR, INK_INK2);
}

static size_t key_lines(struct roofline *r, enum key_mark mark, const char **lines) {
    double x = r->x.to + 23;
    return draw_wrap(r->d, key_text(r, mark), key_style(r), r->d->scene->width - x - 2, lines,
                     KEY_LINES);
}

/* From its last line upwards; returns where its mark stands, beside the first. */
static double draw_key_row(struct roofline *r, enum key_mark mark, double last) {
    const char *lines[KEY_LINES];
    size_t n = key_lines(r, mark, lines);
    double first = last - key_leading * (double)(n - 1);
    draw_key_mark(r, mark, r->x.to + 14, first);
    for (size_t i = 0; i < n; i++)
        draw_text(r->d, r->x.to + 23, first + 3 + key_leading * (double)i, ANCHOR_START, lines[i],
                  key_style(r));
    return first;
}

static size_t verdicts(const struct roofline *r, bool fits) {
    size_t n = 0;
    for (size_t k = 0; k < r->work.n; k++)
        n += (r->work.at[k].fits != VERDICT_NO) == fits;
    return n;
}

static size_t key_marks(const struct roofline *r, enum key_mark *marks) {
    const bool wanted[KEY_MARKS] = {
        [KEY_WORKLOAD] = verdicts(r, true) > 0, [KEY_OTHERS] = r->work.n && r->roof_count > 1,
        [KEY_NO_FIT] = verdicts(r, false) > 0,  [KEY_MEASURED] = r->request->point_count > 0,
        [KEY_RIDGE] = r->roofs[0].ridge > 0,    [KEY_INTENSITY] = r->work.n > 0,
    };
    size_t n = 0;
    for (enum key_mark k = 0; k < KEY_MARKS; k++)
        if (wanted[k])
            marks[n++] = k;
    return n;
}

double roofline_key_height(struct roofline *r) {
    enum key_mark marks[KEY_MARKS];
    const char *lines[KEY_LINES];
    size_t n = key_marks(r, marks);
    double height = key_foot;
    for (size_t i = 0; i < n; i++)
        height += key_pitch + key_leading * (double)(key_lines(r, marks[i], lines) - 1);
    return height;
}

void roofline_draw_key(struct roofline *r) {
    enum key_mark marks[KEY_MARKS];
    size_t n = key_marks(r, marks);
    double y = r->y.from - key_foot;
    for (size_t i = n; i-- > 0; y -= key_pitch)
        y = draw_key_row(r, marks[i], y);
}
