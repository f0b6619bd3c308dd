#include "plot/measured.h"

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

static int draw_one(struct drawing *d, struct point at, const struct measured *m,
                    const char *x_words, const char *y_words) {
    const char *key = has_name(m) ? "chart.measured.named" : "chart.measured";
    int mark = draw_mark(d, say_with(d->arena, d->strings, key, "name", m->name, "x",
                                     words_number(d->arena, m->x), "x-words", x_words, "y",
                                     words_number(d->arena, m->y), "y-words", y_words, NULL));
    shape_measured(d, at);
    draw_mark_end(d);
    return mark;
}

static struct wish name_wish(struct drawing *d, struct point at, const char *name, int mark) {
    struct piece *piece = ARENA_NEW(d->arena, struct piece);
    *piece = (struct piece){name, draw_style(d, d->in_page ? 8 : 8.5, WEIGHT_REGULAR, INK_INK)};
    struct candidate *places = ARENA_ARRAY(d->arena, struct candidate, PLACE_MOST);
    return (struct wish){.label = {.lines = {{piece, 1}}, .n = 1},
                         .at = places,
                         .n = place_around(at, 6, 8.5, places),
                         .names = mark,
                         .tip = at,
                         .leader = true};
}

void measured_draw(struct drawing *d, const struct plot *p, const struct measured *points, size_t n,
                   const char *x_words, const char *y_words) {
    struct wish wishes[PLACE_MOST];
    size_t named = 0;
    for (size_t i = 0; i < n; i++) {
        const struct measured *m = &points[i];
        if (!is_inside(p, m))
            continue;
        struct point at = plot_at(p, m->x, m->y);
        int mark = draw_one(d, at, m, x_words, y_words);
        if (has_name(m) && named < PLACE_MOST)
            wishes[named++] = name_wish(d, at, m->name, mark);
    }
    place_draw(d, wishes, named);
}
