/* Texts that were shaped before: labels, cells, numbers come again and again, and in a set of
 * charts so do the sentences below them. */
#ifndef RIDGE_FIGURE_MEMO_H
#define RIDGE_FIGURE_MEMO_H

#include "figure/text.h"

struct memo;

/* A new, empty memory; lives in the arena. */
struct memo *memo_new(struct arena *a);

/* Is the text so short that it is remembered at once? */
bool memo_takes(const struct piece *pieces, size_t n);
/* That, or a sentence? */
bool memo_may_hold(const struct piece *pieces, size_t n);

/* Does a sentence come again that there is room for? The first time it is only noted. */
enum { MEMO_SENTENCES = 128 };
bool memo_recurs(struct memo *m, const struct piece *pieces, size_t n, unsigned moves, bool breaks);

/* What was kept for the pieces, with or without breaks, while the pool had moved that many times;
 * or NULL. */
const struct shaped *memo_find(const struct memo *m, const struct piece *pieces, size_t n,
                               unsigned moves, bool breaks);

/* Keeps a shaped text that lives in the memory's arena, with its pieces. */
void memo_keep(struct memo *m, unsigned moves, bool breaks, const struct shaped *shaped);

#endif
