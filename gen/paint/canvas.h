/* The scene on a Cairo context: for PNG. */
#ifndef RIDGE_PAINT_CANVAS_H
#define RIDGE_PAINT_CANVAS_H

#include "paint/face.h"
#include "paint/paint.h"

struct canvas {
    struct arena *arena;
    struct diag *diag;
    struct _cairo *cr;
    struct faces *faces;
    enum theme theme;
    double zoom;                    /* pixels per point */
    struct point offset;            /* of the open groups together */
    struct canvas_open *open;       /* groups and clips */
    struct canvas_buffers *buffers; /* for glyphs, kept from run to run */
    bool failed;
};

/* Paints shapes and text, opens and closes groups and clips; ignores the rest. */
void canvas_item(struct canvas *c, const struct item *item);

/* Closes what a scene left open. */
void canvas_close(struct canvas *c);

#endif
