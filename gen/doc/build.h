/* Tables being built: a grid of cells with heads. */
#ifndef RIDGE_DOC_BUILD_H
#define RIDGE_DOC_BUILD_H

#include "doc/reader.h"

struct grid {
    struct reader *r;
    const struct node *node;
    size_t columns, rows;
    struct column *column;
    struct cell *head;            /* one per column */
    const struct inline_ **units; /* one per column, entries may be NULL */
    struct cell *body;            /* row by row */
    const bool *groups;           /* one per row: its first cell goes over all columns; or NULL */
    const struct inline_ *note;
    double row_pitch;
};

enum { PITCH_TABLE = 135, PITCH_SHEET = 180 }; /* tenths of a point */

struct grid grid_new(struct reader *r, const struct node *n, size_t columns, size_t rows);
struct cell *grid_cell(struct grid *g, size_t row, size_t column);
/* Head from the string key "column.NAME"; unit below it, or NULL. */
void grid_head(struct grid *g, size_t column, const char *name, const char *unit);
void grid_head_text(struct grid *g, size_t column, const char *text);
void grid_text(struct grid *g, size_t row, size_t column, const char *text);
void grid_missing(struct grid *g, size_t row, size_t column);
const struct table *grid_table(struct grid *g);

/* The kinds of r:table. */
const struct table *table_accelerators(struct reader *r, const struct node *n);
const struct table *table_scenarios(struct reader *r, const struct node *n);
const struct table *table_operations(struct reader *r, const struct node *n);
const struct table *table_comparison(struct reader *r, const struct node *n);
const struct table *table_position(struct reader *r, const struct node *n);
const struct table *table_fits(struct reader *r, const struct node *n);
const struct table *table_recipes(struct reader *r, const struct node *n);
const struct table *table_relatives(struct reader *r, const struct node *n);
const struct table *table_cases(struct reader *r, const struct node *n);
const struct table *table_elements(struct reader *r, const struct node *n);
const struct table *table_functions(struct reader *r, const struct node *n);
const struct table *table_units(struct reader *r, const struct node *n);
const struct table *table_properties(struct reader *r, const struct node *n);
const struct table *table_page(struct reader *r, const struct node *n);
const struct table *table_steps(struct reader *r, const struct node *n);
const struct table *table_symbols(struct reader *r, const struct node *n);

/* The device a parameter is bound to: the one named by the attribute, else the k-th; NULL after
 * reporting. */
const struct accelerator *accelerator_bound(struct reader *r, const struct node *n,
                                            const char *name, size_t k);

/* Every step of the traces of the catalogue's scenarios and of the published cases. */
typedef void (*step_visit)(void *with, const struct step *step);
void steps_walk(struct reader *r, step_visit visit, void *with);
/* The unit of the step whose result has this symbol, or NULL. */
const char *step_unit_of(const char *symbol);

/* "7.62e9", "7.3>0.6" as a reader expects them. */
const struct inline_ *case_number(struct reader *r, const char *text, struct span span);

/* The glyph of a limit and its word, NULL when the word is no limit. */
const struct inline_ *limit_words(struct reader *r, const char *word);

#endif
