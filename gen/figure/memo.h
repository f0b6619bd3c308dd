/* Short texts that were shaped before: labels, cells, numbers come again and again. */
#ifndef RIDGE_FIGURE_MEMO_H
#define RIDGE_FIGURE_MEMO_H

#include "figure/text.h"

struct memo;

/* A new, empty memory; lives in the arena. */
struct memo *memo_new(struct arena *a);

/* Is the text of a kind that is remembered? */
bool memo_takes(const struct piece *pieces, size_t n);

/* What was kept for the pieces, with or without breaks, while the pool had moved that many times;
 * or NULL. */
const struct shaped *memo_find(const struct memo *m, const struct piece *pieces, size_t n,
                               unsigned moves, bool breaks);

/* Keeps a shaped text that lives in the memory's arena, with its pieces. */
void memo_keep(struct memo *m, unsigned moves, bool breaks, const struct shaped *shaped);

#endif
