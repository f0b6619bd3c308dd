/* Inside the room: a table with its columns measured and its cells set. */
#ifndef RIDGE_DOC_TABLE_LAYOUT_H
#define RIDGE_DOC_TABLE_LAYOUT_H

#include "doc/flow_text.h"

/* A column: from x to x + width; numbers have their decimal point at `axis`. */
struct column_plan {
    double x, width, axis; /* axis from x */
    double least;          /* what the body needs */
};

struct cell_plan {
    const struct cell *cell;
    const struct paragraph *text; /* NULL: empty or a drawing */
    size_t column, span;          /* where it begins, over how many columns */
    int rows;
    double x;       /* of the text, from the table's left edge */
    double integer; /* decimal cells: width before the point */
};

struct row_plan {
    struct cell_plan *cells;
    size_t cell_count;
    double height;
    int lines;
    bool rule_above;
};

struct table_plan {
    const struct block *block;
    const struct table *table;
    double width;
    bool wide; /* takes measure and margin column */
    struct column_plan *columns;
    size_t column_count;
    struct row_plan *head, *body;
    struct cell_plan *units;           /* or NULL */
    struct caption caption, continued; /* text NULL: none */
    const struct paragraph *note;
    double head_height;         /* with rules and padding */
    double first_pad, last_pad; /* above the first row, below the last */
    const struct style *face;
    const struct flow_item **rows; /* of the body, when they are strips of their own */
};

struct table_plan *table_plan_new(struct setter *s, const struct block *b, double width);

/* Heights of the parts and of the whole. */
double table_caption_height(const struct table_plan *t);
double table_note_height(const struct table_plan *t);
double table_row_height(const struct table_plan *t, size_t row); /* padding of first and last too */
double table_height(const struct table_plan *t);

/* flow_foot.c: footnotes of captions and cells stand on the page of the table's last part. */
void flow_table_feet(struct flow *f, const struct table_plan *t, const struct flow_item *strip);

/* table_draw.c */
void pen_table_head(struct pen *pen, const struct table_plan *t, struct point top);
void pen_table_row(struct pen *pen, const struct table_plan *t, size_t row, bool ruled,
                   struct point top);
void pen_table_rule(struct pen *pen, const struct table_plan *t, double x, double y, double width);

#endif
