/* Paths into scenarios and catalogue entries: $full-7b/memory/total. */
#ifndef RIDGE_CATALOG_PATH_H
#define RIDGE_CATALOG_PATH_H

#include "catalog/evaluate.h"
#include "catalog/store.h"

/* The steps after the first name. Each reports its faults and returns false. */
bool accelerator_path(struct evaluator *ev, const struct accelerator *a,
                      const struct path_step *steps, struct operand *out);
bool model_path(struct evaluator *ev, const struct model *m, const struct path_step *steps,
                struct operand *out);
bool link_path(struct evaluator *ev, const struct link *l, const struct path_step *steps,
               struct operand *out);
bool scenario_path(struct evaluator *ev, const struct scenario *s, const struct path_step *steps,
                   struct operand *out);

/* "memory/total" */
const char *path_text(struct arena *a, const struct path_step *steps);

/* Names that a path could have had, for the nearest one. */
struct names {
    struct arena *arena;
    struct list list;
};
void name_add(struct names *names, const char *prefix, const char *name);
bool path_unknown(struct evaluator *ev, const struct path_step *steps, const struct names *names,
                  const char *expected);

/* There is no such value, for the reason; no fault where the result does not count. */
bool path_absent(struct evaluator *ev, const struct path_step *steps, const char *reason,
                 struct unit unit, struct operand *out);
bool path_absent_word(struct evaluator *ev, const struct path_step *steps, const char *reason,
                      struct operand *out);

/* No step has a condition in brackets, or it is reported. */
bool path_is_plain(struct evaluator *ev, const struct path_step *steps);

#endif
