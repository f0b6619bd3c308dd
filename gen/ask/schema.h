/* JSON Schemas of what is printed for programs. */
#ifndef RIDGE_ASK_SCHEMA_H
#define RIDGE_ASK_SCHEMA_H

#include <stdbool.h>

#include "base/file.h"

/* The schema of a command's answer; false when there is none by that name. */
bool schema_json(struct arena *a, const char *what, struct bytes *out);

/* The names in turn, NULL behind the last. */
const char *schema_json_name(size_t i);

#endif
