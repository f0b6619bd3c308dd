/* The names of memories and links, along their slopes. */
#include <math.h>

#include "chart/roofline.h"
#include "plot/rising.h"
#include "plot/words.h"

/* A slope with its texts from the fullest to the shortest. */
struct slope {
    struct segment line;
    int mark;
    enum ink ink;
    double half; /* of its width */
    const char *name, *value, *from, *ridge;
};

/* "PCIe 5.0 x16 63 GB/s · host memory · ridge 15 705"; fewer parts in shorter forms. */
static size_t pieces_of(const struct roofline *r, const struct slope *s, int form,
                        struct piece out[4]) {
    struct text_style strong = draw_style(r->d, r->look->second, WEIGHT_SEMIBOLD, s->ink);
    struct text_style plain = draw_style(r->d, r->look->second, WEIGHT_REGULAR, s->ink);
    out[0] = (struct piece){s->name, strong};
    out[1] = (struct piece){arena_printf(r->d->arena, " %s", s->value), plain};
    out[2] = (struct piece){arena_printf(r->d->arena, " · %s", s->from), plain};
    out[3] = (struct piece){arena_printf(r->d->arena, " · %s", s->ridge ? s->ridge : ""), plain};
    return (size_t)(4 - form);
}

/* Beside the line at a distance along it, above or below. */
static struct point beside(const struct slope *s, double along, bool above) {
    double off = above ? -2.4 - s->half
                       : 7.2 + s->half; /* from the line square to it: descenders, capitals */
    return (struct point){s->line.from.x + along + off * sqrt(0.5),
                          s->line.from.y - along + off * sqrt(0.5)};
}

/* From the middle outwards; the first free place of the fullest form that has one. */
static void draw_slope_name(struct roofline *r, const struct slope *s) {
    double length = s->line.to.x - s->line.from.x;
    draw_naming(r->d, s->mark);
    for (int form = r->narrow ? 2 : s->ridge ? 0 : 1; form < 4; form++) {
        struct piece pieces[4];
        size_t n = pieces_of(r, s, form, pieces);
        double wide = draw_box(r->d, 0, 0, ANCHOR_START, pieces, n).w * sqrt(0.5);
        double room = length - wide - 10, middle = room / 2 + 4;
        for (double off = 0; off <= room / 2; off += 4)
            for (int way = 0; way < 4; way++) {
                struct point at = beside(s, middle + (way % 2 ? -off : off), way < 2);
                if (!rising_is_free(r->d, at, pieces, n))
                    continue;
                rising_draw(r->d, at, pieces, n);
                draw_naming(r->d, 0);
                return;
            }
    }
    draw_naming(r->d, 0);
}

static void name_ceiling(struct roofline *r, const struct ceiling *c) {
    struct segment line;
    if (!c->is_slope || !roofline_ceiling_line(r, c, &line))
        return;
    const char *ridge = say_with(r->d->arena, r->d->strings, roofline_key(r, "tier.ridge"), "ridge",
                                 words_number(r->d->arena, c->ridge), NULL);
    draw_slope_name(r, &(struct slope){line, c->mark, INK_INTERCONNECT, 0.3, c->name,
                                       roofline_ceiling_value(r, c), roofline_ceiling_name(r, c),
                                       c->ridge > 0 ? ridge : NULL});
}

/* The device's own memory, beside the others. */
static void name_own(struct roofline *r) {
    const struct roof_line *a = &r->roofs[0];
    struct point corners[3];
    if (a->bandwidth <= 0 || roofline_corners(r, a, corners) < 2 || !a->device->memory_type)
        return;
    draw_slope_name(r, &(struct slope){{corners[0], corners[1]},
                                       a->mark,
                                       a->ink,
                                       a->stroke.width,
                                       a->device->memory_type,
                                       words_bandwidth(r->d->arena, a->bandwidth),
                                       roofline_word(r, "tier.own"),
                                       NULL});
}

void roofline_draw_slopes(struct roofline *r) {
    bool any = false;
    for (size_t i = 0; i < r->ceiling_count; i++) {
        name_ceiling(r, &r->ceilings[i]);
        any |= r->ceilings[i].is_slope;
    }
    if (any)
        name_own(r);
}
