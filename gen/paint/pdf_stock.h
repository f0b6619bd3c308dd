/* Inside the room: what the PDFs of a run share. Nothing of it shows in the bytes of a document. */
#ifndef RIDGE_PAINT_PDF_STOCK_H
#define RIDGE_PAINT_PDF_STOCK_H

#include "paint/face_file.h"
#include "paint/paint.h"
#include "paint/pdf_file.h"

/* A font file that stays open. */
struct stocked_font {
    struct face_file *file;
    struct hb_face_t *source; /* what is cut; NULL before it is prepared */
    unsigned cuts;
};

enum {
    STOCK_MOST = 24,     /* fonts: two pools of a run; further ones each document opens itself */
    STOCK_CUTS_PLAIN = 8 /* of a font before its face is prepared, which costs some eighteen */
};

struct pdf_stock {
    struct arena *arena;
    struct face_files files;
    struct stocked_font fonts[STOCK_MOST];
    size_t count;
    struct deflater deflater;
    struct bytes profile; /* of the output intent, packed; empty before the first */
};

/* The font of that path, opened at its first use; NULL when there is no room or it is no font. */
struct stocked_font *pdf_stock_font(struct pdf_stock *s, const char *path);

/* The face that cuts are made of, which the caller destroys; `font` may be NULL. One that is cut
 * again and again is prepared for it. */
struct hb_face_t *pdf_stock_source(struct pdf_stock *s, struct stocked_font *font,
                                   const char *path);

#endif
