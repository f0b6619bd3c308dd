/* What charts of serving draw alike, and how they name devices. */
#include <math.h>
#include <string.h>

#include "chart/serving.h"
#include "plot/place.h"
#include "plot/shape.h"
#include "plot/words.h"

struct rect serving_page_plot(const struct drawing *d, double left, double gutter) {
    static const double top = 24, below = 27;
    return (struct rect){left, top, d->scene->width - left - gutter,
                         d->scene->height - top - below};
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

void serving_draw_point(struct drawing *d, const struct serving *s, struct point at, enum ink ink,
                        const char *says) {
    double radius = d->in_page ? 2.6 : 3.4;
    bool hollow = s->request->point_count > 0;
    draw_mark(d, says);
    if (hollow)
        shape_disc(d, at, radius - 0.4, INK_GROUND, stroke_solid(ink, 1.2));
    else
        shape_disc(d, at, radius + 0.5, ink, stroke_solid(INK_GROUND, d->in_page ? 0.9 : 1.2));
    draw_mark_end(d);
}

void serving_reach_measured(const struct serving *s, double *low, double *high) {
    for (size_t i = 0; i < s->request->point_count; i++) {
        double y = s->request->points[i].y;
        if (!(y > 0)) /* a log axis has no zero */
            continue;
        *low = fmin(*low, y);
        *high = fmax(*high, y);
    }
}

static struct label measured_label(struct drawing *d, const char *name) {
    struct piece *piece = ARENA_NEW(d->arena, struct piece);
    *piece = (struct piece){name, draw_style(d, d->in_page ? 8 : 8.5, WEIGHT_REGULAR, INK_INK)};
    return (struct label){.lines = {{piece, 1}}, .n = 1};
}

void serving_draw_measured(struct drawing *d, const struct serving *s, const struct plot *p,
                           const char *x_words, const char *y_words) {
    enum { PLACES = 24 };
    size_t n = s->request->point_count, named = 0;
    struct wish *wishes = ARENA_ARRAY(d->arena, struct wish, n + 1);
    for (size_t i = 0; i < n; i++) {
        const struct measured *m = &s->request->points[i];
        struct point at = plot_at(p, m->x, m->y);
        if (!(m->x >= p->x.low && m->x <= p->x.high && m->y >= p->y.low && m->y <= p->y.high))
            continue;
        const char *says = say_with(d->arena, d->strings, "chart.serving.measured.point", "name",
                                    m->name && *m->name ? m->name : "•", "x",
                                    words_number(d->arena, m->x), "x-words", x_words, "y",
                                    words_number(d->arena, m->y), "y-words", y_words, NULL);
        int mark = draw_mark(d, says);
        shape_measured(d, at);
        draw_mark_end(d);
        if (!m->name || !*m->name || named >= PLACE_MOST)
            continue;
        struct candidate *places = ARENA_ARRAY(d->arena, struct candidate, PLACES);
        wishes[named++] = (struct wish){measured_label(d, m->name),
                                        places,
                                        place_around(at, 6, 8.5, places),
                                        mark,
                                        at,
                                        true,
                                        1};
    }
    place_draw(d, wishes, named);
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

void serving_draw_wall_label(struct drawing *d, const struct plot *p, double x, const char *text) {
    double glyph = d->in_page ? 7 : 8, indent = glyph + 1.6;
    struct text_style style = draw_style(d, d->in_page ? 8.5 : 9.5, WEIGHT_SEMIBOLD, INK_CAPACITY);
    double width = indent + draw_width(d, text, style), last = d->scene->width - 2 - width;
    double at = fmin(axis_at(p->x, x) - 0.9, last), baseline = p->y.to - 7;
    struct rect box = {at, baseline - glyph, width, glyph + 2};
    for (; at < last && !draw_is_free(d, box); at += 2) /* beside the unit of the axis */
        box.x = at + 2;
    mark_limit(d->scene, LIMIT_CAPACITY, (struct point){at, baseline + 0.6}, glyph);
    draw_text(d, at + indent, baseline, ANCHOR_START, text, style);
}

void serving_draw_unfit(struct drawing *d, const struct serving *s, const struct plot *p,
                        serving_set *set, int64_t n) {
    const struct estimate *e = serving_ask_within(s, set, n);
    double need = e->memory_total.q.value, capacity = e->memory_capacity.q.value;
    const char *text = say_with(d->arena, d->strings, "chart.serving.unfit", "need",
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

const char *serving_sources(const struct serving *s) {
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
        f->foot[f->foot_count++] = say(words, "chart.serving.foot.measured");
    f->foot[f->foot_count++] = serving_sources(s);
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
