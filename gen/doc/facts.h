/* Facts of accelerators by column name: catalogue fields and what follows from them. */
#ifndef RIDGE_DOC_FACTS_H
#define RIDGE_DOC_FACTS_H

#include "doc/reader.h"

/* How a number is printed wherever it stands in a table. */
struct fact_row {
    const char *name;
    const char *unit; /* as printed in the head */
    double scale;     /* SI units per printed unit */
    int digits;       /* significant, at most */
    int decimals;     /* at most */
};

/* false when the name is no number of an accelerator. */
bool fact_row_find(const char *name, struct fact_row *out);

/* The number in SI, false when the device has none. `datum`, when not NULL, receives the catalogue
 * value behind a plain field, and `field` its name. */
bool fact_number(const struct accelerator *a, const char *name, double *out,
                 const struct datum **datum, const char **field);

/* A text field ("architecture"), NULL when there is no such field; "" when it is empty. */
const char *fact_text(const struct accelerator *a, const char *name);

/* Every name there is, for the nearest one. */
size_t fact_names(struct arena *a, const char *const **out);

/* "989.4" */
const char *fact_print(struct arena *a, const struct fact_row *row, double value);

#endif
