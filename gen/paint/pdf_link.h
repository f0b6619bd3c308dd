/* Links: the annotations of Link elements. */
#ifndef RIDGE_PAINT_PDF_LINK_H
#define RIDGE_PAINT_PDF_LINK_H

#include "paint/pdf_content.h"
#include "paint/pdf_tree.h"

/* Puts the annotation of a Link element that says `words` when it is not described; areas: on its
 * page, in the scene's own points. Returns its object number. */
int pdf_link_put(struct pdf_tree *t, struct element *e, const struct content *c, size_t page,
                 const struct rect *areas, size_t area_count, const char *words);

#endif
