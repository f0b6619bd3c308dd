/* Characters that look right and are not: radicals and compatibility ideographs in place of Han,
 * full-width letters and digits. They spoil search and copying, and what is set. */
#ifndef RIDGE_DOC_LETTERS_H
#define RIDGE_DOC_LETTERS_H

#include "xml/node.h"

/* Changes the text below to the characters that are meant, and says so. Code, and what is marked
 * as typed, keep their full-width forms. */
void letters_settle(struct arena *a, struct diag *d, struct node *root);

#endif
