/* An estimate as text, JSON, CSV and XML: one flat list of entries, four ways to print it. */
#ifndef RIDGE_BOOK_REPORT_H
#define RIDGE_BOOK_REPORT_H

#include "base/file.h"
#include "catalog/catalog.h"

struct report {
    const struct estimate *estimate;
    const struct strings *strings;
    const char *catalogue_date;
    bool explain; /* the derivation, step by step */
};

/* "text", "json", "csv", "xml". */
void report_print(struct arena *a, const char *format, const struct report *r, struct bytes *out);

#endif
