/* Inside the room: what two languages have in common stands once in a bilingual edition. */
#ifndef RIDGE_DOC_SAME_H
#define RIDGE_DOC_SAME_H

#include "doc/block.h"

/* The same words in the same pieces. */
bool same_words(const struct inline_ *x, const struct inline_ *y);
/* Paragraphs and listings that say the same in both: code, formulas, numbers. */
bool same_block(const struct block *b, const struct block *other);
/* Takes from the second what the first has already: listings and formulas, where other blocks stay;
 * and the room to write of both, which is given back to stand below them. */
struct block *take_same(struct block *first, struct block *second);

#endif
