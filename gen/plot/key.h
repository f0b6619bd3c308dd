/* A key: swatches with words beside them, in as many rows as they need. For fills and marks that no
 * label at the data can name. */
#ifndef RIDGE_PLOT_KEY_H
#define RIDGE_PLOT_KEY_H

#include "plot/draw.h"

/* Rows from x to `right`, the first on a baseline; a swatch, a gap, words, and more room between
 * entries. */
struct key {
    double x, right, baseline, pitch;
    double swatch, height, gap, between;
    struct text_style style;
};

/* Draws the swatch of an entry into its box. */
typedef void key_swatch(struct drawing *d, struct rect box, size_t entry);

/* How many rows the words need. */
size_t key_rows(struct drawing *d, const struct key *k, const char *const *words, size_t n);
void key_draw(struct drawing *d, const struct key *k, const char *const *words, size_t n,
              key_swatch *swatch);

#endif
