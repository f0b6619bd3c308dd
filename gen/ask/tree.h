/* Output for programs: a tree of named values, printed as JSON or as XML.
 *
 *   group   JSON an object, XML an element with its children
 *   list    JSON an array; the items' names are those of XML elements
 *   leaf    a word, a number, a truth or nothing (null). With facets, which are leaves or lists
 *           below it, JSON writes {"value": …, facets}; XML the value as text, facets as attributes
 */
#ifndef RIDGE_ASK_TREE_H
#define RIDGE_ASK_TREE_H

#include "base/file.h"
#include "base/quantity.h"

enum { TREE_SCHEMA = 1 }; /* version of everything printed this way */

struct tree;

struct tree *tree_root(struct arena *a, const char *name);

struct tree *tree_parent(const struct tree *t);

/* Each appends to the parent. Strings are kept, not copied. */
struct tree *tree_group(struct tree *parent, const char *name);
struct tree *tree_list(struct tree *parent, const char *name);
struct tree *tree_word(struct tree *parent, const char *name, const char *word); /* NULL: null */
struct tree *tree_number(struct tree *parent, const char *name, double number);
struct tree *tree_truth(struct tree *parent, const char *name, bool truth);

/* A number with unit, class and, where the class has one, range. */
struct tree *tree_quantity(struct tree *parent, const char *name, struct quantity q);

/* The facet that names a leaf's unit in SI. */
void tree_unit(struct tree *leaf, struct unit unit);

/* Bare leaves of this group become XML attributes. */
void tree_as_attributes(struct tree *group);

void tree_json(const struct tree *root, struct bytes *out);
void tree_xml(const struct tree *root, struct bytes *out);

#endif
