#include "chart/chart.h"

#include <string.h>

#include "chart/kind.h"
#include "plot/words.h"

static const struct chart_kind kinds[] = {
#define CHART(function, name, accelerators, models, scenarios, least_width, shows, x, y)           \
    {name, accelerators, models, scenarios, least_width, shows, x, y, chart_##function},
#include "chart/kinds.def"
#undef CHART
};

enum { KINDS = sizeof kinds / sizeof *kinds };

size_t chart_kind_count(void) {
    return KINDS;
}

const struct chart_kind *chart_kind_at(size_t i) {
    return &kinds[i];
}

int chart_least_width(const char *name) {
    for (size_t i = 0; i < KINDS; i++)
        if (!strcmp(kinds[i].name, name))
            return kinds[i].least_width;
    return 0;
}

const struct chart_kind *chart_kind(struct diag *d, struct span where, const char *name) {
    const char *names[KINDS];
    name = name ? name : "";
    for (size_t i = 0; i < KINDS; i++) {
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
        names[i] = kinds[i].name;
    }
    diag_report(d, DIAG_UNKNOWN_CHART, where, name, "a kind of chart",
                nearest_name(name, names, KINDS));
    return NULL;
}

/* More than the kind takes of something. */
static bool few_enough(struct arena *a, struct diag *d, const struct chart_request *r, size_t n,
                       int most, const char *what) {
    if (n <= (size_t)most)
        return true;
    diag_report(d, DIAG_CHART_TOO_MANY, r->where, r->kind,
                most ? arena_printf(a, "at most %d %s%s", most, what, most > 1 ? "s" : "")
                     : arena_printf(a, "no %ss", what),
                NULL);
    return false;
}

/* Words of a list between blanks. */
static size_t split(struct arena *a, const char *list, const char **out, size_t room) {
    size_t n = 0;
    while (n < room && *(list += strspn(list, " "))) {
        size_t length = strcspn(list, " ");
        out[n++] = arena_strndup(a, list, length);
        list += length;
    }
    return n;
}

static bool shows_known(struct arena *a, struct diag *d, const struct chart_request *r,
                        const struct chart_kind *kind) {
    enum { MOST = 16 };
    const char *known[MOST];
    size_t n = split(a, kind->shows, known, MOST);
    bool good = true;
    for (size_t i = 0; i < r->shown_count; i++) {
        bool found = false;
        for (size_t k = 0; k < n; k++)
            found |= !strcmp(known[k], r->shown[i]);
        if (!found)
            diag_report(d, DIAG_CHART_SHOW, r->where, r->shown[i],
                        n ? arena_printf(a, "any of: %s", kind->shows)
                          : "no --show: it shows all it has",
                        nearest_name(r->shown[i], known, n));
        good = good && found;
    }
    return good;
}

/* Nothing that is measured lies beyond; an axis that reached there would show nothing else. */
static bool is_measurable(double value) {
    return value == 0 || (value >= 1e-9 && value <= 1e21);
}

static bool points_measurable(struct diag *d, const struct chart_request *r) {
    for (size_t i = 0; i < r->point_count; i++)
        if (!is_measurable(r->points[i].x) || !is_measurable(r->points[i].y)) {
            diag_report(d, DIAG_CHART_NEEDS, r->where, r->kind,
                        "measured points of values from 1e-9 to 1e21 in base units", NULL);
            return false;
        }
    return true;
}

static bool is_wide_enough(struct arena *a, struct diag *d, const struct chart_request *r,
                           const struct chart_kind *kind) {
    if (!r->in_page || r->width <= 0 || r->width >= kind->least_width)
        return true;
    diag_report(d, DIAG_CHART_NEEDS, r->where, r->kind,
                arena_printf(a, "a width of at least %d", kind->least_width), NULL);
    return false;
}

static bool request_is_sound(struct arena *a, struct diag *d, const struct chart_request *r,
                             const struct chart_kind *kind) {
    bool good = few_enough(a, d, r, r->accelerator_count, kind->accelerators, "accelerator");
    good = few_enough(a, d, r, r->model_count, kind->models, "model") && good;
    good = few_enough(a, d, r, r->scenario_count, kind->scenarios, "scenario") && good;
    good =
        few_enough(a, d, r, r->point_count, *kind->measured_x ? 64 : 0, "measured point") && good;
    good = points_measurable(d, r) && good;
    good = is_wide_enough(a, d, r, kind) && good;
    return shows_known(a, d, r, kind) && good;
}

static void tell_outside(struct arena *a, struct diag *d, const struct chart_request *r,
                         const struct chart *chart) {
    for (size_t i = 0; i < chart->outside_count; i++) {
        const struct measured *m = chart->outside[i];
        diag_report(d, DIAG_POINT_OUTSIDE, r->where,
                    arena_printf(a, "%s%s(%s, %s)", m->name, *m->name ? " " : "",
                                 words_number(a, m->x), words_number(a, m->y)),
                    NULL, NULL);
    }
}

const struct chart *chart_make(struct arena *a, struct diag *d,
                               const struct chart_request *request) {
    const struct chart_kind *kind = chart_kind(d, request->where, request->kind);
    if (!kind || !request_is_sound(a, d, request, kind))
        return NULL;
    catalog_need_words(request->catalog, d, request->strings,
                       arena_printf(a, "charts/%s.xml", kind->name));
    struct chart *chart = ARENA_NEW(a, struct chart);
    if (!kind->make(a, d, request, chart))
        return NULL;
    tell_outside(a, d, request, chart);
    return chart;
}
