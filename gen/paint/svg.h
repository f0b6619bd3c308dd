/* Inside the SVG writer: the body is written first and notes which classes it uses; the head with
 * its style sheet follows from that. */
#ifndef RIDGE_PAINT_SVG_H
#define RIDGE_PAINT_SVG_H

#include <stdint.h>

#include "paint/face_file.h"
#include "paint/paint.h"

enum svg_class {
    CLASS_SEMIBOLD,
    CLASS_REGULAR,
    CLASS_ITALIC,
    CLASS_UPRIGHT,
    CLASS_SERIF,
    CLASS_MONO,
    CLASS_SANS,
    CLASS_PROPORTIONAL,
    CLASS_HOLLOW,
    CLASS_MIDDLE,
    CLASS_END,
    CLASS_ROUND_CAP,
    CLASS_ROUND_JOIN,
    SVG_CLASSES
};

/* Numbers that are classes, named by a letter and the number: 9.5 is z9_5 in every file. */
enum { SVG_NUMBERS = 24 };
struct svg_numbers {
    double at[SVG_NUMBERS];
    size_t n;
};

struct svg_clip {
    struct svg_clip *next;
    struct rect box;
    int number;
};

struct svg_name {
    struct svg_name *next;
    const char *name;
};

/* What a file says besides the picture; where it would be too large the later go first, until it
 * is small enough. */
enum svg_extras { EXTRAS_NONE, EXTRAS_TOOLTIPS, EXTRAS_NAMES /* of groups: for editors */ };

struct svg {
    struct arena *arena;
    enum svg_extras extras;
    struct svg_facts facts;
    const char *id;   /* facts.id made safe */
    const char *root; /* the class of the root element */
    bool attributes;  /* office: no classes */
    double size;      /* the most used font size, said once on the root */
    struct bytes body, defs;
    bool fills[INKS], strokes[INKS], classes[SVG_CLASSES];
    struct svg_numbers sizes, widths; /* other font sizes than the root's; of strokes */
    struct svg_clip *clips;
    int clip_count;
    struct svg_name *names;
    struct face_files files; /* of outlines and embedded faces */
    struct svg_face *faces;
    struct svg_glyph *glyphs;
    int glyph_count;
    bool in_clip;              /* right in it, and not in a group of it */
    int clip_of_next;          /* the clip that the next shape names itself; 0 = none */
    const char *title_of_next; /* the tooltip that the next shape has itself; NULL = none */
    bool *opened;              /* per open group or clip: whether it has a <g> */
    size_t open, open_room;
};

static inline bool same_box(struct rect a, struct rect b) {
    return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
}

/* Attributes: ` name="1.5"`. */
void put_attribute(struct bytes *b, const char *name, double value);

/* A class list as it grows: opened by the first class. */
struct svg_list {
    bool begun;
};
void list_add(struct svg *v, struct svg_list *list, const char *first, const char *rest);
void list_end(struct svg *v, const struct svg_list *list);

void list_add_class(struct svg *v, struct svg_list *list, enum svg_class class);
/* False when there are too many numbers: an attribute says it then. */
bool list_add_number(struct svg *v, struct svg_list *list, char letter, struct svg_numbers *numbers,
                     double value);

/* Writes an item and those it takes along (lines in one stroke); returns the last written. */
const struct item *svg_item(struct svg *v, const struct item *item);

/* "<rect …" without its end, and the end of a shape with its colours. */
void svg_rect(struct svg *v, struct rect r);
/* The same as a path, which is shorter. */
void svg_outline(struct svg *v, struct rect r);
void svg_paint(struct svg *v, const char *element, enum ink fill, const struct stroke *stroke);

/* svg_hatch.c: a hatch as one line, where that is as good; false when it is not. */
bool svg_hatch(struct svg *v, const struct item *item);
/* Offices get the dashes of a broad line as boxes; false when it is no such line. */
bool svg_broad(struct svg *v, const struct item *item);

void svg_group_open(struct svg *v, const struct item *item);
void svg_clip_open(struct svg *v, const struct item *item);
void svg_pop(struct svg *v);

/* Letters, digits and _ stay; everything else becomes a hyphen. */
const char *svg_safe_name(struct arena *a, const char *name);

void svg_text(struct svg *v, const struct text_item *text);
/* Texts that follow each other in one look, which a group says once; returns the last written. */
const struct item *svg_texts(struct svg *v, const struct item *item);

/* svg_glyph.c: the same as outlines. */
void svg_glyphs(struct svg *v, const struct text_item *text);
/* The attribute that colours letters. */
void svg_text_ink(struct svg *v, enum ink ink);

/* svg_face.c: takes note of the characters of each face; puts the faces into a style sheet, false
 * when one cannot be cut; "NAME,NAME," of those of a family. */
void svg_faces_note(struct svg *v, const struct scene *s);
bool svg_faces_put(struct svg *v, struct bytes *out);
const char *svg_own_fonts(const struct svg *v, enum family family);

/* The font size most characters of a scene have. */
double svg_usual_size(const struct scene *s);

/* The style element; false when a face cannot be embedded. */
bool svg_style(struct svg *v, struct bytes *out);

/* The font-family list for a family in a language. */
const char *svg_fonts(enum family family, const char *language);
const char *svg_office_fonts(enum family family);

void put_base64(struct bytes *b, const unsigned char *data, size_t n);

/* svg_picture.c; false after reporting pictures that are too large to stand in an SVG. */
bool svg_pictures_fit(struct diag *d, const struct scene *s);
void svg_picture(struct svg *v, const struct item *item);

#endif
