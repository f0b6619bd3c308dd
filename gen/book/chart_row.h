/* A chart as content/charts.xml writes it: <r:chart name kind accelerators models scenarios show/>. */
#ifndef RIDGE_BOOK_CHART_ROW_H
#define RIDGE_BOOK_CHART_ROW_H

#include "book/product.h"

/* Fills the request; unknown ids are reported at their word. */
bool chart_row_read(struct workshop *w, const struct node *row, const struct strings *strings,
                    struct chart_request *out);

#endif
