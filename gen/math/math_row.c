/* Rows: children side by side, with the spaces of the operator dictionary; brackets grow with what
 * stands between them. */
#include <math.h>
#include <string.h>

#include "math/math.h"

struct part {
    const struct math *math;
    const struct math *core; /* the operator of it, or NULL */
    const struct operator_row *row;
    enum operator_form form;
    struct math_box *box; /* NULL while its size is not known */
    double left, right;   /* spaces */
};

struct parts {
    const struct math_setting *setting;
    struct part *at;
    size_t n;
    bool cell;
};

static const struct math *function_of(const struct math *m) {
    while (m && (m->kind == MATH_SCRIPTS || m->kind == MATH_LIMITS))
        m = m->child;
    return m && m->kind == MATH_NAME && math_is_function(m->text) ? m : NULL;
}

static bool opens(const struct part *p) {
    return p->core && (p->row->flags & OPERATOR_FENCE) && p->row->form == FORM_PREFIX;
}

static bool is_silent(const struct part *p) {
    return p->core && p->row->word && !*p->row->word;
}

static struct parts row_parts(const struct math_setting *s, const struct math *m) {
    struct parts r = {.setting = s, .n = math_count(m), .cell = m->kind == MATH_CELL};
    r.at = ARENA_ARRAY(s->arena, struct part, r.n + 1);
    const struct math *before = NULL;
    size_t i = 0;
    for (const struct math *c = m->child; c; before = c, c = c->next, i++) {
        struct part *p = &r.at[i];
        p->math = c;
        p->core = math_core(c);
        p->form = operator_form_at(c, before);
        if (p->core)
            p->row = operator_find(p->core->text, p->form);
    }
    return r;
}

/* ── Spaces ── */

static const double EM = 18, THIN = 2, GROWN = 1.4;

/* What behaves as a large operator: a thin space between it and what is no operator. */
static bool acts(const struct part *p) {
    return function_of(p->math) || (p->core && (p->row->flags & (OPERATOR_SUM | OPERATOR_MOVABLE)));
}

static const struct part *beside(const struct parts *r, size_t i, int step) {
    for (size_t k = i + (size_t)step; k < r->n; k += (size_t)step)
        if (!is_silent(&r->at[k]) && r->at[k].math->kind != MATH_SPACE)
            return &r->at[k];
    return NULL;
}

static void space_acting(const struct parts *r, size_t i, double em) {
    const struct part *before = beside(r, i, -1), *after = beside(r, i, 1);
    bool free = before && (!before->core || before->row->form == FORM_POSTFIX);
    r->at[i].left = free ? 3 / EM * em : 0;
    bool bound =
        !after || opens(after) || (after->core && after->row->form != FORM_PREFIX && !acts(after));
    r->at[i].right = bound || (after && acts(after)) ? 0 : 3 / EM * em;
}

static void space(const struct parts *r, size_t i) {
    struct part *p = &r->at[i];
    double em = math_size(r->setting);
    bool script = r->setting->level > 0;
    if (p->core && p->core->spaced) {
        p->left = p->core->lspace * em;
        p->right = p->core->rspace * em;
    } else if (acts(p)) {
        space_acting(r, i, em);
    } else if (p->core && !script && r->n > 1) {
        p->left = p->row->lspace / EM * em;
        p->right = p->row->rspace / EM * em;
    }
    if (i == 0 && !r->cell)
        p->left = 0;
    if (i + 1 == r->n)
        p->right = 0;
}

/* ── Signs that grow ── */

static bool grows(const struct part *p) {
    return p->core && math_stretches(p->core, p->row) && !(p->row->flags & OPERATOR_RELATION);
}

/* The bracket that belongs to this one; the end of the row where there is none. */
static size_t partner(const struct parts *r, size_t i) {
    bool back = r->at[i].row->form == FORM_POSTFIX;
    int depth = 0;
    for (size_t k = i; k < r->n; k = back ? k - 1 : k + 1) {
        if (!grows(&r->at[k]))
            continue;
        depth += r->at[k].row->form == FORM_POSTFIX ? -1 : 1;
        if (depth == 0)
            return k;
    }
    return back ? 0 : r->n - 1;
}

static void set_grown(const struct parts *r, size_t i) {
    struct math_setting s = *r->setting;
    size_t other = partner(r, i), from = i < other ? i : other, to = i < other ? other : i;
    for (size_t k = from; k <= to; k++)
        if (r->at[k].box && !grows(&r->at[k])) {
            s.reach_up = fmax(s.reach_up, r->at[k].box->ascent);
            s.reach_low = fmax(s.reach_low, r->at[k].box->descent);
        }
    r->at[i].box = math_set(&s, r->at[i].math);
}

static void set_parts(const struct parts *r) {
    struct math_setting s = *r->setting;
    if (r->n > 1)
        s.reach_up = s.reach_low = 0;
    for (size_t i = 0; i < r->n; i++)
        if (!grows(&r->at[i]) || r->n == 1)
            r->at[i].box = math_set(&s, r->at[i].math);
    for (size_t i = 0; i < r->n; i++)
        if (!r->at[i].box)
            set_grown(r, i);
}

/* A bracket that has grown stands off what is outside it. */
static void space_grown(const struct parts *r, size_t i) {
    struct part *p = &r->at[i];
    double em = math_size(r->setting);
    if (!grows(p) || p->core->spaced || p->box->ascent + p->box->descent < GROWN * em)
        return;
    bool opening = p->row->form == FORM_PREFIX;
    const struct part *other = beside(r, i, opening ? -1 : 1);
    if (!other || (other->core && !grows(other)))
        return;
    *(opening ? &p->left : &p->right) = THIN / EM * em;
}

struct math_box *math_row(const struct math_setting *outer, const struct math *m) {
    struct math_setting s = math_inside(outer, m);
    struct parts r = row_parts(&s, m);
    set_parts(&r);
    struct math_box *b = math_box_new(&s, m);
    if (r.n)
        b->ascent = b->descent = -INFINITY;
    double em = math_size(&s), x = m->lspace * em;
    for (size_t i = 0; i < r.n; i++) {
        space(&r, i);
        space_grown(&r, i);
        x += r.at[i].left;
        math_box_add(b, r.at[i].box, x, -m->raise * em);
        x += r.at[i].box->width + r.at[i].right;
    }
    b->width = m->kind == MATH_ROW && m->width > 0 ? m->width * em : x;
    if (r.n == 1) {
        b->italic = r.at[0].box->italic;
        b->accent = r.at[0].box->accent;
        b->glyph = r.at[0].box->glyph;
    }
    return b;
}
