/* Inside the room: the contents, planned before any page is known. */
#ifndef RIDGE_PAGE_CONTENTS_H
#define RIDGE_PAGE_CONTENTS_H

#include "page/handout.h"

/* An entry on a page of the contents. */
struct contents_line {
    const struct entry *entry;
    const struct paragraph *title, *subtitle, *gloss; /* gloss: in the margin column */
    double left;                                      /* of the title, from the measure */
    double above, height;
    size_t page; /* of the contents, from 0 */
    double y;    /* top */
};

struct contents {
    struct contents_line *lines;
    size_t count, pages;
    double end;  /* below the last line */
    bool limits; /* some chapter treats one */
    double unit; /* lengths of design 5 grow with the styles of a template */
};

/* The word above it: "Contents". */
const struct inline_ *contents_title(const struct setter *s);

/* From the top of a line to that of the gloss: both stand on one baseline. */
double contents_gloss_top(const struct contents_line *l);

/* The key to the glyphs in the margin column, if there are any, and its top. */
bool contents_has_key(const struct handout *h);
double contents_key(const struct handout *h);

/* The styles of an entry. */
const struct style *contents_style(struct handout *h, const struct entry *e);

#endif
