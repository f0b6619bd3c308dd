/* Layout: blocks to pages. A page is a scene. */
#ifndef RIDGE_PAGE_LAYOUT_H
#define RIDGE_PAGE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "catalog/catalog.h"
#include "doc/block.h"
#include "doc/form.h"
#include "doc/style.h"
#include "figure/scene.h"
#include "line/paragraph.h"

struct layout_request {
    const struct strings *strings;
    const struct catalog *catalog;
    struct fonts *fonts;
    struct hyphenator *hyphenator;
    const struct styles *styles;
    const struct form *form; /* NULL: design 5 */
    const char *edition;     /* NULL: the student's */
    /* The folio of a destination, as far as pages are known (INLINE_PAGE); may be NULL. */
    const char *(*folio)(void *folios, const char *dest);
    void *folios;
};

struct laid_page {
    const struct scene *scene;
    const char *label; /* folio */
    double hole;       /* share of the type area that is empty below text which goes on */
};

struct laid_outline {
    int level;
    const char *title, *dest;
};

struct laid {
    const struct laid_page *pages;
    size_t page_count;
    const struct laid_outline *outline;
    size_t outline_count;
    size_t lines, overfull, loose; /* of all paragraphs */
};

/* A handout: contents, chapter openings, pages with running heads, the origins at the end. */
const struct laid *layout_handout(struct arena *a, struct diag *d, const struct block *book,
                                  const struct layout_request *request);

/* A sheet: one page of BLOCK_PLACE boxes. */
const struct laid *layout_sheet(struct arena *a, struct diag *d, const struct block *sheet,
                                const struct layout_request *request);

#endif
