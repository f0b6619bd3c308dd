/* Foreign DocBook, from inside: rows of foreign.def, and what is done in every element. */
#ifndef RIDGE_DOC_FOREIGN_ROW_H
#define RIDGE_DOC_FOREIGN_ROW_H

#include "doc/reader.h"

enum foreign_how { FOREIGN_AS, FOREIGN_KEPT, FOREIGN_LEFT, FOREIGN_REFUSED };

struct foreign_row {
    const char *names;
    enum foreign_how how;
    const char *instead;
};

struct settling;
typedef void foreign_say(struct settling *s, enum diag_kind kind, struct span at, const char *found,
                         const char *expected);

/* Takes attributes off an element that DocBook has and the element's row has not. */
void foreign_attributes(struct arena *a, struct node *n, foreign_say *tell, struct settling *s);

/* Parts the paragraphs among the children that hold lists, listings and other blocks. */
void foreign_paragraphs(struct arena *a, struct node *parent, foreign_say *tell,
                        struct settling *s);

#endif
