/* Rules of how devices share the work, one row each (scenario_parallel.c, scenario_pipeline.c). */
#ifndef RIDGE_CORE_SCENARIO_PLAN_H
#define RIDGE_CORE_SCENARIO_PLAN_H

#include "core/parallel.h"
#include "core/schedule.h"

struct question {
    struct arena *arena;
    struct scenario *s;
    const struct model *m;
    struct degrees d;
    bool one_group; /* devices were given alone: they are one tensor group */
};

/* A later rule of an option is asked only while the earlier ones hold. */
struct plan_rule {
    enum scenario_option option;
    bool (*holds)(const struct question *);
    const char *(*expected)(const struct question *);
};

extern const struct plan_rule plan_pipeline_rules[];
extern const size_t plan_pipeline_rule_count;

const char *plan_number(const struct question *q, const char *format, int64_t n);

#endif
