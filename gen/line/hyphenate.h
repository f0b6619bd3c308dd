/* English hyphenation. */
#ifndef RIDGE_LINE_HYPHENATE_H
#define RIDGE_LINE_HYPHENATE_H

#include <stdbool.h>
#include <stddef.h>

#include "line/paragraph.h"

/* Marks the letters of an ASCII word (lower case, n letters) after which a hyphen may stand; at
 * least three letters stay on either side. `after` has n entries. */
void hyphenate_word(struct hyphenator *h, const char *word, size_t n, bool *after);

#endif
