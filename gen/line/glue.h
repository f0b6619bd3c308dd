/* Glue: what may grow, shrink or vanish between the clusters of a paragraph, and where it may
 * break. The rules of typographic targets 4 to 6, one table row or one function each. */
#ifndef RIDGE_LINE_GLUE_H
#define RIDGE_LINE_GLUE_H

#include <stdbool.h>
#include <stddef.h>

#include "line/paragraph.h"

/* The order in which a line gives way (targets 6.3) … */
enum shrink_stage {
    SHRINK_NONE,
    SHRINK_WORD_SPACE,
    SHRINK_DOT,     /* · */
    SHRINK_BRACKET, /* brackets, quotes */
    SHRINK_PAUSE,   /* ，、；： */
    SHRINK_AUTOSPACE,
    SHRINK_STOP, /* 。？！ */
    SHRINK_STAGES
};

/* … and in which it is filled (targets 6.4). */
enum stretch_stage {
    STRETCH_NONE,
    STRETCH_WORD_SPACE,
    STRETCH_AUTOSPACE,
    STRETCH_BOUNDARY, /* Han against Han or Latin */
    STRETCH_STAGES
};

enum break_kind {
    BREAK_NEVER,
    BREAK_ALLOWED,
    BREAK_CHANCE,   /* inside code or an address: sooner than a bad line */
    BREAK_INSIDE,   /* … where nothing parts its names: sooner than a torn line */
    BREAK_HYPHEN,   /* a hyphen appears at the end of the line */
    BREAK_UNTIED,   /* between words that belong together but are wider than the measure */
    BREAK_HUMP,     /* inside a word that is wider than the measure, at a capital */
    BREAK_ANYWHERE, /* … or wherever it must be */
    BREAK_FORCED
};

/* A cluster as it stands in a line. */
struct atom {
    double advance; /* natural, adjacent marks trimmed, autospace after it included */
    double shift;   /* moves the glyphs: an opening mark without its blank half */
    double stretch, shrink;
    enum stretch_stage stretch_stage;
    enum shrink_stage shrink_stage;
    double start_trim; /* comes off when the cluster begins a line */
    double end_trim;   /* comes off when it ends one */
    enum break_kind before;
    bool clings;       /* to what stands before it, whatever happens */
    bool blank;        /* a space: vanishes at both ends of a line */
    bool narrow_start; /* start_trim moves the glyphs too */
};

/* Atoms for all clusters. `inline_of` gives the inline of each piece, `boxes` what stands there
 * instead of its text. */
struct atom *glue_make(struct arena *a, const struct paragraph_request *request,
                       const struct shaped *shaped, const struct inline_ *const *inline_of,
                       const struct box *const *boxes);

#endif
