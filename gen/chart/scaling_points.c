/* Scaling: points with their values, what was measured, and the ridge. */
#include <math.h>
#include <string.h>

#include "chart/scaling_draw.h"
#include "plot/measured.h"
#include "plot/shape.h"
#include "plot/words.h"

static bool has_measured(const struct scaling *c) {
    bool found = c->request->point_count > 0;
    for (size_t i = 0; i < SCALING_COUNTS; i++)
        found |= isfinite(c->points[i].measured);
    return found;
}

static struct wish wish_at(struct scaling *c, struct point at, const char *word, const char *value,
                           int mark) {
    struct candidate *places = ARENA_ARRAY(c->arena, struct candidate, PLACE_MOST + 2);
    struct piece *pieces = ARENA_ARRAY(c->arena, struct piece, 2);
    double size = c->d->in_page ? 8 : 9;
    pieces[0] = (struct piece){word, draw_style(c->d, size, WEIGHT_REGULAR, INK_INK2)};
    pieces[1] = (struct piece){value, draw_style(c->d, size, WEIGHT_SEMIBOLD, INK_INK)};
    size_t n = 2 + place_around(at, 7, 8.5, places + 2), kept = 0;
    places[*word != 0] = (struct candidate){at.x - 5, at.y - 6, ANCHOR_END};
    places[*word == 0] = (struct candidate){at.x + 6, at.y + 11, ANCHOR_START};
    for (size_t i = 0; i < n; i++) /* left of the axis stand the labels of its ticks */
        if (at.x > c->plot.x.from + 5 || places[i].anchor == ANCHOR_START)
            places[kept++] = places[i];
    return (struct wish){.label = {.lines = {{*word ? pieces : pieces + 1, *word ? 2 : 1}}, .n = 1},
                         .at = places,
                         .n = kept,
                         .names = mark,
                         .tip = at,
                         .leader = true,
                         .worth = *word ? 2 : 0.25}; /* rather none than one far off */
}

static struct wish typical_wish(struct scaling *c, const struct scaling_point *p, bool last) {
    struct point at = plot_at(&c->plot, p->devices, p->speed.value);
    const char *value = scaling_speed_text(c->arena, p->speed.value);
    const char *says = say_with(c->arena, c->words, "chart.scaling.mark", "devices",
                                words_number(c->arena, p->devices), "speed", value, "low",
                                scaling_speed_text(c->arena, p->speed.low), "high",
                                scaling_speed_text(c->arena, p->speed.high), "share",
                                scaling_share_text(c->arena, p->share.value), NULL);
    int mark = modelled_draw(c->d, at, INK_INK, has_measured(c), says);
    return wish_at(c, at, last ? say(c->words, "chart.scaling.typical.before") : "", value, mark);
}

static struct wish measured_wish(struct scaling *c, const struct scaling_point *p, bool last) {
    struct point at = plot_at(&c->plot, p->devices, p->measured);
    const char *value = scaling_speed_text(c->arena, p->measured);
    int mark = draw_mark(c->d, say_with(c->arena, c->words, "chart.scaling.mark.measured",
                                        "devices", words_number(c->arena, p->devices), "speed",
                                        value, "source", c->source, NULL));
    shape_measured(c->d, at);
    draw_mark_end(c->d);
    return wish_at(c, at, last ? say(c->words, "chart.scaling.measured.before") : "", value, mark);
}

size_t scaling_points(struct scaling *c, struct wish *wishes) {
    size_t n = 0, last = 0;
    for (size_t i = 0; i < SCALING_COUNTS; i++)
        if (isfinite(c->points[i].measured))
            last = i;
    for (size_t i = 0; i < SCALING_COUNTS; i++) {
        const struct scaling_point *p = &c->points[i];
        if (p->state == SCALING_REAL)
            wishes[n++] = typical_wish(c, p, i == c->last);
        if (isfinite(p->measured)) {
            struct wish w = measured_wish(c, p, i == last);
            if (i == last)
                wishes[n++] = w;
        }
    }
    return n;
}

struct wish scaling_ridge(struct scaling *c) {
    struct point at = plot_at(&c->plot, c->ridge, c->ridge_speed);
    const char *devices = words_digits(c->arena, c->ridge, c->ridge < 10 ? 2 : 3);
    const char *word = say(c->words, "chart.scaling.ridge.before");
    int mark = draw_mark(
        c->d, say_with(c->arena, c->words, "chart.scaling.ridge", "devices", devices, NULL));
    shape_ring(c->d, at, true, INK_INK);
    draw_mark_end(c->d);
    struct wish wish =
        wish_at(c, at, word,
                say_with(c->arena, c->words, "chart.scaling.devices", "n", devices, NULL), mark);
    struct candidate *places = ARENA_ARRAY(c->arena, struct candidate, wish.n + 1);
    memcpy(places + 1, wish.at, wish.n * sizeof *places);
    places[0] = (struct candidate){at.x, at.y - 8, ANCHOR_MIDDLE};
    wish.at = places;
    wish.n++;
    return wish;
}
