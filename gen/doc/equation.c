/* equation, informalequation, inlineequation: formulas of a chapter. */
#include <string.h>

#include "base/text.h"
#include "doc/math_read.h"

/* ── As a thing in a line ── */

static const double SERIF_IN_HAN = 1.03; /* as in running text */

struct math_setting formula_setting(struct arena *a, struct fonts *f,
                                    const struct text_style *around) {
    struct math_setting s = {.arena = a, .fonts = f, .style = *around};
    s.style.family = FAMILY_SERIF;
    s.style.latin_scale = language_is_chinese(around->language) ? SERIF_IN_HAN : 0;
    return s;
}

static void draw_formula(struct scene *scene, const struct box *b, struct point at) {
    math_draw(scene, b->what, at);
}

static const struct box *set_formula(struct arena *a, struct fonts *f, const struct thing *t,
                                     const struct text_style *around) {
    struct math_setting s = formula_setting(a, f, around);
    const struct math_box *formula = math_set(&s, t->what);
    struct box *b = ARENA_NEW(a, struct box);
    *b = (struct box){.width = formula->width,
                      .ascent = formula->ascent,
                      .descent = formula->descent,
                      .draw = draw_formula,
                      .what = formula,
                      .tag = TAG_FORMULA,
                      .alt = t->alt};
    return b;
}

const struct thing *formula_thing(struct arena *a, const struct math *tree, const char *alt) {
    struct thing *t = ARENA_NEW(a, struct thing);
    *t = (struct thing){.set = set_formula, .what = tree, .alt = alt};
    return t;
}

const struct math *thing_formula(const struct thing *t) {
    return t && t->set == set_formula ? t->what : NULL;
}

/* ── Reading ── */

static bool is_typed(const struct node *n) {
    const char *role = node_value(n, "role");
    return role && !strcmp(role, "typed");
}

/* The author's words, or those of the tree. */
static const struct thing *thing_of(struct reader *r, const struct node *n,
                                    const struct math *tree) {
    const struct node *alt = node_child(n, NS_DOCBOOK, "alt");
    const struct node *math = node_child(n, NS_MATHML, "math");
    const char *words = alt ? node_text(r->arena, alt) : node_value(math, "alttext");
    return formula_thing(r->arena, tree,
                         words && *words ? words : math_say(r->arena, r->request->strings, tree));
}

BLOCK_HANDLER(read_equation) {
    struct block *b = block_new(r, n, BLOCK_EQUATION);
    const struct node *math = node_child(n, NS_MATHML, "math");
    const struct node *phrase = node_child(n, NS_DOCBOOK, "mathphrase");
    const struct target *t = target_of(r, n);
    if (t && t->number) {
        b->number = t->number;
        b->label = target_label(r, t);
    }
    b->title = title_of(r, n, "title");
    if (math)
        b->thing = thing_of(r, n, math_read(r, math, is_typed(n)));
    else if (phrase)
        b->text = inlines_of(r, phrase);
    return b;
}

/* ── In a line of text ── */

enum { SHORT = 24 }; /* bytes of a formula that stays on one line */

static void put_formula(struct inliner *in, const struct node *n, const struct math *tree,
                        const struct thing *thing) {
    struct inline_ piece = *inliner_look(in);
    piece.kind = INLINE_BOX;
    piece.thing = thing;
    piece.text = math_linear(inliner_reader(in)->arena, tree); /* copied; outlines */
    piece.tight = true;
    piece.span = n->span;
    inliner_put(in, &piece);
}

/* A long formula may break before its relations, at blanks that stand for their space. */
static void put_stretches(struct inliner *in, const struct node *n, const struct math *tree) {
    struct reader *r = inliner_reader(in);
    size_t count;
    struct math *const *stretches = math_stretches_of(r->arena, tree, &count);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            inliner_text(in, " ", n->span);
        put_formula(in, n, stretches[i],
                    formula_thing(r->arena, stretches[i],
                                  math_say(r->arena, r->request->strings, stretches[i])));
    }
}

INLINE_HANDLER(read_inline_formula) {
    struct reader *r = inliner_reader(in);
    const struct node *math = node_child(n, NS_MATHML, "math");
    const struct node *phrase = node_child(n, NS_DOCBOOK, "mathphrase");
    if (phrase && !math)
        inliner_children(in, phrase);
    if (!math)
        return;
    const struct math *tree = math_read(r, math, is_typed(n));
    bool own_words = node_child(n, NS_DOCBOOK, "alt") || node_value(math, "alttext");
    if (own_words || strlen(math_linear(r->arena, tree)) <= SHORT)
        put_formula(in, n, tree, thing_of(r, n, tree));
    else
        put_stretches(in, n, tree);
}
