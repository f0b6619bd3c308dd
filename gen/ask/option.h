/* Command-line options from tables: GNU long options, "--name value" and "--name=value". */
#ifndef RIDGE_ASK_OPTION_H
#define RIDGE_ASK_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct option_row {
    const char *name;  /* "accelerator", or "o" for -o */
    const char *value; /* what it takes, as --help prints it; NULL = a switch */
    const char *help;
    const char *choices; /* "text|json|csv|xml", or NULL: anything */
    const char *group;   /* heading in --help, over the first of its rows; or NULL */
};

struct options {
    struct option_given {
        const char *name, *value;
    } * given;
    size_t given_count;
    const char **plain;
    size_t plain_count;
};

/* Reads argv[0…argc) against the tables. On a fault writes one line to standard error (with the
 * nearest option) and returns false: the caller exits with 2. */
bool options_read(struct arena *a, const char *command, const struct option_row *rows, int argc,
                  char **argv, struct options *out);

/* Were all options of the list (names between blanks, or NULL) given? Otherwise names the first
 * that was not on standard error. */
bool options_complete(const char *command, const struct option_row *rows, const char *needed,
                      const struct options *o);

/* The last value given, or fallback. */
const char *option_value(const struct options *o, const char *name, const char *fallback);

/* All values of a repeatable option; they stay in order. */
size_t option_values(struct arena *a, const struct options *o, const char *name,
                     const char *const **out);

bool option_given(const struct options *o, const char *name);

void options_print_help(const struct option_row *rows);

#endif
