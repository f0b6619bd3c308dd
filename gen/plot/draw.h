/* A chart under construction: the scene, its texts and what texts must keep clear of. Every text
 * goes through here, so that its box is known (Latin 11 % wider: the font may be missing where an
 * SVG is shown). */
#ifndef RIDGE_PLOT_DRAW_H
#define RIDGE_PLOT_DRAW_H

#include <stdbool.h>
#include <stddef.h>

#include "plot/plot.h"

/* A line that labels must not touch. */
struct segment {
    struct point from, to;
};

/* An area that texts may stand on where they are read, but never across its edge. */
struct tint {
    const struct path_point *corners; /* a move, lines */
    size_t n;
    enum ink ink;
};

struct drawing {
    struct arena *arena;
    struct scene *scene;
    struct fonts *fonts;
    struct memo *lines; /* long ones: measured, then drawn; NULL before the first */
    const struct strings *strings;
    bool in_page;
    int marks_made, marking, naming; /* numbers of marks; 0 = none */
    struct chart_label *labels;
    size_t label_count, label_room;
    struct chart_mark *marks;
    size_t mark_count, mark_room;
    struct segment *leaders; /* lines from labels to what they name: in each language others */
    size_t leader_count, leader_room;
    struct tint *tints;
    size_t tint_count, tint_room;
    const struct measured **outside; /* points that the plot does not reach */
    size_t outside_count, outside_room;
};

struct drawing *drawing_new(struct arena *a, const struct chart_request *request, double width,
                            double height);

/* Hands scene and text boxes to the chart. */
void drawing_finish(const struct drawing *d, struct chart *chart);

/* The sans face with tabular figures. */
struct text_style draw_style(const struct drawing *d, double size, enum weight weight,
                             enum ink ink);

/* The box of a text, with the slack; nothing is drawn. */
struct rect draw_box(struct drawing *d, double x, double baseline, enum anchor anchor,
                     const struct piece *pieces, size_t n);
double draw_width(struct drawing *d, const char *text, struct text_style style);

/* Draws and remembers the box. A closing full-width mark at the right end of an end-anchored text
 * hangs out (design 4). */
struct rect draw_pieces(struct drawing *d, double x, double baseline, enum anchor anchor,
                        const struct piece *pieces, size_t n);
struct rect draw_text(struct drawing *d, double x, double baseline, enum anchor anchor,
                      const char *text, struct text_style style);

/* Lines of at most the width (slack included), broken where Unicode allows; at most `room` lines,
 * the last one takes the rest. Returns how many. */
size_t draw_wrap(struct drawing *d, const char *text, struct text_style style, double width,
                 const char **lines, size_t room);

/* The same; a word that is wider alone breaks after a hyphen, before its number or before a capital
 * in it. */
size_t draw_wrap_tight(struct drawing *d, const char *text, struct text_style style, double width,
                       const char **lines, size_t room);

/* The same, first with line breaks between parts: after commas, in Chinese also at spaces. */
size_t draw_wrap_parts(struct drawing *d, const char *text, struct text_style style, double width,
                       const char **lines, size_t room);

/* The width of the widest word, broken in itself where that may be. */
double draw_widest_word(struct drawing *d, const char *text, struct text_style style);

/* The text; where it is wider, without what stands in brackets at its end. */
const char *draw_short(struct drawing *d, const char *text, struct text_style style, double width);

/* A data mark: what is drawn and kept clear until its end belongs to it; `says` (or NULL) becomes
 * its tooltip: name and exact values. Returns its number. Marks do not nest. */
int draw_mark(struct drawing *d, const char *says);
void draw_mark_end(struct drawing *d);

/* Labels drawn and tried from now on name this mark and may touch it; 0 = none. */
void draw_naming(struct drawing *d, int mark);

/* What labels keep clear of: a line, the body of a mark, a box where nothing else may stand. */
void draw_keep_clear(struct drawing *d, struct point from, struct point to);
/* The same of a line that is so thick. */
void draw_keep_thick(struct drawing *d, struct point from, struct point to, double width);
void draw_keep_body(struct drawing *d, struct rect body);
void draw_keep_box(struct drawing *d, struct rect box);

/* A leader that is drawn: later labels keep clear of it. */
void draw_keep_leader(struct drawing *d, struct segment leader);

/* A leader that no label stands on. */
bool draw_leader_is_free(const struct drawing *d, struct segment leader);

/* A band that is drawn. In one-colour print it is hatched. */
void draw_keep_tint(struct drawing *d, struct tint tint);

/* Is a text in this ink read there: off every band or wholly on one that is not too near to it? */
bool draw_is_read(const struct drawing *d, struct rect box, enum ink text);

/* Free of labels, leaders and of marks that are not being named, and inside the canvas. */
bool draw_is_free(const struct drawing *d, struct rect box);

#endif
