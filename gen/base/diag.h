/* Diagnostics: a sink that is handed down. Bad input is reported here, never aborts, and never
 * stops at the first fault. The kinds (id, severity, wording) are the rows of diag.def. */
#ifndef RIDGE_BASE_DIAG_H
#define RIDGE_BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/span.h"

enum severity { SEVERITY_WARNING, SEVERITY_ERROR, SEVERITY_MACHINE };

enum diag_kind {
#define DIAG(id, severity, text) DIAG_##id,
#include "base/diag.def"
#undef DIAG
    DIAG_KINDS
};

struct diag; /* the sink */

/* A new sink whose messages live in the arena. */
struct diag *diag_new(struct arena *a);

/* Reports a fault at a place. The strings are copied; each may be NULL.
 *   found     what stands there; replaces {found} in the row's wording
 *   expected  what should stand there; replaces {expected}
 *   nearest   the nearest right name, or several as nearest_names gives them; printed as: did you
 *             mean “nearest”? */
void diag_report(struct diag *d, enum diag_kind kind, struct span at, const char *found,
                 const char *expected, const char *nearest);

/* Adds a line to the last report: a second place, or where a value comes from. */
void diag_note(struct diag *d, struct span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* How many reports will be printed: the same fault at the same place counts once. */
size_t diag_count(const struct diag *d, enum severity at_least);

/* How often an error was reported, repeated ones included: when it has grown, a step has failed,
 * even on a fault that an earlier step met already. */
size_t diag_faults(const struct diag *d);

/* 0 clean (warnings included), 1 faults in the input, 3 the machine failed. */
int diag_exit_status(const struct diag *d);

/* Prints all reports in order of file and place: "file:line:column: error: …", the source line and
 * a caret; notes follow their report. Only `book` calls this. */
void diag_print(const struct diag *d, FILE *to, bool colour);

/* The same into memory. */
struct bytes;
void diag_write(const struct diag *d, struct bytes *to, bool colour);

/* The name closest to the word, or NULL when none is close enough to be meant.
 * Distance counts insertions, deletions, substitutions and swaps; a change of case counts half.
 * A name whose first part is the word comes before an edit (“int4”: “int4-g128”); when none is
 * near, one that begins with or holds the word will do (“4090”: “rtx-4090”), then one that holds
 * all its parts, and at last one that the word says more than (“GeForce RTX 4090”). */
const char *nearest_name(const char *word, const char *const *names, size_t n);

/* Only a name that a slip of the hand makes of the word: one edit in short words, two from nine
 * letters on; else NULL. For words of which many are alike: “num_hidden_layers”, “hidden_size”. */
const char *slip_of(const char *word, const char *const *names, size_t n);

/* As nearest_name; when the nearest begins with the word, all that do, in their order and at most
 * five, each on a line of its own: “h100” is three devices. In the arena. */
const char *nearest_names(struct arena *a, const char *word, const char *const *names, size_t n);

#endif
