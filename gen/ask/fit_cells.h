/* Inside the table of answers: its columns and their cells. */
#ifndef RIDGE_ASK_FIT_CELLS_H
#define RIDGE_ASK_FIT_CELLS_H

#include "ask/fit_print.h"

enum { FIT_COLUMNS_MOST = 16, FIT_SUBJECTS = 2 };

struct fit_sheet {
    struct arena *arena;
    const struct fit_report *report;
    const struct strings *strings;
};

struct fit_column {
    const char *name; /* string key "fit.column." and the name */
    const char *(*cell)(const struct fit_sheet *, const struct fit_answer *);
};

/* A measure, or its range; NULL where there is none. */
const char *fit_value(const struct fit_sheet *s, const struct measure *m, const char *unit,
                      bool range);

/* The string PREFIX.NAME; NULL for no name. */
const char *fit_word(const struct fit_sheet *s, const char *prefix, const char *name);

/* What all answers are about, the model (0) or the device (1); NULL where they differ. */
const char *fit_subject(const struct fit_sheet *s, size_t subject);

/* Does the column say what its line is about? Lines without an answer have these alone. */
bool fit_is_subject(const struct fit_column *c);

/* The columns of the question, those left out that would say nothing. */
size_t fit_columns(const struct fit_sheet *s, struct fit_column out[FIT_COLUMNS_MOST]);

/* "—" for nothing. */
const char *fit_cell(const struct fit_sheet *s, const struct fit_column *c,
                     const struct fit_answer *x);

#endif
