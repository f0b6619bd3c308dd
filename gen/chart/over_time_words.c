/* What accelerators over time say: title, subtitle, footer, description, rows. */
#include <math.h>
#include <string.h>

#include "chart/over_time.h"
#include "plot/data.h"
#include "plot/words.h"

/* How the values of a growth are printed. */
static const struct {
    const char *unit;
    double scale;
} printed[GROWTHS] = {
    [GROWTH_COMPUTE] = {"TFLOP/s", 1e12},
    [GROWTH_CAPACITY] = {"GiB", 1073741824.0},
    [GROWTH_BANDWIDTH] = {"GB/s", 1e9},
};

static const char *value_text(struct over_time *t, const struct generation *g, enum growth growth) {
    return words_number(t->d->arena, over_time_value(g, growth).value / printed[growth].scale);
}

const char *over_time_times(struct over_time *t, double times) {
    return words_digits(t->d->arena, times, 2);
}

const char *over_time_span(struct over_time *t, enum growth growth) {
    return say_with(t->d->arena, t->request->strings, "chart.accelerators-over-time.span", "first",
                    value_text(t, &t->line[0], growth), "last",
                    value_text(t, over_time_last(t), growth), "unit", printed[growth].unit, NULL);
}

const char *over_time_ridge(struct over_time *t, const struct generation *g) {
    return g->figures.ridge > 0 ? words_number(t->d->arena, g->figures.ridge) : "—";
}

bool over_time_is_wall(struct over_time *t) {
    return over_time_last(t)->figures.ridge > t->line[0].figures.ridge &&
           strcmp(over_time_ridge(t, over_time_last(t)), over_time_ridge(t, &t->line[0])) != 0;
}

/* "125 TFLOP/s", or that it is not known. */
static const char *figure(struct over_time *t, const struct generation *g, enum growth growth) {
    if (!over_time_value(g, growth).known)
        return say(t->request->strings, "chart.unknown");
    return arena_printf(t->d->arena, "%s\u202f%s", value_text(t, g, growth), printed[growth].unit);
}

const char *over_time_tooltip(struct over_time *t, const struct generation *g) {
    return say_with(t->d->arena, t->request->strings, "chart.accelerators-over-time.tooltip",
                    "device", g->device->short_name, "launched", g->device->launched, "compute",
                    figure(t, g, GROWTH_COMPUTE), "bandwidth", figure(t, g, GROWTH_BANDWIDTH),
                    "capacity", figure(t, g, GROWTH_CAPACITY), "ridge", over_time_ridge(t, g),
                    NULL);
}

/* "of the time: MI300X, MI355X" */
const char *over_time_others(struct over_time *t) {
    struct arena *a = t->d->arena;
    const char *list = t->others[0].device->short_name;
    for (size_t i = 1; i < t->other_count; i++)
        list = say_with(a, t->request->strings, "chart.list.comma", "list", list, "item",
                        t->others[i].device->short_name, NULL);
    return say_with(a, t->request->strings, "chart.accelerators-over-time.others", "devices", list,
                    NULL);
}

/* ── Title ── */

/* Years from first to last; less than nine months are no year. */
static const char *years_text(struct over_time *t) {
    struct arena *a = t->d->arena;
    double years = over_time_last(t)->launched - t->line[0].launched;
    long whole = lround(years);
    const char *key = years < 0.75 ? "chart.accelerators-over-time.years.none"
                      : whole == 1 ? "chart.accelerators-over-time.years.one"
                                   : "chart.accelerators-over-time.years";
    return say_with(a, t->request->strings, key, "n", words_count(a, whole), NULL);
}

static const char *growth_key(const char *compute, const char *bandwidth, double c, double b) {
    if (c < 1 || b < 1)
        return "chart.accelerators-over-time.title.changed";
    if (!strcmp(compute, bandwidth))
        return "chart.accelerators-over-time.title.even";
    return c > b ? "chart.accelerators-over-time.title.compute"
                 : "chart.accelerators-over-time.title.bandwidth";
}

static const char *title_growth(struct over_time *t) {
    const struct generation *last = over_time_last(t);
    double c = last->times[GROWTH_COMPUTE], b = last->times[GROWTH_BANDWIDTH];
    const char *compute = over_time_times(t, c), *bandwidth = over_time_times(t, b);
    return say_with(t->d->arena, t->request->strings, growth_key(compute, bandwidth, c, b), "years",
                    years_text(t), "compute", compute, "bandwidth", bandwidth, NULL);
}

static const char *title_ridge(struct over_time *t) {
    const char *first = over_time_ridge(t, &t->line[0]),
               *last = over_time_ridge(t, over_time_last(t));
    const char *key = !strcmp(first, last)   ? "chart.accelerators-over-time.title.same"
                      : over_time_is_wall(t) ? "chart.accelerators-over-time.title.rose"
                                             : "chart.accelerators-over-time.title.fell";
    return say_with(t->d->arena, t->request->strings, key, "first", first, "last", last, NULL);
}

/* ── Subtitle and footer ── */

static enum grade worst_grade(const struct over_time *t) {
    enum grade worst = GRADE_DATASHEET;
    for (size_t i = 0; i < t->count; i++)
        worst = device_grade(worst, &t->line[i].figures);
    for (size_t i = 0; i < t->other_count; i++)
        worst = device_grade(worst, &t->others[i].figures);
    return worst;
}

static bool has_bare_year(const struct over_time *t) {
    for (size_t i = 0; i < t->count; i++)
        if (!t->line[i].month)
            return true;
    for (size_t i = 0; i < t->other_count; i++)
        if (!t->others[i].month)
            return true;
    return false;
}

struct frame over_time_frame(struct over_time *t) {
    struct arena *a = t->d->arena;
    const struct strings *s = t->request->strings;
    const struct accelerator *first = t->line[0].device;
    struct frame f = {.kicker = say_with(a, s, "chart.accelerators-over-time.kicker", "vendor",
                                         first->vendor, "first", first->short_name, NULL),
                      .title_one = title_growth(t),
                      .title_two = title_ridge(t)};
    f.subtitle = say_with(a, s, "chart.accelerators-over-time.subtitle", "first", first->short_name,
                          "year", arena_printf(a, "%.0f", floor(t->line[0].launched)), NULL);
    f.foot[f.foot_count++] = say(s, has_bare_year(t) ? "chart.accelerators-over-time.foot.years"
                                                     : "chart.accelerators-over-time.foot");
    f.foot[f.foot_count++] = say_with(a, s, "chart.accelerators-over-time.foot.sources", "sources",
                                      words_sources(s, worst_grade(t)), "date",
                                      catalog_edition(t->request->catalog), NULL);
    return f;
}

/* ── Description and rows ── */

const char *over_time_describe(struct over_time *t, const char *title) {
    struct arena *a = t->d->arena;
    const struct strings *s = t->request->strings;
    const char *text = NULL;
    words_add_sentence(a, &text, say_with(a, s, "chart.sentence", "text", title, NULL));
    words_add_sentence(a, &text, say(s, "chart.accelerators-over-time.describe"));
    for (size_t i = 0; i < t->count + t->other_count; i++) {
        const struct generation *g = i < t->count ? &t->line[i] : &t->others[i - t->count];
        words_add_sentence(a, &text,
                           say_with(a, s, "chart.sentence", "text", over_time_tooltip(t, g), NULL));
    }
    return text;
}

const char *over_time_caption(struct over_time *t) {
    struct arena *a = t->d->arena;
    const char *caption = say_with(a, t->request->strings, "chart.accelerators-over-time.caption",
                                   "first", t->line[0].device->short_name, NULL);
    if (!t->other_count)
        return caption;
    return say_with(a, t->request->strings, "chart.accelerators-over-time.caption.others",
                    "caption", caption, NULL);
}

static const char *number(struct arena *a, bool known, double value) {
    return known ? arena_printf(a, "%.6g", value) : NULL;
}

struct chart_data over_time_data(struct over_time *t) {
    static const char *const columns[] = {
        "accelerator", "vendor",        "launched",        "tflop_per_s",    "gb_per_s",
        "gib",         "compute_times", "bandwidth_times", "capacity_times", "ridge_flop_per_byte"};
    struct arena *a = t->d->arena;
    struct data_rows *rows = data_new(a, columns, 10);
    for (size_t i = 0; i < t->count + t->other_count; i++) {
        const struct generation *g = i < t->count ? &t->line[i] : &t->others[i - t->count];
        static const enum growth order[] = {GROWTH_COMPUTE, GROWTH_BANDWIDTH, GROWTH_CAPACITY};
        const char *cells[10] = {g->device->id, g->device->vendor, g->device->launched};
        for (int k = 0; k < GROWTHS; k++) {
            struct datum value = over_time_value(g, order[k]);
            cells[3 + k] = number(a, value.known, value.value / printed[order[k]].scale);
            cells[6 + k] = number(a, isfinite(g->times[order[k]]), g->times[order[k]]);
        }
        cells[9] = number(a, g->figures.ridge > 0, g->figures.ridge);
        data_add(rows, cells);
    }
    return data_done(rows);
}
