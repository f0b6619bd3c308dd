/* Inside the room: what the entries of glossary, bibliography and index share. */
#ifndef RIDGE_PAGE_FLOW_BACK_H
#define RIDGE_PAGE_FLOW_BACK_H

#include "page/page.h"

/* Copies of both, one after the other; either may be NULL. */
struct inline_ *inlines_joined(struct arena *a, const struct inline_ *first,
                               const struct inline_ *second);

/* "引用于第 3、12 页": the folios of an entry within the words of a key that holds {pages}. */
const struct inline_ *entry_folios(struct setter *s, const struct block *b, const char *key);

/* The folios stand in the margin beside a strip, if they take no more lines than the entry has;
 * without a margin, or when there are more, they are given back, to follow the text. */
const struct inline_ *flow_folios(struct flow *f, const struct block *b, const char *key,
                                  const struct flow_item *beside, size_t lines);

/* The title of a list within a chapter is that of a section. */
void flow_list_title(struct flow *f, const struct block *b, struct inset in);

/* The title of a division, or of a list within a chapter. */
void flow_division(struct flow *f, const struct block *b, struct inset in);

/* Entries that stand together are one list, which begins or ends where what stands next is one or
 * is none. Returns whether a list is open now. */
bool flow_list_turn(struct flow *f, bool open, bool entry);

#endif
