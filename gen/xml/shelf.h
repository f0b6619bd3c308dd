/* A file of entries, each an element with an id right below the root, that are read one at a time:
 * a look over the tags finds where they stand, and the parser sees only those that are asked for.
 */
#ifndef RIDGE_XML_SHELF_H
#define RIDGE_XML_SHELF_H

#include "xml/node.h"

struct shelf_entry {
    const char *id;
    unsigned from, to;           /* from its "<" to behind its ">" */
    unsigned body_from, body_to; /* between its tags; empty without an end tag */
};

struct shelf {
    const struct source *source;
    struct span root; /* the start tag */
    const char *root_name;
    struct shelf_entry *entries; /* in order of the file */
    size_t n;
    unsigned *slots; /* by the id: 1 + the place of an entry, 0: free */
    size_t slot_count;
};

/* NULL, without a report, for all that the look does not understand, be it good or bad: such a file
 * is read whole, and the parser judges. What it understands: no declaration but that of UTF-8, one
 * namespace, and below the root nothing but comments and <element id="…"> with different ids,
 * which hold neither each other nor CDATA or instructions. */
const struct shelf *xml_shelf(struct arena *a, const struct source *source, const char *element);

struct span shelf_span(const struct shelf *shelf, size_t i);

/* The place of the entry; shelf->n when there is none. */
size_t shelf_find(const struct shelf *shelf, const char *id);

/* The root without its entries (i = shelf->n) or with that one alone. All places are those of the
 * whole file. NULL after reporting what the whole file would have reported. */
struct node *shelf_read(struct arena *a, struct diag *d, const struct shelf *shelf, size_t i);

/* The text of the entry as node_text gives it; NULL: it is more than characters, read it. */
const char *shelf_text(struct arena *a, const struct shelf *shelf, size_t i);

#endif
