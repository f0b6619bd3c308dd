/* An accelerator being read: what follows from its fields, and what they must agree with. */
#ifndef RIDGE_CATALOG_ACCELERATOR_ENTRY_H
#define RIDGE_CATALOG_ACCELERATOR_ENTRY_H

#include "catalog/entry.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

/* The sparse peaks that are not given: dense ones times the sparsity. */
void sparse_fill(const struct entry *e, struct accelerator *a);

/* Which links the two link bandwidths are of; a rate must agree with that of its link. */
void links_resolve(const struct entry *e, struct accelerator *a);

/* The <price> children. */
void prices_of(const struct entry *e, struct accelerator *a);

/* Reports values that contradict each other. */
void accelerator_check(const struct entry *e, const struct accelerator *a);

#endif
