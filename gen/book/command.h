/* Commands: rows of commands.def. Exit status: 0 clean, 1 faults in the input, 2 wrong usage,
 * 3 the machine failed. */
#ifndef RIDGE_BOOK_COMMAND_H
#define RIDGE_BOOK_COMMAND_H

#include "book/option.h"
#include "book/session.h"

struct command {
    const char *name, *arguments, *summary;
    const struct option_row *options; /* ended by a row without a name; NULL: see rows */
    int least, most;                  /* how many plain arguments it takes */
    const char *needed;               /* options that must be given, between blanks; or NULL */
    /* Does the work; faults go to the session's sink. */
    void (*run)(struct session *s, const struct options *o);
    /* Options that are made from a table, in place of `options`; or NULL. */
    const struct option_row *(*rows)(struct arena *a);
};

int command_main(int argc, char **argv);

#endif
