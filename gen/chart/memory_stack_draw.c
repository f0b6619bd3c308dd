/* The memory stack's bars, capacity lines and rows. */
#include <math.h>

#include "chart/memory_stack.h"
#include "figure/mark.h"
#include "plot/words.h"

/* ── Segments ── */

struct extent {
    double top, bottom;
};

/* Less tall segments are slivers: named only where nothing larger of their kind is. */
static const double visible = 3;

static struct extent segment_extent(const struct memory_stack *m, const struct stack *s,
                                    enum fill fill) {
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
static struct extent free_part(const struct memory_stack *m, struct extent whole) {
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

static struct text_style value_style(const struct memory_stack *m, enum fill fill) {
    return draw_style(m->d, m->look->value, WEIGHT_SEMIBOLD, fill_rows[fill].on);
}

static struct text_style name_style(const struct memory_stack *m, enum fill fill) {
    return draw_style(m->d, m->look->name, WEIGHT_REGULAR, fill_rows[fill].on);
}

static enum naming choose_naming(struct memory_stack *m, const struct stack *s, enum fill fill) {
    if (!s->tenths[fill])
        return NAMING_NONE;
    struct extent whole = segment_extent(m, s, fill), part = free_part(m, whole);
    double height = part.bottom - part.top;
    bool beyond = whole.bottom - whole.top > 0 && height <= 0;
    const char *value = stack_tenths(m->d->arena, s->tenths[fill]);
    bool value_fits = draw_width(m->d, value, value_style(m, fill)) <= m->bar - 2;
    const char *name = say(m->d->strings, fill_rows[fill].key);
    bool name_fits = draw_width(m->d, name, name_style(m, fill)) <= m->bar - 1;
    if (value_fits && name_fits && height >= m->look->both)
        return NAMING_BOTH;
    if (value_fits && height >= m->look->alone)
        return NAMING_VALUE;
    bool tall = whole.bottom - whole.top >= visible && fill != FILL_RUNTIME;
    return beyond || fill == FILL_ADAPTERS || tall ? NAMING_SIDE : NAMING_NONE;
}

static void choose_namings(struct memory_stack *m) {
    for (size_t i = 0; i < m->count; i++)
        for (int f = 0; f < FILLS; f++) {
            enum naming naming = choose_naming(m, &m->stacks[i], (enum fill)f);
            m->stacks[i].naming[f] = naming;
            m->named[f] |= naming == NAMING_BOTH;
        }
}

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
        struct extent e = segment_extent(m, s, (enum fill)f);
        double bottom = fmin(e.bottom, limit);
        enum ink outline = fill_rows[f].edge ? fill_rows[f].edge : fill_rows[f].ink;
        if (bottom - e.top > 0.8)
            scene_rect(m->d->scene,
                       (struct rect){s->x + 0.4, e.top + 0.4, m->bar - 0.8, bottom - e.top - 0.4},
                       INK_NONE, stroke_solid(outline, 0.8));
    }
}

static void draw_segment(struct memory_stack *m, const struct stack *s, enum fill fill) {
    struct extent e = segment_extent(m, s, fill);
    const struct fill_row *row = &fill_rows[fill];
    struct rect box = {s->x, e.top, m->bar, e.bottom - e.top};
    double edge = m->look->edge;
    scene_rect(m->d->scene, box, row->ink, stroke_none);
    if (row->edge && e.top >= overflow_limit(m) - 0.05 && box.h > 2 * edge)
        scene_rect(m->d->scene,
                   (struct rect){box.x + edge / 2, box.y + edge / 2, box.w - edge, box.h - edge},
                   INK_NONE, stroke_solid(row->edge, edge));
}

/* Over all segments, at the foot of each but the first. */
static void draw_separators(struct memory_stack *m, const struct stack *s) {
    bool first = true;
    for (int f = 0; f < FILLS; f++) {
        if (!(s->bytes[f] > 0))
            continue;
        double y = segment_extent(m, s, (enum fill)f).bottom;
        if (!first)
            scene_line(m->d->scene, (struct point){s->x, y}, (struct point){s->x + m->bar, y},
                       stroke_solid(INK_GROUND, m->look->separator));
        first = false;
    }
}

static void draw_in_bar(struct memory_stack *m, const struct stack *s, enum fill fill) {
    struct extent part = free_part(m, segment_extent(m, s, fill));
    double x = s->x + m->bar / 2, middle = (part.top + part.bottom) / 2;
    const char *value = stack_tenths(m->d->arena, s->tenths[fill]);
    bool both = s->naming[fill] == NAMING_BOTH;
    if (both)
        draw_text(m->d, x, middle + m->look->name_up, ANCHOR_MIDDLE,
                  say(m->d->strings, fill_rows[fill].key), name_style(m, fill));
    draw_text(m->d, x, middle + (both ? m->look->value_down : m->look->one), ANCHOR_MIDDLE, value,
              value_style(m, fill));
}

/* ── Side labels ── */

struct side {
    enum fill fill;
    double from, at; /* middle of the segment, middle of the label */
};

/* Weights lie at the base of every bar: once named, the number is enough. */
static size_t side_pieces(struct memory_stack *m, const struct stack *s, enum fill fill,
                          struct piece *pieces) {
    struct text_style plain = draw_style(m->d, m->look->name, WEIGHT_REGULAR, INK_INK2);
    struct text_style strong = draw_style(m->d, m->look->name, WEIGHT_SEMIBOLD, INK_INK);
    const char *name = say(m->d->strings, fill_rows[fill].short_key);
    size_t n = 0;
    bool alone = s->naming[fill] == NAMING_VALUE; /* its number stands in the bar */
    if (alone || fill != FILL_WEIGHTS || !m->named[fill])
        pieces[n++] = (struct piece){arena_printf(m->d->arena, alone ? "%s" : "%s ", name), plain};
    if (alone)
        return n;
    pieces[n++] = (struct piece){stack_tenths(m->d->arena, s->tenths[fill]), strong};
    return n;
}

/* Off the capacity lines: a label that a line would cross moves to its nearer side. */
static double off_lines(const struct memory_stack *m, double at) {
    double half = m->look->name * 0.5 + 1.2;
    for (size_t i = 0; i < m->capacity_count; i++) {
        double line = axis_at(m->y, m->capacities[i].gib);
        if (!m->capacities[i].off_scale && fabs(at - line) < half)
            return at < line ? line - half : line + half;
    }
    return at;
}

/* How far from a bar its side labels begin: nearer where the next bar is near, too. */
static bool find_beside(const struct memory_stack *m, double right, double baseline,
                        const struct piece *pieces, size_t n, double *x) {
    static const double gaps[2][2] = {{6, 4.2}, {5, 3.6}};
    static const double clear[2] = {4, 2};
    for (int i = 0; i < 2; i++) {
        *x = right + gaps[m->request->in_page][i];
        struct rect box = draw_box(m->d, *x, baseline, ANCHOR_START, pieces, n);
        box.w += clear[i];
        if (draw_is_free(m->d, box))
            return true;
    }
    return false;
}

/* Pieces beside a bar with their leader of three points; false when there is no room. */
static bool draw_beside(struct memory_stack *m, const struct stack *s, struct side side,
                        const struct piece *pieces, size_t n) {
    double right = s->x + m->bar, x;
    double baseline = side.at + (m->request->in_page ? 2.8 : 3);
    if (!find_beside(m, right, baseline, pieces, n, &x))
        return false;
    struct path_point leader[] = {{PATH_MOVE, right + 0.8, side.from},
                                  {PATH_LINE, fmin(right + 3, x - 2.2), side.at},
                                  {PATH_LINE, x - 1.5, side.at}};
    scene_path(m->d->scene, leader, 3, INK_NONE, stroke_solid(INK_INK3, 0.45));
    draw_pieces(m->d, x, baseline, ANCHOR_START, pieces, n);
    return true;
}

/* The places of a stack's side labels, from the top down, at least 11 apart, none below the base.
 */
static size_t side_places(const struct memory_stack *m, const struct stack *s, struct side *sides) {
    double at[FILLS];
    size_t n = 0;
    for (int f = FILLS; f-- > 0;) {
        if (s->naming[f] != NAMING_SIDE)
            continue;
        struct extent e = segment_extent(m, s, (enum fill)f);
        sides[n] = (struct side){(enum fill)f, (e.top + e.bottom) / 2, 0};
        at[n] = off_lines(m, sides[n].from);
        n++;
    }
    labels_push_apart(at, n, 11, m->y.to - 4, m->base - 5.5);
    for (size_t i = 0; i < n; i++)
        sides[i].at = off_lines(m, at[i]);
    return n;
}

/* Full labels first; what has no room for its name waits until all names are said. */
static void draw_sides(struct memory_stack *m, struct stack *s, bool full) {
    struct side sides[FILLS];
    size_t n = side_places(m, s, sides);
    for (size_t i = 0; i < n; i++) {
        struct piece pieces[2];
        enum fill fill = sides[i].fill;
        size_t count = side_pieces(m, s, fill, pieces);
        if (s->said[fill])
            continue;
        if (full)
            s->said[fill] = draw_beside(m, s, sides[i], pieces, count);
        else
            s->said[fill] = draw_beside(m, s, sides[i], pieces + count - 1, 1);
        m->named[fill] |= full && s->said[fill];
    }
}

/* A name beside its segment, or not far from it; with its number, unless that stands in the bar. */
static bool name_beside(struct memory_stack *m, struct stack *s, enum fill fill) {
    struct extent e = segment_extent(m, s, fill);
    struct side side = {fill, (e.top + e.bottom) / 2, 0};
    struct piece pieces[2];
    size_t n = side_pieces(m, s, fill, pieces);
    double most = e.bottom - e.top >= visible ? 36 : 15;
    for (double away = 0; away <= most; away += 3)
        for (int sign = -1; sign <= 1; sign += 2) {
            side.at = fmin(side.from + away * sign, m->base - 5.5);
            if (off_lines(m, side.at) != side.at)
                continue;
            if (draw_beside(m, s, side, pieces, n))
                return s->said[fill] = true;
        }
    return false;
}

static bool is_visible(const struct memory_stack *m, const struct stack *s, enum fill fill) {
    struct extent e = segment_extent(m, s, fill);
    return e.bottom - e.top >= visible;
}

/* A fill that no label names yet is named beside the first stack that has room for it, the stack
 * with most of it before all others. */
static void name_somewhere(struct memory_stack *m, enum fill fill) {
    struct stack *most = &m->stacks[0];
    for (size_t i = 1; i < m->count; i++)
        if (m->stacks[i].tenths[fill] > most->tenths[fill])
            most = &m->stacks[i];
    if (most->tenths[fill])
        m->named[fill] = name_beside(m, most, fill);
    for (size_t i = 0; i < m->count && !m->named[fill]; i++)
        if (m->stacks[i].tenths[fill] &&
            (is_visible(m, &m->stacks[i], fill) || !is_visible(m, most, fill)))
            m->named[fill] = name_beside(m, &m->stacks[i], fill);
}

void stack_draw_sides(struct memory_stack *m) {
    scene_group_open(m->d->scene, "sides", NULL, (struct point){0, 0});
    for (size_t i = 0; i < m->count; i++)
        draw_sides(m, &m->stacks[i], true);
    for (int f = 0; f < FILLS; f++)
        if (!m->named[f])
            name_somewhere(m, (enum fill)f);
    for (size_t i = 0; i < m->count; i++)
        draw_sides(m, &m->stacks[i], false);
    scene_group_close(m->d->scene);
}

/* Five above the bar, and never within 3 of a capacity line. */
static void draw_total(struct memory_stack *m, const struct stack *s) {
    double baseline = stack_top(m, s) - m->look->total_gap, height = m->look->total * 0.72;
    for (size_t i = m->capacity_count; i-- > 0;) {
        double line = axis_at(m->y, m->capacities[i].gib);
        if (!m->capacities[i].off_scale && line < baseline + 2.4 && line > baseline - height - 2.4)
            baseline = line - 3;
    }
    draw_text(m->d, s->x + m->bar / 2, baseline, ANCHOR_MIDDLE, stack_tenths(m->d->arena, s->total),
              draw_style(m->d, m->look->total, WEIGHT_SEMIBOLD, INK_INK));
}

/* Side labels may reach over a lower neighbour, never into one; nor over a capacity line. */
static void keep_bars_clear(struct memory_stack *m) {
    for (size_t i = 0; i < m->count; i++) {
        double x = m->stacks[i].x, top = stack_top(m, &m->stacks[i]);
        draw_keep_clear(m->d, (struct point){x, top}, (struct point){x, m->base});
        draw_keep_clear(m->d, (struct point){x, top}, (struct point){x + m->bar, top});
    }
    for (size_t i = 0; i < m->capacity_count; i++) {
        double line = axis_at(m->y, m->capacities[i].gib);
        if (!m->capacities[i].off_scale)
            draw_keep_clear(m->d, (struct point){m->left, line},
                            (struct point){m->right + 3, line});
    }
}

void stack_draw_bars(struct memory_stack *m) {
    choose_namings(m);
    scene_group_open(m->d->scene, "stacks", NULL, (struct point){0, 0});
    for (size_t i = 0; i < m->count; i++) {
        struct stack *s = &m->stacks[i];
        for (int f = 0; f < FILLS; f++)
            if (s->bytes[f] > 0)
                draw_segment(m, s, (enum fill)f);
        draw_separators(m, s);
        draw_overflow(m, s);
        draw_total(m, s);
        for (int f = 0; f < FILLS; f++)
            if (s->naming[f] == NAMING_BOTH || s->naming[f] == NAMING_VALUE)
                draw_in_bar(m, s, (enum fill)f);
    }
    keep_bars_clear(m);
    scene_group_close(m->d->scene);
}

/* ── Capacity lines ── */

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
        if (fabs(at[i] - wish[i]) > 4 && !m->capacities[i].off_scale)
            scene_line(m->d->scene, (struct point){m->right + 3, wish[i]},
                       (struct point){m->right + 5.5, at[i] - 3}, stroke_solid(INK_INK3, 0.45));
    scene_line(m->d->scene, (struct point){m->left, m->base}, (struct point){m->right, m->base},
               stroke_solid(INK_INK, page ? 0.7 : 0.8));
    scene_group_close(m->d->scene);
}

/* ── Rows under the base ── */

enum answer { ANSWER_UNKNOWN, ANSWER_FITS, ANSWER_MARGINAL, ANSWER_NOT };

static const struct {
    enum weight weight;
    enum ink ink;
    void (*mark)(struct scene *s, struct point origin);
} answers[] = {
    [ANSWER_UNKNOWN] = {WEIGHT_REGULAR, INK_INK3, NULL},
    [ANSWER_FITS] = {WEIGHT_REGULAR, INK_INK, mark_tick},
    [ANSWER_MARGINAL] = {WEIGHT_SEMIBOLD, INK_MARGINAL, NULL},
    [ANSWER_NOT] = {WEIGHT_SEMIBOLD, INK_CAPACITY, mark_cross},
};

static enum answer answer_of(const struct memory_stack *m, const struct stack *s,
                             const struct accelerator *device, long long *room) {
    if (!stack_room(m, s, device, room))
        return ANSWER_UNKNOWN;
    return *room > 10 ? ANSWER_FITS : *room >= -10 ? ANSWER_MARGINAL : ANSWER_NOT;
}

/* All marks of a kind together, so that they make one path of an SVG. */
static void draw_marks(struct memory_stack *m, enum answer kind) {
    long long room;
    for (size_t i = 0; i < m->device_count; i++)
        for (size_t k = 0; k < m->count; k++)
            if (answer_of(m, &m->stacks[k], m->devices[i], &room) == kind)
                answers[kind].mark(m->d->scene, (struct point){m->stacks[k].x, stack_row_at(m, i)});
}

/* "≈" is centred where the marks are: whatever its font, the number keeps its distance. */
static void draw_verdict(struct memory_stack *m, const struct stack *s, double baseline,
                         const struct accelerator *device) {
    long long room = 0;
    enum answer answer = answer_of(m, s, device, &room);
    double x = s->x + (m->request->in_page ? 10 : 11);
    enum ink ink = answers[answer].ink;
    struct text_style style = draw_style(m->d, m->look->number, answers[answer].weight, ink);
    if (answer == ANSWER_UNKNOWN) {
        draw_text(m->d, x, baseline, ANCHOR_START, "—", style);
        return;
    }
    if (answer == ANSWER_MARGINAL)
        draw_text(m->d, s->x + 2.8, baseline, ANCHOR_MIDDLE, "≈",
                  draw_style(m->d, m->request->in_page ? 9 : 10.5, WEIGHT_SEMIBOLD, ink));
    const char *text = stack_tenths(m->d->arena, room);
    if (x + draw_width(m->d, text, style) > s->x + m->slot - 2)
        text = words_count(m->d->arena, llround((double)room / 10));
    draw_text(m->d, x, baseline, ANCHOR_START, text, style);
}

static struct text_style row_style(const struct memory_stack *m) {
    return draw_style(m->d, m->request->in_page ? 8 : 9, WEIGHT_REGULAR, INK_INK2);
}

double stack_row_names(struct memory_stack *m) {
    double width = 0;
    for (size_t i = 0; i < m->device_count; i++)
        width = fmax(width, draw_width(m->d, stack_row_name(m, m->devices[i]), row_style(m)));
    if (!m->request->in_page)
        width = fmax(width, draw_width(m->d, say(m->d->strings, "chart.room.unit"), row_style(m)));
    return width;
}

static void draw_rows(struct memory_stack *m) {
    bool page = m->request->in_page;
    double x = page ? 0 : 16, rule = stack_rule_at(m);
    scene_line(m->d->scene, (struct point){x, rule}, (struct point){m->right, rule},
               stroke_solid(INK_GRID, page ? 0.5 : 0.6));
    draw_marks(m, ANSWER_FITS);
    draw_marks(m, ANSWER_NOT);
    for (size_t i = 0; i < m->device_count; i++) {
        double baseline = stack_row_at(m, i);
        draw_text(m->d, x, baseline, ANCHOR_START, stack_row_name(m, m->devices[i]), row_style(m));
        for (size_t k = 0; k < m->count; k++)
            draw_verdict(m, &m->stacks[k], baseline, m->devices[i]);
    }
    const char *words = say(m->d->strings, page ? "chart.room" : "chart.room.unit");
    struct text_style style = draw_style(m->d, page ? 8 : 8.5, WEIGHT_REGULAR, INK_INK3);
    if (page)
        draw_text(m->d, m->right + 5, stack_row_at(m, 0), ANCHOR_START, words, style);
    else
        draw_text(m->d, x, stack_recipe_at(m), ANCHOR_START, words, style);
}

void stack_draw_columns(struct memory_stack *m) {
    struct text_style name = draw_style(m->d, m->look->column, WEIGHT_SEMIBOLD, INK_INK);
    struct text_style recipe = draw_style(m->d, m->look->recipe, WEIGHT_REGULAR, INK_INK2);
    scene_group_open(m->d->scene, "columns", NULL, (struct point){0, 0});
    for (size_t i = 0; i < m->count; i++) {
        const struct stack *s = &m->stacks[i];
        for (size_t k = 0; k < s->name_count; k++)
            draw_text(m->d, s->x, m->base + m->look->first + m->look->pitch * (double)k,
                      ANCHOR_START, s->names[k], name);
        for (size_t k = 0; k < s->recipe_count; k++)
            draw_text(m->d, s->x, stack_recipe_at(m) + m->look->pitch * (double)k, ANCHOR_START,
                      s->recipes[k], recipe);
    }
    if (m->device_count)
        draw_rows(m);
    scene_group_close(m->d->scene);
}
