/* Lines and labels of first token and next, in the order of design 6.6. */
#include <math.h>

#include "chart/first_token.h"
#include "plot/gutter.h"
#include "plot/measured.h"
#include "plot/place.h"
#include "plot/shape.h"
#include "plot/words.h"

static const char *const names[TOKEN_LINES] = {[TOKEN_FIRST] = "chart.first-token-and-next.first",
                                               [TOKEN_NEXT] = "chart.first-token-and-next.next"};

static bool is_tight(const struct first_token *t) {
    return t->d->in_page && t->d->scene->width <= 400;
}

/* The first token in the colour of arithmetic and the next in that of bandwidth, unless something
 * else limits it. */
static enum ink ink_of(const struct first_token *t, enum token_line line) {
    return limit_ink(t->limits[line]);
}

/* Bands that meet would be one in one colour; what the links limit has no tint of its own. */
static enum ink band_of(const struct first_token *t, enum token_line line) {
    switch (t->limits[line]) {
    case LIMIT_COMPUTE:
        return INK_BAND_COMPUTE;
    case LIMIT_BANDWIDTH:
        return INK_BAND_BANDWIDTH;
    default:
        return INK_BAND_INK;
    }
}

static const char *say_at(struct first_token *t, enum token_line line, int64_t prompt) {
    return say_with(t->d->arena, t->d->strings, "chart.first-token-and-next.point", "name",
                    say(t->d->strings, names[line]), "time",
                    serving_time(t->d->arena, token_value(t, line, prompt)), "prompt",
                    serving_tokens(t->d->arena, prompt), NULL);
}

/* ── Lines ── */

/* The last prompt whose time is real. */
static double last_real(const struct first_token *t) {
    return (double)t->last;
}

/* Up to its own corner the first token waits for the weights. */
static void draw_typical(struct first_token *t, enum token_line line) {
    struct drawing *d = t->d;
    double last = last_real(t);
    struct serving_line real = serving_until(t->lines[line], last);
    t->marks[line] =
        draw_mark(d, t->last ? say_at(t, line, t->late) : say(d->strings, names[line]));
    if (t->last < t->end)
        serving_draw_typical(d, &t->plot, serving_beyond(t->lines[line], last),
                             curve_hypothetical(d, ink_of(t, line)));
    if (line == TOKEN_FIRST && t->limits[line] == LIMIT_COMPUTE) {
        serving_draw_typical(d, &t->plot, serving_until(real, (double)t->corner),
                             curve_typical(d, INK_BANDWIDTH));
        real = serving_beyond(real, (double)t->corner);
    }
    serving_draw_typical(d, &t->plot, real, curve_typical(d, ink_of(t, line)));
    draw_mark_end(d);
}

static void draw_ceilings(struct first_token *t) {
    struct serving_line first = serving_until(t->lines[TOKEN_FIRST], last_real(t));
    double ridge = t->ridge ? (double)t->ridge : 0;
    serving_draw_ceiling(t->d, &t->plot, serving_until(first, ridge), INK_BANDWIDTH);
    serving_draw_ceiling(t->d, &t->plot, serving_beyond(first, ridge),
                         t->ridge ? INK_COMPUTE : ink_of(t, TOKEN_FIRST));
    serving_draw_ceiling(t->d, &t->plot, serving_until(t->lines[TOKEN_NEXT], last_real(t)),
                         ink_of(t, TOKEN_NEXT));
}

static void draw_gaps(struct first_token *t) {
    int64_t at[2];
    size_t n = token_compared(t, at);
    for (size_t i = 0; i < n && t->last; i++) {
        double x = (double)at[i];
        struct point up = plot_at(&t->plot, x, token_value(t, TOKEN_FIRST, at[i]));
        struct point low = plot_at(&t->plot, x, token_value(t, TOKEN_NEXT, at[i]));
        t->gap_mark[i] = draw_mark(t->d, NULL);
        scene_line(t->d->scene, up, low, curve_reference(t->d, INK_INK3));
        draw_keep_clear(t->d, up, low);
        draw_mark_end(t->d);
    }
}

static void draw_points(struct first_token *t) {
    int64_t at[2];
    size_t n = token_compared(t, at);
    for (size_t i = 0; i < n && t->last; i++)
        for (enum token_line line = 0; line < TOKEN_LINES; line++) {
            struct point where = plot_at(&t->plot, (double)at[i], token_value(t, line, at[i]));
            bool slow = line == TOKEN_NEXT || at[i] >= t->corner;
            t->dots[i][line] = modelled_draw(t->d, where, slow ? ink_of(t, line) : INK_BANDWIDTH,
                                             t->s.request->point_count > 0, say_at(t, line, at[i]));
        }
}

static void draw_ridge(struct first_token *t) {
    if (!t->ridge || t->ridge > t->last)
        return;
    double y = token_ceiling(t, TOKEN_FIRST, t->ridge);
    t->ridge_mark = draw_mark(t->d, say_with(t->d->arena, t->d->strings,
                                             "chart.first-token-and-next.ridge.point", "prompt",
                                             words_count(t->d->arena, t->ridge), NULL));
    shape_ring(t->d, plot_at(&t->plot, (double)t->ridge, y), false, INK_INK);
    draw_mark_end(t->d);
}

void token_draw(struct first_token *t) {
    struct drawing *d = t->d;
    if (t->last < t->end)
        hatch_beyond(d, &t->plot, fmax((double)t->last, TOKEN_START));
    axis_draw_grid_y(d, &t->plot);
    for (enum token_line line = 0; line < TOKEN_LINES; line++)
        serving_draw_band(d, &t->plot, serving_until(t->lines[line], last_real(t)),
                          band_of(t, line));
    draw_ceilings(t);
    axis_draw_x(d, &t->plot, TICK_TOKENS);
    axis_draw_y(d, &t->plot, TICK_SECONDS);
    if (token_has_wall(t))
        wall_draw(d, &t->plot, (double)t->last);
    draw_gaps(t);
    draw_typical(t, TOKEN_NEXT);
    draw_typical(t, TOKEN_FIRST);
    draw_points(t);
    draw_ridge(t);
}

/* ── Labels ── */

static struct text_style style(const struct first_token *t, double size, double page_size,
                               enum weight weight, enum ink ink) {
    return draw_style(t->d, t->d->in_page ? page_size : size, weight, ink);
}

static struct label one_line(struct first_token *t, const char *text, struct text_style how) {
    struct piece *piece = ARENA_NEW(t->d->arena, struct piece);
    *piece = (struct piece){text, how};
    return (struct label){.lines = {{piece, 1}}, .n = 1};
}

static const char *limit_words(const struct first_token *t, enum token_line line) {
    static const char *const keys[] = {
        [LIMIT_BANDWIDTH] = "chart.first-token-and-next.by-bandwidth",
        [LIMIT_INTERCONNECT] = "chart.first-token-and-next.by-interconnect",
        [LIMIT_COMPUTE] = "chart.first-token-and-next.by-compute"};
    return say(t->d->strings, keys[t->limits[line]]);
}

static struct label line_label(struct first_token *t, enum token_line line) {
    struct arena *a = t->d->arena;
    struct text_style small = style(t, 8.5, 8, WEIGHT_REGULAR, INK_INK2);
    struct label label = one_line(t, say(t->d->strings, names[line]),
                                  style(t, 10.5, 9, WEIGHT_SEMIBOLD, ink_of(t, line)));
    label.pitch = 11;
    if (!t->last)
        return label;
    const char *value = say_with(a, t->d->strings, "chart.first-token-and-next.at", "time",
                                 serving_time(a, token_value(t, line, t->late)), "prompt",
                                 serving_tokens(a, t->late), NULL);
    label.lines[label.n++] = one_line(t, value, small).lines[0];
    label.lines[label.n++] = one_line(t, limit_words(t, line), small).lines[0];
    return label;
}

static void draw_gutter(struct first_token *t) {
    struct gutter_entry entries[TOKEN_LINES];
    for (enum token_line line = 0; line < TOKEN_LINES; line++) {
        struct serving_line l = t->lines[line];
        double y = axis_at(t->plot.y, l.value[l.n - 1]);
        entries[line] =
            (struct gutter_entry){line_label(t, line), y, t->marks[line], t->limits[line]};
    }
    struct gutter g = {t->plot.x.to + (t->d->in_page ? 7 : 9), t->plot.x.to, t->plot.y.to,
                       t->plot.y.from, 24};
    gutter_draw(t->d, g, entries, TOKEN_LINES);
}

static void draw_wall_label(struct first_token *t) {
    struct arena *a = t->d->arena;
    if (token_has_wall(t)) {
        const char *text = say_with(a, t->d->strings, "chart.first-token-and-next.wall", "prompt",
                                    words_count(a, t->last), NULL);
        serving_draw_wall_label(t->d, &t->plot, (double)t->last, text);
    } else if (!t->last) {
        serving_draw_unfit(t->d, &t->s, &t->plot, serving_prompt, TOKEN_START);
    }
}

enum { PLACES = 24, WISHES = 8 };

/* The lowest that is drawn of a line there: band, or ceiling. */
static double bottom_at(struct first_token *t, enum token_line line, int64_t at) {
    double low = fmin(token_low(t, line, at), token_ceiling(t, line, at));
    return axis_at(t->plot.y, low);
}

/* A time above its point and its band: left for the first token, right for the next; that of the
 * next may stand below its lines. */
static struct wish time_wish(struct first_token *t, size_t i, enum token_line line, int64_t at) {
    struct candidate *places = ARENA_ARRAY(t->d->arena, struct candidate, PLACES);
    struct point p = plot_at(&t->plot, (double)at, token_value(t, line, at));
    const char *text = say_with(t->d->arena, t->d->strings, "chart.first-token-and-next.at", "time",
                                serving_time(t->d->arena, token_value(t, line, at)), "prompt",
                                serving_tokens(t->d->arena, at), NULL);
    enum ink ink = line == TOKEN_FIRST && at < t->corner ? INK_BANDWIDTH : ink_of(t, line);
    struct label label = one_line(t, text, style(t, 9.5, 8.5, WEIGHT_SEMIBOLD, ink));
    double top = fmin(p.y - 6, axis_at(t->plot.y, token_high(t, line, at)) - 5);
    double below = bottom_at(t, line, at) + 12, side = line == TOKEN_FIRST ? -1 : 1;
    for (int k = 0; k < PLACES; k++) {
        double turn = k % 2 ? -side : side, step = 4 * (k / 2);
        bool under = line == TOKEN_NEXT && k >= 4;
        double y = under ? below + step - 8 : top - step;
        places[k] = (struct candidate){p.x + turn * 7.5, y, turn < 0 ? ANCHOR_END : ANCHOR_START};
    }
    size_t n = PLACES;
    serving_off_grid(t->d, &t->plot, &label, places, n);
    return (struct wish){label, places, n, t->dots[i][line], p, false, 2};
}

/* How many tokens could have been written while the first was waited for. */
static struct wish gap_wish(struct first_token *t, size_t i, int64_t at, int64_t tokens) {
    struct candidate *places = ARENA_ARRAY(t->d->arena, struct candidate, PLACES);
    struct point up = plot_at(&t->plot, (double)at, token_value(t, TOKEN_FIRST, at));
    struct point low = plot_at(&t->plot, (double)at, token_value(t, TOKEN_NEXT, at));
    const char *text = say_with(t->d->arena, t->d->strings, "chart.first-token-and-next.gap",
                                "tokens", words_count(t->d->arena, tokens), NULL);
    double top = axis_at(t->plot.y, token_low(t, TOKEN_FIRST, at));
    double bottom = axis_at(t->plot.y, token_high(t, TOKEN_NEXT, at));
    double middle = (bottom > top ? (top + bottom) / 2 : (up.y + low.y) / 2) + 3;
    size_t n = 0;
    for (int side = 0; side < 2; side++)
        for (int step = 0; step < PLACES / 2; step++) {
            bool right = (i == 0) == (side == 0);
            double y = middle + (step % 2 ? -1 : 1) * 9 * ((step + 1) / 2);
            places[n++] =
                (struct candidate){up.x + (right ? 7 : -7), y, right ? ANCHOR_START : ANCHOR_END};
        }
    struct label label = one_line(t, text, style(t, 8.5, 8, WEIGHT_REGULAR, INK_INK2));
    serving_off_grid(t->d, &t->plot, &label, places, n);
    return (struct wish){label, places, n, t->gap_mark[i], up, false, 1};
}

static struct wish ridge_wish(struct first_token *t) {
    struct arena *a = t->d->arena;
    struct candidate *places = ARENA_ARRAY(a, struct candidate, PLACES);
    struct point p = plot_at(&t->plot, (double)t->ridge, token_ceiling(t, TOKEN_FIRST, t->ridge));
    struct text_style plain = style(t, 9, 8, WEIGHT_REGULAR, INK_INK2);
    struct text_style strong = style(t, 9, 8, WEIGHT_SEMIBOLD, INK_INK);
    struct piece *pieces = ARENA_ARRAY(a, struct piece, 3);
    const char *number = words_count(a, t->ridge);
    const char *before = say(t->d->strings, "chart.first-token-and-next.ridge.before");
    const char *after = say(t->d->strings, "chart.first-token-and-next.ridge.after");
    pieces[0] = (struct piece){arena_printf(a, "%s ", before), plain};
    pieces[1] = (struct piece){number, strong};
    pieces[2] = (struct piece){arena_printf(a, " %s", after), plain};
    static const struct {
        double x;
        enum anchor anchor;
    } sides[] = {{5, ANCHOR_START}, {0, ANCHOR_MIDDLE}, {-5, ANCHOR_END}};
    size_t n = 0;
    for (int i = 0; i < 24; i++) {
        double y = p.y + 14 + 2 * (i % 8);
        if (y < t->plot.y.from - 3) /* not on the axis */
            places[n++] = (struct candidate){p.x + sides[i / 8].x, y, sides[i / 8].anchor};
    }
    struct label label = {.lines = {{pieces, 3}}, .n = 1};
    serving_off_grid(t->d, &t->plot, &label, places, n);
    return (struct wish){label, places, n, t->ridge_mark, p, false, 2};
}

static size_t wishes_of(struct first_token *t, struct wish *out) {
    int64_t at[2];
    size_t n = 0, compared = token_compared(t, at);
    for (size_t i = 0; i < compared && t->last; i++) {
        double ratio = token_value(t, TOKEN_FIRST, at[i]) / token_value(t, TOKEN_NEXT, at[i]);
        bool in_gutter = at[i] == t->late;
        for (enum token_line line = 0; line < TOKEN_LINES && !in_gutter; line++)
            out[n++] = time_wish(t, i, line, at[i]);
        if (ratio >= 1.5 && !is_tight(t))
            out[n++] = gap_wish(t, i, at[i], llround(ratio));
    }
    if (t->ridge_mark)
        out[n++] = ridge_wish(t);
    return n;
}

void token_draw_labels(struct first_token *t) {
    struct wish wishes[WISHES];
    axis_draw_title_y(t->d, &t->plot, say(t->d->strings, "chart.first-token-and-next.y-axis"));
    axis_draw_title_x(t->d, &t->plot, say(t->d->strings, "chart.first-token-and-next.x-axis"));
    draw_wall_label(t);
    draw_gutter(t);
    measured_draw(t->d, &t->plot, t->s.request->points, t->s.request->point_count,
                  "chart.first-token-and-next.measured.x", "chart.first-token-and-next.measured.y");
    place_draw(t->d, wishes, wishes_of(t, wishes));
}
