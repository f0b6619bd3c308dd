/* The scene: the waist of the program. A display list in points, y down, whose text is shaped and
 * placed already. Charts, tables and pages make it; painters consume it and do no layout. */
#ifndef RIDGE_FIGURE_SCENE_H
#define RIDGE_FIGURE_SCENE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/geometry.h"
#include "figure/palette.h"
#include "figure/picture.h"
#include "figure/text.h"

enum cap { CAP_BUTT, CAP_ROUND };
enum join { JOIN_MITRE, JOIN_ROUND };

struct stroke {
    enum ink ink; /* INK_NONE: no stroke */
    double width;
    double dash[4]; /* lengths, ended by 0; {0} = solid */
    enum cap cap;
    enum join join;
};

struct path_point {
    enum { PATH_MOVE, PATH_LINE, PATH_CURVE, PATH_CLOSE } op; /* CURVE takes three points */
    double x, y;
};

/* Which end of a text its x is. SVG keeps it, so that text stays aligned in a substitute font. */
enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

/* A part of a shaped text placed on a baseline. Advances hold one value per cluster of [from, to);
 * NULL = natural. shift (may be NULL) moves the glyphs of a cluster without moving the next. */
struct text_item {
    const struct shaped *shaped;
    size_t from, to;
    const double *advances, *shifts;
    double x, baseline;
    double width; /* sum of advances used */
    enum anchor anchor;
    double angle; /* degrees, counter-clockwise, about (x, baseline) */
};

/* Structure tags for PDF. Content belongs to the innermost open tag; only leaves hold content:
 * where a P has a link in it, its other text stands in SPAN leaves. ARTIFACT: outside the
 * structure. NAVIGATION and others are for a later day. A tag may stay open over pages. */
enum tag {
    TAG_ARTIFACT,
    TAG_DOCUMENT,
    TAG_PART,
    TAG_SECT,
    TAG_DIV,
    TAG_BLOCKQUOTE,
    TAG_CAPTION,
    TAG_TOC,
    TAG_TOCI,
    TAG_P,
    TAG_H1,
    TAG_H2,
    TAG_H3,
    TAG_H4,
    TAG_L,
    TAG_LI,
    TAG_LBL,
    TAG_LBODY,
    TAG_TABLE,
    TAG_THEAD,
    TAG_TBODY,
    TAG_TFOOT,
    TAG_TR,
    TAG_TH,
    TAG_TD,
    TAG_SPAN,
    TAG_QUOTE,
    TAG_NOTE,
    TAG_REFERENCE,
    TAG_CODE,
    TAG_LINK,
    TAG_FIGURE,
    TAG_FORMULA,
    TAGS
};

/* What an ARTIFACT is, for readers that show pages anew. */
enum artifact { ARTIFACT_LAYOUT, ARTIFACT_HEADER, ARTIFACT_FOOTER, ARTIFACT_PAGINATION };

/* What a tag says besides its name; strings are lent, NULL = not given. */
struct tag_facts {
    const char *language;      /* BCP 47, when it differs from the parent's */
    const char *alt;           /* FIGURE, FORMULA */
    const char *copied;        /* FORMULA: what a reader copies and finds, on one line */
    const char *scope;         /* TH: "Column" or "Row" */
    int column_span, row_span; /* TH, TD; 0 = 1 */
    struct rect box;           /* FIGURE: bounding box on its page */
    const char *dest;          /* LINK to a named destination */
    const char *uri;           /* LINK to the web, percent-encoded ASCII */
    const char *describe;      /* LINK: what is behind it */
    const struct rect *areas;  /* LINK: clickable rectangles on the page, one per line */
    size_t area_count;
    enum artifact artifact; /* ARTIFACT */
};

struct hatch {
    struct rect box;
    double angle, pitch;
};

enum item_kind {
    ITEM_RECT,
    ITEM_LINE,
    ITEM_CIRCLE,
    ITEM_PATH,
    ITEM_TEXT,
    ITEM_PICTURE,
    ITEM_GROUP_OPEN, /* name, title (a tooltip in SVG), offset */
    ITEM_GROUP_CLOSE,
    ITEM_CLIP_OPEN, /* to a rectangle, until the matching close */
    ITEM_CLIP_CLOSE,
    ITEM_TAG_OPEN,
    ITEM_TAG_CLOSE,
    ITEM_DEST /* a named destination at a point */
};

struct item {
    struct item *next;
    enum item_kind kind;
    union {
        struct {
            struct rect box;
            enum ink fill;
            struct stroke stroke;
        } rect;
        struct {
            struct point from, to;
            struct stroke stroke;
        } line;
        struct {
            struct point centre;
            double radius;
            enum ink fill;
            struct stroke stroke;
        } circle;
        struct {
            const struct path_point *points;
            size_t n;
            enum ink fill;
            struct stroke stroke;
            const struct hatch *hatch; /* whose lines these are, or NULL */
        } path;
        struct text_item text;
        struct {
            struct rect box;
            const struct picture *picture;
            bool turned; /* a quarter to the left */
        } picture;
        struct {
            const char *name, *title;
            struct point offset;
        } group;
        struct rect clip;
        struct {
            enum tag tag;
            struct tag_facts facts;
        } tag;
        struct {
            const char *name;
            struct point at;
        } dest;
    } as;
};

struct scene {
    struct arena *arena;
    double width, height;
    struct item *first, **last;
    size_t count;
};

struct scene *scene_new(struct arena *a, double width, double height);

void scene_rect(struct scene *s, struct rect box, enum ink fill, struct stroke stroke);
void scene_line(struct scene *s, struct point from, struct point to, struct stroke stroke);
void scene_circle(struct scene *s, struct point centre, double radius, enum ink fill,
                  struct stroke stroke);
/* The item, or NULL without points. */
struct item *scene_path(struct scene *s, const struct path_point *points, size_t n, enum ink fill,
                        struct stroke stroke); /* points are copied */

/* 45° or other parallel lines clipped to a box, phase fixed to the page (design 3, hatches). Angle
 * in degrees, 45 rises to the right. One path inside a clip. */
void scene_hatch(struct scene *s, struct rect box, double angle, double pitch,
                 struct stroke stroke);

/* The same over an area with corners (paths of moves, lines and curves), cut at its edges by
 * geometry: no clip is needed. */
void scene_hatch_area(struct scene *s, const struct path_point *area, size_t n, double angle,
                      double pitch, struct stroke stroke);

/* Corners of an area, curves as short lines; each contour closed by its first corner. */
size_t path_corners(struct arena *a, const struct path_point *points, size_t n,
                    struct path_point **out);

/* Places clusters [from, to) of a shaped text. Returns the item for its width. */
const struct text_item *scene_text(struct scene *s, const struct text_item *text);

/* A whole label in one style, at once. Returns the box it covers (width natural, height from the
 * face's ascent and descent), for overlap checks. */
struct rect scene_label(struct scene *s, struct fonts *f, double x, double baseline,
                        enum anchor anchor, const char *text, struct text_style style);
/* The same for pieces of several styles on one baseline. */
struct rect scene_pieces(struct scene *s, struct fonts *f, double x, double baseline,
                         enum anchor anchor, const struct piece *pieces, size_t n);
/* And for what is shaped already. */
struct rect scene_shaped(struct scene *s, struct fonts *f, double x, double baseline,
                         enum anchor anchor, const struct shaped *shaped);

/* A picture stretched to a box. */
void scene_picture(struct scene *s, const struct picture *picture, struct rect box);

void scene_group_open(struct scene *s, const char *name, const char *title, struct point offset);
void scene_group_close(struct scene *s);
void scene_clip_open(struct scene *s, struct rect box);
void scene_clip_close(struct scene *s);
void scene_tag_open(struct scene *s, enum tag tag, struct tag_facts facts);
void scene_tag_close(struct scene *s, enum tag tag);
void scene_dest(struct scene *s, const char *name, struct point at);

/* Draws another scene, as far as it is made, into this one, moved, as a group without a name. Its
 * points and texts are shared and must live as long. */
void scene_place(struct scene *s, const struct scene *other, struct point at);

/* A copy, everything in it so many times as large. */
struct scene *scene_scaled(struct arena *a, const struct scene *s, double scale);

/* Plain strokes. */
struct stroke stroke_solid(enum ink ink, double width);
struct stroke stroke_dashed(enum ink ink, double width, double on, double off);
extern const struct stroke stroke_none;

#endif
