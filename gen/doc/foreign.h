/* DocBook written by others: elements and attributes that the chapter language does not have become
 * ones that it has, or are left out, or refused with advice. Each is said once, with how often. */
#ifndef RIDGE_DOC_FOREIGN_H
#define RIDGE_DOC_FOREIGN_H

#include <stdbool.h>

#include "xml/node.h"

/* Changes the tree. false: it is no document that could be read (DocBook 4, say), reported. */
bool foreign_settle(struct arena *a, struct diag *d, struct node *root);

#endif
