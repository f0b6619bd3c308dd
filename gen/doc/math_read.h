/* MathML Core to trees of formulas. */
#ifndef RIDGE_DOC_MATH_READ_H
#define RIDGE_DOC_MATH_READ_H

#include "doc/reader.h"
#include "math/math.h"

/* The formula of <mml:math>. Reports what does not hold; never NULL. */
struct math *math_read(struct reader *r, const struct node *math, bool typed);

/* Inside: what is known on the way down. */
struct math_reading {
    struct reader *r;
    bool typed;        /* numbers may be typed */
    int script;        /* depth of scripts, limits and degrees */
    const char *trace; /* of the first computed number */
};

/* The first element of MathML from here on that is set. */
const struct node *math_element_at(const struct node *n);

/* math_token.c */
struct math *math_read_number(struct math_reading *in, const struct node *n);
struct math *math_read_name(struct math_reading *in, const struct node *n);
struct math *math_read_operator(struct math_reading *in, const struct node *n);
struct math *math_read_words(struct math_reading *in, const struct node *n);
struct math *math_read_space(struct math_reading *in, const struct node *n);

/* math_attributes.c: what attributes say. */
void math_read_attributes(struct reader *r, const struct node *n, struct math *m);

/* For elements of MathML that are not set: what to write instead; NULL for others. */
const char *math_refused(const char *name);

#endif
