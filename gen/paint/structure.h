/* The tag tree of a document, read off its scenes before anything is drawn: which tags are leaves,
 * and which are swallowed. */
#ifndef RIDGE_PAINT_STRUCTURE_H
#define RIDGE_PAINT_STRUCTURE_H

#include "paint/paint.h"

/* A name of a structure type as the standard knows it. */
const char *tag_name(enum tag tag);

/* One TAG_OPEN item, in page order. */
struct tag_plan {
    const struct item *item;
    size_t page;
    size_t children, content, artifacts; /* counted over direct children */
    bool silent; /* draws no tag: a Document (the painter opens its own), or inside an artifact */
};

struct structure {
    struct tag_plan *tags;
    size_t count, room;
    bool *inked; /* per page: leaves any ink */
};

/* Reads the tags of all pages. Reports PDF_STRUCTURE (unbalanced, content beside child tags),
 * LINK_TARGET_MISSING and LINK_TARGET_TWICE; returns NULL after a fault. */
struct structure *structure_read(struct arena *a, struct diag *d, const struct document *doc);

#endif
