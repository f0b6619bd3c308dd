/* What charts of serving draw alike, and how they name devices. */
#include <math.h>
#include <string.h>

#include "chart/serving.h"
#include "plot/place.h"
#include "plot/words.h"

struct drawing *serving_frame_open(const struct serving *s, const struct serving_kind *kind,
                                   const struct frame *f, struct framed *framed,
                                   struct plot *plot) {
    static const double top = 24, below = 27, wide = 400;
    struct rect box;
    struct drawing *d = frame_open(s->arena, s->request, f, &kind->sizes, framed, &box);
    double gutter = s->request->width > wide ? kind->wide_gutter : kind->page_gutter;
    if (s->request->in_page)
        box = (struct rect){kind->page_left, top, d->scene->width - kind->page_left - gutter,
                            d->scene->height - top - below};
    plot->x.from = box.x;
    plot->x.to = rect_right(box);
    plot->y.from = rect_bottom(box);
    plot->y.to = box.y;
    return d;
}

/* In one-colour print bands are hatched, and a text on them cannot be read. */
static void keep_band(struct drawing *d, const struct plot *p, struct serving_line l) {
    for (size_t i = 1; i < l.n; i++) {
        double left = axis_at(p->x, l.x[i - 1]), right = axis_at(p->x, l.x[i]);
        double top = axis_at(p->y, fmax(l.high[i - 1], l.high[i]));
        double bottom = axis_at(p->y, fmin(l.low[i - 1], l.low[i]));
        if (isfinite(top) && isfinite(bottom))
            draw_keep_body(d, (struct rect){left, top, right - left, bottom - top});
    }
}

void serving_draw_band(struct drawing *d, const struct plot *p, struct serving_line line,
                       enum ink band) {
    if (line.n < 2)
        return;
    band_draw(d, p, line.x, line.low, line.high, line.n, band);
    keep_band(d, p, line);
}

void serving_draw_ceiling(struct drawing *d, const struct plot *p, struct serving_line line,
                          enum ink ink) {
    curve_draw(d, p, (struct series){line.x, line.ceiling, line.n}, curve_ceiling(d, ink));
}

void serving_draw_typical(struct drawing *d, const struct plot *p, struct serving_line line,
                          struct stroke stroke) {
    curve_draw(d, p, (struct series){line.x, line.value, line.n}, stroke);
}

void serving_reach_measured(const struct serving *s, struct axis x, double *low, double *high) {
    for (size_t i = 0; i < s->request->point_count; i++) {
        double at = s->request->points[i].x, y = s->request->points[i].y;
        if (!(y > 0) || at < x.low || at > x.high) /* a log axis has no zero */
            continue;
        *low = fmin(*low, y);
        *high = fmax(*high, y);
    }
}

static bool on_grid(const struct plot *p, const struct tick *ticks, size_t n, struct rect box) {
    bool found = false;
    for (size_t i = 0; i < n; i++) {
        double y = axis_at(p->y, ticks[i].value);
        found |= ticks[i].label && y > box.y && y < rect_bottom(box);
    }
    return found;
}

void serving_off_grid(struct drawing *d, const struct plot *p, const struct label *label,
                      struct candidate *places, size_t n) {
    const struct tick *ticks;
    size_t count = axis_ticks(d->arena, p->y, TICK_PLAIN, true, &ticks), clear = 0;
    struct candidate *sorted = ARENA_ARRAY(d->arena, struct candidate, n + 1);
    for (int crossed = 0; crossed < 2; crossed++)
        for (size_t i = 0; i < n; i++)
            if (on_grid(p, ticks, count, label_box(d, label, places[i])) == (crossed == 1))
                sorted[clear++] = places[i];
    memcpy(places, sorted, n * sizeof *places);
}

/* At the wall; else farther right, beside the unit of the axis; else over it. The baseline is at
 * the top of the box. */
static struct point wall_label_place(const struct drawing *d, struct rect label, double last) {
    static const double line = 10;
    struct point at = {label.x, label.y};
    for (int lines = 0; lines < 2; lines++, at.y -= line)
        for (at.x = label.x; at.x <= last; at.x += 2)
            if (draw_is_free(d, (struct rect){at.x, at.y - label.h, label.w, label.h + 2}))
                return at;
    return (struct point){label.x, label.y - line};
}

void serving_draw_wall_label(struct drawing *d, const struct plot *p, double x, const char *text) {
    double glyph = d->in_page ? 7 : 8, indent = glyph + 1.6;
    struct text_style style = draw_style(d, d->in_page ? 8.5 : 9.5, WEIGHT_SEMIBOLD, INK_CAPACITY);
    double width = indent + draw_width(d, text, style), last = d->scene->width - 2 - width;
    double from = fmin(axis_at(p->x, x) - 0.9, last);
    struct point at = wall_label_place(d, (struct rect){from, p->y.to - 7, width, glyph}, last);
    mark_limit(d->scene, LIMIT_CAPACITY, (struct point){at.x, at.y + 0.6}, glyph);
    draw_keep_box(d, (struct rect){at.x, at.y - glyph, glyph + 1, glyph + 1});
    draw_text(d, at.x + indent, at.y, ANCHOR_START, text, style);
}

void serving_draw_unfit(struct drawing *d, const struct serving *s, const struct plot *p,
                        serving_set *set, int64_t n) {
    const struct estimate *e = serving_ask_within(s, set, n);
    double need = e->memory_total.q.value, capacity = e->memory_capacity.q.value;
    const char *key = s->devices > 1 ? "chart.serving.unfit.each" : "chart.serving.unfit";
    const char *text = say_with(d->arena, d->strings, key, "need",
                                words_quantity(d->arena, need, UNIT_BYTE, "GiB"), "capacity",
                                words_quantity(d->arena, capacity, UNIT_BYTE, "GiB"), NULL);
    serving_draw_wall_label(d, p, p->x.low, text);
}

/* ── Words ── */

const char *serving_devices(const struct serving *s) {
    const char *key = s->devices > 1 ? "chart.serving.many" : "chart.serving.one";
    return say_with(s->arena, s->request->strings, key, "count", words_count(s->arena, s->devices),
                    "device", s->device->short_name, NULL);
}

const char *serving_kicker(const struct serving *s, const char *key) {
    const char *name = s->device->name;
    if (s->devices > 1)
        name = say_with(s->arena, s->request->strings, "chart.serving.many", "count",
                        words_count(s->arena, s->devices), "device", name, NULL);
    return say_with(s->arena, s->request->strings, key, "devices", name, NULL);
}

static const char *sources(const struct serving *s) {
    const struct datum used[] = {s->device->memory_bandwidth, s->device->memory_capacity,
                                 s->device->bf16.known ? s->device->bf16 : s->device->fp16,
                                 s->device->link_bandwidth};
    enum grade worst = GRADE_DATASHEET;
    for (size_t i = 0; i < (s->devices > 1 ? 4u : 3u); i++)
        if (used[i].known && used[i].grade > worst)
            worst = used[i].grade;
    return say_with(s->arena, s->request->strings, "chart.serving.foot.sources", "sources",
                    words_sources(s->request->strings, worst), "date",
                    catalog_edition(s->request->catalog), NULL);
}

void serving_foot(const struct serving *s, struct frame *f, bool fits, const char *one,
                  const char *two) {
    const struct strings *words = s->request->strings;
    f->foot[f->foot_count++] =
        fits ? say_with(s->arena, words, "chart.serving.foot.two", "one", one, "two", two, NULL)
             : say(words, "chart.serving.foot.unfit");
    if (s->request->point_count)
        f->foot[f->foot_count++] = say(words, "chart.foot.measured");
    f->foot[f->foot_count++] = sources(s);
}

static const char *digits(struct arena *a, double value, struct unit unit, const char *printed) {
    return quantity_format(a, quantity_exact(value, unit),
                           (struct number_format){.unit = printed, .digits = 2});
}

const char *serving_speed(struct arena *a, double speed) {
    return speed >= 9.5 ? words_count(a, llround(speed)) : digits(a, speed, UNIT_NONE, NULL);
}

/* Two digits below ten, three above. */
const char *serving_time(struct arena *a, double seconds) {
    bool short_one = seconds < 0.9995;
    const char *unit = short_one ? "ms" : "s";
    double shown = short_one ? seconds * 1000 : seconds;
    return shown < 9.95 ? digits(a, seconds, UNIT_SECOND, unit)
                        : words_quantity(a, seconds, UNIT_SECOND, unit);
}

const char *serving_tokens(struct arena *a, int64_t n) {
    return n >= 1024 && n % 1024 == 0 ? arena_printf(a, "%lldk", (long long)(n / 1024))
                                      : words_count(a, n);
}
