/* The decode knee's lines, in the order of design 6.3. */
#include <math.h>

#include "chart/decode_knee.h"
#include "plot/measured.h"
#include "plot/words.h"

const enum ink knee_inks[KNEE_LINES] = {[KNEE_ALL] = INK_INK, [KNEE_EACH] = INK_BANDWIDTH};
const char *const knee_names[KNEE_LINES] = {
    [KNEE_ALL] = "chart.decode-knee.all", [KNEE_EACH] = "chart.decode-knee.each"};
static const enum ink bands[KNEE_LINES] = {
    [KNEE_ALL] = INK_BAND_INK, [KNEE_EACH] = INK_BAND_BANDWIDTH};

bool knee_is_tight(const struct decode_knee *k) {
    return k->d->in_page && k->d->scene->width <= 400;
}

bool knee_has_free_line(const struct decode_knee *k) {
    return k->wall != 0 && !knee_is_tight(k);
}

bool knee_saturation_is_seen(const struct decode_knee *k) {
    return k->saturation > 1 && k->saturation < (double)k->end;
}

static const char *say_at(struct decode_knee *k, const char *key, int64_t batch) {
    return say_with(k->d->arena, k->d->strings, key, "batch", words_count(k->d->arena, batch),
                    "all", serving_speed(k->d->arena, knee_value(k, KNEE_ALL, batch)), "each",
                    serving_speed(k->d->arena, knee_value(k, KNEE_EACH, batch)), NULL);
}

/* ── Lines ── */

static void draw_real(struct decode_knee *k) {
    double last = (double)knee_last(k);
    for (int i = 0; i < KNEE_LINES; i++)
        serving_draw_band(k->d, &k->plot, serving_until(k->lines[i], last), bands[i]);
    for (int i = 0; i < KNEE_LINES; i++)
        serving_draw_ceiling(k->d, &k->plot, serving_until(k->lines[i], last), knee_inks[i]);
    if (knee_has_free_line(k)) {
        k->free_mark = draw_mark(k->d, say(k->d->strings, "chart.decode-knee.free"));
        serving_draw_typical(k->d, &k->plot, serving_until(k->free, last),
                             curve_reference(k->d, INK_INK3));
        draw_mark_end(k->d);
    }
}

/* The real part thick, what does not fit dashed. */
static void draw_typical(struct decode_knee *k, enum knee_line i) {
    double last = (double)knee_last(k);
    const char *says = k->wall == 0
                           ? say(k->d->strings, knee_names[i])
                           : say_with(k->d->arena, k->d->strings, "chart.decode-knee.line", "name",
                                      say(k->d->strings, knee_names[i]), "first",
                                      serving_speed(k->d->arena, knee_value(k, i, 1)), "last",
                                      serving_speed(k->d->arena, knee_value(k, i, knee_last(k))),
                                      "batch", words_count(k->d->arena, knee_last(k)), NULL);
    k->marks[i] = draw_mark(k->d, says);
    if (last < (double)k->end)
        serving_draw_typical(k->d, &k->plot, serving_beyond(k->lines[i], last),
                             curve_hypothetical(k->d, knee_inks[i]));
    serving_draw_typical(k->d, &k->plot, serving_until(k->lines[i], last),
                         curve_typical(k->d, knee_inks[i]));
    draw_mark_end(k->d);
}

static void draw_knee(struct decode_knee *k) {
    if (!k->knee)
        return;
    struct point from = plot_at(&k->plot, (double)k->knee, knee_value(k, KNEE_ALL, k->knee));
    struct point to = plot_at(&k->plot, (double)k->knee, knee_value(k, KNEE_EACH, k->knee));
    k->knee_mark = draw_mark(k->d, say_at(k, "chart.decode-knee.point", k->knee));
    scene_line(k->d->scene, from, to, curve_reference(k->d, INK_INK3));
    draw_keep_clear(k->d, from, to);
    draw_mark_end(k->d);
}

static void draw_points(struct decode_knee *k) {
    const int64_t batches[] = {1, k->knee, knee_wall_is_seen(k) ? k->wall : 0};
    for (size_t i = 0; i < 3 && k->wall; i++) {
        if (!batches[i] || (i && batches[i] == 1))
            continue;
        const char *says = say_at(k, "chart.decode-knee.point", batches[i]);
        for (enum knee_line line = KNEE_LINES; line-- > 0;) {
            double value = knee_value(k, line, batches[i]);
            if (batches[i] == 1 && line == KNEE_EACH) /* one user is all users */
                continue;
            int mark = modelled_draw(k->d, plot_at(&k->plot, (double)batches[i], value),
                                     knee_inks[line], k->s.request->point_count > 0, says);
            k->first_mark = batches[i] == 1 ? mark : k->first_mark;
        }
    }
}

static void draw_saturation(struct decode_knee *k) {
    if (!knee_saturation_is_seen(k))
        return;
    double x = axis_at(k->plot.x, k->saturation);
    struct point from = {x, k->plot.y.to}, to = {x, k->plot.y.from};
    bool page = k->d->in_page;
    scene_line(k->d->scene, from, to,
               page ? stroke_dashed(INK_COMPUTE, 0.9, 3.4, 2.2)
                    : stroke_dashed(INK_COMPUTE, 1.1, 4, 2.5));
    draw_keep_clear(k->d, from, to);
    struct point dot = {x, k->plot.y.to + (page ? 3.5 : 3)};
    scene_line(k->d->scene, dot, (struct point){k->plot.x.to + 5, dot.y},
               stroke_solid(INK_COMPUTE, page ? 0.5 : 0.6));
    scene_circle(k->d->scene, dot, page ? 1.3 : 1.6, INK_COMPUTE, stroke_none);
}

void knee_draw(struct decode_knee *k) {
    struct drawing *d = k->d;
    if (k->wall >= 0 && k->wall < k->end)
        hatch_beyond(d, &k->plot, fmax(1, (double)k->wall));
    axis_draw_grid_y(d, &k->plot);
    draw_real(k);
    axis_draw_x(d, &k->plot, TICK_PLAIN);
    axis_draw_y(d, &k->plot, TICK_PLAIN);
    if (knee_wall_is_seen(k))
        wall_draw(d, &k->plot, (double)k->wall);
    draw_saturation(k);
    draw_knee(k);
    draw_typical(k, KNEE_ALL);
    draw_typical(k, KNEE_EACH);
    draw_points(k);
}
