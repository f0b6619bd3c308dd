/* Pictures of a chapter: which file, how large, what it shows. */
#ifndef RIDGE_DOC_MEDIA_H
#define RIDGE_DOC_MEDIA_H

#include "doc/reader.h"
#include "figure/picture.h"

/* `what` of a thing that is a picture. */
struct media {
    const struct picture *picture;
    double width, height; /* points */
    bool sized;           /* the author said how large */
    bool in_line;
    const char *path; /* from where we stand, for messages and for DocBook */
};

/* The room a picture has. */
struct media_room {
    double width, height;
};

/* The size of a picture by <imagedata>: as large as it is, but no larger than the room; other sizes
 * when asked for. False after reporting. */
bool media_measure(struct reader *r, const struct node *data, struct media_room room,
                   struct media *m);

/* The picture of a mediaobject as a thing; NULL after reporting. */
const struct thing *media_thing(struct reader *r, const struct node *object, struct media_room room,
                                bool in_line);

/* Fills a figure's block from its mediaobject: thing, wide, caption. */
void media_read_into(struct reader *r, const struct node *object, bool wide, struct block *b);

/* The media of a thing, or NULL when it is a formula. */
const struct media *media_of(const struct thing *t);

#endif
