/* Pages are made of books: what is built on its own becomes one. */
#ifndef RIDGE_BOOK_AROUND_H
#define RIDGE_BOOK_AROUND_H

#include "doc/block.h"

/* A chapter or an article as the only part of a book that is `alone`; what has pages of its own at
 * the end (origins, index; the lists of a chapter) behind it. A book as it is; NULL for NULL. */
struct block *book_around(struct arena *a, struct block *root);

#endif
