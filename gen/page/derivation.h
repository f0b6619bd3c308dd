/* Inside the room: the lines of a derivation, as rows of label, formula, numbers and result. */
#ifndef RIDGE_PAGE_DERIVATION_H
#define RIDGE_PAGE_DERIVATION_H

#include "page/page.h"

struct derivation;

/* Rows for a width; the style names a face ("steps" in the measure, "note" in the margin), its
 * label is STYLE-label. */
const struct derivation *derivation_new(struct setter *s, const struct block *b, const char *style,
                                        double width);
size_t derivation_rows(const struct derivation *d);
double derivation_row_height(const struct derivation *d, size_t row);
double derivation_height(const struct derivation *d);
void pen_derivation_row(struct pen *pen, const struct derivation *d, size_t row, struct point top);

#endif
