/* Commands: rows of commands.def. Those that make pages live in a second program, which holds all
 * of them; the first one starts in a fifth of the time. Exit status: 0 clean, 1 faults in the
 * input, 2 wrong usage, 3 the machine failed. */
#ifndef RIDGE_ASK_COMMAND_H
#define RIDGE_ASK_COMMAND_H

#include "ask/option.h"
#include "ask/session.h"

struct command {
    const char *arguments;            /* "KIND [--OPTION …]" */
    const struct option_row *options; /* ended by a row without a name; NULL: see rows */
    int least, most;                  /* how many plain arguments it takes */
    const char *needed;               /* options that must be given, between blanks; or NULL */
    /* Does the work; faults go to the session's sink. */
    void (*run)(struct session *s, const struct options *o);
    /* Options that are made from a table, in place of `options`; or NULL. */
    const struct option_row *(*rows)(struct arena *a);
    const char *alone; /* a switch with which it takes no plain arguments; or NULL */
};

struct command_row {
    const char *name, *summary;
    const struct command *command; /* NULL: ridge-pages, beside this program, has it */
};

int command_main(int argc, char **argv, const struct command_row *rows, size_t n);

#endif
