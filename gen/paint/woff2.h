/* WOFF2 (W3C Recommendation of 2022): a font file, packed for a page. */
#ifndef RIDGE_PAINT_WOFF2_H
#define RIDGE_PAINT_WOFF2_H

#include "base/file.h"

/* Packs an OpenType file; tables are kept as they are. False when it is no such file. */
bool woff2_pack(struct arena *a, const char *font, size_t n, struct bytes *out);

#endif
