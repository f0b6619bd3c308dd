/* MathML Core to trees of formulas. */
#ifndef RIDGE_DOC_MATH_READ_H
#define RIDGE_DOC_MATH_READ_H

#include "doc/math.h"
#include "doc/reader.h"

/* The formula of <mml:math>. Reports what does not hold; never NULL. */
struct math *math_read(struct reader *r, const struct node *math, bool typed);

/* math_attributes.c: what attributes say. */
void math_read_attributes(struct reader *r, const struct node *n, struct math *m);

/* For elements of MathML that are not set: what to write instead; NULL for others. */
const char *math_refused(const char *name);

#endif
