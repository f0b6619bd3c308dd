/* Where everything of a memory stack stands. */
#include <math.h>

#include "chart/memory_stack.h"

double stack_top(const struct memory_stack *m, const struct stack *s) {
    return axis_at(m->y, (double)s->total / 10);
}

double stack_recipe_at(const struct memory_stack *m) {
    return m->base + m->look->first + m->look->pitch * (double)m->name_lines;
}

double stack_rule_at(const struct memory_stack *m) {
    return m->base + m->look->first + m->look->pitch * ((double)m->lines - 1) + m->look->rule;
}

double stack_row_at(const struct memory_stack *m, size_t i) {
    return stack_rule_at(m) + m->look->row_first + m->look->row_pitch * (double)i;
}

/* Everything from the base to the last row. */
double stack_below_base(const struct memory_stack *m) {
    if (!m->device_count)
        return stack_rule_at(m) - m->look->rule - m->base;
    return stack_row_at(m, m->device_count - 1) - m->base;
}

void stack_place_columns(struct memory_stack *m) {
    bool page = m->request->in_page;
    m->slot = (m->right - m->left) / (double)m->count;
    double bar = round(m->slot * (page ? 0.587 : 0.52) * 2) / 2;
    m->bar = fmin(fmax(bar, page ? 24 : 30), page ? 48 : 72);
    if (!page && m->count == 5 && m->slot > 80)
        m->bar = 44;
    double start = page ? fmin(8, (m->slot - m->bar) / 2) : 4;
    for (size_t i = 0; i < m->count; i++)
        m->stacks[i].x = m->left + start + m->slot * (double)i;
}

static size_t most(size_t a, size_t b) {
    return a > b ? a : b;
}

/* ── Columns ── */

static const double least_type = 7, least_han = 7.875, air = 3; /* to the next column */

static bool has_han(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text >= 0xE3)
            return true;
    return false;
}

struct text_style stack_column_style(const struct memory_stack *m, const char *text, bool name) {
    double size = name ? m->column : fmin(m->column, m->look->recipe);
    if (has_han(text))
        size = fmax(size, least_han);
    return draw_style(m->d, size, name ? WEIGHT_SEMIBOLD : WEIGHT_REGULAR,
                      name ? INK_INK : INK_INK2);
}

static bool has_room(struct memory_stack *m, const char *text, bool name) {
    return draw_widest_word(m->d, text, stack_column_style(m, text, name)) <= m->slot - air;
}

/* In smaller type where a word would run into the next column. */
static void choose_column_type(struct memory_stack *m) {
    for (size_t i = 0; i < m->count; i++) {
        struct stack *s = &m->stacks[i];
        while (m->column > least_type &&
               (!has_room(m, stack_name(m, s), true) || !has_room(m, stack_recipe(m, s), false)))
            m->column -= 0.5;
    }
}

/* How a column's texts break in the drawing's language, whose names take the most lines so far. */
static void wrap_column(struct memory_stack *m, struct stack *s) {
    const char *name = stack_name(m, s), *recipe = stack_recipe(m, s);
    double width = m->slot - air;
    s->name_count = draw_wrap_parts(m->d, name, stack_column_style(m, name, true), width, s->names,
                                    STACK_LINES);
    s->recipe_count = draw_wrap_parts(m->d, recipe, stack_column_style(m, recipe, false), width,
                                      s->recipes, STACK_LINES);
    m->name_lines = most(m->name_lines, s->name_count);
}

static void wrap_columns(struct memory_stack *m) {
    m->name_lines = 1;
    for (size_t i = 0; i < m->count; i++)
        wrap_column(m, &m->stacks[i]);
    for (size_t i = 0; i < m->count; i++)
        m->lines = most(m->lines, m->name_lines + m->stacks[i].recipe_count);
}

/* The language with the widest words and that with the most lines give type and room in all, so
 * that bars stand the same; the drawing's own comes last and stays. */
void stack_wrap_columns(struct memory_stack *m) {
    static void (*const steps[])(struct memory_stack *) = {choose_column_type, wrap_columns};
    const struct catalog *c = m->request->catalog;
    const struct strings *own = m->d->strings;
    size_t languages = catalog_language_count(c);
    m->column = m->look->column;
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
        for (size_t l = 0; l <= languages; l++) {
            m->d->strings = l < languages ? catalog_strings(c, catalog_language_at(c, l)) : own;
            steps[k](m);
        }
}

/* The highest value that must be seen, with room for a total above its bar. */
static double needed_top(const struct memory_stack *m, double height) {
    double label = m->look->total + m->look->total_gap - 2, most = 0.1;
    for (size_t i = 0; i < m->count; i++)
        most = fmax(most, (double)m->stacks[i].total / 10 / (1 - label / height));
    for (size_t i = 0; i < m->capacity_count; i++)
        if (!m->capacities[i].off_scale)
            most = fmax(most, m->capacities[i].gib * (m->request->in_page ? 1.105 : 1));
    return most;
}

void stack_set_axis(struct memory_stack *m, double top) {
    double most = needed_top(m, m->base - top);
    if (!m->request->in_page)
        most = ceil(most / axis_step(most) - 1e-9) * axis_step(most);
    m->y = (struct axis){false, 0, most, m->base, top};
}

void stack_clear_grid(struct memory_stack *m, struct rect label) {
    double step = axis_step(m->y.high), width = m->look->grid + 0.5;
    for (int k = 1; k * step <= m->y.high * (1 + 1e-9); k++) {
        double y = axis_at(m->y, k * step);
        if (y > label.y && y < rect_bottom(label))
            scene_line(m->d->scene, (struct point){label.x - 1, y},
                       (struct point){rect_right(label) + 1, y}, stroke_solid(INK_GROUND, width));
    }
}
