/* Inside the room: the margin column, for page.c. */
#ifndef RIDGE_PAGE_MARGIN_H
#define RIDGE_PAGE_MARGIN_H

#include "page/page.h"

/* Notes that find no room in the margin of their page become footnotes of it, one a page, each with
 * a warning. True: pages must be broken again. */
bool flow_notes_give_way(struct flow *f);

#endif
