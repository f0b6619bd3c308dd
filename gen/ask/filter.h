/* Conditions on entries: FIELD OPERATOR VALUE, as in "memory-bandwidth >= 2 TB/s". */
#ifndef RIDGE_ASK_FILTER_H
#define RIDGE_ASK_FILTER_H

#include "ask/fact.h"
#include "base/diag.h"

struct filter {
    const char *field, *text;
    bool below, equal, above; /* does a value below, at, above the one wanted pass? */
    struct quantity wanted;   /* of fields that are numbers */
};

/* Reads a condition; `card` is any of the kind and tells what the field is. Reports FILTER_SYNTAX,
 * UNKNOWN_COLUMN or UNIT_MISMATCH and returns false. */
bool filter_read(struct arena *a, struct diag *d, const char *text, const struct card *card,
                 struct filter *out);

/* What is not known passes no condition. */
bool filter_passes(const struct filter *f, const struct card *card);

/* Order of two facts by value: numbers by size, words by letters; unknown ones come last. */
int fact_compare(const struct fact *a, const struct fact *b);

/* Reports an unknown field with the nearest and all names. */
void report_field(struct arena *a, struct diag *d, const struct card *card, const char *name);

#endif
