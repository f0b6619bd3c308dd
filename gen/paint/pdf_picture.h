/* The pictures of a PDF. JPEG files and plain PNG files go in as they are. */
#ifndef RIDGE_PAINT_PDF_PICTURE_H
#define RIDGE_PAINT_PDF_PICTURE_H

#include "base/lookup.h"
#include "figure/scene.h"
#include "paint/pdf_file.h"

struct pdf_picture {
    struct pdf_picture *next;
    const struct picture *picture;
    int number; /* of the object; its name is I and this */
};

struct pdf_pictures {
    struct arena *arena;
    struct diag *diag;
    struct pdf_picture *first;
    struct lookup *made, *contents; /* struct pdf_picture by address, and by sum of the bytes */
};

struct pdf_pictures pdf_pictures_new(struct arena *a, struct diag *d);

/* Puts the pictures of a scene into the file, each once; false after a report. */
bool pdf_pictures_put(struct pdf_pictures *all, const struct scene *s, struct pdf_file *file);

/* The number of a picture that was put. */
int pdf_picture_number(const struct pdf_pictures *all, const struct picture *p);

/* "/I7 7 0 R" for each picture. */
void pdf_pictures_resources(const struct pdf_pictures *all, struct bytes *b);

#endif
