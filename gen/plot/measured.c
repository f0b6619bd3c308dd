#include "plot/measured.h"

#include <string.h>

#include "plot/place.h"
#include "plot/shape.h"
#include "plot/words.h"

int modelled_draw(struct drawing *d, struct point at, enum ink ink, bool hollow, const char *says) {
    double radius = d->in_page ? 2.6 : 3.4;
    int mark = draw_mark(d, says);
    if (hollow)
        shape_disc(d, at, radius - 0.6, INK_GROUND, stroke_solid(ink, 1.2));
    else
        shape_disc(d, at, radius + 0.5, ink, stroke_solid(INK_GROUND, d->in_page ? 0.9 : 1.2));
    draw_mark_end(d);
    return mark;
}

static bool is_inside(const struct plot *p, const struct measured *m) {
    return m->x >= p->x.low && m->x <= p->x.high && m->y >= p->y.low && m->y <= p->y.high;
}

static bool has_name(const struct measured *m) {
    return m->name && *m->name;
}

/* "batch 64": a number in the words of its axis. */
static const char *in_words(struct drawing *d, const char *key, double value) {
    return say_with(d->arena, d->strings, key, "n", words_number(d->arena, value), NULL);
}

static int draw_one(struct drawing *d, struct point at, const struct measured *m, const char *x_key,
                    const char *y_key) {
    const char *key = has_name(m) ? "chart.measured.named" : "chart.measured";
    int mark =
        draw_mark(d, say_with(d->arena, d->strings, key, "name", m->name, "x",
                              in_words(d, x_key, m->x), "y", in_words(d, y_key, m->y), NULL));
    shape_measured(d, at);
    draw_mark_end(d);
    return mark;
}

/* Places inside the plot come first; left of it stand the ticks. */
static size_t keep_inside(struct drawing *d, const struct plot *p, const struct label *label,
                          struct candidate *places, size_t n) {
    struct candidate sorted[PLACE_MOST];
    size_t kept = 0;
    for (int inside = 1; inside >= 0; inside--)
        for (size_t i = 0; i < n; i++) {
            struct rect box = label_box(d, label, places[i]);
            bool is_inside = rect_right(box) <= p->x.to && box.y >= p->y.to;
            if (box.x > p->x.from && rect_bottom(box) < p->y.from && is_inside == (inside == 1))
                sorted[kept++] = places[i];
        }
    memcpy(places, sorted, kept * sizeof *sorted);
    return kept;
}

static struct wish name_wish(struct drawing *d, const struct plot *p, struct point at,
                             const char *name, int mark) {
    struct piece *piece = ARENA_NEW(d->arena, struct piece);
    *piece = (struct piece){name, draw_style(d, d->in_page ? 8 : 8.5, WEIGHT_REGULAR, INK_INK)};
    struct label label = {.lines = {{piece, 1}}, .n = 1};
    struct candidate *places = ARENA_ARRAY(d->arena, struct candidate, PLACE_MOST);
    size_t n = keep_inside(d, p, &label, places, place_around(at, 6, 8.5, places));
    return (struct wish){
        .label = label, .at = places, .n = n, .names = mark, .tip = at, .leader = true, .worth = 1};
}

void measured_draw(struct drawing *d, const struct plot *p, const struct measured *points, size_t n,
                   const char *x_key, const char *y_key) {
    struct wish wishes[PLACE_MOST];
    size_t named = 0;
    for (size_t i = 0; i < n; i++) {
        const struct measured *m = &points[i];
        if (!is_inside(p, m)) {
            ARENA_GROW(d->arena, d->outside, d->outside_count, d->outside_room, 8);
            d->outside[d->outside_count++] = m;
            continue;
        }
        struct point at = plot_at(p, m->x, m->y);
        int mark = draw_one(d, at, m, x_key, y_key);
        if (has_name(m) && named < PLACE_MOST)
            wishes[named++] = name_wish(d, p, at, m->name, mark);
    }
    place_draw(d, wishes, named);
}
