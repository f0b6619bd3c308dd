/* What stands over something else: fractions, roots, limits and accents. */
#include <math.h>
#include <string.h>

#include "math/math.h"

static const double BESIDE_BAR = 0.1; /* ems; \nulldelimiterspace of plain TeX */
static const double ACCENT = 0.6;     /* an accent is at least this share of its base's width */

static double by_style(const struct math_setting *s, enum math_constant display,
                       enum math_constant text) {
    return math_length(s, s->display ? display : text);
}

/* ── Fractions ── */

struct fraction {
    struct math_box *top, *bottom;
    double up, down; /* shifts of their baselines */
};

/* With a bar: each keeps its gap from the bar, which lies on the axis. */
static void clear_bar(const struct math_setting *s, struct fraction *f, double bar) {
    double axis = math_length(s, MATH_AXIS_HEIGHT);
    double over =
        by_style(s, MATH_FRACTION_NUM_DISPLAY_STYLE_GAP_MIN, MATH_FRACTION_NUMERATOR_GAP_MIN);
    double under =
        by_style(s, MATH_FRACTION_DENOM_DISPLAY_STYLE_GAP_MIN, MATH_FRACTION_DENOMINATOR_GAP_MIN);
    f->up = fmax(by_style(s, MATH_FRACTION_NUMERATOR_DISPLAY_STYLE_SHIFT_UP,
                          MATH_FRACTION_NUMERATOR_SHIFT_UP),
                 axis + bar / 2 + over + f->top->descent);
    f->down = fmax(by_style(s, MATH_FRACTION_DENOMINATOR_DISPLAY_STYLE_SHIFT_DOWN,
                            MATH_FRACTION_DENOMINATOR_SHIFT_DOWN),
                   f->bottom->ascent + under + bar / 2 - axis);
}

static void clear_each_other(const struct math_setting *s, struct fraction *f) {
    f->up = by_style(s, MATH_STACK_TOP_DISPLAY_STYLE_SHIFT_UP, MATH_STACK_TOP_SHIFT_UP);
    f->down = by_style(s, MATH_STACK_BOTTOM_DISPLAY_STYLE_SHIFT_DOWN, MATH_STACK_BOTTOM_SHIFT_DOWN);
    double gap = f->up - f->top->descent + f->down - f->bottom->ascent;
    double least = by_style(s, MATH_STACK_DISPLAY_STYLE_GAP_MIN, MATH_STACK_GAP_MIN);
    if (gap < least) {
        f->up += (least - gap) / 2;
        f->down += (least - gap) / 2;
    }
}

struct math_box *math_fraction(const struct math_setting *outer, const struct math *m) {
    struct math_setting s = math_inside(outer, m), above = s, below;
    if (s.display)
        above.display = false;
    else
        above = math_script(&s, false);
    above.reach_up = above.reach_low = 0;
    below = math_cramped(&above);
    struct fraction f = {math_set(&above, m->child), math_set(&below, m->child->next), 0, 0};
    double bar = m->rule * math_length(&s, MATH_FRACTION_RULE_THICKNESS);
    if (bar > 0)
        clear_bar(&s, &f, bar);
    else
        clear_each_other(&s, &f);
    struct math_box *b = math_box_new(&s, m);
    double pad = BESIDE_BAR * math_size(&s), width = fmax(f.top->width, f.bottom->width);
    math_box_add(b, f.top, pad + (width - f.top->width) / 2, -f.up);
    if (bar > 0)
        math_box_add(b, math_rule(&s, width, bar), pad,
                     -math_length(&s, MATH_AXIS_HEIGHT) - bar / 2);
    math_box_add(b, f.bottom, pad + (width - f.bottom->width) / 2, f.down);
    b->width = width + 2 * pad;
    return b;
}

/* ── Roots ── */

static void add_degree(const struct math_setting *s, const struct math *m, struct math_box *b,
                       const struct math_box *sign, double top, double *x) {
    struct math_setting deep = math_script(s, false);
    deep.level = 2;
    struct math_box *degree = math_set(&deep, m);
    double bottom = top + sign->ascent + sign->descent; /* of the sign, down */
    double raise = math_degree_raise(s->fonts) * (sign->ascent + sign->descent);
    double before = math_length(s, MATH_RADICAL_KERN_BEFORE_DEGREE);
    double after = fmax(math_length(s, MATH_RADICAL_KERN_AFTER_DEGREE), -degree->width - before);
    math_box_add(b, degree, fmax(before, 0), bottom - raise - degree->descent);
    *x += before + degree->width + after;
}

/* What is under the root keeps its gap from the bar; a sign that is too high shares the rest. */
struct math_box *math_root(const struct math_setting *outer, const struct math *m) {
    struct math_setting s = math_cramped(outer);
    struct math_box *inside = math_set(&s, m->child), *b = math_box_new(&s, m);
    double bar = math_length(&s, MATH_RADICAL_RULE_THICKNESS);
    double gap = by_style(&s, MATH_RADICAL_DISPLAY_STYLE_VERTICAL_GAP, MATH_RADICAL_VERTICAL_GAP);
    double needed = inside->ascent + inside->descent + gap + bar;
    struct math_glyph g;
    struct math_request r = {0x221A, NULL, math_size(&s), s.style.ink, s.style.language};
    if (!math_stretched(s.fonts, s.arena, r, true, needed, &g))
        return inside;
    struct math_box *sign = math_box_new(&s, NULL);
    sign->shaped = g.shaped;
    sign->ascent = g.ascent;
    sign->descent = g.descent;
    gap += fmax(0, (g.ascent + g.descent - needed) / 2);
    double top = -(inside->ascent + gap + bar), x = 0; /* of the bar, down */
    if (m->child->next)
        add_degree(&s, m->child->next, b, sign, top, &x);
    math_box_add(b, sign, x, top + g.ascent);
    x += g.advance;
    math_box_add(b, math_rule(&s, inside->width, bar), x, top);
    math_box_add(b, inside, x, 0);
    b->ascent = fmax(b->ascent, -top + math_length(&s, MATH_RADICAL_EXTRA_ASCENDER));
    b->width = x + inside->width;
    return b;
}

/* ── Limits and accents ── */

static const struct operator_row *accent_row(const struct math *m) {
    const struct math *o = math_core(m);
    return o ? operator_find(o->text, FORM_POSTFIX) : NULL;
}

/* An arrow over one letter makes it a vector. */
static bool is_accent(const struct math *m, const struct math_box *base) {
    const struct operator_row *row = accent_row(m);
    return row && ((row->flags & OPERATOR_ACCENT) ||
                   (base->glyph && math_core(m) == m && !strcmp(row->text, "→")));
}

static bool is_bar(const struct math *m) {
    const struct math *o = math_core(m);
    return o && (!strcmp(o->text, "¯") || !strcmp(o->text, "_") || !strcmp(o->text, "‾"));
}

static bool is_brace(const struct operator_row *row) {
    return row->word && !strcmp(row->word, "brace");
}

/* What stands over or under: a sign as wide as the base, or a small formula. */
static struct math_box *set_beside(const struct math_setting *s, const struct math *m,
                                   const struct math_box *base) {
    const struct operator_row *row = accent_row(m);
    struct math_setting small = math_script(s, false);
    const struct math *o = math_core(m);
    if (is_bar(m) && !base->glyph)
        return math_rule(s, base->width, math_length(s, MATH_OVERBAR_RULE_THICKNESS));
    if (is_accent(m, base))
        return math_wide_sign(s, o,
                              is_brace(row)                    ? base->width
                              : row->flags & OPERATOR_STRETCHY ? ACCENT * base->width
                                                               : 0,
                              true);
    if (row && o == m && math_stretches(o, row))
        return math_wide_sign(s, o, base->width, false);
    return math_set(&small, m);
}

static double rise_over(const struct math_setting *s, const struct math *m,
                        const struct math_box *base, const struct math_box *over) {
    const struct operator_row *row = accent_row(m);
    bool sign = is_accent(m, base);
    if (is_bar(m) && !base->glyph)
        return base->ascent + math_length(s, MATH_OVERBAR_VERTICAL_GAP) + over->descent;
    if (sign && !is_brace(row))
        return fmax(0, base->ascent - math_length(s, MATH_ACCENT_BASE_HEIGHT));
    double gap = math_length(s, sign ? MATH_STRETCH_STACK_GAP_ABOVE_MIN : MATH_UPPER_LIMIT_GAP_MIN);
    return fmax(base->ascent + gap + over->descent,
                sign ? 0 : base->ascent + math_length(s, MATH_UPPER_LIMIT_BASELINE_RISE_MIN));
}

static double drop_under(const struct math_setting *s, const struct math *m,
                         const struct math_box *base, const struct math_box *under) {
    const struct operator_row *row = accent_row(m);
    bool sign = row && (row->flags & OPERATOR_ACCENT);
    if (is_bar(m) && !base->glyph)
        return base->descent + math_length(s, MATH_UNDERBAR_VERTICAL_GAP);
    double gap = math_length(s, sign ? MATH_STRETCH_STACK_GAP_BELOW_MIN : MATH_LOWER_LIMIT_GAP_MIN);
    return fmax(base->descent + gap + under->ascent,
                sign ? 0 : base->descent + math_length(s, MATH_LOWER_LIMIT_BASELINE_DROP_MIN));
}

static bool moves(const struct math_setting *s, const struct math *base) {
    const struct math *o = math_core(base);
    if (s->display || !o)
        return false;
    return o->movable != CHOICE_DEFAULT
               ? o->movable == CHOICE_YES
               : (operator_find(o->text, FORM_PREFIX)->flags & OPERATOR_MOVABLE) != 0;
}

struct math_box *math_limits(const struct math_setting *s, const struct math *m) {
    const struct math *under = m->child->next, *over = under->next;
    if (moves(s, m->child))
        return math_scripts(s, m);
    struct math_box *base = math_set(s, m->child), *b = math_box_new(s, m);
    struct math_box *high = math_is_empty(over) ? NULL : set_beside(s, over, base);
    struct math_box *low = math_is_empty(under) ? NULL : set_beside(s, under, base);
    double width = base->width, lean = base->italic / 2;
    width = fmax(width, fmax(high ? high->width : 0, low ? low->width : 0));
    double middle = width / 2, start = middle - base->width / 2;
    b->ascent = b->descent = -INFINITY;
    math_box_add(b, base, start, 0);
    bool accent = high && is_accent(over, base) && base->accent > 0;
    double centre = accent ? start + base->accent - high->width / 2 : middle - lean;
    if (high)
        math_box_add(b, high, accent ? centre : middle - high->width / 2 + lean,
                     -rise_over(s, over, base, high));
    if (low)
        math_box_add(b, low, middle - low->width / 2 - lean, drop_under(s, under, base, low));
    b->width = width;
    b->italic = base->italic;
    return b;
}
