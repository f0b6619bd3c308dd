/* What pages are set with beside a session: fonts and hyphenation patterns. */
#ifndef RIDGE_BOOK_PRESS_H
#define RIDGE_BOOK_PRESS_H

#include "ask/session.h"
#include "figure/font.h"
#include "page/layout.h"

/* The fonts, told of every text there is once a pool must be cut, so that one pool serves all
 * products. NULL after reporting. */
struct fonts *press_fonts(struct session *s);

struct hyphenator *press_hyphenator(struct session *s);

/* What every product is made from beside the course: our fonts, the hyphenation patterns. */
void press_files(const struct session *s, struct path_list *files);

#endif
