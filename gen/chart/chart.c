#include "chart/chart.h"

#include <string.h>

#include "chart/kind.h"

static const struct kind {
    const char *name;
    bool (*make)(struct arena *, struct diag *, const struct chart_request *, struct chart *);
} kinds[] = {
#define CHART(function, name) {name, chart_##function},
#include "chart/kinds.def"
#undef CHART
};

enum { KINDS = sizeof kinds / sizeof *kinds };

size_t chart_kind_count(void) {
    return KINDS;
}

const char *chart_kind_name(size_t i) {
    return kinds[i].name;
}

static const struct kind *kind_find(struct diag *d, const struct chart_request *request) {
    const char *names[KINDS];
    const char *wanted = request->kind ? request->kind : "";
    for (size_t i = 0; i < KINDS; i++) {
        if (strcmp(kinds[i].name, wanted) == 0)
            return &kinds[i];
        names[i] = kinds[i].name;
    }
    diag_report(d, DIAG_UNKNOWN_CHART, request->where, wanted, "a kind of chart",
                nearest_name(wanted, names, KINDS));
    return NULL;
}

const struct chart *chart_make(struct arena *a, struct diag *d,
                               const struct chart_request *request) {
    const struct kind *kind = kind_find(d, request);
    struct chart *chart = ARENA_NEW(a, struct chart);
    return kind && kind->make(a, d, request, chart) ? chart : NULL;
}
