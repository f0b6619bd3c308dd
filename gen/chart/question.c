#include "chart/question.h"

#include <stdlib.h>
#include <string.h>

#include "core/parameters.h"

enum { OPTIONS_MOST = 24, FAULTS = 8 };

/* Pairs "name=value" between blanks. */
static size_t split(struct arena *a, const char *options, const char **names, const char **values) {
    size_t n = 0;
    while (n < OPTIONS_MOST && *(options += strspn(options, " "))) {
        size_t name = strcspn(options, "="), all = strcspn(options, " ");
        names[n] = arena_strndup(a, options, name);
        values[n++] = arena_strndup(a, options + name + 1, all - name - 1);
        options += all;
    }
    return n;
}

static bool is_length(const char *name) {
    return !strcmp(name, "context") || !strcmp(name, "prompt") || !strcmp(name, "sequence");
}

void question_suit(struct arena *a, const struct model *m, const char *const *names,
                   const char **values, size_t n) {
    for (size_t i = 0; i < n; i++) {
        long long value = atoll(values[i]), suits = value;
        if (is_length(names[i]) && m->max_context > 0 && value > m->max_context)
            suits = m->max_context;
        while (!strcmp(names[i], "tensor-parallel") && suits > 1 && !model_heads_divide(m, suits))
            suits /= 2;
        if (suits != value)
            values[i] = arena_printf(a, "%lld", suits);
    }
}

struct scenario *question_given(struct arena *a, const struct chart_request *r, struct diag *d,
                                const struct model *model, const struct accelerator *device,
                                const char *options) {
    const char *names[OPTIONS_MOST + 2], *values[OPTIONS_MOST + 2];
    const struct scenario *s = r->scenario_count ? r->scenarios[0] : NULL;
    if (!s) {
        size_t n = split(a, options, names, values);
        if (model)
            question_suit(a, model, names, values, n);
        if (model)
            names[n] = "model", values[n++] = model->id;
        if (device)
            names[n] = "accelerator", values[n++] = device->id;
        s = catalog_given_scenario(r->catalog, d, names, values, n);
    }
    return s ? arena_memdup(a, s, sizeof *s) : NULL;
}

/* Puts back what nobody gave. */
static void open_defaults(struct scenario *s) {
#define WORD     (const char *)0
#define COUNT    0
#define REAL     0
#define QUANTITY 0
#define SCENARIO(member, name, kind, ...)                                                          \
    if (!s->given[SCENARIO_##member])                                                              \
        s->member = kind;
#include "core/scenario.def"
#undef SCENARIO
#undef WORD
#undef COUNT
#undef REAL
#undef QUANTITY
}

const struct estimate *question_run(struct arena *a, const struct scenario *s) {
    struct scenario_fault faults[FAULTS];
    struct scenario *full = arena_memdup(a, s, sizeof *s);
    return scenario_complete(full, a, faults, FAULTS) ? NULL : estimate_figures(a, full);
}

/* What stood in place of the device's own. */
static void forget_overrides(struct scenario *s) {
    static const enum scenario_option own[] = {SCENARIO_memory_capacity, SCENARIO_memory_bandwidth,
                                               SCENARIO_peak, SCENARIO_link_bandwidth};
    s->memory_capacity = s->memory_bandwidth = s->peak = s->link_bandwidth = 0;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        s->given[own[i]] = false;
}

void question_move(struct scenario *s, const struct catalog *c, const struct accelerator *device) {
    if (s->accelerator && strcmp(s->accelerator->id, device->id) != 0)
        forget_overrides(s);
    s->accelerator = device;
    if (!s->link)
        s->device_link = catalog_link_or_none(c, device->link);
    if (!s->host_link)
        s->to_host = catalog_link_or_none(c, device->host_link);
}

struct scenario *question_for(struct arena *a, const struct chart_request *r,
                              const struct scenario *s, const struct model *model,
                              const struct accelerator *device) {
    struct scenario *out = arena_memdup(a, s, sizeof *s);
    const char *task = s->task;
    open_defaults(out);
    out->task = task;
    out->model = model;
    forget_overrides(out);
    question_move(out, r->catalog, device);
    return out;
}

const struct estimate *question_run_on(struct arena *a, const struct catalog *c,
                                       const struct scenario *s, const struct accelerator *device) {
    struct scenario *moved = arena_memdup(a, s, sizeof *s);
    question_move(moved, c, device);
    return question_run(a, moved);
}

const struct accelerator *question_boundless(struct arena *a, const struct accelerator *device) {
    static const double anything = 1e18;
    struct accelerator *out = arena_memdup(a, device, sizeof *out);
    out->memory_capacity.known = true;
    out->memory_capacity.value = anything;
    return out;
}

const struct estimate *question_run_boundless(struct arena *a, const struct scenario *s) {
    struct scenario *free = arena_memdup(a, s, sizeof *s);
    free->accelerator = question_boundless(a, s->accelerator);
    free->memory_capacity = 0;
    free->given[SCENARIO_memory_capacity] = false;
    return question_run(a, free);
}

bool question_is_one(const struct chart_request *r, struct diag *d) {
    if (!r->scenario_count || !r->accelerator_count)
        return true;
    diag_report(d, DIAG_CHART_NEEDS, r->where, r->kind,
                "scenarios or accelerators, not both: a scenario names its device", NULL);
    return false;
}
