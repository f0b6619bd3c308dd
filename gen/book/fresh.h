/* Freshness: a product is rebuilt when a file it was made from is newer. What it was made from
 * stands in a make-style .d file. */
#ifndef RIDGE_BOOK_FRESH_H
#define RIDGE_BOOK_FRESH_H

#include <stdbool.h>

#include "ask/session.h"

/* Is the product there, made for the same request, and no older than anything its .d file names? */
bool fresh_is(struct session *s, const char *product, const char *request);

/* Writes the .d file of a product after it was written. */
void fresh_note(struct session *s, const char *product, const char *request,
                const struct path_list *files);

/* Adds the rule of a product that is there, as make reads it: "PRODUCT: FILE FILE …". */
void fresh_rule(struct session *s, const char *product, struct bytes *to);

#endif
