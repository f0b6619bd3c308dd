/* Pictures: files of others, read, looked through and measured, but not decoded. */
#ifndef RIDGE_FIGURE_PICTURE_H
#define RIDGE_FIGURE_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/span.h"

enum picture_kind { PICTURE_PNG, PICTURE_JPEG };

struct picture {
    enum picture_kind kind;
    const char *name; /* as written, for messages */
    struct span from; /* where it is called for first */
    const unsigned char *data;
    size_t bytes;
    uint32_t columns, rows;    /* pixels */
    double width, height;      /* points, by the resolution it states; 96 pixels an inch without */
    int components, bits;      /* colours of a pixel: 1 or 3; bits of each */
    bool recoded;              /* PNG: has transparency or is interlaced, and must be decoded */
    const unsigned char *scan; /* PNG: the joined IDAT, deflated */
    size_t scan_bytes;
    const unsigned char *palette; /* PNG: three bytes a colour, or NULL */
    size_t palette_bytes;
};

/* Reads and checks a picture. `name` is what messages print. NULL after reporting what is wrong
 * with it: missing, of another type, broken, cut off, too large. */
const struct picture *picture_read(struct arena *a, struct diag *d, struct span from,
                                   const char *path, const char *name);

/* picture_png.c, picture_jpeg.c: from the bytes; NULL, or what is wrong. */
const char *picture_read_png(struct arena *a, struct picture *p);
const char *picture_read_jpeg(struct arena *a, struct picture *p);

/* No picture may have more pixels. */
bool picture_too_large(const struct picture *p);

/* Sets the size in points from dots per inch in each direction; 0 for unknown. */
void picture_measure(struct picture *p, double across, double down);

#endif
