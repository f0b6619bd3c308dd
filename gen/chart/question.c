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

const struct accelerator *question_boundless(struct arena *a, const struct accelerator *device) {
    static const double anything = 1e18;
    struct accelerator *out = arena_memdup(a, device, sizeof *out);
    out->memory_capacity.known = true;
    out->memory_capacity.value = anything;
    return out;
}
