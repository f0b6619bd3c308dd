/* Inside the room: names that lines do not break. */
#ifndef RIDGE_PAGE_NAMES_H
#define RIDGE_PAGE_NAMES_H

#include "page/flow.h"

void names_collect(struct setter *s);

#endif
