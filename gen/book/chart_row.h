/* A chart as content/charts.xml writes it: <r:chart name kind accelerators models scenarios show points/>. */
#ifndef RIDGE_BOOK_CHART_ROW_H
#define RIDGE_BOOK_CHART_ROW_H

#include "book/product.h"

/* Fills the request; unknown ids are reported at their word. `files` takes what it reads. */
bool chart_row_read(struct workshop *w, const struct node *row, const struct strings *strings,
                    struct path_list *files, struct chart_request *out);

#endif
