/* The content stream of a page: shapes and text as PDF's operators, inside marked content. Only
 * what changes is said. */
#ifndef RIDGE_PAINT_PDF_CONTENT_H
#define RIDGE_PAINT_PDF_CONTENT_H

#include "paint/paint.h"
#include "paint/pdf_font.h"
#include "paint/pdf_picture.h"

struct content_state {
    enum ink fill, stroke;
    struct stroke pen;
    const struct pdf_font *font;
    double size;
};

struct content {
    struct arena *arena;
    const struct pdf_fonts *fonts;
    const struct pdf_pictures *pictures;
    struct bytes out;
    enum theme theme;
    double height;       /* of the page */
    struct point offset; /* of the open groups together */
    struct content_state state;
    struct content_open *open, *spare; /* groups and clips */
    bool in_text, marked;
    struct rect ink; /* of the text since content_mark; w < 0: none */
};

void content_begin(struct content *c, double height);

/* "/P <</MCID 3>> BDC"; the mark before it is closed. */
void content_mark(struct content *c, const char *opening);
void content_unmark(struct content *c);

/* Paints shapes and text, opens and closes groups and clips; ignores the rest. */
void content_item(struct content *c, const struct item *item);

/* Closes what a scene left open. */
void content_end(struct content *c);

/* A rectangle of a scene on the page, y up, as its edges. */
void content_edges(const struct content *c, struct rect r, double edges[4]);

/* pdf_content_text.c */
void content_text(struct content *c, const struct text_item *t);
void content_text_end(struct content *c);
void content_ink(struct content *c, enum ink ink, bool stroke);

#endif
