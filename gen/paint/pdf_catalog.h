/* What a PDF says about itself as a whole. */
#ifndef RIDGE_PAINT_PDF_CATALOG_H
#define RIDGE_PAINT_PDF_CATALOG_H

#include "paint/paint.h"
#include "paint/pdf_file.h"

/* A destination as drawn. */
struct pdf_dest {
    const char *name; /* as it goes out, see dest_name */
    size_t page;
    double x, y;
};

struct pdf_catalog {
    struct arena *arena;
    struct pdf_file *file;
    const struct document *doc;
    struct pdf_stock *stock;
    const int *pages; /* object numbers */
    int page_tree, structure;
    struct pdf_dest *dests;
    size_t dest_count, dest_room;
};

/* Puts everything that hangs from the catalog; returns its number and that of the document
 * information. */
int pdf_catalog_put(struct pdf_catalog *c, int *info);

/* pdf_metadata.c */
int pdf_metadata_put(struct pdf_catalog *c);
int pdf_info_put(struct pdf_catalog *c);

/* pdf_outline.c: the number of the outline's root, 0: there is none. */
int pdf_outline_put(struct pdf_catalog *c);

/* pdf_colour.c: the entry /OutputIntents. */
void pdf_intent_put(struct pdf_catalog *c, struct bytes *b);

#endif
