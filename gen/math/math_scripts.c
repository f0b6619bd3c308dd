/* Indices and exponents (TeX's rules 18a to 18f with the constants of the MATH table). */
#include <math.h>
#include <string.h>

#include "math/math.h"

struct scripts {
    struct math_box *below, *above;
    double down, up;
};

static void place_below(const struct math_setting *s, const struct math_box *base,
                        struct scripts *x) {
    double drop =
        base->glyph ? 0 : base->descent + math_length(s, MATH_SUBSCRIPT_BASELINE_DROP_MIN);
    x->down = fmax(math_length(s, MATH_SUBSCRIPT_SHIFT_DOWN), drop);
    if (!x->above)
        x->down = fmax(x->down, x->below->ascent - math_length(s, MATH_SUBSCRIPT_TOP_MAX));
}

static void place_above(const struct math_setting *s, const struct math_box *base,
                        struct scripts *x) {
    double shift =
        math_length(s, s->cramped ? MATH_SUPERSCRIPT_SHIFT_UP_CRAMPED : MATH_SUPERSCRIPT_SHIFT_UP);
    double hang =
        base->glyph ? 0 : base->ascent - math_length(s, MATH_SUPERSCRIPT_BASELINE_DROP_MAX);
    x->up =
        fmax(fmax(shift, hang), x->above->descent + math_length(s, MATH_SUPERSCRIPT_BOTTOM_MIN));
}

/* Both: the gap between them is opened downwards, then the whole moved up while it may. */
static void keep_apart(const struct math_setting *s, struct scripts *x) {
    double least = math_length(s, MATH_SUB_SUPERSCRIPT_GAP_MIN);
    double gap = x->up - x->above->descent + x->down - x->below->ascent;
    if (gap >= least)
        return;
    x->down += least - gap;
    double room =
        math_length(s, MATH_SUPERSCRIPT_BOTTOM_MAX_WITH_SUBSCRIPT) - (x->up - x->above->descent);
    if (room > 0) {
        room = fmin(room, least - gap);
        x->up += room;
        x->down -= room;
    }
}

/* Words and numbers are flat: their scripts sit as by a single sign. */
static bool is_flat(const struct math *m) {
    while (m->kind == MATH_ROW && m->child && !m->child->next)
        m = m->child;
    return m->kind == MATH_NUMBER || m->kind == MATH_NAME || m->kind == MATH_TEXT;
}

/* The face draws primes raised and small already. */
static bool is_prime(const struct math *m) {
    const struct math *o = math_core(m);
    return o && operator_find(o->text, FORM_POSTFIX)->word &&
           strstr(operator_find(o->text, FORM_POSTFIX)->word, "prime");
}

static struct math_box *set_above(const struct math_setting *s, const struct math *m) {
    struct math_setting high = math_script(s, false);
    return math_set(is_prime(m) ? s : &high, m);
}

struct math_box *math_scripts(const struct math_setting *s, const struct math *m) {
    const struct math *below = m->child->next, *above = below->next;
    struct math_setting low = math_script(s, true);
    struct math_box *base = math_set(s, m->child), *b = math_box_new(s, m);
    struct math_box flat = *base;
    flat.glyph |= is_flat(m->child);
    struct scripts x = {math_is_empty(below) ? NULL : math_set(&low, below),
                        math_is_empty(above) ? NULL : set_above(s, above), 0, 0};
    if (x.below)
        place_below(s, &flat, &x);
    bool prime = x.above && is_prime(above);
    if (x.above && !prime)
        place_above(s, &flat, &x);
    if (x.below && x.above && !prime)
        keep_apart(s, &x);
    b->ascent = b->descent = -INFINITY;
    math_box_add(b, base, 0, 0);
    double end = base->width, lean = base->italic, after = math_length(s, MATH_SPACE_AFTER_SCRIPT);
    b->width = end;
    if (x.below) {
        math_box_add(b, x.below, end - lean, x.down);
        b->width = fmax(b->width, end - lean + x.below->width + after);
    }
    if (x.above) {
        math_box_add(b, x.above, end, -x.up);
        b->width = fmax(b->width, end + x.above->width + after);
    }
    return b;
}
