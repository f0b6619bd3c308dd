/* Inside the room: a table with its columns measured and its cells set. */
#ifndef RIDGE_PAGE_TABLE_LAYOUT_H
#define RIDGE_PAGE_TABLE_LAYOUT_H

#include "page/flow_text.h"

/* A column: from x to x + width; numbers have their decimal point at `axis`. Letters of notes stand
 * in `hang` at its right. */
struct column_plan {
    double x, width, axis; /* axis from x */
    double least;          /* its longest word; what numbers need */
    double soft;           /* text is not set narrower than this without need */
    double body;           /* what its cells take in one line */
    double before, after, hang;
    double head;       /* natural width of its heads */
    double head_least; /* … broken into two lines */
    bool wraps;        /* it holds text that may be broken */
};

struct cell_plan {
    const struct cell *cell;
    const struct paragraph *text; /* NULL: empty, a drawing, or blocks */
    struct flow *blocks;          /* or NULL */
    size_t column, span;          /* where it begins, over how many columns */
    int rows;
    enum column_align align;
    double x;       /* of the text, from the table's left edge */
    double height;  /* of text or blocks */
    double natural; /* width in one line, without what hangs */
    double least;   /* its longest word */
    double before;  /* decimal cells: width left of the axis */
    double hang;    /* letters of notes at its end */
    bool number;    /* stands on the axis */
};

struct row_plan {
    struct cell_plan *cells;
    size_t cell_count;
    double height, lead; /* lead: above the text of its cells */
    size_t group;        /* 1 + the row that names those around it, or 0 */
    bool rule_above;
    bool joined; /* no break after it: a cell over several rows still needs room */
};

struct table_note {
    const struct paragraph *mark;
    struct flow *text;
    double height;
    const char *id;
};

struct table_plan {
    const struct block *block;
    const struct table *table;
    double width;
    bool wide; /* takes measure and margin column */
    struct column_plan *columns;
    size_t column_count;
    struct row_plan *head, *body;
    size_t head_count, body_count;
    struct cell_plan *units;           /* or NULL */
    struct caption caption, continued; /* text NULL: none */
    bool goes_on;                      /* further columns of one that began above */
    const struct paragraph *note;
    const struct table_note *notes;
    size_t note_count;
    double hang;                /* of the texts of notes beside their letters */
    double head_height;         /* with rules and padding */
    double first_pad, last_pad; /* above the first row, below the last */
    double unit_pitch;
    double over; /* by how much it is too wide */
    double gap;
    const struct style *face;
    const struct flow_item **rows; /* of the body, when they are strips of their own */
};

/* How a table is tried. */
struct table_try {
    double width;
    double scale; /* of its text: 1, or 8/9 */
    double gap;   /* least between columns */
    bool last;    /* nothing else will be tried: what is too wide is reported */
    bool goes_on;
};

/* NULL when it does not fit and the try is not the last. */
struct table_plan *table_plan_new(struct setter *s, const struct block *b,
                                  const struct table *table, struct table_try try_);

/* The same in two steps: its columns, however wide they are; and the rest, false when they are too
 * wide and the try is not the last. */
struct table_plan *table_plan_measure(struct setter *s, const struct block *b,
                                      const struct table *table, struct table_try try_);
bool table_plan_finish(struct setter *s, const struct block *b, struct table_plan *t,
                       struct table_try try_);

/* table_wide.c: the way to set it that fits, in the order of typographic targets 8; several plans
 * when its columns have to be split. */
struct table_plan *const *table_plans(struct setter *s, const struct block *b, double measure,
                                      bool may_widen, size_t *count);

/* Heights of the parts and of the whole. */
double table_caption_height(const struct table_plan *t);
double table_notes_height(const struct table_plan *t);
double table_row_height(const struct table_plan *t, size_t row); /* padding of first and last too */
double table_height(const struct table_plan *t);
double table_span_height(const struct row_plan *rows, size_t n, size_t row, int deep);

/* flow_foot.c: footnotes of captions and cells stand on the page of the table's last part. */
void flow_table_feet(struct flow *f, const struct table_plan *t, const struct flow_item *strip);

/* table_draw.c, table_head.c */
void pen_table_head(struct pen *pen, const struct table_plan *t, struct point top);
void pen_table_row(struct pen *pen, const struct table_plan *t, size_t row, bool ruled,
                   struct point top);
/* The lines of a row between two heights of it. */
void pen_table_row_part(struct pen *pen, const struct table_plan *t, size_t row, double from,
                        double to, struct point top);
void pen_table_rule(struct pen *pen, const struct table_plan *t, double x, double y, double width);
void pen_table_head_rule(struct pen *pen, const struct table_plan *t, double x, double y);
void pen_table_group_rule(struct pen *pen, double x, double y, double width);

/* table_notes.c */
void table_notes_set(struct setter *s, struct table_plan *t);
void pen_table_note(struct pen *pen, const struct table_plan *t, size_t i, struct point top);
void pen_table_notes(struct pen *pen, const struct table_plan *t, struct point top);

/* table_blocks.c: blocks in a cell, a flow of their own. */
struct flow *cell_blocks(struct setter *s, const struct block *blocks, double width,
                         double *height);
/* The strips whose feet are in (from, to], the first of them no higher than `from`; top is that of
 * the whole. */
void pen_blocks(struct pen *pen, const struct flow *f, double from, double to, struct point top);

/* table_turn.c: what the scene got after `first` is turned to the left about a corner, for a table
 * of that width. */
void scene_turn(struct scene *s, struct item **first, struct point corner, double width);

#endif
