/* The fields of entries and scenarios as data: one table feeds reader, expressions and messages. */
#ifndef RIDGE_CATALOG_FIELDS_H
#define RIDGE_CATALOG_FIELDS_H

#include "core/estimate.h"
#include "core/hardware.h"

/* A place in a struct under its XML name. */
struct field {
    const char *name;
    size_t offset;
};

/* Quantities of an accelerator (struct datum members). */
extern const struct field accelerator_fields[];
extern const size_t accelerator_field_count;
struct unit accelerator_field_unit(size_t i);
const struct datum *accelerator_datum(const struct accelerator *a, size_t i);

/* Quantities of a link (struct datum members). */
extern const struct field link_fields[];
extern const size_t link_field_count;
struct unit link_field_unit(size_t i);
const struct datum *link_datum(const struct link *l, size_t i);

/* Texts of an accelerator, a link and of a model (const char * members). */
extern const struct field accelerator_texts[];
extern const size_t accelerator_text_count;
extern const struct field link_texts[];
extern const size_t link_text_count;
extern const struct field model_texts[];
extern const size_t model_text_count;

/* Whole numbers of a model (int64_t members). */
extern const struct field model_fields[];
extern const size_t model_field_count;

/* Options of a scenario: rows of scenario.def. */
enum option_kind { OPTION_WORD, OPTION_COUNT, OPTION_REAL, OPTION_QUANTITY };
enum option_tasks { TASKS_ANY, TASKS_INFERENCE, TASKS_TRAINING };
enum option_group {
    OPTIONS_SUBJECT,
    OPTIONS_INFERENCE_GROUP,
    OPTIONS_PARALLEL_GROUP,
    OPTIONS_TRAINING_GROUP,
    OPTIONS_OFFLOAD_GROUP,
    OPTIONS_COST_GROUP,
    OPTION_GROUPS
};
struct option {
    const char *name;
    enum option_kind kind;
    size_t offset;
    const char *printed; /* unit of a quantity: "GB/s" */
    enum option_tasks tasks;
    enum option_group group;
    const char *value, *help; /* "N", "sequences decoded together" */
};
extern const struct option scenario_options[];
extern const size_t scenario_option_count;
const struct option *option_find(const char *name); /* NULL: there is none */
bool option_belongs(const struct option *o, const char *task);
const char *option_task(const struct option *o); /* "inference", "training"; NULL: any */

/* A member by its offset. */
const char *member_text(const void *object, size_t offset);
int64_t member_count(const void *object, size_t offset);
double member_real(const void *object, size_t offset);

/* An option that is no word, as a number, and in SI with its unit. */
double option_number(const struct scenario *s, const struct option *o);
struct quantity option_quantity(const struct scenario *s, const struct option *o);

/* Has the scenario a value for it, given or by default? */
bool option_is_set(const struct scenario *s, const struct option *o);

/* Is it set, and does it say anything to a reader? A usual default does not: one replica, say,
 * or flash attention; nor does a rank where nothing is adapted. */
bool option_matters(const struct scenario *s, const struct option *o);

/* "bytes per second", "a plain number". */
const char *unit_words(struct arena *a, struct unit unit);

/* The unit people write for a quantity of that dimension: "GB/s"; NULL when there is no custom. */
const char *unit_custom(struct unit unit);

#endif
