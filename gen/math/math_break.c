/* Formulas wider than their measure: lines begin with a relation, or with an operator when that is
 * not enough; never inside brackets, fractions or roots. */
#include <math.h>

#include "math/math.h"

static const double INDENT = 2, LINE_GAP = 0.5, LINE_PITCH = 1.4; /* ems */
static const double FAR = 0.45; /* of the measure: a relation further right aligns nothing */

struct breaking {
    struct arena *arena;
    const struct math_setting *setting;
    const struct math **at; /* children of the outermost row */
    size_t n;
    unsigned *flags; /* of the operators that a line may begin with */
    double measure, axis;
    struct math_box *whole;
    double y;
};

static const struct math *outermost(const struct math *m) {
    while (m->kind == MATH_ROW && m->child && !m->child->next && m->child->kind == MATH_ROW)
        m = m->child;
    return m;
}

/* Operators outside brackets that stand between two things. */
static void find_breaks(struct breaking *b, const struct math *m) {
    const struct math *before = NULL;
    int depth = 0;
    size_t i = 0;
    for (const struct math *c = m->child; c; before = c, c = c->next, i++) {
        b->at[i] = c;
        if (c->kind != MATH_OPERATOR)
            continue;
        enum operator_form form = operator_form_at(c, before);
        const struct operator_row *row = operator_find(c->text, form);
        if (row->flags & OPERATOR_FENCE)
            depth += row->form == FORM_POSTFIX ? -1 : 1;
        else if (depth == 0 && i > 0 && form == FORM_INFIX)
            b->flags[i] = row->flags & (OPERATOR_RELATION | OPERATOR_BINARY);
    }
}

static struct math *slice(const struct breaking *b, size_t from, size_t to) {
    struct arena *a = b->arena;
    struct math *row = math_new(a, MATH_ROW, NULL, b->at[from]->span), **end = &row->child;
    for (size_t i = from; i < to; i++) {
        struct math *copy = arena_memdup(a, b->at[i], sizeof *copy);
        copy->next = NULL;
        if (i == from && from > 0 && !copy->form)
            copy->form = (enum math_choice)(FORM_INFIX + 1);
        math_add(&end, copy);
    }
    return row;
}

static void put_line(struct breaking *b, size_t from, size_t to) {
    struct math_box *line = math_set(b->setting, slice(b, from, to));
    double em = math_size(b->setting);
    double x = from == 0 ? 0 : b->flags[from] & OPERATOR_RELATION ? b->axis : b->axis + INDENT * em;
    if (b->whole->child) {
        b->y = fmax(b->y + LINE_PITCH * em, b->whole->descent + LINE_GAP * em + line->ascent);
    }
    math_box_add(b->whole, line, x, b->y);
    b->whole->width = fmax(b->whole->width, x + line->width);
}

/* One stretch between relations, on lines filled one after the other. */
static void put_stretch(struct breaking *b, const double *x, size_t from, size_t to) {
    double em = math_size(b->setting);
    size_t start = from, best = 0;
    for (size_t i = from + 1; i <= to; i++) {
        if (i < to && !(b->flags[i] & OPERATOR_BINARY))
            continue;
        double room = b->measure - (start == 0      ? 0
                                    : start == from ? b->axis
                                                    : b->axis + INDENT * em);
        if (x[i] - x[start] > room && best > start) {
            put_line(b, start, best);
            start = best;
        }
        best = i;
    }
    put_line(b, start, to);
}

static void breaking_begin(struct breaking *b, struct arena *a, const struct math *m) {
    b->arena = a;
    b->n = math_count(m);
    b->at = ARENA_ARRAY(a, const struct math *, b->n + 1);
    b->flags = ARENA_ARRAY(a, unsigned, b->n + 1);
    find_breaks(b, m);
}

struct math *const *math_stretches_of(struct arena *a, const struct math *m, size_t *count) {
    const struct math *row = outermost(m);
    struct breaking b = {.n = 0};
    breaking_begin(&b, a, row);
    struct math **all = ARENA_ARRAY(a, struct math *, b.n + 1);
    size_t from = 0;
    *count = 0;
    for (size_t i = 1; i <= b.n && row->kind == MATH_ROW; i++)
        if (i == b.n || (b.flags[i] & OPERATOR_RELATION)) {
            all[(*count)++] = slice(&b, from, i);
            from = i;
        }
    return all;
}

/* Where each child of the row would stand on one line. */
static const double *places(const struct breaking *b, const struct math_box *one) {
    double *x = ARENA_ARRAY(b->setting->arena, double, b->n + 1);
    size_t i = 0;
    for (const struct math_box *c = one->child; c && i < b->n; c = c->next)
        x[i++] = c->x;
    x[b->n] = one->width;
    return x;
}

struct math_box *math_set_within(const struct math_setting *s, const struct math *m,
                                 double measure) {
    struct math_box *one = math_set(s, m);
    m = outermost(m);
    size_t n = math_count(m);
    if (one->width <= measure || m->kind != MATH_ROW || n < 2)
        return one;
    struct breaking b = {.setting = s, .measure = measure};
    breaking_begin(&b, s->arena, m);
    const double *x = places(&b, math_set(s, m));
    size_t first = 0;
    while (first < n && !(b.flags[first] & OPERATOR_RELATION))
        first++;
    b.axis = first < n && x[first] < FAR * measure ? x[first] : 0;
    b.whole = math_box_new(s, m);
    b.whole->broken = true;
    b.whole->ascent = b.whole->descent = -INFINITY;
    size_t from = 0;
    for (size_t i = first + 1; i <= n; i++)
        if (i == n || (b.flags[i] & OPERATOR_RELATION)) {
            put_stretch(&b, x, from, i);
            from = i;
        }
    if (from < n && first >= n)
        put_stretch(&b, x, from, n);
    return b.whole;
}
