/* Two languages as one document: the block tree of a bilingual edition. */
#ifndef RIDGE_DOC_PAIR_H
#define RIDGE_DOC_PAIR_H

#include "doc/block.h"

/* Joins the trees of one book in two languages, both changed: structure, figures and tables once,
 * with titles and captions in both; paragraphs, lists, callouts, questions and whatever else is
 * text as BLOCK_PAIRs, matched by id, and by order where a block has none. What has no twin is
 * reported (BLOCK_ALONE) and stands alone. Returns the first tree. */
struct block *blocks_pair(struct arena *a, struct diag *d, struct block *first,
                          struct block *second);

#endif
