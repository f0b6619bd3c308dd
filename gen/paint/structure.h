/* The tag tree of a document, read off its scenes before anything is drawn: which tags are leaves,
 * which are swallowed, and what the finishing pass must know about each. */
#ifndef RIDGE_PAINT_STRUCTURE_H
#define RIDGE_PAINT_STRUCTURE_H

#include "paint/paint.h"

/* A name of a structure type as Cairo knows it. */
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

/* One node of the tree as drawn, in the order of drawing. */
struct tag_record {
    const char *name;
    const struct tag_facts *facts; /* NULL for what the painter adds */
    bool artifact;
    struct rect box;   /* FIGURE: in the page's own space, y up */
    struct bytes text; /* LINK: what it says */
};

struct tag_records {
    struct arena *arena;
    struct tag_record *at;
    size_t count, room;
};

/* The finishing pass: what Cairo cannot say. Takes the bytes Cairo wrote. */
bool finish_pdf(struct arena *a, struct diag *d, const struct document *doc,
                const struct tag_records *records, const struct bytes *raw, struct bytes *out);

#endif
