/* Capacities: lines across the stacks, named in the gutter. */
#include <math.h>

#include "chart/memory_stack.h"

static const char *capacity_value(struct memory_stack *m, const struct capacity *c) {
    const char *number =
        quantity_format(m->d->arena, quantity_exact((double)c->tenths / 10, UNIT_NONE),
                        (struct number_format){.decimals = c->tenths % 10 ? 1 : 0});
    const char *arrow = c->off_scale ? "↑ " : "";
    return arena_printf(m->d->arena, "%s%s%s", arrow, number,
                        m->request->in_page ? "" : "\u202fGiB");
}

static struct text_style capacity_style(const struct memory_stack *m, bool value) {
    return value ? draw_style(m->d, m->look->value, WEIGHT_SEMIBOLD, INK_CAPACITY)
                 : draw_style(m->d, m->look->name, WEIGHT_REGULAR, INK_CAPACITY);
}

double stack_gutter(struct memory_stack *m) {
    double width = 0;
    for (size_t i = 0; i < m->capacity_count; i++) {
        const struct capacity *c = &m->capacities[i];
        width = fmax(width, draw_width(m->d, capacity_value(m, c), capacity_style(m, true)));
        for (size_t k = 0; k < c->name_count; k++)
            width = fmax(width, draw_width(m->d, c->names[k], capacity_style(m, false)));
    }
    return width;
}

static void draw_capacity_label(struct memory_stack *m, const struct capacity *c, double at) {
    bool page = m->request->in_page;
    double x = m->right + (page ? 5 : 6), pitch = page ? 9 : 10;
    double baseline = at - (page ? 0.5 : 1);
    draw_text(m->d, x, baseline, ANCHOR_START, capacity_value(m, c), capacity_style(m, true));
    for (size_t k = 0; k < c->name_count; k++)
        draw_text(m->d, x, baseline + pitch * (double)(k + 1), ANCHOR_START, c->names[k],
                  capacity_style(m, false));
}

/* From a line to its label, where that had to move. */
static void draw_leader(struct memory_stack *m, double line, double at) {
    bool page = m->request->in_page;
    struct point from = {m->right + 3, line}, to = {m->right + (page ? 4 : 5.5), at - 3};
    if (fabs(at - line) <= 4)
        return;
    scene_line(m->d->scene, from, to, stroke_solid(INK_INK3, 0.45));
    draw_keep_leader(m->d, (struct segment){from, to});
}

void stack_draw_capacities(struct memory_stack *m) {
    bool page = m->request->in_page;
    double at[STACK_DEVICES], wish[STACK_DEVICES], pitch = 0;
    size_t names = 1;
    scene_group_open(m->d->scene, "capacity", NULL, (struct point){0, 0});
    for (size_t i = 0; i < m->capacity_count; i++) {
        const struct capacity *c = &m->capacities[i];
        wish[i] = at[i] = c->off_scale ? m->y.to : axis_at(m->y, c->gib);
        names = c->name_count > names ? c->name_count : names;
        if (!c->off_scale)
            scene_line(m->d->scene, (struct point){m->left, at[i]},
                       (struct point){m->right + (page ? 2 : 3), at[i]},
                       stroke_solid(INK_CAPACITY, m->look->line));
    }
    pitch = (page ? 9 : 10) * (double)(names + 1) + 1;
    bool beyond = m->capacity_count && m->capacities[0].off_scale;
    double low = m->y.to + (page ? 6 : beyond ? -5 : 2);
    labels_push_apart(at, m->capacity_count, pitch, low,
                      m->base + 10 - (page ? 9 : 10) * (double)names);
    for (size_t i = 0; i < m->capacity_count; i++)
        draw_capacity_label(m, &m->capacities[i], at[i]);
    for (size_t i = 0; i < m->capacity_count; i++)
        if (!m->capacities[i].off_scale)
            draw_leader(m, wish[i], at[i]);
    scene_line(m->d->scene, (struct point){m->left, m->base}, (struct point){m->right, m->base},
               stroke_solid(INK_INK, page ? 0.7 : 0.8));
    scene_group_close(m->d->scene);
}
