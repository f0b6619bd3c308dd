/* The reading half: entries of a bibliography as records, and records as text. */
#ifndef RIDGE_DOC_BIBLIO_H
#define RIDGE_DOC_BIBLIO_H

#include "doc/back.h"

enum biblio_field {
    FIELD_AUTHORS,
    FIELD_EDITORS,
    FIELD_TITLE,
    FIELD_CONTAINER, /* journal, proceedings, book or site that it stands in */
    FIELD_PLACE,
    FIELD_PUBLISHER, /* or school, or institution */
    FIELD_YEAR,
    FIELD_DATE,
    FIELD_EDITION,
    FIELD_VOLUME,
    FIELD_ISSUE,
    FIELD_PAGES,
    FIELD_NUMBER, /* of a report */
    FIELD_DOI,
    FIELD_ISBN,
    FIELD_URL,
    FIELD_ACCESSED,
    BIBLIO_FIELDS
};

struct creator {
    struct creator *next;
    const char *family, *given; /* given NULL: family is the whole name */
    bool han;
};

struct record {
    const char *type;              /* a role: "article", "book" … */
    const char *at[BIBLIO_FIELDS]; /* as written; NULL: not given */
    struct creator *authors, *editors;
    bool chinese; /* the work is in Chinese */
    struct span span;
};

/* What a style says of names, pages and dates. */
struct biblio_style {
    const char *(*names)(struct arena *a, const struct record *w, const struct creator *first);
    const char *(*date)(struct arena *a, const char *iso);
    const char *(*pages)(struct arena *a, const char *pages);
    const char *(*edition)(struct arena *a, const struct record *w);
    const struct biblio_row { const char *type, *pattern; } * rows;
};

/* biblio_record.c */
struct record record_read(struct reader *r, const struct node *entry);
struct record record_of_reference(struct reader *r, const struct reference *reference);
/* biblio_names.c */
const char *names_gb(struct arena *a, const struct record *w, const struct creator *first);
const char *names_ieee(struct arena *a, const struct record *w, const struct creator *first);
/* biblio_style.c */
extern const struct biblio_style biblio_gb, biblio_ieee;
/* biblio_text.c: a record by its pattern. */
const struct inline_ *record_text(struct reader *r, const struct record *w);
bool text_has_han(const char *text);

#endif
