/* Fonts: the program's own files and nothing else. Latin faces come from assets/fonts, Han faces
 * from the distribution's Noto CJK, all cut once into a glyph pool that holds just the characters
 * in use. */
#ifndef RIDGE_FIGURE_FONT_H
#define RIDGE_FIGURE_FONT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

struct fonts;

enum family { FAMILY_SERIF, FAMILY_SANS, FAMILY_MONO };
enum weight { WEIGHT_REGULAR, WEIGHT_SEMIBOLD };

/* One file of the pool. Painters load it by path; glyph numbers in scenes are those of the file. */
struct face {
    const char *path;
    const char *css_family; /* "Source Sans 3", "Noto Sans CJK SC" */
    enum family family;
    enum weight weight;
    bool italic, han;
};

/* assets: folder with the Latin faces. pool: folder for the cut files (out/fonts); made if missing.
 * Nothing is cut or loaded before the first text is shaped. Reports FONT_MISSING when a face file
 * is not installed, and returns NULL. */
struct fonts *fonts_open(struct arena *a, struct diag *d, const char *assets, const char *pool);

/* Announces text that will be set, so that the pool is cut once. Shaping other characters later
 * works too: the pool is cut again, wider. */
void fonts_announce(struct fonts *f, const char *text);

/* Who announces every text there is: asked once, when a pool must be cut and not before. What sets
 * few words and finds them in the last pool then reads no others. */
void fonts_announcer(struct fonts *f, void (*announce)(struct fonts *, void *), void *context);
/* Asks now: for what sets many texts. */
void fonts_announce_all(struct fonts *f);

unsigned fonts_cuts(const struct fonts *f); /* how often faces were cut */

/* How often another pool took the place of the one in use. Texts shaped before and after name
 * different files: a product that saw the number change while it was laid out should be laid out
 * again. */
unsigned fonts_moves(const struct fonts *f);

#endif
