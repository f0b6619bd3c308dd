/* Everything that content/course.xml and content/charts.xml list. */
#ifndef RIDGE_BOOK_BUILD_H
#define RIDGE_BOOK_BUILD_H

#include <stdbool.h>

#include "ask/option.h"
#include "ask/session.h"
#include "doc/block.h"

struct build_request {
    const char *const *files; /* a course, or documents; none: content/course.xml */
    size_t file_count;
    const char *out;       /* folder for the products */
    const char *language;  /* one of the course, two as "zh+en", or "all" */
    const char *edition;   /* student, teacher, answers or "all"; NULL: what the course says */
    const char *template_; /* a name, a file or "all"; NULL: what the course says */
    const struct profile *profiles;
    size_t profile_count;
    const char *depfile; /* rules for make, or NULL */
    bool verbose;        /* fonts and their bytes with each PDF */
    bool dry;            /* make everything, fresh or not, and write nothing: for the messages */
};

/* --profile NAME=VALUE, as often as it is given; false after reporting. */
bool profiles_read(struct session *s, const struct options *o, const struct profile **out,
                   size_t *count);

/* Writes the products that are not fresh, and prints the path of each. */
void build_course(struct session *s, const struct build_request *request);

#endif
