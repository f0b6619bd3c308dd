/* Products: one function makes the bytes of each kind; the commands decide where they go. */
#ifndef RIDGE_BOOK_PRODUCT_H
#define RIDGE_BOOK_PRODUCT_H

#include "base/file.h"
#include "book/look.h"
#include "book/press.h"
#include "chart/chart.h"
#include "paint/paint.h"

/* What all products of a run share; opened on first need, so that a run with nothing to do is
 * cheap. */
struct workshop {
    struct session *session;
    struct catalog *catalog;
    struct fonts *fonts;
    struct hyphenator *hyphenator;
    struct pdf_stock *stock;
    struct bytes *report; /* takes what the fonts of each PDF weigh, or NULL */
};

/* Opens fonts, which are told of all texts, and hyphenation. false after reporting. */
bool workshop_open(struct workshop *w);
/* Opens fonts only: for charts, whose few words the last pool mostly has. */
bool workshop_fonts(struct workshop *w);

/* "zh" of xml:lang="zh-Hans" on the root; English without. */
const char *book_language(struct arena *a, const struct node *root);
/* What the files of a book may include: those of the course anything of it, others what lies beside
 * them. */
const char *book_folder(const struct session *s, const char *path);
/* Reads a document of the chapter language or of DocBook; NULL after reporting. */
const struct node *book_read(struct session *s, struct diag *d, const char *folder,
                             const char *path, struct path_list *files);

/* A course handout. */
struct handout_request {
    const char *language, *edition;
    const char *template_; /* name of a template: "handout" */
    const char *book_path;
    const char *twin_path; /* the book in the other language, for glosses; or NULL */
    const char *second;    /* bilingual: the language of that book; or NULL */
    const struct profile *profiles;
    size_t profile_count;
};
bool product_handout(struct workshop *w, const struct handout_request *q, struct path_list *files,
                     struct bytes *out);

/* A sheet from a template: accelerators are bound to $a, $b … in order; a parameter that is left
 * takes its default, or its `else` when the default is taken already. */
bool product_sheet(struct workshop *w, const char *language, const char *template_path,
                   const struct accelerator *const *accelerators, size_t n, struct path_list *files,
                   struct bytes *out);

/* What a sheet cannot do without and the device does not have ("a memory bandwidth"), or NULL. */
const char *sheet_lacks(const struct accelerator *a);

struct chart_output {
    const char *id;     /* ids in SVG begin with it; what the chart says is added */
    const char *format; /* "svg", "pdf", "png" */
    enum theme theme;
    double scale;        /* PNG */
    bool outline, embed; /* SVG: text as outlines; fonts as data */
};

/* A chart in the arena, whose letters all come from one pool; NULL after reporting. */
const struct chart *product_chart(struct workshop *w, struct arena *job,
                                  const struct chart_request *request);

/* The chart in a format. */
bool product_chart_paint(struct workshop *w, const struct chart *chart, const char *language,
                         const struct chart_output *output, struct bytes *out);

/* The data behind a chart as CSV. */
void product_chart_data(const struct chart *chart, struct bytes *out);

#endif
