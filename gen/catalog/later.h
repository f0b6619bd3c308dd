/* Entries of a shipped file that are read when somebody asks for them: an answer about two devices
 * need not read a hundred. */
#ifndef RIDGE_CATALOG_LATER_H
#define RIDGE_CATALOG_LATER_H

#include "catalog/store.h"
#include "xml/shelf.h"

/* The shelf of a file below the content root; NULL: read it whole. */
const struct shelf *shelf_open(struct catalog *c, const char *path, const char *root,
                               const char *entry);

/* Makes the ids of the shelf the items of the part's empty list. Faults of entries go to `d` when
 * they are read. */
void later_open(struct catalog *c, struct diag *d, const struct catalog_file *part,
                const struct shelf *shelf);

/* Is the item at the place one that is read, and good? Reads it when it waits. */
bool later_has(const struct list *list, size_t place);

/* Does it wait, or is it being read? */
bool later_waits(const struct list *list, size_t place);

/* Something else takes the place of the item. */
void later_replace(const struct list *list, size_t place);

#endif
