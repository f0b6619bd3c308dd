/* Inside the room: the mark of a footnote as a box in its line. */
#ifndef RIDGE_LINE_NOTE_MARK_H
#define RIDGE_LINE_NOTE_MARK_H

#include "line/paragraph.h"

/* Draws the number that the note has when the line is drawn. */
const struct box *note_box(struct arena *a, const struct paragraph_request *r,
                           const struct inline_ *in);

#endif
