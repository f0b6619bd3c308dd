/* The roofline's texts: gutter, axis, regions, ridge, points, key of marks. */
#include <math.h>
#include <string.h>

#include "chart/roofline.h"
#include "figure/mark.h"
#include "plot/words.h"

enum { PLACES = 96, FIRST_FLAT = 7 }; /* the usual places over a flat, tried first */

static const char *word(const struct roofline *r, const char *key) {
    return say(r->d->strings, key);
}

static struct text_style style(const struct roofline *r, double size, enum weight weight,
                               enum ink ink) {
    return draw_style(r->d, size, weight, ink);
}

/* ── Gutter ── */

/* The full name where it has room. */
static const char *gutter_name(const struct roofline *r, const struct roof_line *roof) {
    const struct accelerator *device = roof->device;
    if (!r->arithmetic)
        return words_tight_name(device->short_name);
    struct text_style widest = style(r, r->look->name_first, WEIGHT_SEMIBOLD, INK_INK);
    double room = r->request->in_page ? 125 : 165;
    return draw_width(r->d, device->name, widest) <= room ? device->name : device->short_name;
}

/* "989 TFLOP/s ÷ 3.35 TB/s = 295", the last part semibold; or what is missing. */
static struct label_line gutter_arithmetic(struct roofline *r, const struct roof_line *roof) {
    struct arena *a = r->d->arena;
    struct piece *pieces = ARENA_ARRAY(a, struct piece, 2);
    struct text_style plain = style(r, r->look->second, WEIGHT_REGULAR, INK_INK2);
    struct text_style strong = style(r, r->look->second, WEIGHT_SEMIBOLD, INK_INK);
    const char *peak = words_quantity(a, roof->peak, UNIT_FLOP_PER_SECOND, "TFLOP/s");
    if (roof->ridge <= 0) {
        const char *key = roof->peak > 0 ? "chart.roofline.no-bandwidth" : "chart.roofline.no-peak";
        pieces[0] = (struct piece){say_with(a, r->d->strings, key, "peak", peak, "bandwidth",
                                            words_bandwidth(a, roof->bandwidth), NULL),
                                   plain};
        return (struct label_line){pieces, 1};
    }
    pieces[0] = (struct piece){
        arena_printf(a, "%s ÷ %s = ", peak, words_bandwidth(a, roof->bandwidth)), plain};
    pieces[1] = (struct piece){words_number(a, roof->ridge), strong};
    return (struct label_line){pieces, 2};
}

static struct label gutter_label(struct roofline *r, size_t i) {
    const struct roof_line *roof = &r->roofs[i];
    struct piece *name = ARENA_NEW(r->d->arena, struct piece);
    double size = i ? r->look->name : r->look->name_first;
    *name = (struct piece){gutter_name(r, roof), style(r, size, WEIGHT_SEMIBOLD, roof->ink)};
    struct label label = {.lines = {{name, 1}}, .n = 1, .pitch = r->request->in_page ? 10 : 11};
    if (r->arithmetic)
        label.lines[label.n++] = gutter_arithmetic(r, roof);
    return label;
}

double roofline_gutter(struct roofline *r) {
    double width = 0;
    for (size_t i = 0; i < r->roof_count; i++) {
        struct label label = gutter_label(r, i);
        width = fmax(width, label_box(r->d, &label, (struct candidate){0, 0, ANCHOR_START}).w);
    }
    return width;
}

/* Where a roof leaves the plot. */
static double roof_end(const struct roofline *r, const struct roof_line *roof) {
    struct point corners[3];
    size_t n = roofline_corners(r, roof, corners);
    return n ? corners[n - 1].y : r->y.from;
}

static void draw_gutter(struct roofline *r) {
    size_t order[ROOF_MOST];
    double at[ROOF_MOST], end[ROOF_MOST];
    size_t n = r->roof_count;
    for (size_t i = 0; i < n; i++) {
        size_t k = i;
        double y = roof_end(r, &r->roofs[i]);
        for (; k > 0 && end[k - 1] > y; k--) {
            end[k] = end[k - 1];
            order[k] = order[k - 1];
        }
        end[k] = y;
        order[k] = i;
    }
    double down = r->arithmetic ? 0.5 : 3,
           pitch = r->arithmetic ? (r->request->in_page ? 24 : 28) : 10.5;
    for (size_t i = 0; i < n; i++)
        at[i] = end[i] + down;
    double low = r->request->in_page ? r->y.to + 2 : r->y.to + 6;
    double high = r->request->in_page ? r->y.from - 14 : r->y.from - 72;
    labels_push_apart(at, n, pitch, low, high);
    for (size_t i = 0; i < n; i++) {
        struct label label = gutter_label(r, order[i]);
        double x = r->x.to + r->look->gutter_gap;
        double shift = fabs(at[i] - end[i] - down);
        label_draw(r->d, &label, (struct candidate){x, at[i], ANCHOR_START});
        if (shift > 9 && r->look->gutter_gap > 6) {
            struct path_point leader[] = {{PATH_MOVE, r->x.to + 0.8, end[i]},
                                          {PATH_LINE, x - 3.5, at[i] - 3},
                                          {PATH_LINE, x - 2, at[i] - 3}};
            scene_path(r->d->scene, leader, 3, INK_NONE, stroke_solid(INK_INK3, 0.45));
        }
    }
}

/* ── Axes and regions ── */

static void draw_axis_titles(struct roofline *r) {
    bool page = r->request->in_page;
    double size = page ? 8.5 : 9;
    draw_text(r->d, page ? 0 : 16, r->y.to - (page ? 8 : 7), ANCHOR_START, "TFLOP/s",
              style(r, size, WEIGHT_SEMIBOLD, INK_INK2));
    draw_text(r->d, r->x.to, r->y.from + (page ? 22.5 : 29), ANCHOR_END,
              word(r, page ? "chart.roofline.x-axis.short" : "chart.roofline.x-axis"),
              style(r, size, WEIGHT_REGULAR, INK_INK2));
}

/* The intensity of each workload over its caret, where it has room. */
static void draw_caret_values(struct roofline *r) {
    for (size_t k = 0; k < r->work.n && !r->request->in_page; k++) {
        double intensity = r->work.at[k].intensity;
        enum ink ink = roof_bounds_compute(&r->roofs[0], intensity) ? INK_COMPUTE : INK_BANDWIDTH;
        struct piece piece = {words_number(r->d->arena, intensity),
                              style(r, 8.5, WEIGHT_SEMIBOLD, ink)};
        struct label label = {.lines = {{&piece, 1}}, .n = 1};
        struct candidate at = {axis_at(r->x, intensity), r->y.from - 7, ANCHOR_MIDDLE};
        if (label_first_free(r->d, &label, &at, 1) == 0)
            label_draw(r->d, &label, at);
    }
}

struct region {
    enum limit limit;
    const char *name, *short_name, *why;
    double from, to, wish; /* where it may stand */
};

static bool draw_region_label(struct roofline *r, const struct region *g, const char *name,
                              bool with_why) {
    bool page = r->request->in_page;
    enum ink ink = limit_ink(g->limit);
    double glyph = page ? 7 : 8, indent = page ? 9.06 : 11.6;
    struct piece pieces[] = {{word(r, name), style(r, page ? 8.5 : 10.5, WEIGHT_SEMIBOLD, ink)},
                             {word(r, g->why), style(r, page ? 8 : 8.5, WEIGHT_REGULAR, ink)}};
    struct label label = {
        .lines = {{&pieces[0], 1}, {&pieces[1], 1}}, .n = with_why ? 2 : 1, .pitch = 11.5};
    double baseline = r->y.from - (page ? with_why ? 18 : 6.5 : 33.5);
    for (double step = 0; step < g->to - g->from; step += 1)
        for (int side = 0; side < 2; side++) {
            double x = g->wish + (side ? -step : step);
            struct candidate at = {x + indent, baseline, ANCHOR_START};
            struct rect box = label_box(r->d, &label, at);
            box.x -= indent;
            box.w += indent;
            if (x < g->from || rect_right(box) > g->to || !draw_is_free(r->d, box))
                continue;
            mark_limit(r->d->scene, g->limit, (struct point){x, baseline + (page ? 0.5 : 0.4)},
                       glyph);
            label_draw(r->d, &label, at);
            return true;
        }
    return false;
}

/* The fullest form that has room. */
static void draw_region(struct roofline *r, const struct region *g) {
    bool page = r->request->in_page;
    if ((!page || r->d->scene->width > 400) && draw_region_label(r, g, g->name, true))
        return;
    if (!draw_region_label(r, g, g->name, false))
        draw_region_label(r, g, g->short_name, false);
}

static void draw_regions(struct roofline *r) {
    const struct roof_line *a = &r->roofs[0];
    double ridge = a->ridge > 0 ? axis_at(r->x, a->ridge) : a->peak > 0 ? r->x.from : r->x.to;
    double gap = r->request->in_page ? 4 : 8;
    struct region left = {LIMIT_BANDWIDTH,
                          "chart.roofline.memory-bound",
                          "chart.roofline.memory-bound.short",
                          "chart.roofline.memory-bound.why",
                          r->x.from + 3,
                          ridge - 3,
                          axis_at(r->x, r->request->in_page ? 2.3 : 2.6)};
    struct region right = {LIMIT_COMPUTE,
                           "chart.roofline.compute-bound",
                           "chart.roofline.compute-bound.short",
                           "chart.roofline.compute-bound.why",
                           ridge + gap,
                           r->x.to + 6,
                           ridge + gap};
    if (ridge - r->x.from > 20)
        draw_region(r, &left);
    if (r->x.to - ridge > 20)
        draw_region(r, &right);
}

/* ── Ridge and points ── */

/* In pages every roof has its ridge named; standalone the gutter says those of the others. */
static void draw_ridge_label(struct roofline *r, size_t i) {
    const struct roof_line *roof = &r->roofs[i];
    bool page = r->request->in_page;
    if (roof->ridge <= 0 || roof->ridge >= r->x.high || (i && (!page || r->arithmetic)))
        return;
    double size = page ? 8 : 9;
    struct text_style plain = style(r, size, WEIGHT_REGULAR, INK_INK2);
    struct piece pieces[] = {
        {arena_printf(r->d->arena, "%s ", word(r, page ? "chart.ridge" : "chart.ridge-point")),
         plain},
        {words_number(r->d->arena, roof->ridge), style(r, size, WEIGHT_SEMIBOLD, INK_INK)},
        {" FLOP/B", plain}};
    struct label label = {.lines = {{pieces, page ? 2 : 3}}, .n = 1};
    struct point at = roofline_point(r, roof, roof->ridge);
    double line = axis_at(r->x, r->roofs[0].ridge > 0 ? r->roofs[0].ridge : r->x.low);
    struct candidate places[] = {
        {at.x - (page ? 6 : 8), at.y - (page ? 2.5 : 3), ANCHOR_END},
        {at.x - 2, at.y - 8, ANCHOR_END},
        {at.x + 4, at.y + 11.5, ANCHOR_START},
        {line + 4, at.y + 11.5, ANCHOR_START},
        {at.x + 4, at.y - 6, ANCHOR_START},
        {line + 4, at.y - 6, ANCHOR_START},
        {at.x - 6, at.y - 12, ANCHOR_END},
    };
    /* Standalone the others' order of places does not matter; in pages B keeps below its flat. */
    size_t from = i ? 2 : 0, n = sizeof places / sizeof *places - from;
    size_t chosen = label_first_free(r->d, &label, places + from, n);
    if (chosen < n)
        label_draw(r->d, &label, places[from + chosen]);
}

/* The left end of all roofs over a band of heights: labels end before it. */
static double left_of_roofs(const struct roofline *r, double top, double bottom) {
    double left = r->x.to;
    for (size_t i = 0; i < r->roof_count; i++) {
        struct point corners[3];
        size_t n = roofline_corners(r, &r->roofs[i], corners);
        for (size_t k = 1; k < n; k++) {
            struct point p = corners[k - 1], q = corners[k];
            if (p.y < top || q.y > bottom)
                continue;
            double x =
                p.y == q.y ? p.x : p.x + (p.y - fmin(bottom, p.y)) / (p.y - q.y) * (q.x - p.x);
            left = fmin(left, x);
        }
    }
    return left;
}

static size_t slope_places(const struct roofline *r, struct point at, const struct label *label,
                           struct candidate *places) {
    double tall = label->n > 1 ? label->pitch : 0, raise = label->n > 1 ? 0 : 2;
    struct point beside = r->look->beside;
    if (r->request->in_page && label->n > 1)
        beside = (struct point){-8, -6};
    double x = at.x + beside.x, y = at.y + beside.y + (r->request->in_page ? 0 : raise);
    size_t n = 0;
    places[n++] = (struct candidate){x, y, ANCHOR_END};
    for (double up = 3; up <= 12; up += 3)
        places[n++] = (struct candidate){x, y - up, ANCHOR_END};
    places[n++] = (struct candidate){at.x - beside.x, at.y + 10, ANCHOR_START};
    places[n++] = (struct candidate){at.x - beside.x, at.y + 6, ANCHOR_START};
    for (double up = 0; up <= 90; up += 3) {
        double left = left_of_roofs(r, y - up - 9, y - up + tall + 2) - 6;
        struct candidate place = {fmin(x, left), y - up, ANCHOR_END};
        if (label_box(r->d, label, place).x > r->x.from) /* not among the numbers of the axis */
            places[n++] = place;
    }
    return n;
}

static size_t flat_places(const struct roofline *r, struct point at, struct candidate *places) {
    struct point above = r->look->above;
    size_t n = 0;
    for (int back = 0; back < FIRST_FLAT; back++)
        places[n++] = (struct candidate){at.x + above.x - 3 * back, at.y + above.y, ANCHOR_START};
    places[n++] = (struct candidate){at.x, at.y + above.y, ANCHOR_MIDDLE};
    places[n++] = (struct candidate){at.x - above.x, at.y + above.y, ANCHOR_END};
    for (double down = 14; down < 80; down += 4) {
        places[n++] = (struct candidate){at.x - above.x, at.y + down, ANCHOR_START};
        places[n++] = (struct candidate){at.x + above.x, at.y + down, ANCHOR_END};
    }
    return n;
}

/* From a label that had to move to its point; false: it stands beside it. */
static bool leader_of(const struct roofline *r, const struct label *label, struct candidate at,
                      struct point to, struct segment *leader) {
    struct rect box = label_box(r->d, label, at);
    double x = fmin(fmax(to.x, box.x), rect_right(box)), y = box.y + box.h / 2;
    struct point from = {x < to.x ? rect_right(box) + 1.5 : x > to.x ? box.x - 1.5 : x, y};
    double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy);
    if (x == to.x || length < 17)
        return false;
    double stop = (length - r->look->disc - 1.2) / length;
    *leader = (struct segment){from, {from.x + dx * stop, from.y + dy * stop}};
    return true;
}

/* No leader is drawn through the text of another label. */
static bool is_struck(const struct roofline *r, struct segment leader) {
    for (size_t i = 0; i < r->d->label_count; i++)
        if (segment_meets(leader, r->d->labels[i].box))
            return true;
    return false;
}

static void draw_leader(struct roofline *r, struct segment leader) {
    scene_line(r->d->scene, leader.from, leader.to, stroke_solid(INK_INK3, 0.45));
}

static const char *share_text(struct roofline *r, const struct workload *w, bool is_last) {
    struct arena *a = r->d->arena;
    if (w->fits == VERDICT_NO)
        return word(r, "chart.does-not-fit");
    double peak = r->roofs[0].peak;
    if (peak <= 0)
        return NULL;
    const char *share = words_percent(a, roof_at(&r->roofs[0], w->intensity) / peak);
    return is_last ? say_with(a, r->d->strings, "chart.roofline.of-peak", "share", share, NULL)
                   : share;
}

static bool try_point_label(struct roofline *r, const struct label *label, struct point at,
                            bool compute, size_t most) {
    struct candidate places[PLACES];
    size_t n = compute ? flat_places(r, at, places) : slope_places(r, at, label, places);
    n = n < most ? n : most;
    size_t chosen = compute ? label_first_clear(r->d, label, places, n, 5) : n;
    if (chosen == n)
        chosen = label_first_free(r->d, label, places, n);
    if (chosen == n)
        return false;
    struct segment leader;
    bool leads = leader_of(r, label, places[chosen], at, &leader);
    for (size_t next = chosen; leads && is_struck(r, leader);) {
        size_t from = next + 1;
        next = from + label_first_free(r->d, label, places + from, n - from);
        if (next >= n)
            leads = false; /* the first place then, without */
        else if (!(leads = leader_of(r, label, places[next], at, &leader)) || !is_struck(r, leader))
            chosen = next;
    }
    label_draw(r->d, label, places[chosen]);
    if (leads)
        draw_leader(r, leader);
    return true;
}

/* Beside the point in full; in a page the bare batch there before the name elsewhere; at last
 * without the second line. */
static void draw_point_label(struct roofline *r, const struct workload *w, bool is_last) {
    bool page = r->request->in_page, compute = roof_bounds_compute(&r->roofs[0], w->intensity);
    enum ink ink = compute ? INK_COMPUTE : INK_BANDWIDTH;
    struct piece name = {roofline_point_name(r, w, is_last, false),
                         style(r, r->look->point, WEIGHT_SEMIBOLD, ink)};
    struct piece share = {share_text(r, w, is_last),
                          style(r, r->look->share, WEIGHT_REGULAR, INK_INK2)};
    struct piece bare = {words_count(r->d->arena, w->number), name.style};
    struct label label = {.lines = {{&name, 1}, {&share, 1}}, .n = 2, .pitch = page ? 9.5 : 10.5};
    struct label batch = {.lines = {{&bare, 1}}, .n = 1};
    struct point at = roofline_point(r, &r->roofs[0], w->intensity);
    bool narrow = page && r->d->scene->width <= 400;
    if (narrow || (compute && w->fits != VERDICT_NO) || !share.text)
        label.n = 1;
    if (try_point_label(r, &label, at, compute, compute ? FIRST_FLAT : 1) ||
        (page && w->phase == PHASE_DECODE && try_point_label(r, &batch, at, compute, 1)))
        return;
    for (; label.n > 0; label.n--)
        if (try_point_label(r, &label, at, compute, PLACES))
            return;
    label.n = 1;
    name.text = roofline_point_name(r, w, false, true);
    if (!try_point_label(r, &label, at, compute, PLACES))
        try_point_label(r, &batch, at, compute, PLACES);
}

static size_t last_decode(const struct roofline *r) {
    size_t last = SIZE_MAX;
    for (size_t k = 0; k < r->work.n; k++)
        if (r->work.at[k].phase == PHASE_DECODE)
            last = k;
    return last;
}

/* ── Key of marks ── */

enum key_mark { KEY_WORKLOAD, KEY_OTHERS, KEY_RIDGE, KEY_INTENSITY, KEY_MARKS };

static void draw_key_mark(struct roofline *r, enum key_mark mark, double x, double y) {
    struct scene *s = r->d->scene;
    struct path_point caret[] = {{PATH_MOVE, x - 2.6, y + 2.3},
                                 {PATH_LINE, x, y - 2.3},
                                 {PATH_LINE, x + 2.6, y + 2.3},
                                 {PATH_CLOSE, 0, 0}};
    switch (mark) {
    case KEY_WORKLOAD:
        scene_circle(s, (struct point){x, y}, 3.6, INK_BANDWIDTH, stroke_solid(INK_GROUND, 1));
        break;
    case KEY_OTHERS:
        scene_circle(s, (struct point){x, y}, 2.1, INK_GROUND, stroke_solid(INK_DEVICE_B, 1));
        break;
    case KEY_RIDGE:
        scene_circle(s, (struct point){x, y}, 3.2, INK_GROUND, stroke_solid(INK_DEVICE_A, 1.5));
        break;
    default:
        scene_path(s, caret, 4, INK_BANDWIDTH, stroke_none);
    }
}

static const char *key_text(struct roofline *r, enum key_mark mark) {
    static const char *const keys[] = {[KEY_WORKLOAD] = "chart.roofline.key.workload",
                                       [KEY_OTHERS] = "chart.roofline.key.others",
                                       [KEY_RIDGE] = "chart.roofline.key.ridge",
                                       [KEY_INTENSITY] = "chart.roofline.key.intensity"};
    const struct roof_line *roof = &r->roofs[0];
    const char *key = keys[mark];
    if (mark == KEY_OTHERS && r->roof_count == 2) {
        key = "chart.roofline.key.other";
        roof = &r->roofs[1];
    } else if (mark == KEY_OTHERS && r->roof_count == 3) {
        key = "chart.roofline.key.two-others";
    }
    return say_with(r->d->arena, r->d->strings, key, "device", roof->device->short_name, NULL);
}

static void draw_key(struct roofline *r) {
    enum key_mark marks[KEY_MARKS];
    size_t n = 0;
    if (r->work.n)
        marks[n++] = KEY_WORKLOAD;
    if (r->work.n && r->roof_count > 1)
        marks[n++] = KEY_OTHERS;
    if (r->roofs[0].ridge > 0)
        marks[n++] = KEY_RIDGE;
    if (r->work.n)
        marks[n++] = KEY_INTENSITY;
    for (size_t i = 0; i < n; i++) {
        double y = r->y.from - 3.5 - 14.5 * (double)(n - 1 - i);
        draw_key_mark(r, marks[i], r->x.to + 14, y);
        draw_text(r->d, r->x.to + 23, y + 3, ANCHOR_START, key_text(r, marks[i]),
                  style(r, 8.5, WEIGHT_REGULAR, INK_INK2));
    }
}

void roofline_draw_labels(struct roofline *r) {
    scene_group_open(r->d->scene, "labels", NULL, (struct point){0, 0});
    draw_axis_titles(r);
    draw_keep_clear(r->d, (struct point){r->x.from, r->y.from}, (struct point){r->x.from, r->y.to});
    draw_caret_values(r);
    draw_gutter(r);
    draw_regions(r);
    draw_ridge_label(r, 0);
    size_t last = last_decode(r);
    for (size_t k = 0; k < r->work.n; k++)
        draw_point_label(r, &r->work.at[k], k == last);
    for (size_t i = 1; i < r->roof_count; i++)
        draw_ridge_label(r, i);
    scene_group_close(r->d->scene);
    if (!r->request->in_page) {
        scene_group_open(r->d->scene, "key", NULL, (struct point){0, 0});
        draw_key(r);
        scene_group_close(r->d->scene);
    }
}
