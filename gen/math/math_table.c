/* Tables in formulas: cases, matrices, and derivations whose lines stand under one another. */
#include <math.h>
#include <string.h>

#include "math/math.h"

static const double COLUMN_GAP = 0.8, LINE_GAP = 0.5, LINE_PITCH = 1.4, BESIDE = 0.15; /* ems */

enum side { SIDE_LEFT, SIDE_CENTRE, SIDE_RIGHT };

struct grid {
    const struct math_setting *setting;
    struct math_box **cells; /* row by row */
    double *widths, *ascents, *descents;
    enum side *sides; /* of the columns */
    size_t rows, columns;
};

static enum side side_of(const char *word, size_t n) {
    if (n == 4 && !strncmp(word, "left", n))
        return SIDE_LEFT;
    return n == 5 && !strncmp(word, "right", n) ? SIDE_RIGHT : SIDE_CENTRE;
}

/* The last word holds for all further columns. */
static void read_sides(struct grid *g, const char *align) {
    enum side side = SIDE_CENTRE;
    for (size_t c = 0; c < g->columns; c++) {
        size_t n = align ? strcspn(align, " ") : 0;
        if (n) {
            side = side_of(align, n);
            align += n;
            align += strspn(align, " ");
        }
        g->sides[c] = side;
    }
}

static void measure(struct grid *g, const struct math *m) {
    size_t row = 0;
    for (const struct math *line = m->child; line; line = line->next, row++) {
        size_t column = 0;
        for (const struct math *cell = line->child; cell; cell = cell->next, column++) {
            struct math_box *b = math_set(g->setting, cell);
            g->cells[row * g->columns + column] = b;
            g->widths[column] = fmax(g->widths[column], b->width);
            g->ascents[row] = fmax(g->ascents[row], b->ascent);
            g->descents[row] = fmax(g->descents[row], b->descent);
        }
    }
}

/* Between "right" and "left" stands the sign that both are aligned by, with its own space. */
static double gap_before(const struct grid *g, size_t column) {
    bool joined = column > 0 && g->sides[column - 1] == SIDE_RIGHT && g->sides[column] == SIDE_LEFT;
    return column == 0 || joined ? 0 : COLUMN_GAP * math_size(g->setting);
}

static double place_line(struct grid *g, struct math_box *b, size_t row, double y) {
    double pad = BESIDE * math_size(g->setting), x = pad;
    for (size_t c = 0; c < g->columns; c++) {
        struct math_box *cell = g->cells[row * g->columns + c];
        x += gap_before(g, c);
        double spare = cell ? g->widths[c] - cell->width : 0;
        enum side side = cell && cell->source->align
                             ? side_of(cell->source->align, strlen(cell->source->align))
                             : g->sides[c];
        if (cell)
            math_box_add(b, cell, x + spare * (double)side / 2, y);
        x += g->widths[c];
    }
    return x + pad;
}

/* From the baseline of a row to the next: a line of text, or what keeps them apart. */
static double pitch(const struct grid *g, size_t row) {
    double em = math_size(g->setting);
    return fmax(LINE_PITCH * em, g->descents[row] + LINE_GAP * em + g->ascents[row + 1]);
}

static struct grid grid_new(const struct math_setting *s, const struct math *m) {
    struct grid g = {.setting = s, .rows = math_count(m)};
    for (const struct math *line = m->child; line; line = line->next)
        g.columns = math_count(line) > g.columns ? math_count(line) : g.columns;
    g.cells = ARENA_ARRAY(s->arena, struct math_box *, g.rows * g.columns + 1);
    g.widths = ARENA_ARRAY(s->arena, double, g.columns + 1);
    g.sides = ARENA_ARRAY(s->arena, enum side, g.columns + 1);
    g.ascents = ARENA_ARRAY(s->arena, double, g.rows + 1);
    g.descents = ARENA_ARRAY(s->arena, double, g.rows + 1);
    read_sides(&g, m->align);
    measure(&g, m);
    return g;
}

struct math_box *math_table(const struct math_setting *outer, const struct math *m) {
    struct math_setting s = *outer;
    s.reach_up = s.reach_low = 0;
    s.display = m->display == CHOICE_YES;
    struct grid g = grid_new(&s, m);
    double height = 0;
    for (size_t r = 0; r + 1 < g.rows; r++)
        height += pitch(&g, r);
    struct math_box *b = math_box_new(&s, m);
    double up = g.rows ? g.ascents[0] : 0, low = g.rows ? g.descents[g.rows - 1] : 0;
    double y = up - (up + height + low) / 2 - math_length(&s, MATH_AXIS_HEIGHT);
    b->ascent = b->descent = -INFINITY;
    for (size_t r = 0; r < g.rows; r++) {
        b->width = fmax(b->width, place_line(&g, b, r, y));
        y += r + 1 < g.rows ? pitch(&g, r) : 0;
    }
    if (!g.rows)
        b->ascent = b->descent = 0;
    return b;
}
