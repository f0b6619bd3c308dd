/* Blocks to plain DocBook 5.0: what the handout says, without anything computed in it. */
#ifndef RIDGE_DOCBOOK_DOCBOOK_H
#define RIDGE_DOCBOOK_DOCBOOK_H

#include "doc/block.h"
#include "xml/write.h"

/* A picture that the document refers to: a chart that the caller draws, or a file to copy. */
struct docbook_figure {
    const struct docbook_figure *next;
    const char *file; /* "fig-roofline.svg", in the folder of figures */
    const struct chart *chart;
    const char *original; /* the author's picture, from where we stand; or NULL */
};

struct docbook_request {
    const struct strings *strings;
    const char *folder; /* of the figures, as seen from the document */
};

/* Writes the tree; returns the figures it needs. Moves blocks of the tree: a block behind a section
 * becomes the last one of that section, since DocBook knows no other place for it. */
const struct docbook_figure *docbook_write(struct arena *a, struct block *root,
                                           const struct docbook_request *request,
                                           struct bytes *out);

#endif
