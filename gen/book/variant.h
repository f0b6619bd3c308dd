/* What is made of a book: for whom, and how it looks. Options win over the row of the course. */
#ifndef RIDGE_BOOK_VARIANT_H
#define RIDGE_BOOK_VARIANT_H

#include "book/books.h"

struct names {
    const char *const *at;
    size_t n;
};

/* The editions: of --edition, of editions="student teacher", or the student's. */
struct names variant_editions(struct session *s, const struct course_book *book,
                              const char *option);
/* The templates: of --template, of templates="handout letter", or the usual one. "all" are those
 * of handouts; a template that pairs languages is for two of them, any other for one. */
struct names variant_templates(struct session *s, const struct course_book *book,
                               const char *option, bool bilingual);
/* What they are called in the name of a file: a template may be given by its path. */
const char *variant_name(struct arena *a, const char *template_);

#endif
