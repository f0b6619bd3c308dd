/* Memory over a training step: areas, what the device holds, and their names. */
#include <math.h>

#include "chart/training_memory.h"
#include "plot/box.h"
#include "plot/curve.h"
#include "plot/gutter.h"
#include "plot/words.h"

#define GIB 1073741824.0

/* Between the tops of two fills, there and back; `floor` cuts below (GiB). */
static size_t outline(const struct training_memory *m, int fill, double floor_at,
                      struct path_point *out) {
    size_t n = 0;
    for (int i = 0; i < MOMENTS; i++) {
        struct point p =
            plot_at(&m->plot, m->course.at[i], fmax(floor_at, course_level(&m->course, fill, i)));
        out[n] = (struct path_point){n ? PATH_LINE : PATH_MOVE, p.x, p.y};
        n++;
    }
    for (int i = MOMENTS; i-- > 0;) {
        struct point p = plot_at(&m->plot, m->course.at[i],
                                 fmax(floor_at, fill ? course_level(&m->course, fill - 1, i) : 0));
        out[n++] = (struct path_point){PATH_LINE, p.x, p.y};
    }
    out[n++] = (struct path_point){PATH_CLOSE, 0, 0};
    return n;
}

/* What stands there all the time is a box. */
static bool is_box(const struct training_memory *m, int fill) {
    bool same = true;
    for (int i = 1; i < MOMENTS; i++)
        for (int f = fill > 0 ? fill - 1 : 0; f <= fill; f++)
            same &= course_level(&m->course, f, i) == course_level(&m->course, f, 0);
    return same;
}

static void draw_box_of(struct training_memory *m, int fill) {
    double top = axis_at(m->plot.y, course_level(&m->course, fill, 0));
    double bottom = axis_at(m->plot.y, fill ? course_level(&m->course, fill - 1, 0) : 0);
    double width = m->plot.x.to - m->plot.x.from;
    scene_rect(m->d->scene, (struct rect){m->plot.x.from, top, width, bottom - top},
               fill_rows[fill].ink, stroke_none);
    if (fill)
        box_part(m->d, (struct point){m->plot.x.from, bottom},
                 (struct point){m->plot.x.to, bottom});
}

static void draw_area_of(struct training_memory *m, int fill) {
    struct path_point points[2 * MOMENTS + 1];
    size_t n = outline(m, fill, 0, points);
    scene_path(m->d->scene, points, n, fill_rows[fill].ink,
               stroke_solid(INK_GROUND, m->d->in_page ? 0.7 : 0.9));
}

static void draw_areas(struct training_memory *m) {
    for (int f = 0; f < FILLS; f++) {
        if (!training_has(m, f))
            continue;
        draw_mark(m->d,
                  arena_printf(m->d->arena, "%s: %s\u202fGiB", say(m->d->strings, fill_rows[f].key),
                               training_gib(m, m->course.bytes[f][2] / GIB)));
        if (is_box(m, f))
            draw_box_of(m, f);
        else
            draw_area_of(m, f);
        draw_mark_end(m->d);
    }
}

/* Stripes over all that the device does not hold. */
static void draw_overflow(struct training_memory *m) {
    double capacity = training_capacity(m);
    struct path_point points[2 * MOMENTS + 1];
    if (!(capacity > 0) || course_peak(&m->course) <= capacity)
        return;
    for (int f = 0; f < FILLS; f++)
        if (training_has(m, f)) {
            size_t n = outline(m, f, capacity, points);
            scene_hatch_area(m->d->scene, points, n, 45, 4.2, stroke_solid(INK_GROUND, 2.3));
        }
}

/* Far above all else it would flatten the areas. */
static bool shows_capacity(const struct training_memory *m) {
    return training_capacity(m) > 0 && training_capacity(m) <= m->plot.y.high;
}

/* Its words stand in the gutter. */
static void draw_capacity(struct training_memory *m) {
    if (shows_capacity(m))
        level_draw(m->d, &m->plot, training_capacity(m),
                   stroke_solid(INK_CAPACITY, m->d->in_page ? 1.1 : 1.3));
}

static void draw_other(struct training_memory *m) {
    double y[MOMENTS];
    const struct course *c = &m->other_course;
    for (int i = 0; i < MOMENTS; i++)
        y[i] = course_level(c, FILLS - 1, i);
    if (m->other)
        curve_draw(m->d, &m->plot, (struct series){c->at, y, MOMENTS},
                   curve_hypothetical(m->d, INK_INK));
}

/* ── Names ── */

static struct label_line line_of(const struct training_memory *m, const char *text,
                                 struct text_style style) {
    struct piece *piece = ARENA_NEW(m->d->arena, struct piece);
    *piece = (struct piece){text, style};
    return (struct label_line){piece, 1};
}

static double name_size(const struct training_memory *m) {
    return m->d->in_page ? 8 : 8.5;
}

/* "optimizer 9.2" at the height where it stands as the step ends. */
static struct gutter_entry fill_entry(const struct training_memory *m, int fill) {
    double low = fill ? course_level(&m->course, fill - 1, 7) : 0, size = name_size(m);
    struct piece *pieces = ARENA_ARRAY(m->d->arena, struct piece, 2);
    pieces[0] = (struct piece){
        arena_printf(m->d->arena, "%s ", say(m->d->strings, fill_rows[fill].short_key)),
        draw_style(m->d, size, WEIGHT_REGULAR, INK_INK2)};
    pieces[1] = (struct piece){training_gib(m, m->course.bytes[fill][7] / GIB),
                               draw_style(m->d, size, WEIGHT_SEMIBOLD, INK_INK)};
    return (struct gutter_entry){
        .label = {.lines = {{pieces, 2}}, .n = 1, .pitch = 10},
        .at = axis_at(m->plot.y, (low + course_level(&m->course, fill, 7)) / 2)};
}

static struct gutter_entry capacity_entry(const struct training_memory *m) {
    double size = name_size(m), capacity = training_capacity(m);
    const char *value = arena_printf(m->d->arena, "%s\u202fGiB", training_gib(m, capacity));
    struct text_style strong = draw_style(m->d, size + 1, WEIGHT_SEMIBOLD, INK_CAPACITY),
                      plain = draw_style(m->d, size, WEIGHT_REGULAR, INK_CAPACITY);
    struct label label = {.lines = {line_of(m, value, strong),
                                    line_of(m, m->scenario->accelerator->short_name, plain)},
                          .n = 2,
                          .pitch = 10};
    return (struct gutter_entry){.label = label, .at = axis_at(m->plot.y, capacity)};
}

/* At the right end, where nothing but the states is left; the capacity's words among them. */
static void draw_names(struct training_memory *m) {
    struct gutter_entry entries[FILLS + 1];
    struct gutter g = {m->plot.x.to + 6, m->plot.x.to, m->plot.y.to, m->plot.y.from, 12};
    size_t n = 0;
    for (int f = 0; f < FILLS; f++)
        if (f != FILL_ACTIVATIONS && training_has(m, f))
            entries[n++] = fill_entry(m, f);
    if (shows_capacity(m))
        entries[n++] = capacity_entry(m);
    gutter_draw(m->d, g, entries, n);
}

/* Beside the top of a curve, or above it, where no line runs; or a little lower, as long as nothing
 * stands there. Without room for all of its lines, the first one. */
static void say_peak(struct training_memory *m, double gib_at, struct label *label) {
    enum { HEIGHTS = 6, LOWER = 4 };
    struct candidate at[2 * HEIGHTS + LOWER];
    double ground = axis_at(m->plot.y, course_level(&m->course, FILLS - 1, 4)) - 3;
    double right = axis_at(m->plot.x, m->course.at[3]), left = axis_at(m->plot.x, m->course.at[1]);
    double top = axis_at(m->plot.y, gib_at) - 4 - label->pitch * (double)(label->n - 1);
    for (int i = 0; i < HEIGHTS; i++) {
        at[2 * i] = (struct candidate){right + 6, top - 6 * i, ANCHOR_START};
        at[2 * i + 1] = (struct candidate){left - 6, top - 6 * i, ANCHOR_END};
    }
    size_t n = 2 * HEIGHTS;
    for (int i = 1; i <= LOWER; i++)
        if (top + 3 * i + label->pitch * (double)(label->n - 1) < ground)
            at[n++] = (struct candidate){right + 6, top + 3 * i, ANCHOR_START};
    size_t best = label_first_free(m->d, label, at, n);
    if (best == n && label->n > 1) {
        label->n--;
        say_peak(m, gib_at, label);
    }
    if (best == n)
        return;
    scene_rect(m->d->scene, label_box(m->d, label, at[best]), INK_GROUND,
               stroke_none); /* no grid */
    label_draw(m->d, label, at[best]);
}

static void draw_peaks(struct training_memory *m) {
    double size = m->d->in_page ? 8.5 : 9.5, peak = course_peak(&m->course);
    double other = training_other(m);
    struct text_style strong = draw_style(m->d, size, WEIGHT_SEMIBOLD, INK_INK);
    struct text_style plain =
        draw_style(m->d, size - 1 < 8 ? 8 : size - 1, WEIGHT_REGULAR, INK_INK2);
    struct piece one = {training_say(m, "peak"), strong},
                 two = {training_say(m, "peak.kept"), plain};
    struct piece third = {training_say(m, m->recomputed ? "peak.none" : "peak.full"), plain};
    struct label own = {.lines = {{&one, 1}, {&two, 1}}, .n = 2, .pitch = 11};
    struct label dashed = {.lines = {{&third, 1}}, .n = 1, .pitch = 11};
    say_peak(m, peak, &own);
    double beside = course_level(&m->course, FILLS - 1, 4), line = m->plot.y.high * 3 / 228;
    if (other > peak || other > beside + line) /* on paper, not on what stands there */
        say_peak(m, other, &dashed);
}

/* Phases under the axis, parted by ticks. */
static void draw_phases(struct training_memory *m) {
    static const struct {
        const char *key;
        int from, to;
    } phases[] = {{"phase.forward", 0, 1},
                  {"phase.loss", 1, 4},
                  {"phase.backward", 4, 5},
                  {"phase.update", 6, 7}};
    double base = m->plot.y.from;
    struct text_style style = draw_style(m->d, m->d->in_page ? 8 : 9, WEIGHT_REGULAR, INK_INK2);
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        double from = axis_at(m->plot.x, m->course.at[phases[i].from]);
        double to = axis_at(m->plot.x, m->course.at[phases[i].to]);
        const char *name = training_say(m, phases[i].key);
        if (draw_width(m->d, name, style) <= to - from) /* that of the loss is narrow */
            draw_text(m->d, (from + to) / 2, base + 14, ANCHOR_MIDDLE, name, style);
        scene_line(m->d->scene, (struct point){to, base}, (struct point){to, base + 4},
                   stroke_solid(INK_INK3, 0.6));
    }
    scene_line(m->d->scene, (struct point){m->plot.x.from, base},
               (struct point){m->plot.x.to, base}, stroke_solid(INK_INK, 0.8));
}

void training_draw(struct training_memory *m) {
    axis_draw_grid_y(m->d, &m->plot);
    axis_draw_y(m->d, &m->plot, TICK_PLAIN);
    axis_draw_title_y(m->d, &m->plot, "GiB");
    draw_areas(m);
    draw_overflow(m);
    draw_other(m);
    draw_phases(m);
    draw_capacity(m);
    draw_names(m);
    draw_peaks(m);
}
