/* The finding of a roofline, by what it shows and by the numbers. */
#include <math.h>

#include "chart/roofline.h"
#include "plot/words.h"

static const struct roof_line *first(const struct roofline *r) {
    return &r->roofs[0];
}

/* A word of the title with what titles speak of: the device, and up to two workloads. */
static const char *title(struct roofline *r, const char *name, const struct workload *w,
                         const struct workload *other) {
    struct arena *a = r->d->arena;
    const char *device = first(r)->device->short_name;
    double share = w ? roofline_share(r, w) : 0, second = other ? roofline_share(r, other) : 0;
    const char *key = arena_printf(a, "chart.roofline.title.%s", name);
    return say_with(a, r->d->strings, key, "device", device, "a-device", words_article(a, device),
                    "ridge", words_number(a, first(r)->ridge), "share", words_percent(a, share),
                    "tenths", words_tenths(a, r->d->strings, 1 - share), "batch",
                    w ? words_count(a, w->scenario->batch) : "", "number",
                    w ? roofline_number(r, w) : "", "model", w ? w->scenario->model->name : "",
                    "format", w ? words_format(a, w->scenario->weights) : "", "intensity",
                    w ? words_number(a, w->intensity) : "", "other-number",
                    other ? roofline_number(r, other) : "", "other-share", words_percent(a, second),
                    "other-intensity", other ? words_number(a, other->intensity) : "", "operation",
                    r->work.heaviest, "time", words_percent(a, r->work.heaviest_share), "link",
                    first(r)->device->link_bandwidth.known ? first(r)->device->link_name
                                                           : first(r)->device->host_link_name,
                    NULL);
}

static bool is_full(const struct roofline *r, const struct workload *w) {
    return roof_bounds_compute(first(r), w->intensity);
}

/* ── Work of several kinds ── */

/* First and last decode step; the last one is the largest that fits. */
static void decode_ends(const struct roofline *r, const struct workload **least,
                        const struct workload **most) {
    *least = *most = NULL;
    for (size_t k = 0; k < r->work.n; k++) {
        const struct workload *w = &r->work.at[k];
        if (w->phase != PHASE_DECODE)
            continue;
        if (!*least)
            *least = w;
        if (w->fits != VERDICT_NO && w != *least)
            *most = w;
    }
}

/* What does not fit would use so much; what fits uses it. */
static const char *least_name(const struct roofline *r, const struct workload *w) {
    static const char *const names[2][2][2] = {
        {{"batch", "batch-would"}, {"batch-full", "batch-full-would"}},
        {{"one", "one-would"}, {"one-full", "one-full-would"}}};
    return names[w->number == 1][is_full(r, w)][w->fits == VERDICT_NO];
}

static const char *most_name(struct roofline *r, const struct workload *w) {
    double share = roofline_share(r, w);
    return is_full(r, w)                                         ? "most-full"
           : words_tenths(r->d->arena, r->d->strings, 1 - share) ? "most-tenths"
           : share < 0.5                                         ? "most-little"
                                                                 : "most-percent";
}

static void title_phases(struct roofline *r, struct frame *f) {
    const struct workload *least, *most;
    decode_ends(r, &least, &most);
    if (!least || first(r)->ridge <= 0) {
        f->title_one = title(r, first(r)->ridge > 0 ? "ridge" : "no-ridge", NULL, NULL);
        return;
    }
    f->title_one = title(r, least_name(r, least), least, NULL);
    if (least->fits == VERDICT_NO)
        f->title_two = title(r, "no-fit", least, NULL);
    else if (most)
        f->title_two = title(r, most_name(r, most), most, NULL);
}

/* ── Trails ── */

/* The first of a trail that does not fit, or that reaches the roof. */
static const struct workload *first_that(const struct roofline *r, bool full) {
    for (size_t k = 0; k < r->work.n; k++) {
        const struct workload *w = &r->work.at[k];
        if (full ? w->fits != VERDICT_NO && is_full(r, w) : w->fits == VERDICT_NO)
            return w;
    }
    return NULL;
}

/* The last of those that fit before the first that does not; NULL: not even the first. */
static const struct workload *last_that_fits(const struct roofline *r) {
    const struct workload *last = NULL;
    for (size_t k = 0; k < r->work.n && r->work.at[k].fits != VERDICT_NO; k++)
        last = &r->work.at[k];
    return last;
}

static void title_trail(struct roofline *r, struct frame *f) {
    bool batch = r->work.source == WORK_BATCH;
    const struct workload *least = &r->work.at[0], *most = last_that_fits(r);
    const struct workload *no = first_that(r, false), *full = first_that(r, true);
    if (!most || most == least || first(r)->ridge <= 0) {
        const struct workload *end = &r->work.at[r->work.n - 1];
        f->title_one = title(r, batch ? "batch-slope" : "context-slope", least, end);
        f->title_two = !most ? title(r, "no-fit", least, NULL)
                       : no  ? title(r, batch ? "batch-until" : "context-until", most, NULL)
                             : NULL;
        return;
    }
    double way = most->intensity / least->intensity;
    f->title_one = title(r,
                         batch        ? is_full(r, least) ? "batch-over" : "batch-climbs"
                         : way < 0.95 ? "context-falls"
                         : way > 1.05 ? "context-climbs"
                                      : "context-stays",
                         least, most);
    f->title_two = no              ? title(r, batch ? "batch-until" : "context-until", most, NULL)
                   : batch && full ? title(r, "batch-reaches", full, NULL)
                   : batch         ? title(r, "batch-short", most, NULL)
                                   : NULL;
}

/* ── Operations ── */

static void title_operations(struct roofline *r, struct frame *f) {
    bool prefill = r->work.source == WORK_PREFILL;
    const struct workload *low = &r->work.at[0], *high = &r->work.at[r->work.n - 1];
    size_t full = 0;
    for (size_t k = 0; k < r->work.n; k++)
        full += is_full(r, &r->work.at[k]);
    bool would = low->fits == VERDICT_NO;
    f->title_one = !r->work.heaviest ? title(r, "operations", low, high)
                   : prefill         ? title(r, would ? "prefill-would" : "prefill", low, high)
                                     : title(r, would ? "decode-would" : "decode", low, high);
    f->title_two = would                  ? title(r, "no-fit", low, NULL)
                   : first(r)->ridge <= 0 ? NULL
                   : full == 0            ? title(r, "operations-none", low, high)
                   : full == r->work.n    ? title(r, "operations-all", low, high)
                                          : title(r, "operations-some", low, high);
}

/* ── Communication ── */

static void title_link(struct roofline *r, struct frame *f) {
    const struct workload *few = &r->work.at[0], *many = &r->work.at[r->work.n - 1];
    bool few_held = !is_full(r, few), many_held = !is_full(r, many);
    f->title_one = title(r, "link", many, few);
    f->title_two = title(r,
                         few_held && few != many ? "link-holds-few"
                         : many_held             ? "link-holds"
                                                 : "link-free",
                         many, few);
}

/* ── Ceilings ── */

/* The farthest of the formats, or the slowest link. */
static const struct ceiling *outermost(const struct roofline *r, bool slope) {
    const struct ceiling *out = NULL;
    for (size_t i = 0; i < r->ceiling_count; i++) {
        const struct ceiling *c = &r->ceilings[i];
        if (c->is_slope == slope && c->ridge > 0 &&
            (!out || (slope ? c->value < out->value : c->value > out->value)))
            out = c;
    }
    return out;
}

static const char *title_ceiling(struct roofline *r, const char *name, const struct ceiling *c) {
    struct arena *a = r->d->arena;
    const char *device = first(r)->device->short_name;
    double by = c->is_slope ? first(r)->bandwidth / c->value : c->value / first(r)->peak;
    return say_with(a, r->d->strings, arena_printf(a, "chart.roofline.title.%s", name), "device",
                    device, "a-device", words_article(a, device), "name", c->name, "times",
                    words_number(a, by >= 1 ? by : 1 / by), "ridge", words_number(a, c->ridge),
                    "own", words_number(a, first(r)->ridge), NULL);
}

static bool title_ceilings(struct roofline *r, struct frame *f) {
    const struct ceiling *format = outermost(r, false), *link = outermost(r, true);
    if (first(r)->ridge <= 0 || (!format && !link))
        return false;
    if (format)
        f->title_one = title_ceiling(
            r, format->value > first(r)->peak * 1.001 ? "precision" : "precision-low", format);
    if (!format)
        f->title_one = title_ceiling(r, "tier", link);
    f->title_two =
        link ? title_ceiling(r, "tier-second", link) : title_ceiling(r, "precision-ridge", format);
    return true;
}

void roofline_title(struct roofline *r, struct frame *f) {
    static void (*const titles[WORK_SOURCES])(struct roofline *, struct frame *) = {
        [WORK_PHASES] = title_phases,      [WORK_BATCH] = title_trail,
        [WORK_CONTEXT] = title_trail,      [WORK_DECODE] = title_operations,
        [WORK_PREFILL] = title_operations, [WORK_TENSOR] = title_link};
    if (r->work.source != WORK_PHASES || !title_ceilings(r, f))
        titles[r->work.source](r, f);
    if (f->title_two)
        f->title_one =
            say_with(r->d->arena, r->d->strings, "chart.title.first", "title", f->title_one, NULL);
}
