/* Where the segments of a stack lie, and how each of them is named. */
#include <math.h>

#include "chart/memory_stack.h"
#include "plot/words.h"

/* Less tall segments are slivers: named only where nothing larger of their kind is. */
const double stack_visible = 3;

struct extent stack_extent(const struct memory_stack *m, const struct stack *s, enum fill fill) {
    double below = 0, all = 0;
    for (int i = 0; i < FILLS; i++) {
        below += i < (int)fill ? s->bytes[i] : 0;
        all += s->bytes[i];
    }
    double scale = all > 0 ? (double)s->total / 10 / all : 0; /* bars end where the total says */
    return (struct extent){axis_at(m->y, (below + s->bytes[fill]) * scale),
                           axis_at(m->y, below * scale)};
}

/* Below the largest capacity shown, the largest part between capacity lines: room for a label. */
struct extent stack_free_part(const struct memory_stack *m, struct extent whole) {
    double largest = stack_largest(m);
    double limit = largest > 0 ? fmax(whole.top, axis_at(m->y, largest)) : whole.top;
    struct extent best = {0, 0};
    double from = limit;
    for (size_t i = 0; i <= m->capacity_count; i++) {
        double to = i < m->capacity_count ? axis_at(m->y, m->capacities[i].gib) : whole.bottom;
        if (i < m->capacity_count && (m->capacities[i].off_scale || to <= from))
            continue;
        to = fmin(to, whole.bottom);
        if (to - from > best.bottom - best.top)
            best = (struct extent){from, to};
        from = fmax(from, to);
    }
    return best;
}

struct text_style stack_value_style(const struct memory_stack *m, enum fill fill) {
    return draw_style(m->d, m->look->value, WEIGHT_SEMIBOLD, fill_rows[fill].on);
}

struct text_style stack_name_style(const struct memory_stack *m, enum fill fill) {
    return draw_style(m->d, m->look->name, WEIGHT_REGULAR, fill_rows[fill].on);
}

static enum naming choose_naming(struct memory_stack *m, const struct stack *s, enum fill fill) {
    if (!s->tenths[fill])
        return NAMING_NONE;
    struct extent whole = stack_extent(m, s, fill), part = stack_free_part(m, whole);
    double height = part.bottom - part.top;
    bool beyond = whole.bottom - whole.top > 0 && height <= 0;
    const char *value = stack_tenths(m->d->arena, s->tenths[fill]);
    bool value_fits = draw_width(m->d, value, stack_value_style(m, fill)) <= m->bar - 2;
    const char *name = say(m->d->strings, fill_rows[fill].key);
    bool name_fits = draw_width(m->d, name, stack_name_style(m, fill)) <= m->bar - 1;
    if (value_fits && name_fits && height >= m->look->both)
        return NAMING_BOTH;
    if (value_fits && height >= m->look->alone)
        return NAMING_VALUE;
    bool tall = whole.bottom - whole.top >= stack_visible && fill != FILL_RUNTIME;
    return beyond || fill == FILL_ADAPTERS || tall ? NAMING_SIDE : NAMING_NONE;
}

void stack_choose_namings(struct memory_stack *m) {
    for (size_t i = 0; i < m->count; i++)
        for (int f = 0; f < FILLS; f++) {
            enum naming naming = choose_naming(m, &m->stacks[i], (enum fill)f);
            m->stacks[i].naming[f] = naming;
            m->named[f] |= naming == NAMING_BOTH;
        }
}
