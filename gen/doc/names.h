/* Inside the room: names that lines do not break. */
#ifndef RIDGE_DOC_NAMES_H
#define RIDGE_DOC_NAMES_H

#include "doc/flow.h"

void names_collect(struct setter *s);

#endif
