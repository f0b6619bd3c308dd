/* Inside the room: one maker for each kind of block, as listed in blocks.def. */
#ifndef RIDGE_PAGE_BLOCKS_H
#define RIDGE_PAGE_BLOCKS_H

#include "page/flow.h"

#define BLOCK(kind, maker) void maker(struct flow *f, const struct block *b, struct inset in);
#include "page/blocks.def"
#undef BLOCK

/* Marks where a section begins, for running heads. */
void flow_running(struct flow *f, const struct block *b);

/* What stands below a question, beside its label. */
struct inset question_inset(struct flow *f, const struct block *b, struct inset in);

/* Who wrote a preface, at its end. */
void flow_signature(struct flow *f, const struct block *b, struct inset in);

#endif
