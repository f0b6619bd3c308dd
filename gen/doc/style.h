/* Styles: the r:style rows of a template, looked up by name and language. */
#ifndef RIDGE_DOC_STYLE_H
#define RIDGE_DOC_STYLE_H

#include "base/arena.h"
#include "base/diag.h"
#include "figure/text.h"
#include "xml/node.h"

enum align { ALIGN_JUSTIFY, ALIGN_START, ALIGN_CENTRE, ALIGN_END };

/* <r:style name="body" lang="zh" font-family="serif" font-weight="regular" font-style="normal"
 *          font-size="10.5pt" line-height="18pt" text-align="justify" text-indent="2em"
 *          baseline="0pt" margin-top="0pt" margin-bottom="0pt" padding-left="0em" color="ink"
 * figures="tabular"/> lang may be absent: all languages. Lengths in pt or em of the style's own
 * size; line-height may be a bare number of sizes. */
struct style {
    const char *name, *language;
    struct span where;      /* of the name */
    struct text_style text; /* family, weight, italic, tabular, size, ink */
    double pitch;           /* baseline to baseline, pt */
    double baseline;        /* below the top of the line box; 0: as the language has it */
    enum align align;
    double indent;        /* first line, pt */
    double left;          /* padding-left: hang of the whole block, pt */
    double before, after; /* pt */
    bool hyphenate;
};

struct styles;

/* Reads all r:style rows below the node; reports STYLE_… faults (unknown property, unknown colour
 * or family with the nearest name, wrong length). */
struct styles *styles_read(struct arena *a, struct diag *d, const struct node *template_);

/* Lays the rows of `s` over others: rows that s lacks, and what its rows do not say, are as there,
 * `scale` times as large. Reports names that are nearly one of the others. */
void styles_over(struct styles *s, struct diag *d, const struct styles *base, double scale);

/* Never NULL: an unknown name gives the style "body" and is reported once at the place. */
const struct style *style_find(const struct styles *s, struct diag *d, struct span where,
                               const char *name, const char *language);

/* The names of the properties, for the grammar; NULL behind the last. */
const char *style_property_name(size_t i);

#endif
