/* One value as CSV, as JSON and as a line for people write it. */
#ifndef RIDGE_ASK_CELL_H
#define RIDGE_ASK_CELL_H

#include "base/file.h"
#include "base/quantity.h"
#include "catalog/catalog.h"

/* Quoted only where it has to be. */
void csv_cell(struct bytes *out, const char *text);

/* With its quotation marks; NULL is the empty string. */
void json_string(struct bytes *out, const char *text);

/* The shortest decimal that reads back as the same number; "null" for what is none. */
const char *number_plain(struct arena *a, double x);

/* "exact", "ceiling", "modelled", "empirical"; the last two have a range. */
const char *exactness_name(enum exactness e);
bool exactness_has_range(enum exactness e);

/* "KiB/token" → "KiB/词元", "d" → "days"; NULL: the unit as it is. */
const char *unit_said(struct arena *a, const struct strings *s, const char *unit);

/* Columns on a terminal: Han characters take two. */
int cell_width(const char *text);

/* The text and blanks up to the width, but at least `gap`; or blanks before it. */
void pad_right(struct bytes *out, const char *text, int width, int gap);
void pad_left(struct bytes *out, const char *text, int width);

#endif
