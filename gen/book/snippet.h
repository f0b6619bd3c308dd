/* The text that puts a chart into another document: to be pasted, alternative text included. */
#ifndef RIDGE_BOOK_SNIPPET_H
#define RIDGE_BOOK_SNIPPET_H

#include "base/file.h"
#include "plot/plot.h"

/* `form`: "markdown", "html", "rst", "latex", or "text", the description alone. It names the first
 * of the paths that suits: PDF or PNG in LaTeX, SVG or PNG elsewhere, in reStructuredText both SVG and
 * PDF as NAME.*; false after reporting that none does. */
bool snippet_write(struct diag *d, const struct strings *s, const char *form,
                   const char *const *paths, size_t n, const struct chart *chart,
                   struct bytes *out);

#endif
