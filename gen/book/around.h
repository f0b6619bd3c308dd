/* Pages are made of books: what is built on its own becomes one. */
#ifndef RIDGE_BOOK_AROUND_H
#define RIDGE_BOOK_AROUND_H

#include "doc/block.h"

/* A chapter as the only one of a book; an article as a book whose sections are those of a chapter
 * without number; what stands at the end (origins, references, index) behind it. A book as it is;
 * NULL for NULL. */
struct block *book_around(struct arena *a, struct block *root);

#endif
