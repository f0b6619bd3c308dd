/* Inside the finishing pass. */
#ifndef RIDGE_PAINT_FINISH_H
#define RIDGE_PAINT_FINISH_H

#include <stdint.h>

#include "paint/structure.h"

struct finish {
    struct arena *arena;
    struct diag *diag;
    const struct document *doc;
    struct _qpdf_data *q;
    int *fonts; /* object numbers of fonts already renamed */
    size_t font_count, font_room;
};

/* Sets a text string in a dictionary (a handle of qpdf); nothing for NULL and "". */
void finish_text(struct finish *f, unsigned dict, const char *key, const char *utf8);

/* Tags, annotations, artifacts; page by page also what the two below do. */
bool finish_tree(struct finish *f, const struct tag_records *records);

/* One piece of marked content that is to be an artifact. */
struct artifact {
    int page; /* object number */
    long long mcid;
};

struct artifacts {
    struct artifact *at;
    size_t count, room;
};

/* In order of page and number, as finish_artifacts needs them. */
void artifacts_sort(struct artifacts *list);

/* Turns the content of one page that was drawn as Private into artifacts, and takes it out of the
 * parent tree (`parents`, `page`: handles of qpdf). False when one is not found. */
bool finish_artifacts(struct finish *f, const struct artifacts *list, unsigned parents,
                      unsigned page);

/* Past a literal string of a content stream that starts at s[i]. */
size_t content_skip_string(const char *s, size_t n, size_t i);

/* The content with ink outside marked content made into artifacts; false: there is none, or the
 * stream has images of its own, and nothing need change. */
bool content_mark_ink(struct bytes *out, const char *s, size_t n);

/* Renames the font subsets a page uses (`page` is a handle of qpdf). Cairo's prefix comes from
 * glyph numbers, which depend on how the pool was cut; ours comes from the subset itself. */
void finish_fonts(struct finish *f, unsigned page);

/* Catalog, document information, metadata, outline. */
void finish_catalog(struct finish *f);

#endif
