/* The decode knee's labels: gutter, wall, knee, and what stands along the lines. */
#include <math.h>

#include "chart/decode_knee.h"
#include "plot/gutter.h"
#include "plot/measured.h"
#include "plot/place.h"
#include "plot/words.h"

static struct text_style style(const struct decode_knee *k, double size, double page_size,
                               enum weight weight, enum ink ink) {
    return draw_style(k->d, k->d->in_page ? page_size : size, weight, ink);
}

static double gutter_x(const struct decode_knee *k) {
    return k->plot.x.to + (k->d->in_page ? 6 : 8);
}

/* b* at the top of the gutter; returns where it ends. */
static double draw_saturation_label(struct decode_knee *k) {
    struct drawing *d = k->d;
    bool page = d->in_page;
    double x = gutter_x(k), y = k->plot.y.to + (page ? 6.2 : 6), glyph = page ? 7 : 8;
    if (k->saturation <= 0)
        return k->plot.y.to;
    const char *number = words_count(d->arena, llround(k->saturation));
    mark_limit(d->scene, LIMIT_COMPUTE, (struct point){x, y + 0.6}, glyph);
    draw_text(d, x + glyph + 2.6, y, ANCHOR_START, arena_printf(d->arena, "b* = %s", number),
              style(k, 10, 8.5, WEIGHT_SEMIBOLD, INK_COMPUTE));
    const char *key = knee_saturation_is_seen(k) ? "chart.decode-knee.saturation"
                                                 : "chart.decode-knee.saturation.beyond";
    if (knee_is_tight(k) && knee_saturation_is_seen(k))
        return y;
    const char *lines[4];
    struct text_style small = style(k, 8.5, 8, WEIGHT_REGULAR, INK_INK2);
    size_t n = draw_wrap_parts(d, say(d->strings, key), small, d->scene->width - 2 - x, lines, 4);
    double two = y + 22.5; /* the same in every language */
    for (size_t i = 0; i < n; i++)
        draw_text(d, x, y += i ? 11 : 11.5, ANCHOR_START, lines[i], small);
    return knee_is_tight(k) ? y : fmax(y, two);
}

static struct label line_label(struct decode_knee *k, enum knee_line i) {
    struct arena *a = k->d->arena;
    struct piece *pieces = ARENA_ARRAY(a, struct piece, 2);
    pieces[0] = (struct piece){say(k->d->strings, knee_names[i]),
                               style(k, 10.5, 9, WEIGHT_SEMIBOLD, knee_inks[i])};
    struct label label = {.lines = {{pieces, 1}}, .n = 1, .pitch = k->d->in_page ? 11 : 11.5};
    if (k->wall == 0)
        return label;
    int64_t last = knee_last(k);
    const char *value =
        say_with(a, k->d->strings, "chart.decode-knee.at", "speed",
                 serving_speed(a, knee_value(k, i, last)), "batch", words_count(a, last), NULL);
    pieces[1] = (struct piece){value, style(k, 8.5, 8, WEIGHT_REGULAR, INK_INK2)};
    label.lines[label.n++] = (struct label_line){&pieces[1], 1};
    return label;
}

static void draw_gutter(struct decode_knee *k) {
    struct gutter_entry entries[KNEE_LINES];
    double top = draw_saturation_label(k);
    for (enum knee_line i = 0; i < KNEE_LINES; i++) {
        struct serving_line l = k->lines[i];
        double y = axis_at(k->plot.y, l.value[l.n - 1]);
        entries[i] = (struct gutter_entry){line_label(k, i), y, k->marks[i], LIMIT_NONE};
    }
    struct gutter g = {gutter_x(k), k->plot.x.to, top + (k->d->in_page ? 6 : 12), k->plot.y.from,
                       24};
    gutter_draw(k->d, g, entries, KNEE_LINES);
}

static void draw_wall_label(struct decode_knee *k) {
    struct arena *a = k->d->arena;
    if (knee_wall_is_seen(k)) {
        const char *text = say_with(a, k->d->strings, "chart.decode-knee.wall", "batch",
                                    words_count(a, k->wall), NULL);
        serving_draw_wall_label(k->d, &k->plot, (double)k->wall, text);
        return;
    }
    if (k->wall == 0) {
        serving_draw_unfit(k->d, &k->s, &k->plot, serving_batch, 1);
    } else if (k->wall >= k->end) {
        const char *text = say_with(a, k->d->strings, "chart.decode-knee.wall.beyond", "batch",
                                    words_count(a, k->wall), NULL);
        serving_draw_wall_label(k->d, &k->plot, (double)k->end, text);
    }
}

enum { PLACES = 24, WISHES = 3 };

/* With its reason in one line, in two, or short. */
enum knee_form { KNEE_WHOLE, KNEE_BROKEN, KNEE_SHORT };

static struct label knee_label(struct decode_knee *k, enum knee_form form) {
    struct arena *a = k->d->arena;
    struct piece *pieces = ARENA_ARRAY(a, struct piece, 3);
    bool brief = form == KNEE_SHORT;
    const char *key = brief ? "chart.decode-knee.knee.short" : "chart.decode-knee.knee";
    pieces[0] =
        (struct piece){say_with(a, k->d->strings, key, "batch", words_count(a, k->knee), NULL),
                       style(k, 9.5, 8.5, WEIGHT_SEMIBOLD, INK_INK)};
    struct label label = {.lines = {{&pieces[0], 1}}, .n = 1, .pitch = 11.5};
    struct text_style small = style(k, 8.5, 8, WEIGHT_REGULAR, INK_INK2);
    const char *why = say(k->d->strings, "chart.decode-knee.knee.why"), *lines[2];
    double width = draw_width(k->d, why, small) * (form == KNEE_BROKEN ? 0.62 : 1.01);
    size_t n = brief ? 0 : draw_wrap(k->d, why, small, width, lines, 2);
    for (size_t i = 0; i < n; i++) {
        pieces[1 + i] = (struct piece){lines[i], small};
        label.lines[label.n++] = (struct label_line){&pieces[1 + i], 1};
    }
    return label;
}

/* The fullest form that has a place. */
static struct label knee_label_for(struct decode_knee *k, const struct candidate *at, size_t n) {
    struct label label = {.n = 0};
    draw_naming(k->d, k->knee_mark);
    for (int form = knee_is_tight(k) ? KNEE_SHORT : KNEE_WHOLE; form <= KNEE_SHORT; form++) {
        label = knee_label(k, (enum knee_form)form);
        if (label_first_free(k->d, &label, at, n) < n)
            break;
    }
    draw_naming(k->d, 0);
    return label;
}

/* Beside the dotted line: left of it, in a page right. */
static struct wish knee_wish(struct decode_knee *k) {
    struct candidate *at = ARENA_ARRAY(k->d->arena, struct candidate, PLACES);
    struct point up = plot_at(&k->plot, (double)k->knee, knee_value(k, KNEE_ALL, k->knee));
    struct point low = plot_at(&k->plot, (double)k->knee, knee_value(k, KNEE_EACH, k->knee));
    double middle = (up.y + low.y) / 2 - 4;
    bool right = knee_is_tight(k);
    size_t n = 0;
    for (int side = 0; side < 2; side++, right = !right)
        for (int step = 0; step < PLACES / 2; step++) {
            double y = middle + (step % 2 ? -1 : 1) * 3.5 * ((step + 1) / 2);
            at[n++] = (struct candidate){up.x + (right ? 5 : -5.5), y + (right ? 3 : 0),
                                         right ? ANCHOR_START : ANCHOR_END};
        }
    struct label label = knee_label_for(k, at, n);
    serving_off_grid(k->d, &k->plot, &label, at, n);
    return (struct wish){label, at, n, k->knee_mark, up, false, 2};
}

/* The lowest point of the band over a width from the left end. */
static double band_bottom(const struct decode_knee *k, double width) {
    struct serving_line l = serving_until(k->lines[KNEE_EACH], (double)knee_last(k));
    double bottom = 0;
    for (size_t i = 0; i < l.n && axis_at(k->plot.x, l.x[i]) < k->plot.x.from + width; i++)
        bottom = fmax(bottom, axis_at(k->plot.y, l.low[i]));
    return bottom;
}

static struct wish first_wish(struct decode_knee *k) {
    struct arena *a = k->d->arena;
    struct candidate *at = ARENA_ARRAY(a, struct candidate, PLACES);
    struct point one = plot_at(&k->plot, 1, knee_value(k, KNEE_EACH, 1));
    struct piece *piece = ARENA_NEW(a, struct piece);
    *piece = (struct piece){say_with(a, k->d->strings, "chart.decode-knee.first", "speed",
                                     serving_speed(a, knee_value(k, KNEE_EACH, 1)), NULL),
                            style(k, 8.5, 8, WEIGHT_REGULAR, INK_INK2)};
    double y = band_bottom(k, 7 + draw_width(k->d, piece->text, piece->style)) + 9.5;
    for (int i = 0; i < PLACES; i++)
        at[i] = (struct candidate){one.x + 7, y + 4 * i, ANCHOR_START};
    struct label label = {.lines = {{piece, 1}}, .n = 1};
    serving_off_grid(k->d, &k->plot, &label, at, PLACES);
    return (struct wish){label, at, PLACES, k->first_mark, one, false, 1};
}

/* Above the line without a cache, where it has left the others. */
static struct wish free_wish(struct decode_knee *k) {
    struct arena *a = k->d->arena;
    struct candidate *at = ARENA_ARRAY(a, struct candidate, PLACES);
    struct piece *piece = ARENA_NEW(a, struct piece);
    struct serving_line l = serving_until(k->free, (double)knee_last(k));
    *piece = (struct piece){say(k->d->strings, "chart.decode-knee.free"),
                            style(k, 8.5, 8, WEIGHT_REGULAR, INK_INK2)};
    size_t n = 0;
    for (int i = 0; i < PLACES / 2 && l.n; i++) {
        size_t which = (size_t)((double)(l.n - 1) * (0.75 - 0.05 * i));
        struct point on = plot_at(&k->plot, l.x[which], l.value[which]);
        if (on.y > k->plot.y.to + 8)
            at[n++] = (struct candidate){on.x - 7, on.y - 1, ANCHOR_END};
    }
    struct label label = {.lines = {{piece, 1}}, .n = 1};
    serving_off_grid(k->d, &k->plot, &label, at, n);
    return (struct wish){label, at, n, k->free_mark, {0, 0}, false, 0.5};
}

void knee_draw_labels(struct decode_knee *k) {
    struct wish wishes[WISHES];
    size_t n = 0;
    axis_draw_title_y(k->d, &k->plot, say(k->d->strings, "chart.decode-knee.y-axis"));
    axis_draw_title_x(k->d, &k->plot, say(k->d->strings, "chart.decode-knee.x-axis"));
    draw_wall_label(k);
    draw_gutter(k);
    measured_draw(k->d, &k->plot, k->s.request->points, k->s.request->point_count,
                  "chart.decode-knee.measured.x", "chart.speed");
    if (k->knee)
        wishes[n++] = knee_wish(k);
    if (k->wall && !knee_is_tight(k))
        wishes[n++] = first_wish(k);
    if (knee_has_free_line(k))
        wishes[n++] = free_wish(k);
    place_draw(k->d, wishes, n);
}
