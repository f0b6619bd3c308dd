/* One value as CSV and as JSON write it. */
#ifndef RIDGE_BOOK_CELL_H
#define RIDGE_BOOK_CELL_H

#include "base/file.h"

/* Quoted only where it has to be. */
void csv_cell(struct bytes *out, const char *text);

/* With its quotation marks; NULL is the empty string. */
void json_string(struct bytes *out, const char *text);

#endif
