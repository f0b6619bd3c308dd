/* Scaling: the names of ceilings, of the node and of the lines' ends. */
#include <math.h>

#include "chart/scaling_draw.h"
#include "plot/gutter.h"
#include "plot/words.h"

static struct text_style small(const struct scaling *c, enum weight weight, enum ink ink) {
    return draw_style(c->d, c->d->in_page ? 8 : 8.5, weight, ink);
}

enum ink scaling_work_ink(const struct scaling *c) {
    return c->training ? INK_COMPUTE : INK_BANDWIDTH;
}

void scaling_name_node(struct scaling *c, int mark) {
    if (!mark)
        return;
    struct piece piece = {say_with(c->arena, c->words, "chart.scaling.node", "n",
                                   words_number(c->arena, c->node), NULL),
                          small(c, WEIGHT_SEMIBOLD, INK_INTERCONNECT)};
    struct label label = {.lines = {{&piece, 1}}, .n = 1};
    double x = axis_at(c->plot.x, c->node), base = c->plot.y.from - 6;
    struct candidate at[] = {{x + 6, base, ANCHOR_START},
                             {x - 6, base, ANCHOR_END},
                             {x + 6, c->plot.y.to + 8, ANCHOR_START},
                             {x - 6, c->plot.y.to + 8, ANCHOR_END}};
    draw_naming(c->d, mark);
    size_t k = label_first_free(c->d, &label, at, 4);
    if (k < 4)
        label_draw(c->d, &label, at[k]);
    draw_naming(c->d, 0);
}

void scaling_name_ceiling(struct scaling *c, int mark) {
    enum { PLACES = 24 };
    const struct scaling_point *one = &c->points[0];
    enum limit limit = c->training ? LIMIT_COMPUTE : LIMIT_BANDWIDTH;
    double size = c->d->in_page ? 7 : 8;
    struct piece name = {
        scaling_word(c, "ceiling"),
        draw_style(c->d, c->d->in_page ? 8.5 : 9.5, WEIGHT_SEMIBOLD, scaling_work_ink(c))};
    struct piece why = {say(c->words, "chart.scaling.ceiling.why"),
                        small(c, WEIGHT_REGULAR, INK_INK2)};
    struct label label = {.lines = {{&name, 1}, {&why, 1}}, .n = 2, .pitch = 11};
    double width = label_box(c->d, &label, (struct candidate){0, 0, ANCHOR_START}).w + size + 2;
    draw_naming(c->d, mark);
    for (size_t i = 0; i < PLACES && one->state != SCALING_NONE; i++) {
        double x = c->plot.x.from + 4 + (double)i * 6;
        double right = fmin(x + width, c->plot.x.to), devices = axis_value(c->plot.x, right);
        double slope = one->ceiling * devices / one->devices;
        double y = axis_at(c->plot.y, slope) - 18;
        struct rect box =
            label_box(c->d, &label, (struct candidate){x + size + 2, y, ANCHOR_START});
        box.x -= size + 2;
        box.w += size + 2;
        if (y < c->plot.y.to + 8 || !draw_is_free(c->d, box))
            continue;
        mark_limit(c->d->scene, limit, (struct point){x, y + 0.6}, size);
        label_draw(c->d, &label, (struct candidate){x + size + 2, y, ANCHOR_START});
        break;
    }
    draw_naming(c->d, 0);
}

static struct gutter_entry entry(struct scaling *c, const char *name, const char *second,
                                 enum ink ink, double speed, int mark, enum limit glyph) {
    struct piece *pieces = ARENA_ARRAY(c->arena, struct piece, 2);
    pieces[0] =
        (struct piece){name, draw_style(c->d, c->d->in_page ? 8.5 : 10.5, WEIGHT_SEMIBOLD, ink)};
    pieces[1] = (struct piece){second, small(c, WEIGHT_REGULAR, INK_INK2)};
    struct label label = {
        .lines = {{pieces, 1}, {pieces + 1, 1}}, .n = second ? 2 : 1, .pitch = 11};
    double at = fmax(axis_at(c->plot.y, speed), c->plot.y.to);
    return (struct gutter_entry){label, at, mark, glyph};
}

void scaling_gutter(struct scaling *c, int typical, int wires) {
    struct gutter_entry entries[2];
    const struct scaling_point *end = NULL;
    size_t n = 0;
    for (size_t i = 0; i < SCALING_COUNTS; i++)
        if (c->points[i].state != SCALING_NONE)
            end = &c->points[i];
    if (wires)
        entries[n++] =
            entry(c,
                  say_with(c->arena, c->words, "chart.scaling.wires.value", "speed",
                           scaling_speed_text(c->arena, end->wires), NULL),
                  say_with(c->arena, c->words, "chart.scaling.wires.why", "time",
                           words_duration(c->arena, c->words,
                                          (double)end->estimate->scenario->batch / end->wires, 2),
                           NULL),
                  INK_INTERCONNECT, end->wires, wires, LIMIT_INTERCONNECT);
    const char *beyond = !scaling_has_real(c) ? say(c->words, "chart.does-not-fit")
                         : c->beyond ? say_with(c->arena, c->words, "chart.scaling.beyond", "n",
                                                words_number(c->arena, c->node), NULL)
                         : end->state == SCALING_HYPOTHETICAL ? say(c->words, "chart.does-not-fit")
                                                              : NULL;
    entries[n++] = entry(c, say(c->words, "chart.scaling.typical"), beyond, INK_INK,
                         end->speed.value, typical, LIMIT_NONE);
    double right = c->plot.x.to;
    gutter_draw(c->d, (struct gutter){right + 8, right, c->plot.y.to, c->plot.y.from, 24}, entries,
                n);
}
