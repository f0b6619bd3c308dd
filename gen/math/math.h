/* Formulas: the tree that MathML (math_read.c) and the estimator's own notation (math_parse.c) are
 * read into; set by math_set.c, spoken by math_say.c. */
#ifndef RIDGE_MATH_MATH_H
#define RIDGE_MATH_MATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "figure/box.h"
#include "figure/math_font.h"

enum math_kind {
    MATH_ROW,
    MATH_NUMBER,
    MATH_NAME,     /* one letter: a variable, slanted; more: a word, upright */
    MATH_OPERATOR, /* signs, brackets, "max" as mo */
    MATH_TEXT,
    MATH_SPACE,
    MATH_FRACTION, /* numerator, denominator */
    MATH_ROOT,     /* radicand, then the degree unless it is a square root */
    MATH_SCRIPTS,  /* base, below, above; what is missing is an empty row */
    MATH_LIMITS,   /* base, under, over */
    MATH_TABLE,
    MATH_LINE, /* of a table */
    MATH_CELL
};

/* Yes, no, or as the dictionary or the surroundings have it. */
enum math_choice { CHOICE_DEFAULT, CHOICE_NO, CHOICE_YES };

struct math {
    struct math *next, *child;
    enum math_kind kind;
    const char *text; /* numbers, names, operators, texts */
    struct span span;
    bool upright;      /* mathvariant="normal" */
    bool phantom;      /* takes room, has no ink */
    bool computed;     /* NUMBER: from the estimator */
    const char *trace; /* of a whole formula: where its first computed number is explained */
    bool spaced;       /* OPERATOR: lspace and rspace are given */
    enum math_choice display, stretchy, largeop, movable;
    enum math_choice form; /* OPERATOR: 1 + enum operator_form, when given */
    int level;             /* added to the script level of what is inside */
    bool level_set;        /* … or the level itself */
    double lspace, rspace; /* ems */
    double width, raise;   /* SPACE, padding: ems; width < 0: natural */
    double rule;           /* FRACTION: share of the usual bar; 0: none */
    const char *align;     /* TABLE: "right left …"; CELL: its own */
};

/* The formula as a thing that stands in a line or alone; its `what` is the tree. */
/* The tree of a thing that is a formula; NULL: it is another. */
const struct math *thing_formula(const struct thing *t);
const struct thing *formula_thing(struct arena *a, const struct math *tree, const char *alt);
struct math_setting formula_setting(struct arena *a, struct fonts *f,
                                    const struct text_style *around);

/* ── The operator dictionary (MathML Core, appendix B, the part that the subject needs) ── */

enum operator_form { FORM_PREFIX, FORM_INFIX, FORM_POSTFIX };

enum operator_flag {
    OPERATOR_STRETCHY = 1,
    OPERATOR_SYMMETRIC = 2,
    OPERATOR_LARGE = 4,
    OPERATOR_MOVABLE = 8, /* limits become scripts in a line of text */
    OPERATOR_ACCENT = 16,
    OPERATOR_FENCE = 32,
    OPERATOR_RELATION = 64, /* a wide formula breaks before it first … */
    OPERATOR_BINARY = 128,  /* … then before these */
    OPERATOR_SUM = 256      /* spoken with its limits */
};

struct operator_row {
    const char *text;
    enum operator_form form;
    int lspace, rspace; /* eighteenths of an em */
    unsigned flags;
    const char *word; /* string key "math." and this; "" = silent, NULL = the sign itself */
};

/* The row of a sign in a form, or in another one, or one for all others. Never NULL. */
const struct operator_row *operator_find(const char *text, enum operator_form form);
/* The form by the place in a row: prefix at its head and after another operator, postfix at its
 * end. `before` is NULL at the head. */
enum operator_form operator_form_at(const struct math *o, const struct math *before);
/* "max", "log": a thin space on either side. */
bool math_is_function(const char *name);
/* What decides how an element behaves in a row: the operator in the middle of scripts and limits,
 * or NULL. */
const struct math *math_core(const struct math *m);

/* ── Trees ── */

struct math *math_new(struct arena *a, enum math_kind kind, const char *text, struct span span);
/* Appends at *end and moves it. */
void math_add(struct math ***end, struct math *m);
bool math_is_empty(const struct math *m); /* an empty row */
size_t math_count(const struct math *m);  /* children */

/* The formula on one line, as one would type it: for tests and for files without formulas. */
const char *math_linear(struct arena *a, const struct math *m);

/* In words, unambiguous. */
struct strings;
const char *math_say(struct arena *a, const struct strings *strings, const struct math *m);

/* The estimator's notation: "F_attn / (n · F_pk)", "(1 − K / E)^T", "Σ max(…)". Never NULL: what
 * it does not know stays as it is written. */
struct math *math_parse(struct arena *a, const char *text, size_t n, struct span span);

/* ── Setting ── */

struct math_setting {
    struct arena *arena;
    struct fonts *fonts;
    struct text_style style; /* of the text around: size, ink, language, latin_scale */
    bool display;
    bool cramped;
    int level;                  /* of scripts */
    double reach_up, reach_low; /* what a sign that grows has to cover; 0 and 0: its own size */
};

/* A set formula, or part of one. Y is down, from the baseline. */
struct math_box {
    struct math_box *next, *child;
    double x, y; /* within the parent */
    double width, ascent, descent;
    double italic; /* how far ink leans out on the right */
    double accent; /* where an accent is centred; 0: the middle */
    bool broken;   /* children are lines */
    bool glyph;    /* a single sign: scripts sit by its own corners */
    const struct shaped *shaped;
    double rule; /* a bar of this thickness, `width` long, from y downwards */
    enum ink ink;
    const struct math *source;
};

struct math_box *math_set(const struct math_setting *s, const struct math *m);
/* The same on as many lines as it takes: broken before relations and operators of the outermost
 * row, lines aligned at the first relation. What cannot be broken stays too wide. */
struct math_box *math_set_within(const struct math_setting *s, const struct math *m,
                                 double measure);
/* The parts of the outermost row, each from a relation on. */
struct math *const *math_stretches_of(struct arena *a, const struct math *m, size_t *count);
void math_draw(struct scene *scene, const struct math_box *b, struct point at);

/* Inside: math_set.c, math_row.c, math_stack.c, math_table.c */
struct math_box *math_box_new(const struct math_setting *s, const struct math *m);
void math_box_add(struct math_box *parent, struct math_box *child, double x, double y);
struct math_box *math_rule(const struct math_setting *s, double width, double thickness);
double math_size(const struct math_setting *s);
double math_length(const struct math_setting *s, enum math_constant which);
struct math_setting math_inside(const struct math_setting *s, const struct math *m);
struct math_setting math_script(const struct math_setting *s, bool cramped);
struct math_setting math_cramped(const struct math_setting *s);
struct math_box *math_wide_sign(const struct math_setting *s, const struct math *m, double width,
                                bool accent);
bool math_stretches(const struct math *m, const struct operator_row *row);
struct math_box *math_row(const struct math_setting *s, const struct math *m);
struct math_box *math_fraction(const struct math_setting *s, const struct math *m);
struct math_box *math_root(const struct math_setting *s, const struct math *m);
struct math_box *math_scripts(const struct math_setting *s, const struct math *m);
struct math_box *math_limits(const struct math_setting *s, const struct math *m);
struct math_box *math_table(const struct math_setting *s, const struct math *m);

#endif
