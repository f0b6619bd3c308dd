/* The bars of a memory stack: segments, separators, overflow, totals. */
#include <math.h>

#include "chart/memory_stack.h"

/* Where the largest capacity lies; 0 without any: nothing overflows. */
static double overflow_limit(const struct memory_stack *m) {
    double largest = stack_largest(m);
    return largest > 0 ? axis_at(m->y, largest) : 0;
}

/* Stripes over all that no device holds, then each segment's outline. */
static void draw_overflow(struct memory_stack *m, const struct stack *s) {
    double limit = overflow_limit(m), top = stack_top(m, s);
    if (top >= limit - 0.05)
        return;
    scene_hatch(m->d->scene, (struct rect){s->x, top, m->bar, limit - top}, 45, 4.2,
                stroke_solid(INK_GROUND, 2.3));
    for (int f = 0; f < FILLS; f++) {
        struct extent e = stack_extent(m, s, (enum fill)f);
        double bottom = fmin(e.bottom, limit);
        enum ink outline = fill_rows[f].edge ? fill_rows[f].edge : fill_rows[f].ink;
        if (bottom - e.top > 0.8)
            scene_rect(m->d->scene,
                       (struct rect){s->x + 0.4, e.top + 0.4, m->bar - 0.8, bottom - e.top - 0.4},
                       INK_NONE, stroke_solid(outline, 0.8));
    }
}

static void draw_segment(struct memory_stack *m, const struct stack *s, enum fill fill) {
    struct extent e = stack_extent(m, s, fill);
    scene_rect(m->d->scene, (struct rect){s->x, e.top, m->bar, e.bottom - e.top},
               fill_rows[fill].ink, stroke_none);
}

/* Of light fills; what overflows has an outline instead. */
static void draw_edge(struct memory_stack *m, const struct stack *s, enum fill fill) {
    struct extent e = stack_extent(m, s, fill);
    double edge = m->look->edge, height = e.bottom - e.top;
    if (fill_rows[fill].edge && e.top >= overflow_limit(m) - 0.05 && height > 2 * edge)
        scene_rect(m->d->scene,
                   (struct rect){s->x + edge / 2, e.top + edge / 2, m->bar - edge, height - edge},
                   INK_NONE, stroke_solid(fill_rows[fill].edge, edge));
}

/* Over all segments, at the foot of each but the first. */
static void draw_separators(struct memory_stack *m, const struct stack *s) {
    bool first = true;
    for (int f = 0; f < FILLS; f++) {
        if (!(s->bytes[f] > 0))
            continue;
        double y = stack_extent(m, s, (enum fill)f).bottom;
        if (!first)
            scene_line(m->d->scene, (struct point){s->x, y}, (struct point){s->x + m->bar, y},
                       stroke_solid(INK_GROUND, m->look->separator));
        first = false;
    }
}

static void draw_in_bar(struct memory_stack *m, const struct stack *s, enum fill fill) {
    struct extent part = stack_free_part(m, stack_extent(m, s, fill));
    double x = s->x + m->bar / 2, middle = (part.top + part.bottom) / 2;
    const char *value = stack_tenths(m->d->arena, s->tenths[fill]);
    bool both = s->naming[fill] == NAMING_BOTH;
    if (both)
        draw_text(m->d, x, middle + m->look->name_up, ANCHOR_MIDDLE,
                  say(m->d->strings, fill_rows[fill].key), stack_name_style(m, fill));
    draw_text(m->d, x, middle + (both ? m->look->value_down : m->look->one), ANCHOR_MIDDLE, value,
              stack_value_style(m, fill));
}

/* Whether a total on this baseline keeps off all capacity lines. */
static bool total_is_clear(const struct memory_stack *m, double baseline) {
    static const double clear = 2.4;
    double height = m->look->total * 0.72;
    for (size_t i = 0; i < m->capacity_count; i++) {
        double line = axis_at(m->y, m->capacities[i].gib);
        if (!m->capacities[i].off_scale && line < baseline + clear &&
            line > baseline - height - clear)
            return false;
    }
    return true;
}

/* Five above the bar; where a capacity line is near, a little closer or as far up as it takes. */
static void draw_total(struct memory_stack *m, const struct stack *s) {
    static const double least = 2.5, step = 0.25;
    double top = stack_top(m, s), baseline = top - m->look->total_gap;
    if (!total_is_clear(m, baseline))
        baseline = fmin(top - least, m->base - 3); /* a bar of nothing has the axis under it */
    while (!total_is_clear(m, baseline))
        baseline -= step;
    struct piece total = {stack_tenths(m->d->arena, s->total),
                          draw_style(m->d, m->look->total, WEIGHT_SEMIBOLD, INK_INK)};
    double x = s->x + m->bar / 2;
    stack_clear_grid(m, draw_box(m->d, x, baseline, ANCHOR_MIDDLE, &total, 1));
    draw_pieces(m->d, x, baseline, ANCHOR_MIDDLE, &total, 1);
}

/* Side labels may reach over a lower neighbour, never into one; nor over a capacity line. */
static void keep_bars_clear(struct memory_stack *m) {
    for (size_t i = 0; i < m->count; i++) {
        double x = m->stacks[i].x, top = stack_top(m, &m->stacks[i]);
        draw_keep_clear(m->d, (struct point){x, top}, (struct point){x, m->base});
        draw_keep_clear(m->d, (struct point){x, top}, (struct point){x + m->bar, top});
    }
    draw_keep_clear(m->d, (struct point){m->left, m->base}, (struct point){m->right, m->base});
    for (size_t i = 0; i < m->capacity_count; i++) {
        double line = axis_at(m->y, m->capacities[i].gib);
        if (!m->capacities[i].off_scale)
            draw_keep_clear(m->d, (struct point){m->left, line},
                            (struct point){m->right + 3, line});
    }
}

/* With what each segment is as its tooltip. */
static void draw_segments(struct memory_stack *m, const struct stack *s) {
    for (int f = 0; f < FILLS; f++) {
        if (!(s->bytes[f] > 0))
            continue;
        draw_mark(m->d, stack_says(m, s, (enum fill)f));
        draw_segment(m, s, (enum fill)f);
        draw_mark_end(m->d);
    }
}

static void draw_number(struct memory_stack *m, const struct stack *s, enum fill fill) {
    if (s->naming[fill] == NAMING_BOTH || s->naming[fill] == NAMING_VALUE)
        draw_in_bar(m, s, fill);
}

/* Fill by fill and layer by layer: what looks alike in a row takes few bytes of an SVG. */
static void draw_by_fill(struct memory_stack *m,
                         void (*draw)(struct memory_stack *, const struct stack *, enum fill)) {
    for (int f = 0; f < FILLS; f++)
        for (size_t i = 0; i < m->count; i++)
            draw(m, &m->stacks[i], (enum fill)f);
}

static void draw_by_stack(struct memory_stack *m,
                          void (*draw)(struct memory_stack *, const struct stack *)) {
    for (size_t i = 0; i < m->count; i++)
        draw(m, &m->stacks[i]);
}

void stack_draw_bars(struct memory_stack *m) {
    stack_choose_namings(m);
    scene_group_open(m->d->scene, "stacks", NULL, (struct point){0, 0});
    draw_by_stack(m, draw_segments);
    draw_by_fill(m, draw_edge);
    draw_by_stack(m, draw_separators);
    draw_by_stack(m, draw_overflow);
    draw_by_stack(m, draw_total);
    draw_by_fill(m, draw_number);
    keep_bars_clear(m);
    scene_group_close(m->d->scene);
}
