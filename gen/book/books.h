/* The books of a course: rows <r:book name="…" lang="…" href="…"/>. */
#ifndef RIDGE_BOOK_BOOKS_H
#define RIDGE_BOOK_BOOKS_H

#include "ask/session.h"
#include "xml/node.h"

struct course_book {
    const char *name, *language, *path;
    const struct attribute *editions, *templates; /* of the row, or NULL */
};

struct books {
    const struct course_book *at;
    size_t n;
};

/* The rows of a course; their files are found from its own. A row that is not sound, or has a name
 * and language again, is reported and left out. */
void books_read(struct session *s, const struct node *course, const char *path, struct books *out);
/* Documents by their files, as "notes.en.xml": named after the file, in the language of the root.
 */
void books_of_files(struct session *s, const char *const *paths, size_t n, struct books *out);
/* NULL when there is none. */
const struct course_book *books_find(const struct books *books, const char *name,
                                     const char *language);
/* The first of the same name in another language, or NULL. */
const struct course_book *books_twin(const struct books *books, const struct course_book *book);
/* Each language once, in the order of the rows. */
size_t books_languages(struct arena *a, const struct books *books, const char *const **out);

/* What a product's files may be called. */
#define PRODUCT_NAME "at most 64 small letters, digits and hyphens"
bool product_name(const char *name);

#endif
