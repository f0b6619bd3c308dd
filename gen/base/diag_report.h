/* The sink from inside: shared by diag.c (collects) and diag_print.c (prints). */
#ifndef RIDGE_BASE_DIAG_REPORT_H
#define RIDGE_BASE_DIAG_REPORT_H

#include "base/diag.h"

enum { DIAG_BUCKETS = 1024 };

struct note {
    struct note *next;
    struct span at;
    const char *text;
};

struct report {
    struct report *next;  /* in order of reporting */
    struct report *chain; /* same bucket: identical reports are found there */
    enum diag_kind kind;
    struct span at;
    const char *found, *expected, *nearest;
    struct note *notes, **notes_end;
    size_t rank, number; /* of its file; of the report */
};

struct diag {
    struct arena *arena;
    struct report *first, **end, *last;
    struct report *buckets[DIAG_BUCKETS];
    struct seen {
        struct seen *next;
        const struct source *source;
    } * seen;
    size_t n;
    size_t faults; /* errors reported, repeated ones included */
};

struct diag_row {
    enum severity severity;
    const char *wording;
};
extern const struct diag_row diag_rows[DIAG_KINDS];

#endif
