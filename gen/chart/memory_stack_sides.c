/* Labels beside the bars of a memory stack, with leaders. */
#include <math.h>

#include "chart/memory_stack.h"

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

/* Is a capacity line between the two heights, or nearer to either than `clear`? */
static bool line_between(const struct memory_stack *m, double a, double b, double clear) {
    for (size_t i = 0; i < m->capacity_count; i++) {
        double line = axis_at(m->y, m->capacities[i].gib);
        if (!m->capacities[i].off_scale && line > fmin(a, b) - clear && line < fmax(a, b) + clear)
            return true;
    }
    return false;
}

/* Off the capacity lines, several of which may be close: a label that a line would cross moves to
 * the nearest place that none crosses. */
static double off_lines(const struct memory_stack *m, double at) {
    static const double step = 0.25;
    double half = m->look->name * 0.5 + 1.2;
    for (double away = 0;; away += step)
        for (int sign = -1; sign <= 1; sign += 2)
            if (!line_between(m, at + sign * away, at + sign * away, half))
                return at + sign * away;
}

/* How far from a bar its side labels begin: nearer where the next bar is near, too. */
static bool find_beside(const struct memory_stack *m, double right, double baseline,
                        const struct piece *pieces, size_t n, double *x) {
    static const double gaps[2][2] = {{6, 4.2}, {5, 3.6}};
    static const double clear[2] = {3, 1}, air = 1; /* and 1 from any line */
    for (int i = 0; i < 2; i++) {
        *x = right + gaps[m->request->in_page][i];
        struct rect box = draw_box(m->d, *x, baseline, ANCHOR_START, pieces, n);
        box.w += clear[i];
        box.y -= air;
        box.h += 2 * air;
        if (draw_is_free(m->d, box))
            return true;
    }
    return false;
}

/* A leader of three points, in its two parts. */
struct side_leader {
    struct segment parts[2];
};

static struct side_leader leader_to(double right, struct side side, double x) {
    struct point from = {right + 0.8, side.from}, bend = {fmin(right + 3, x - 2.2), side.at};
    return (struct side_leader){{{from, bend}, {bend, {x - 1.5, side.at}}}};
}

static void keep_leader(struct memory_stack *m, struct side_leader l) {
    struct point *points = m->leaders[m->leader_count++];
    points[0] = l.parts[0].from;
    points[1] = l.parts[0].to;
    points[2] = l.parts[1].to;
    draw_keep_leader(m->d, l.parts[0]);
    draw_keep_leader(m->d, l.parts[1]);
}

/* One after another, when all labels stand: in a row they take few bytes of an SVG. */
static void draw_leaders(struct memory_stack *m) {
    for (size_t i = 0; i < m->leader_count; i++) {
        const struct point *p = m->leaders[i];
        struct path_point points[] = {
            {PATH_MOVE, p[0].x, p[0].y}, {PATH_LINE, p[1].x, p[1].y}, {PATH_LINE, p[2].x, p[2].y}};
        scene_path(m->d->scene, points, 3, INK_NONE, stroke_solid(INK_INK3, 0.45));
    }
}

/* Pieces beside a bar with their leader; false when there is no room. */
static bool draw_beside(struct memory_stack *m, const struct stack *s, struct side side,
                        const struct piece *pieces, size_t n) {
    double right = s->x + m->bar, x;
    double baseline = side.at + (m->request->in_page ? 2.8 : 3);
    if (!find_beside(m, right, baseline, pieces, n, &x))
        return false;
    struct side_leader leader = leader_to(right, side, x);
    if (!draw_leader_is_free(m->d, leader.parts[0]))
        return false;
    stack_clear_grid(m, draw_box(m->d, x, baseline, ANCHOR_START, pieces, n));
    keep_leader(m, leader);
    draw_pieces(m->d, x, baseline, ANCHOR_START, pieces, n);
    return true;
}

/* Letters with descenders stand on no base line. */
static double lowest(const struct memory_stack *m) {
    return m->base - 6.5;
}

/* The places of a stack's side labels, from the top down, at least 11 apart. */
static size_t side_places(const struct memory_stack *m, const struct stack *s, struct side *sides) {
    double at[FILLS];
    size_t n = 0;
    for (int f = FILLS; f-- > 0;) {
        if (s->naming[f] != NAMING_SIDE)
            continue;
        struct extent e = stack_extent(m, s, (enum fill)f);
        sides[n] = (struct side){(enum fill)f, (e.top + e.bottom) / 2, 0};
        at[n] = off_lines(m, sides[n].from);
        n++;
    }
    labels_push_apart(at, n, 11, m->y.to - 4, lowest(m));
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

/* A name beside its segment, or not far from it; with its number, unless that stands in the bar.
 * `across`: its leader may cross a capacity line. */
static bool name_beside(struct memory_stack *m, struct stack *s, enum fill fill, bool across) {
    struct extent e = stack_extent(m, s, fill);
    struct side side = {fill, (e.top + e.bottom) / 2, 0};
    struct piece pieces[2];
    size_t n = side_pieces(m, s, fill, pieces);
    double most = e.bottom - e.top >= stack_visible ? 36 : 15;
    for (double away = 0; away <= most; away += 3)
        for (int sign = -1; sign <= 1; sign += 2) {
            side.at = fmin(side.from + away * sign, lowest(m));
            if (off_lines(m, side.at) != side.at ||
                (!across && line_between(m, side.from, side.at, 0)))
                continue;
            if (draw_beside(m, s, side, pieces, n))
                return s->said[fill] = true;
        }
    return false;
}

static bool is_visible(const struct memory_stack *m, const struct stack *s, enum fill fill) {
    struct extent e = stack_extent(m, s, fill);
    return e.bottom - e.top >= stack_visible;
}

/* A fill that no label names yet is named beside the first stack that has room for it, the stack
 * with most of it before all others. */
static void name_somewhere(struct memory_stack *m, enum fill fill, bool across) {
    struct stack *most = &m->stacks[0];
    for (size_t i = 1; i < m->count; i++)
        if (m->stacks[i].tenths[fill] > most->tenths[fill])
            most = &m->stacks[i];
    if (most->tenths[fill])
        m->named[fill] = name_beside(m, most, fill, across);
    for (size_t i = 0; i < m->count && !m->named[fill]; i++)
        if (m->stacks[i].tenths[fill] &&
            (is_visible(m, &m->stacks[i], fill) || !is_visible(m, most, fill)))
            m->named[fill] = name_beside(m, &m->stacks[i], fill, across);
}

void stack_draw_sides(struct memory_stack *m) {
    scene_group_open(m->d->scene, "sides", NULL, (struct point){0, 0});
    for (size_t i = 0; i < m->count; i++)
        draw_sides(m, &m->stacks[i], true);
    for (int across = 0; across < 2; across++)
        for (int f = 0; f < FILLS; f++)
            if (!m->named[f])
                name_somewhere(m, (enum fill)f, across);
    for (size_t i = 0; i < m->count; i++)
        draw_sides(m, &m->stacks[i], false);
    draw_leaders(m);
    scene_group_close(m->d->scene);
}
