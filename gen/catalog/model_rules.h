/* What the fields of a model must hold among each other. */
#ifndef RIDGE_CATALOG_MODEL_RULES_H
#define RIDGE_CATALOG_MODEL_RULES_H

#include "catalog/entry.h"

/* Reports every rule the model breaks at the field that breaks it. false: one was broken, and
 * nothing may be computed from the entry. */
bool model_rules_check(const struct entry *e, const struct model *m);

#endif
