/* Repetition in a template over the things it was given. */
#ifndef RIDGE_DOC_TEMPLATE_EACH_H
#define RIDGE_DOC_TEMPLATE_EACH_H

#include "xml/node.h"

/* A copy in the arena of a template that was given n things, named as its parameters ("a", "b"):
 * <r:each name="x"> is replaced by its content once for each of them, with "{x}" in attributes
 * read as its name. Everywhere in attributes "{each}" is "$a $b", "{each/peak}" is "$a/peak,
 * $b/peak", "{last}" the name of the last and "{2*count+1}" a number. Spans stay those of what was copied. */
const struct node *template_each(struct arena *a, const struct node *root, const char *const *names,
                                 size_t n);

#endif
