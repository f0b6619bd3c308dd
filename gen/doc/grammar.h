/* The chapter language as RELAX NG, from elements.def and attributes.def. */
#ifndef RIDGE_DOC_GRAMMAR_H
#define RIDGE_DOC_GRAMMAR_H

#include "base/file.h"

void grammar_chapter(struct bytes *out);
void grammar_template(struct bytes *out);

#endif
