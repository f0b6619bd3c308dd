/* Text for XML. */
#ifndef RIDGE_PAINT_ESCAPE_H
#define RIDGE_PAINT_ESCAPE_H

#include "base/file.h"

/* Escapes & < > ", drops what XML cannot hold, turns line ends and tabs into spaces and invalid
 * UTF-8 into U+FFFD. */
void put_escaped(struct bytes *b, const char *text, size_t n);

#endif
