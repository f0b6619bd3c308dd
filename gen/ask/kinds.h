/* Inside the room: cards that are filled in files of their own. */
#ifndef RIDGE_ASK_KINDS_H
#define RIDGE_ASK_KINDS_H

#include "ask/fact.h"
#include "catalog/fields.h"

void card_datum(struct card *c, const char *name, const struct datum *d, struct unit unit);

/* What is absent is left out. */
void card_texts(struct card *c, const void *entry, const struct field *fields, size_t n);

void fill_model(struct card *c, struct catalog *catalog, size_t i);
void fill_scenario(struct card *c, struct catalog *catalog, size_t i);

#endif
