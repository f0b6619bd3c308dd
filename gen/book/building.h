/* Inside `ridge build`: what its parts share. */
#ifndef RIDGE_BOOK_BUILDING_H
#define RIDGE_BOOK_BUILDING_H

#include "book/books.h"
#include "book/build.h"
#include "book/product.h"

struct build {
    struct workshop shop;
    struct path_list common; /* catalogue, scenarios, strings, course.xml, fonts */
    const struct build_request *request;
    const struct node *course; /* or NULL */
    const struct node *charts; /* <r:charts> built by itself; or NULL */
    struct books books;
    struct path_list products; /* there and up to date */
};

/* Is the product there, of this request, and younger than all it is made from? */
bool build_is_fresh(struct build *b, const char *path, const char *request);

/* Writes a finished product and remembers what it was made from. */
void build_finish(struct build *b, const char *path, const char *request, const struct bytes *out,
                  const struct path_list *files);

/* The charts of an <r:charts> that are not fresh; `files`: what they are made from. */
void build_charts(struct build *b, const struct node *charts, const char *language,
                  const struct path_list *files);

#endif
