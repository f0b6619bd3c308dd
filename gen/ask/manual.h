/* The manual page ridge(1), from the tables of commands and options. */
#ifndef RIDGE_ASK_MANUAL_H
#define RIDGE_ASK_MANUAL_H

#include "ask/command.h"
#include "base/file.h"

/* Every row has its command. `common`: options that each of them takes. */
void manual_write(struct arena *a, const char *version, const struct command_row *rows, size_t n,
                  const struct option_row *common, struct bytes *out);

#endif
