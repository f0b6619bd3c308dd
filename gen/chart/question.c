#include "chart/question.h"

#include <string.h>

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

struct scenario *question_given(struct arena *a, const struct chart_request *r, struct diag *d,
                                const struct model *model, const struct accelerator *device,
                                const char *options) {
    const char *names[OPTIONS_MOST + 2], *values[OPTIONS_MOST + 2];
    const struct scenario *s = r->scenario_count ? r->scenarios[0] : NULL;
    if (!s) {
        size_t n = split(a, options, names, values);
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

static const struct link *link_of(const struct chart_request *r, struct diag *d, const char *id) {
    return id ? catalog_link(r->catalog, d, r->where, id) : NULL;
}

struct scenario *question_for(struct arena *a, const struct chart_request *r, struct diag *d,
                              const struct scenario *s, const struct model *model,
                              const struct accelerator *device) {
    struct scenario *out = arena_memdup(a, s, sizeof *s);
    const char *task = s->task;
    open_defaults(out);
    out->task = task;
    out->model = model;
    out->accelerator = device;
    out->memory_capacity = out->memory_bandwidth = out->peak = out->link_bandwidth = 0;
    if (!out->link)
        out->device_link = link_of(r, d, device->link);
    if (!out->host_link)
        out->to_host = link_of(r, d, device->host_link);
    return out;
}

const struct estimate *question_run(struct arena *a, const struct scenario *s) {
    struct scenario_fault faults[FAULTS];
    struct scenario *full = arena_memdup(a, s, sizeof *s);
    return scenario_complete(full, a, faults, FAULTS) ? NULL : estimate_figures(a, full);
}

const struct estimate *question_run_on(struct arena *a, const struct scenario *s,
                                       const struct accelerator *device) {
    struct scenario *moved = arena_memdup(a, s, sizeof *s);
    moved->accelerator = device;
    return question_run(a, moved);
}

static const struct link *link_named(const struct catalog *c, const char *id) {
    for (size_t i = 0; id && i < catalog_link_count(c); i++)
        if (!strcmp(catalog_link_at(c, i)->id, id))
            return catalog_link_at(c, i);
    return NULL;
}

void question_move(struct scenario *s, const struct catalog *c, const struct accelerator *device) {
    s->accelerator = device;
    if (!s->link)
        s->device_link = link_named(c, device->link);
    if (!s->host_link)
        s->to_host = link_named(c, device->host_link);
}

const struct accelerator *question_boundless(struct arena *a, const struct accelerator *device) {
    static const double anything = 1e18;
    struct accelerator *out = arena_memdup(a, device, sizeof *out);
    out->memory_capacity.known = true;
    out->memory_capacity.value = anything;
    return out;
}

bool question_is_one(const struct chart_request *r, struct diag *d) {
    if (!r->scenario_count || !r->accelerator_count)
        return true;
    diag_report(d, DIAG_CHART_NEEDS, r->where, r->kind,
                "scenarios or accelerators, not both: a scenario names its device", NULL);
    return false;
}
