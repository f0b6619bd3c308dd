/* Inside the room: the glyph pool. Every face is cut to the characters in use and kept in a folder
 * named by the hash of those characters and of the files they come from, so that a pool is never
 * stale and never half written. */
#ifndef RIDGE_FIGURE_POOL_H
#define RIDGE_FIGURE_POOL_H

#include <stdint.h>

#include "figure/font.h"
#include "figure/text.h"

struct hb_font_t;
struct hb_set_t;
struct hb_buffer_t;

/* The faces of the house. */
enum slot {
    SLOT_SERIF,
    SLOT_SERIF_ITALIC,
    SLOT_SANS,
    SLOT_SANS_SEMIBOLD,
    SLOT_SANS_ITALIC,
    SLOT_MONO,
    SLOT_HAN_SERIF,
    SLOT_HAN_SANS,
    SLOT_HAN_SANS_BOLD,
    SLOT_MATH, /* formulas only: no style leads to it */
    SLOTS
};

/* Where a face comes from, and what it is. */
struct face_source {
    const char *folder;   /* NULL: the program's own assets */
    const char *file;     /* as installed */
    const char *cut_name; /* in the pool */
    struct face face;     /* without a path */
};

const struct face_source *face_source(enum slot slot);

/* The face for a style; han: for ideographs and full-width marks. */
enum slot slot_for(const struct text_style *style, bool han);

/* A face of the open pool. */
struct open_face {
    const struct face *face;
    struct hb_font_t *font; /* scaled to the em's own units */
    double em;
    double up, down, capitals; /* what letters reach, in its units; 0 until asked */
    enum { GLYPH_UNASKED, GLYPH_THERE, GLYPH_MISSING } common[0x180]; /* Latin letters */
};

struct fonts {
    struct arena *arena;
    struct diag *diag;
    const char *assets, *folder;
    const char *path;        /* of the open pool; NULL before the first text */
    struct hb_set_t *wanted; /* characters announced */
    uint64_t seen[1024];     /* those of the first plane again, a bit each: most come often */
    struct hb_set_t *held;   /* characters the open pool was cut for */
    struct hb_set_t *known;  /* characters some source face has; filled when first asked */
    struct hb_buffer_t *buffer;
    struct open_face open[SLOTS];
    unsigned cuts, moves;
    void (*announcer)(struct fonts *, void *); /* of all texts there are; NULL: asked */
    void *announcer_context;
    struct memo *memo; /* short texts shaped before */
    struct runs *runs; /* words shaped before */
    bool settled;      /* the open pool holds all that is wanted; false when it is not known */
    bool failed;       /* the pool could not be made; said once */
};

/* The pool shall hold the character when it is next looked at. */
void pool_want(struct fonts *f, uint32_t code);

/* Makes sure that the characters are in the pool, if any face has them: opens the pool, cuts or
 * widens it. False when there is no pool at all. */
bool pool_hold(struct fonts *f, const uint32_t *codes, size_t n);

/* Opens a face of the pool; needs pool_hold. */
struct open_face *pool_face(struct fonts *f, enum slot slot);

/* cut.c: writes every face, cut to the characters, and adds "face NAME BYTES" lines to the index.
 */
struct bytes;
bool cut_faces(struct fonts *f, const struct hb_set_t *codes, const char *folder,
               struct bytes *index);
/* The characters of all source faces together. */
void cut_known(struct fonts *f, struct hb_set_t *all);
const char *face_source_path(const struct fonts *f, enum slot slot);

/* prune.c: removes the pool of that path, or what there is of it. */
void pool_remove(const char *path);
/* Removes pools and drafts of pools that nobody has used for an hour, but not the two named. */
void pool_prune(const struct fonts *f, const char *keep, const char *keep_too);

#endif
