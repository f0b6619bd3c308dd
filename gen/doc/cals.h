/* Inside the room: a tgroup being read. */
#ifndef RIDGE_DOC_CALS_H
#define RIDGE_DOC_CALS_H

#include "doc/reader.h"

enum { CALS_COLUMNS = 64, CALS_ROWS = 20000, CALS_SPANS = 64 };

/* Columns first … last under one name (spanspec). */
struct cals_span {
    const char *name;
    size_t first, last;
};

/* Footnotes of a table, each once. */
struct cals_notes {
    const struct block **at;
    size_t n, room;
    const char *id; /* of the table, for their names */
};

struct cals {
    struct reader *r;
    size_t columns;
    struct column column[CALS_COLUMNS];
    const char *name[CALS_COLUMNS];
    struct cals_span span[CALS_SPANS];
    size_t spans;
    int covered[CALS_COLUMNS]; /* rows that a cell above still covers */
    size_t rows_left;          /* of the part being read, this one too */
    enum cell_valign valign;   /* of the part, then of the row */
    struct cals_notes *notes;
};

/* cals_columns.c: colspec, spanspec, and what they share with entry. */
void cals_read_columns(struct cals *t, const struct node *tgroup);
bool cals_align(const struct node *n, enum column_align *align, uint32_t *point);
enum cell_valign cals_valign(const struct node *n, enum cell_valign otherwise);
size_t cals_column(const struct cals *t, const char *name); /* t->columns: none has that name */

/* cals_length.c: "2*", "30mm", "1.5*+10pt". */
void cals_width(struct reader *r, const struct node *colspec, struct column *column);

/* cals_entry.c */
struct cell cals_entry(struct cals *t, const struct node *entry, size_t *at);

/* cals_notes.c: every footnote mark becomes the letter of its note below the table. */
const struct inline_ *cals_letters(struct reader *r, struct cals_notes *notes,
                                   const struct inline_ *text);
void cals_letter_blocks(struct reader *r, struct cals_notes *notes, struct block *first);
const char *cals_letter(struct arena *a, size_t note); /* a … z, aa … */

#endif
