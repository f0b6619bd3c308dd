/* Painters: scenes to bytes. No layout happens here. */
#ifndef RIDGE_PAINT_PAINT_H
#define RIDGE_PAINT_PAINT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "figure/scene.h"

enum theme { THEME_AUTO, THEME_LIGHT, THEME_DARK, THEME_PRINT, THEME_OFFICE };

/* "auto" …; false when unknown. */
bool theme_lookup(const char *name, enum theme *out);

struct outline_entry {
    int level; /* 1 = top */
    const char *title;
    const char *dest; /* a named destination */
};

struct page {
    const struct scene *scene; /* its size is the page's size */
    const char *label;         /* the folio as printed: "ii", "12" */
};

/* What the PDFs of a run share: fonts that stay open, and what is the same in each. */
struct pdf_stock;
struct pdf_stock *pdf_stock_new(struct arena *a);

/* A whole PDF. Tags may stay open from one page to the next. */
struct document {
    const char *title, *author, *subject, *keywords;
    const char *language; /* BCP 47 */
    long long date;       /* seconds since 1970; creation and modification */
    const struct page *pages;
    size_t page_count;
    const struct outline_entry *outline;
    size_t outline_count;
    enum theme theme;        /* of its colours */
    struct bytes *report;    /* takes a line per font and the sums, or NULL */
    struct pdf_stock *stock; /* of the run; NULL: the document is alone */
};

/* PDF 1.7, tagged, fonts embedded, deterministic. Reports PDF_FAILED, LINK_TARGET_MISSING …; a link
 * to a destination that does not exist is a fault. */
bool paint_pdf(struct arena *a, struct diag *d, const struct document *doc, struct bytes *out);

/* A chart as a PDF page of its own size: one Figure with alternative text. */
struct figure_facts {
    const char *title, *alt, *language;
    enum theme theme;
    long long date;
    struct pdf_stock *stock; /* of the run, or NULL */
};
bool paint_pdf_figure(struct arena *a, struct diag *d, const struct scene *s,
                      struct figure_facts facts, struct bytes *out);

struct svg_facts {
    const char *id;       /* prefix of every id in the file */
    const char *title;    /* the takeaway */
    const char *describe; /* all numbers, at most 1000 characters */
    const char *language;
    enum theme theme;
    bool outline; /* text as outlines, for readers without fonts; as large as it gets */
    bool embed;   /* the faces as data, cut to what is used */
};

/* Whether an item leaves ink: shapes, text and pictures, as against groups, clips, tags and
 * destinations. */
bool item_paints(const struct item *item);

bool paint_svg(struct arena *a, struct diag *d, const struct scene *s, struct svg_facts facts,
               struct bytes *out);

/* scale: pixels per point. */
bool paint_png(struct arena *a, struct diag *d, const struct scene *s, double scale,
               enum theme theme, struct bytes *out);

/* The scene as text, one item a line, numbers to 0.01, for tests. */
void paint_trace(const struct scene *s, struct bytes *out);

#endif
