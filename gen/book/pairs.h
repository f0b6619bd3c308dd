/* Comparisons of every two devices of the catalogue. */
#ifndef RIDGE_BOOK_PAIRS_H
#define RIDGE_BOOK_PAIRS_H

#include "book/product.h"

/* Writes FOLDER/A-vs-B.LANG.pdf for each two devices that can be compared, in the order of the
 * catalogue, and says on standard error how many there are, and which devices were left out and
 * why. Faults are reported; no file is half written. */
void pairs_make(struct workshop *w, const char *language, const char *template_path,
                const char *folder);

#endif
