/* Inside the room: what the page that opens a chapter says below its ridge. */
#ifndef RIDGE_PAGE_OPENING_H
#define RIDGE_PAGE_OPENING_H

#include "page/handout.h"

/* The questions that the chapter answers in the measure; prerequisites, hours and data beside them
 * in the margin column, below them where there is none. 0: neither. */
double goals_height(struct setter *s, const struct block *chapter);
void goals_draw(struct pen *pen, const struct block *chapter, double top);

#endif
