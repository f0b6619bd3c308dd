/* Inside the room: where a line may break. */
#ifndef RIDGE_FIGURE_BREAK_H
#define RIDGE_FIGURE_BREAK_H

#include "figure/character.h"

/* Sets CLUSTER_BREAK_BEFORE and CLUSTER_MUST_BREAK: Unicode's rules, then those of Chinese marks.
 */
void breaks_flag(struct arena *scratch, const struct characters *text, const char *language,
                 struct cluster *clusters, size_t n);

#endif
