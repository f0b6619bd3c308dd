/* Growth of the KV cache: lines, cards, and where one is full. */
#include <math.h>

#include "chart/kv_growth.h"
#include "plot/curve.h"
#include "plot/gutter.h"
#include "plot/place.h"
#include "plot/shape.h"
#include "plot/words.h"

enum { SAMPLES = 65 };

/* ── Lines ── */

/* The line between two contexts; it bends only where a window begins or a pool is padded. */
static void draw_stretch(struct kv_growth *g, const struct growth_line *line, double from,
                         double to, struct stroke stroke) {
    from = fmax(from, g->plot.x.low);
    to = fmin(to, g->plot.x.high);
    if (from >= to)
        return;
    struct axis part = {AXIS_LOG2, from, to, 0, 1};
    const double *x = axis_samples(g->arena, part, SAMPLES);
    double *y = ARENA_ARRAY(g->arena, double, SAMPLES);
    for (size_t i = 0; i < SAMPLES; i++)
        y[i] = growth_gib(line, x[i]);
    curve_draw(g->d, &g->plot, (struct series){x, y, SAMPLES}, stroke);
}

/* Rouge over the line from where the card may be full to where it surely is. */
static void draw_filled(struct kv_growth *g, const struct growth_line *line) {
    double from = line->filled.sure, to = line->filled.lucky;
    double width = g->d->in_page ? 1.8 : 2.4;
    draw_stretch(g, line, from, fmin(to, line->trained), stroke_solid(INK_CAPACITY, width));
    draw_stretch(g, line, fmax(from, line->trained), to, curve_hypothetical(g->d, INK_CAPACITY));
}

static const char *line_says(struct kv_growth *g, const struct growth_line *line) {
    return say_with(g->arena, g->words, "chart.kv-growth.mark.line", "model", growth_name(g, line),
                    "gib", growth_amount(g->arena, growth_last(g, line)), "context",
                    growth_tokens(g->arena, g->plot.x.high), "attention",
                    growth_attention(g, line->model), NULL);
}

static void draw_line(struct kv_growth *g, struct growth_line *line) {
    line->mark = draw_mark(g->d, line_says(g, line));
    if (line->cache.local > 0)
        draw_stretch(g, line, 0, line->trained,
                     stroke_solid(INK_GROUND, g->d->in_page ? 3.2 : 4.2));
    draw_stretch(g, line, 0, line->trained, curve_typical(g->d, INK_KV));
    draw_stretch(g, line, line->trained, INFINITY, curve_hypothetical(g->d, INK_KV));
    if (growth_is_filled(g, line))
        draw_filled(g, line);
    draw_mark_end(g->d);
}

/* Lines that bend cross others and are drawn last. */
static void draw_lines(struct kv_growth *g) {
    for (int bent = 0; bent < 2; bent++)
        for (size_t i = 0; i < g->count; i++)
            if ((g->lines[i].cache.local > 0) == bent)
                draw_line(g, &g->lines[i]);
}

/* ── Cards ── */

static struct label one_line(struct kv_growth *g, const struct piece *pieces, size_t n) {
    struct label label = {.n = 1, .pitch = 11};
    label.lines[0] = (struct label_line){arena_memdup(g->arena, pieces, n * sizeof *pieces), n};
    return label;
}

static struct text_style small(const struct kv_growth *g, enum weight weight, enum ink ink) {
    return draw_style(g->d, g->d->in_page ? 8 : 8.5, weight, ink);
}

static int draw_card(struct kv_growth *g, const struct accelerator *card) {
    double gib = growth_capacity(card);
    int mark = draw_mark(
        g->d, arena_printf(g->arena, "%s: %s GiB", card->name, growth_amount(g->arena, gib)));
    level_draw(g->d, &g->plot, gib, stroke_solid(INK_CAPACITY, g->d->in_page ? 1.1 : 1.3));
    draw_mark_end(g->d);
    return mark;
}

/* Below its line at the left, or above it, or farther right. */
static void name_card(struct kv_growth *g, const struct accelerator *card, int mark, bool below) {
    enum { PLACES = 4 };
    struct drawing *d = g->d;
    double gib = growth_capacity(card), y = axis_at(g->plot.y, gib);
    struct piece pieces[] = {{arena_printf(g->arena, "%s GiB", growth_amount(g->arena, gib)),
                              small(g, WEIGHT_SEMIBOLD, INK_CAPACITY)},
                             {" ", small(g, WEIGHT_REGULAR, INK_CAPACITY)},
                             {card->short_name, small(g, WEIGHT_REGULAR, INK_CAPACITY)}};
    struct label label = one_line(g, pieces, 3);
    struct candidate at[2 * PLACES];
    double left = g->plot.x.from + 7, step = (g->plot.x.to - left) / PLACES;
    for (size_t i = 0; i < PLACES; i++) {
        double x = left + step * (double)i;
        at[2 * i] = (struct candidate){x, below ? y + 11 : y - 4, ANCHOR_START};
        at[2 * i + 1] = (struct candidate){x, below ? y - 4 : y + 11, ANCHOR_START};
    }
    draw_naming(d, mark);
    size_t k = label_first_free(d, &label, at, 2 * PLACES);
    if (k < 2 * PLACES)
        label_draw(d, &label, at[k]);
    draw_naming(d, 0);
}

/* Close to each other, one is named below its line and one above. */
static void name_cards(struct kv_growth *g, const int *marks) {
    bool close =
        g->card_count == 2 && growth_capacity(g->cards[1]) < 1.3 * growth_capacity(g->cards[0]);
    for (size_t i = 0; i < g->card_count; i++)
        name_card(g, g->cards[i], marks[i], i == 0 || !close);
}

/* ── Labels at the lines ── */

static struct point line_point(const struct kv_growth *g, const struct growth_line *line,
                               double tokens) {
    return plot_at(&g->plot, tokens, growth_gib(line, tokens));
}

static struct wish wish_at(struct kv_growth *g, struct point at, double gap, int mark) {
    struct candidate *places = ARENA_ARRAY(g->arena, struct candidate, 24);
    size_t n = place_around(at, gap, 8.5, places);
    return (struct wish){.at = places, .n = n, .names = mark, .tip = at, .leader = true};
}

/* The first ring says in words what rings are. */
static struct wish ring_wish(struct kv_growth *g, const struct growth_line *line, bool first) {
    const char *range = growth_range(g->arena, line->filled);
    const char *card = g->cards[0]->short_name;
    int mark = draw_mark(g->d, say_with(g->arena, g->words, "chart.kv-growth.mark.full", "model",
                                        growth_name(g, line), "card", g->cards[0]->name, "range",
                                        range, NULL));
    struct point at = line_point(g, line, line->filled.sure);
    shape_ring(g->d, at, true, INK_CAPACITY);
    draw_mark_end(g->d);
    const char *words =
        first && g->d->scene->width > 400
            ? say_with(g->arena, g->words, "chart.kv-growth.full", "card", card, NULL)
            : "";
    struct piece pieces[] = {{words, small(g, WEIGHT_REGULAR, INK_CAPACITY)},
                             {range, small(g, WEIGHT_SEMIBOLD, INK_CAPACITY)}};
    struct wish w = wish_at(g, at, 7, mark);
    w.label = one_line(g, *words ? pieces : pieces + 1, *words ? 2 : 1);
    return w;
}

static struct wish trained_wish(struct kv_growth *g, const struct growth_line *line, bool first) {
    const char *tokens = growth_tokens(g->arena, line->trained);
    struct point at = line_point(g, line, line->trained);
    bool words = first && !g->d->in_page;
    const char *key = words ? "chart.kv-growth.trained.words" : "chart.kv-growth.trained";
    const char *text = say_with(g->arena, g->words, key, "context", tokens, NULL);
    int mark = draw_mark(g->d, arena_printf(g->arena, "%s: %s", growth_name(g, line), text));
    shape_disc(g->d, at, g->d->in_page ? 2.4 : 3, INK_KV, stroke_solid(INK_GROUND, 0.9));
    draw_mark_end(g->d);
    struct piece piece = {text, small(g, WEIGHT_REGULAR, INK_INK2)};
    struct wish w = wish_at(g, at, 7, mark);
    struct candidate above = {at.x + 10, at.y - 19, ANCHOR_END}; /* with a leader */
    struct candidate *places = ARENA_ARRAY(g->arena, struct candidate, w.n + 1);
    for (size_t i = 0; i < w.n; i++)
        places[i + 1] = w.at[i];
    places[0] = above;
    w.at = places;
    w.n++;
    w.label = one_line(g, &piece, 1);
    return w;
}

/* Draws the marks; their labels are placed when all else stands. */
static size_t draw_points(struct kv_growth *g, struct wish *wishes) {
    size_t n = 0, rings = 0, trained = 0;
    for (size_t i = 0; i < g->count; i++) {
        const struct growth_line *line = &g->lines[i];
        if (line->trained > g->plot.x.low && line->trained < g->plot.x.high)
            wishes[n++] = trained_wish(g, line, !trained++);
        if (growth_is_filled(g, line))
            wishes[n++] = ring_wish(g, line, !rings++);
    }
    return n;
}

/* ── Gutter ── */

static struct gutter_entry gutter_line(struct kv_growth *g, const struct growth_line *line) {
    struct drawing *d = g->d;
    double size = d->in_page ? 8.5 : 9.5, last = growth_last(g, line);
    struct piece *name = ARENA_ARRAY(g->arena, struct piece, 4);
    name[0] = (struct piece){growth_name(g, line), draw_style(d, size, WEIGHT_SEMIBOLD, INK_INK)};
    name[1] = (struct piece){" ", name[0].style};
    name[2] =
        (struct piece){growth_amount(g->arena, last), draw_style(d, size, WEIGHT_SEMIBOLD, INK_KV)};
    name[3] = (struct piece){growth_attention(g, line->model), small(g, WEIGHT_REGULAR, INK_INK2)};
    struct label label = {.lines = {{name, 3}, {name + 3, 1}}, .n = 2};
    label.pitch = d->in_page ? 10 : 11;
    return (struct gutter_entry){label, axis_at(g->plot.y, last), line->mark, LIMIT_NONE};
}

/* What the entries need below each other, long ones broken. */
static double gutter_need(const struct kv_growth *g, const struct gutter_entry *entries,
                          double width) {
    double need = 0;
    for (size_t i = 0; i < g->count; i++) {
        struct label fit = label_fit(g->d, &entries[i].label, width);
        need += fit.pitch * (double)(fit.n - 1) + 12.5;
    }
    return need;
}

/* Where there is no room for second lines, names stand alone. */
static void draw_gutter(struct kv_growth *g) {
    struct gutter_entry entries[GROWTH_MOST];
    double right = g->plot.x.to, x = right + 12;
    double end = g->d->scene->width - (g->d->in_page ? 0 : 16);
    for (size_t i = 0; i < g->count; i++)
        entries[i] = gutter_line(g, &g->lines[i]);
    bool crowded = gutter_need(g, entries, end - x) > g->plot.y.from - g->plot.y.to + 8;
    for (size_t i = 0; i < g->count && crowded; i++)
        entries[i].label.n = 1;
    struct gutter gutter = {x, right, g->plot.y.to, g->plot.y.from, crowded ? 12 : 25};
    gutter_draw(g->d, gutter, entries, g->count);
}

void growth_draw(struct kv_growth *g) {
    struct drawing *d = g->d;
    axis_draw_grid_y(d, &g->plot);
    axis_draw_x(d, &g->plot, TICK_TOKENS);
    axis_draw_y(d, &g->plot, TICK_PLAIN);
    axis_draw_title_x(d, &g->plot, say(g->words, "chart.kv-growth.x-axis"));
    axis_draw_title_y(d, &g->plot, "GiB");
    draw_lines(g);
    int marks[GROWTH_CARDS];
    for (size_t i = 0; i < g->card_count; i++)
        marks[i] = draw_card(g, g->cards[i]);
    struct wish wishes[2 * GROWTH_MOST];
    size_t n = draw_points(g, wishes);
    draw_gutter(g);
    name_cards(g, marks); /* these may move, the gutter's do not */
    place_draw(d, wishes, n);
}
