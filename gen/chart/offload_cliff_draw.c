/* The offload cliff: curves, the wall of one card, and what stands at the four shares. */
#include <math.h>

#include "chart/offload_cliff.h"
#include "plot/curve.h"
#include "plot/gutter.h"
#include "plot/measured.h"
#include "plot/place.h"
#include "plot/words.h"

static const double TENTHS_NINE = 0.9; /* the share that the title speaks of */

static struct text_style small(const struct offload_cliff *c, enum weight weight, enum ink ink) {
    return draw_style(c->d, c->d->in_page ? 8 : 8.5, weight, ink);
}

/* ── Curves ── */

static enum ink curve_ink(const struct offload_cliff *c, const struct cliff_curve *curve) {
    return curve->streamed ? INK_INTERCONNECT : curve == c->curves ? INK_INK : INK_DEVICE_C;
}

static struct stroke curve_stroke(const struct offload_cliff *c, const struct cliff_curve *curve) {
    if (curve == c->curves)
        return curve_typical(c->d, INK_INK);
    double width = c->d->in_page ? 1 : 1.3;
    return curve->streamed ? stroke_solid(INK_INTERCONNECT, width)
                           : stroke_dashed(INK_DEVICE_C, width, 5, 2.5);
}

/* Samples as far as they are real. */
static size_t real_samples(const struct offload_cliff *c) {
    size_t n = 0;
    while (n < c->samples && cliff_is_real(c, c->shares[n]))
        n++;
    return n;
}

static void draw_line(struct offload_cliff *c, const double *y, struct stroke stroke) {
    size_t n = real_samples(c), from = n ? n - 1 : 0;
    curve_draw(c->d, &c->plot, (struct series){c->shares, y, n}, stroke);
    if (n < c->samples)
        curve_draw(c->d, &c->plot, (struct series){c->shares + from, y + from, c->samples - from},
                   curve_hypothetical(c->d, stroke.ink));
}

static void draw_curve(struct offload_cliff *c, struct cliff_curve *curve) {
    curve->mark = draw_mark(c->d, cliff_curve_name(c, curve));
    if (curve == c->curves)
        draw_line(c, curve->ceiling, curve_ceiling(c->d, INK_INK));
    draw_line(c, curve->value, curve_stroke(c, curve));
    draw_mark_end(c->d);
}

static void draw_curves(struct offload_cliff *c) {
    const struct cliff_curve *first = c->curves;
    band_draw(c->d, &c->plot, c->shares, first->low, first->high, real_samples(c), INK_BAND_INK);
    axis_draw_grid_y(c->d, &c->plot);
    for (size_t i = c->count; i-- > 0;)
        draw_curve(c, &c->curves[i]);
}

/* ── Names along the curves ── */

static double y_between(const struct offload_cliff *c, const double *values, double from, double to,
                        bool highest) {
    double found = highest ? INFINITY : -INFINITY;
    for (size_t i = 1; i < c->samples; i++) {
        double left = axis_at(c->plot.x, c->shares[i - 1]),
               right = axis_at(c->plot.x, c->shares[i]);
        if (right < from || left > to)
            continue;
        double a = axis_at(c->plot.y, values[i - 1]), b = axis_at(c->plot.y, values[i]);
        found = highest ? fmin(found, fmin(a, b)) : fmax(found, fmax(a, b));
    }
    return found;
}

/* Above the line or below it, from the left to the right, then a line farther off. */
static size_t places_along(const struct offload_cliff *c, const struct cliff_curve *curve,
                           double width, struct candidate *out, size_t room) {
    const double *upper = curve == c->curves ? curve->ceiling : curve->value;
    double last = c->plot.x.to - width - 4;
    size_t n = 0;
    for (int tier = 0; tier < 4; tier++)
        for (double x = c->plot.x.from + 7; x <= last && n < room; x += 9) {
            bool above = tier % 2 == curve->streamed;
            double away = tier < 2 ? 0 : 11;
            double y = above ? y_between(c, upper, x, x + width, true) - 5 - away
                             : y_between(c, curve->value, x, x + width, false) + 11 + away;
            if (y < c->plot.y.from - 3 && y > c->plot.y.to + 8)
                out[n++] = (struct candidate){x, y, ANCHOR_START};
        }
    return n;
}

/* Kind, memory and rate; kind and memory; the shortest that tells the lines apart. */
enum { NAME_FULL, NAME_MEMORY, NAME_SHORTEST, NAMES };

static bool has_two_hosts(const struct offload_cliff *c) {
    return c->count > 1 && !c->curves[1].streamed;
}

static struct label curve_label(struct offload_cliff *c, const struct cliff_curve *curve,
                                int form) {
    static const char *const keys[NAMES] = {"chart.offload-cliff.name.rest",
                                            "chart.offload-cliff.name.memory", NULL};
    struct piece *pieces = ARENA_ARRAY(c->arena, struct piece, 2);
    enum ink ink = curve_ink(c, curve);
    bool by_memory = form == NAME_SHORTEST && !curve->streamed && has_two_hosts(c);
    pieces[0] = (struct piece){by_memory ? curve->name : cliff_curve_kind(c, curve),
                               small(c, WEIGHT_SEMIBOLD, ink)};
    if (keys[form])
        pieces[1] = (struct piece){say_with(c->arena, c->words, keys[form], "name", curve->name,
                                            "rate", words_bandwidth(c->arena, curve->rate), NULL),
                                   small(c, WEIGHT_REGULAR, ink)};
    return (struct label){.lines = {{pieces, keys[form] ? 2 : 1}}, .n = 1};
}

static void name_curve(struct offload_cliff *c, const struct cliff_curve *curve) {
    enum { PLACES = 192 };
    struct candidate at[PLACES];
    draw_naming(c->d, curve->mark);
    for (int form = 0; form < NAMES; form++) {
        struct label label = curve_label(c, curve, form);
        double width = label_box(c->d, &label, (struct candidate){0, 0, ANCHOR_START}).w;
        size_t n = places_along(c, curve, width, at, PLACES);
        size_t k = label_first_clear(c->d, &label, at, n, 2);
        if (k == n)
            continue;
        label_draw(c->d, &label, at[k]);
        break;
    }
    draw_naming(c->d, 0);
}

/* ── Walls ── */

/* "one card: 59%"; beside others by name. */
static const char *wall_text(const struct offload_cliff *c, const struct cliff_wall *w) {
    const char *key = c->devices > 1      ? "chart.offload-cliff.wall.many"
                      : c->wall_count > 1 ? "chart.offload-cliff.wall.named"
                                          : "chart.offload-cliff.wall";
    return say_with(c->arena, c->words, key, "share", cliff_share_text(c->arena, w->share.value),
                    "card", w->card->short_name, "count", words_count(c->arena, c->devices), NULL);
}

/* What it is made of. */
static const char *wall_why(const struct offload_cliff *c, const struct cliff_wall *w) {
    return say_with(c->arena, c->words, "chart.offload-cliff.wall.why", "capacity",
                    cliff_gib(c->arena, w->capacity), "rest", cliff_gib(c->arena, w->rest), NULL);
}

static const char *beyond_text(const struct offload_cliff *c) {
    int64_t cards = c->walls[0].cards * c->devices;
    if (c->alone)
        return say(c->words, "chart.offload-cliff.beyond.alone");
    return say_with(c->arena, c->words,
                    cards == 2 ? "chart.offload-cliff.beyond.two"
                               : "chart.offload-cliff.beyond.many",
                    "count", words_count(c->arena, cards), NULL);
}

/* Places beside the wall, from a little above the plot down, where no line of the grid is near; on
 * one side and then on the other. */
static size_t places_beside(const struct offload_cliff *c, double x, bool right_first,
                            struct candidate *out, size_t lines) {
    double top = c->plot.y.to - 3;
    size_t n = 0;
    for (int side = 0; side < 2; side++)
        for (size_t k = 0; k < lines; k++) {
            bool right = side != right_first;
            out[n++] = (struct candidate){right ? x + 7 : x - 7, top + 11 * (double)k,
                                          right ? ANCHOR_START : ANCHOR_END};
        }
    return n;
}

static struct label grey_label(struct offload_cliff *c, const char *text) {
    struct piece *piece = ARENA_NEW(c->arena, struct piece);
    *piece = (struct piece){text, small(c, WEIGHT_REGULAR, INK_INK2)};
    return (struct label){.lines = {{piece, 1}}, .n = 1};
}

enum { WALL_LINES = 5 };

static void draw_grey(struct offload_cliff *c, double x, bool right_first, const char *text) {
    struct candidate at[2 * WALL_LINES];
    struct label label = grey_label(c, text);
    size_t n = places_beside(c, x, right_first, at, WALL_LINES);
    size_t k = label_first_free(c->d, &label, at, n);
    if (k < n)
        label_draw(c->d, &label, at[k]);
}

/* The glyph stands before the words, so they keep free room for it. */
static void draw_wall_name(struct offload_cliff *c, const struct cliff_wall *w, double x) {
    struct drawing *d = c->d;
    double size = d->in_page ? 7 : 8, indent = size + 1.6;
    struct candidate at[2 * WALL_LINES];
    struct piece piece = {wall_text(c, w),
                          draw_style(d, d->in_page ? 8.5 : 9.5, WEIGHT_SEMIBOLD, INK_CAPACITY)};
    struct label label = {.lines = {{&piece, 1}}, .n = 1};
    size_t n = places_beside(c, x, false, at, WALL_LINES);
    for (size_t i = 0; i < n; i++) {
        struct rect box = label_box(d, &label, at[i]);
        if (at[i].anchor == ANCHOR_START)
            box.x += indent;
        struct rect whole = {box.x - indent, box.y, box.w + indent, box.h};
        if (!draw_is_free(d, whole))
            continue;
        mark_limit(d->scene, LIMIT_CAPACITY, (struct point){whole.x, at[i].baseline + 0.6}, size);
        label_draw(d, &label, (struct candidate){box.x, at[i].baseline, ANCHOR_START});
        break;
    }
}

/* Words of the card that the curves are of say why, and what is beyond. */
static void name_wall(struct offload_cliff *c, const struct cliff_wall *w) {
    double x = axis_at(c->plot.x, w->share.value);
    draw_naming(c->d, w->mark);
    draw_wall_name(c, w, x);
    if (w == c->walls) {
        draw_grey(c, x, false, wall_why(c, w));
        draw_grey(c, x, true, beyond_text(c));
    }
    draw_naming(c->d, 0);
}

static void draw_wall(struct offload_cliff *c, struct cliff_wall *w) {
    w->mark = draw_mark(c->d, arena_printf(c->arena, "%s: %s", w->card->name,
                                           cliff_share_text(c->arena, w->share.value)));
    wall_draw(c->d, &c->plot, w->share.value);
    draw_mark_end(c->d);
}

/* One that holds everything has no wall: it is said at the right end. */
static void name_whole(struct offload_cliff *c, const struct cliff_wall *w) {
    draw_grey(c, c->plot.x.to, false,
              say_with(c->arena, c->words, "chart.offload-cliff.whole", "card", w->card->short_name,
                       NULL));
}

static void name_walls(struct offload_cliff *c) {
    for (size_t i = 0; i < c->wall_count; i++) {
        const struct cliff_wall *w = &c->walls[i];
        if (cliff_is_wall(w))
            name_wall(c, w);
        else if (w->known && i)
            name_whole(c, w);
    }
}

/* ── Values ── */

static struct piece *at_share(struct offload_cliff *c, double speed, double share, double size) {
    struct piece *piece = ARENA_NEW(c->arena, struct piece);
    *piece = (struct piece){say_with(c->arena, c->words, "chart.offload-cliff.at", "speed",
                                     cliff_speed_text(c->arena, speed), "share",
                                     cliff_share_text(c->arena, share), NULL),
                            draw_style(c->d, size, WEIGHT_SEMIBOLD, INK_INK)};
    return piece;
}

static const char *value_says(struct offload_cliff *c, double share, struct cliff_speed s) {
    return say_with(c->arena, c->words, "chart.offload-cliff.mark", "share",
                    cliff_share_text(c->arena, share), "speed", cliff_speed_text(c->arena, s.value),
                    "low", cliff_speed_text(c->arena, s.low), "high",
                    cliff_speed_text(c->arena, s.high), NULL);
}

static int draw_disc(struct offload_cliff *c, double share) {
    struct cliff_speed s = cliff_at(c, c->curves, share);
    return modelled_draw(c->d, plot_at(&c->plot, share, s.value), INK_INK,
                         c->request->point_count > 0, value_says(c, share, s));
}

/* Above all lines of the first host, beside the axis and the wall; else around the point. */
static size_t places_of_value(struct point at, double above, bool left_too, struct candidate *out) {
    enum { TIERS = 4 };
    size_t n = 0;
    for (int k = 0; k < TIERS; k++) {
        double baseline = above - 9 * k;
        if (left_too)
            out[n++] = (struct candidate){at.x - 7, baseline, ANCHOR_END};
        out[n++] = (struct candidate){at.x + 7, baseline, ANCHOR_START};
    }
    return n + place_around(at, 7, 8.5, out + n);
}

static struct wish value_wish(struct offload_cliff *c, double share, int mark) {
    enum { PLACES = PLACE_MOST + 8 };
    struct cliff_speed s = cliff_at(c, c->curves, share);
    struct point at = plot_at(&c->plot, share, s.value);
    struct candidate *places = ARENA_ARRAY(c->arena, struct candidate, PLACES);
    struct piece *piece = at_share(c, s.value, share, c->d->in_page ? 8.5 : 9);
    double above = axis_at(c->plot.y, s.ceiling) - 5;
    if (share == 0)
        piece->text = cliff_speed_text(c->arena, s.value);
    return (struct wish){.label = {.lines = {{piece, 1}}, .n = 1},
                         .at = places,
                         .n = places_of_value(at, above, share > 0, places),
                         .names = mark,
                         .tip = at};
}

/* Does the wall stand apart from the other shares that are marked? */
static bool wall_is_apart(const struct offload_cliff *c) {
    double w = c->walls[0].share.value;
    return cliff_is_wall(c->walls) && w > 0.03 && fabs(w - TENTHS_NINE) > 0.02 && w < 0.98;
}

/* Dotted from nine tenths to the right end and up to all of it. */
static void draw_step(struct offload_cliff *c) {
    struct point from = plot_at(&c->plot, TENTHS_NINE, cliff_at(c, c->curves, TENTHS_NINE).value);
    struct point to = plot_at(&c->plot, 1, cliff_at(c, c->curves, 1).value);
    struct path_point path[] = {
        {PATH_MOVE, from.x, from.y}, {PATH_LINE, to.x, from.y}, {PATH_LINE, to.x, to.y}};
    scene_path(c->d->scene, path, 3, INK_NONE,
               stroke_dashed(INK_INK3, c->d->in_page ? 0.7 : 0.8, 1.2, 2));
    for (size_t i = 1; i < 3; i++)
        draw_keep_clear(c->d, (struct point){path[i - 1].x, path[i - 1].y},
                        (struct point){path[i].x, path[i].y});
}

static struct gutter_entry gutter_value(struct offload_cliff *c, double share, const char *second,
                                        int mark) {
    double speed = cliff_at(c, c->curves, share).value;
    struct piece *line = ARENA_NEW(c->arena, struct piece);
    *line = (struct piece){second, small(c, WEIGHT_REGULAR, INK_INK2)};
    struct label label = {
        .lines = {{at_share(c, speed, share, c->d->in_page ? 8.5 : 10.5), 1}, {line, 1}},
        .n = second ? 2 : 1,
        .pitch = 11};
    return (struct gutter_entry){label, axis_at(c->plot.y, speed), mark, LIMIT_NONE};
}

static struct gutter_entry gutter_ceiling(struct offload_cliff *c) {
    double speed = c->curves[0].ceiling[c->samples - 1];
    struct piece *line = ARENA_NEW(c->arena, struct piece);
    *line = (struct piece){say_with(c->arena, c->words, "chart.offload-cliff.ceiling", "speed",
                                    cliff_speed_text(c->arena, speed), NULL),
                           small(c, WEIGHT_REGULAR, INK_INK2)};
    return (struct gutter_entry){
        {.lines = {{line, 1}}, .n = 1}, axis_at(c->plot.y, speed), c->curves[0].mark, LIMIT_NONE};
}

static void draw_gutter(struct offload_cliff *c, int nine, int all) {
    struct gutter_entry entries[] = {
        gutter_value(c, 1, say(c->words, "chart.offload-cliff.all"), all),
        gutter_value(c, TENTHS_NINE, cliff_loss(c), nine), gutter_ceiling(c)};
    double right = c->plot.x.to;
    gutter_draw(c->d, (struct gutter){right + 9, right, c->plot.y.to, c->plot.y.from, 24}, entries,
                3);
}

static void draw_axes(struct offload_cliff *c) {
    struct drawing *d = c->d;
    axis_draw_x(d, &c->plot, TICK_PERCENT);
    axis_draw_y(d, &c->plot, TICK_PLAIN);
    axis_draw_title_x(d, &c->plot, say(c->words, "chart.offload-cliff.x-axis"));
    axis_draw_title_y(d, &c->plot, say(c->words, "unit.tokens-per-second"));
}

/* Discs and walls first, then the words, from those whose place is fixed to those that give way. */
void cliff_draw(struct offload_cliff *c) {
    struct wish at_wall, at_none;
    bool wall_marked = wall_is_apart(c), whole = cliff_is_real(c, 1);
    draw_curves(c);
    draw_axes(c);
    for (size_t i = 0; i < c->wall_count; i++)
        if (cliff_is_wall(&c->walls[i]))
            draw_wall(c, &c->walls[i]);
    if (whole)
        draw_step(c);
    at_none = value_wish(c, 0, draw_disc(c, 0));
    if (wall_marked)
        at_wall = value_wish(c, c->walls[0].share.value, draw_disc(c, c->walls[0].share.value));
    if (whole)
        draw_gutter(c, draw_disc(c, TENTHS_NINE), draw_disc(c, 1));
    name_walls(c);
    measured_draw(c->d, &c->plot, c->request->points, c->request->point_count,
                  "chart.offload-cliff.measured.x", "chart.speed");
    place_draw(c->d, &at_none, 1);
    for (size_t i = 0; i < c->count; i++)
        name_curve(c, &c->curves[i]);
    if (wall_marked)
        place_draw(c->d, &at_wall, 1);
}
