/* The form of a page: the <r:page> row of a template. All lengths in points. */
#ifndef RIDGE_DOC_FORM_H
#define RIDGE_DOC_FORM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "xml/node.h"

/* <r:page width="595.28pt" height="841.89pt" inner="68pt" measure="357pt" gap="18pt" margin="118pt"
 *         top="72pt" depth="684pt" sides="two" references="page"
 *         pairs="under" flow="text" notes="margin"/>
 * What a row leaves out is as design 5 has it for A4. */
struct form {
    double width, height; /* of the sheet */
    double inner;         /* from the inner edge to the measure */
    double measure;       /* the text */
    double gap, margin;   /* to the margin column, and its width; 0: there is none */
    double wide;          /* measure, gap and margin column together */
    double top, depth;    /* the type area */
    double scale;         /* of the styles, and of what goes with type: rules and gaps of notes */
    bool names_pages;     /* references name the page, too */
    int toc_depth;        /* contents: 1 chapters, 2 sections, 3 subsections; 0: as fits */
    bool beside;          /* pairs of a bilingual edition stand side by side */
    bool ideas;           /* sections, figures and tables begin pages: for projecting */
    bool notes_in_text;   /* the margin column is for captions, facts and titles */
    bool two_sided;       /* even pages mirror, chapters open on odd ones */
};

/* Reports STYLE_… faults (unknown attributes with the nearest name, lengths that are none, an area
 * that leaves the sheet). A template without a row, or NULL, gives `base`, and that is design 5
 * when NULL. */
const struct form *form_read(struct arena *a, struct diag *d, const struct node *template_,
                             const struct form *base);

/* Where things begin on a page; folios count from 1. */
double form_body(const struct form *f, size_t folio);
double form_wide(const struct form *f, size_t folio);
double form_margin(const struct form *f, size_t folio);
double form_outer(const struct form *f, size_t folio); /* x of the outer edge of the wide block */

/* Lower than wide, as a screen: pages that open something have their parts side by side. */
bool form_is_short(const struct form *f);
/* Whether margin notes stand beside the text. */
bool form_notes_beside(const struct form *f);

/* The attributes of r:page, for the grammar; NULL behind the last. */
const char *form_attribute_name(size_t i);

#endif
