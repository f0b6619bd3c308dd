/* What a roofline says: title, subtitle, footer, description, rows. */
#include <math.h>

#include "chart/roofline.h"
#include "core/efficiency.h"
#include "plot/data.h"
#include "plot/words.h"

static const struct accelerator *device_a(const struct roofline *r) {
    return r->roofs[0].device;
}

static double share_of_peak(const struct roofline *r, const struct workload *w) {
    return r->roofs[0].peak > 0 ? roof_at(&r->roofs[0], w->intensity) / r->roofs[0].peak : 0;
}

/* ── Names of points ── */

static const char *phase_key(const struct roofline *r, const struct workload *w, bool is_last) {
    bool page = r->request->in_page;
    switch (w->phase) {
    case PHASE_PREFILL:
        return page ? "chart.point.prefill.short" : "chart.point.prefill";
    case PHASE_TRAINING:
        return page ? "chart.point.training.short" : "chart.point.training";
    default:
        return is_last && !page ? "chart.point.decode" : "chart.point.batch";
    }
}

/* Points of several models or contexts are told apart by more than their batch. */
static bool needs_model(const struct roofline *r, const struct workload *w) {
    for (size_t k = 0; k < r->work.n; k++)
        if (r->work.at[k].scenario->model != w->scenario->model)
            return true;
    return false;
}

const char *roofline_point_name(struct roofline *r, const struct workload *w, bool is_last,
                                bool short_form) {
    struct arena *a = r->d->arena;
    const char *number = words_count(a, w->number);
    const char *name = say_with(a, r->d->strings, phase_key(r, w, is_last && !short_form), "batch",
                                number, "tokens", number, NULL);
    if (short_form || !needs_model(r, w))
        return name;
    return say_with(a, r->d->strings, "chart.point.of-model", "point", name, "model",
                    w->scenario->model->short_name, NULL);
}

/* ── Title ── */

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

static const char *title_least(struct roofline *r, const struct workload *w) {
    struct arena *a = r->d->arena;
    bool one = w->number == 1, full = roof_bounds_compute(&r->roofs[0], w->intensity);
    const char *key =
        full  ? one ? "chart.roofline.title.one-full" : "chart.roofline.title.batch-full"
        : one ? "chart.roofline.title.one"
              : "chart.roofline.title.batch";
    return say_with(a, r->d->strings, key, "share", words_percent(a, share_of_peak(r, w)), "batch",
                    words_count(a, w->number), "device", device_a(r)->short_name, "a-device",
                    words_article(a, device_a(r)->short_name), NULL);
}

static const char *title_most(struct roofline *r, const struct workload *w) {
    struct arena *a = r->d->arena;
    double share = share_of_peak(r, w);
    const char *tenths = words_tenths(a, r->d->strings, 1 - share);
    bool full = roof_bounds_compute(&r->roofs[0], w->intensity);
    const char *key = full          ? "chart.roofline.title.most-full"
                      : tenths      ? "chart.roofline.title.most-tenths"
                      : share < 0.5 ? "chart.roofline.title.most-little"
                                    : "chart.roofline.title.most-percent";
    return say_with(a, r->d->strings, key, "batch", words_count(a, w->number), "tenths", tenths,
                    "share", words_percent(a, share), "idle", words_percent(a, 1 - share), NULL);
}

static const char *title_no_fit(struct roofline *r, const struct workload *w) {
    struct arena *a = r->d->arena;
    return say_with(a, r->d->strings, "chart.roofline.title.no-fit", "model",
                    w->scenario->model->name, "format", words_format(a, w->scenario->weights),
                    "device", device_a(r)->short_name, "a-device",
                    words_article(a, device_a(r)->short_name), NULL);
}

static const char *title_plain(struct roofline *r) {
    struct arena *a = r->d->arena;
    const struct roof_line *roof = &r->roofs[0];
    const char *key =
        roof->ridge > 0 ? "chart.roofline.title.ridge" : "chart.roofline.title.no-ridge";
    return say_with(a, r->d->strings, key, "device", roof->device->short_name, "a-device",
                    words_article(a, roof->device->short_name), "ridge",
                    words_number(a, roof->ridge), NULL);
}

static void make_title(struct roofline *r, struct frame *f) {
    const struct workload *least, *most;
    decode_ends(r, &least, &most);
    if (!least || r->roofs[0].ridge <= 0) {
        f->title_one = title_plain(r);
        return;
    }
    f->title_one = title_least(r, least);
    if (least->fits == VERDICT_NO)
        f->title_two = title_no_fit(r, least);
    else if (most)
        f->title_two = title_most(r, most);
    if (f->title_two)
        f->title_one =
            say_with(r->d->arena, r->d->strings, "chart.title.first", "title", f->title_one, NULL);
}

/* ── Subtitle and footer ── */

static const char *make_subtitle(struct roofline *r) {
    struct arena *a = r->d->arena;
    if (!workloads_same(&r->work))
        return say(r->d->strings, "chart.roofline.subtitle.plain");
    const struct scenario *s = r->work.at[0].scenario;
    return say_with(a, r->d->strings, "chart.roofline.subtitle", "model", s->model->name, "format",
                    words_format(a, s->weights), "context", words_count(a, s->context), NULL);
}

static enum grade worst_grade(const struct roofline *r) {
    enum grade worst = GRADE_DATASHEET;
    for (size_t i = 0; i < r->roof_count; i++) {
        struct datum peak = accelerator_peak(r->roofs[i].device, PEAK_BF16);
        struct datum bandwidth = r->roofs[i].device->memory_bandwidth;
        if (peak.known && peak.grade > worst)
            worst = peak.grade;
        if (bandwidth.known && bandwidth.grade > worst)
            worst = bandwidth.grade;
    }
    return worst;
}

struct frame roofline_frame(struct roofline *r) {
    struct arena *a = r->d->arena;
    const struct strings *s = r->d->strings;
    struct frame f = {.kicker = say(s, "chart.roofline.kicker"), .subtitle = make_subtitle(r)};
    make_title(r, &f);
    struct quantity decode = efficiency_memory(device_a(r), format_lookup("bf16"), NULL);
    f.foot[f.foot_count++] = say_with(
        a, s, "chart.roofline.foot.ceilings", "decode", words_percent_range(a, decode), "prefill",
        words_percent_range(a, efficiency_prefill()), "device", device_a(r)->short_name, NULL);
    f.foot[f.foot_count++] =
        say_with(a, s, "chart.roofline.foot.sources", "sources", words_sources(s, worst_grade(r)),
                 "date", catalog_edition(r->request->catalog), NULL);
    return f;
}

/* ── Description and rows ── */

static const char *describe_roof(struct roofline *r, const struct roof_line *roof) {
    struct arena *a = r->d->arena;
    const char *key = roof->ridge > 0  ? "chart.roofline.describe.roof"
                      : roof->peak > 0 ? "chart.roofline.describe.flat"
                                       : "chart.roofline.describe.slope";
    return say_with(a, r->d->strings, key, "device", roof->device->name, "peak",
                    words_quantity(a, roof->peak, UNIT_FLOP_PER_SECOND, "TFLOP/s"), "bandwidth",
                    words_bandwidth(a, roof->bandwidth), "ridge", words_number(a, roof->ridge),
                    NULL);
}

static const char *describe_workload(struct roofline *r, const struct workload *w) {
    struct arena *a = r->d->arena;
    bool compute = roof_bounds_compute(&r->roofs[0], w->intensity);
    const char *bound = compute ? "chart.roofline.compute-bound" : "chart.roofline.memory-bound";
    const char *key =
        w->fits == VERDICT_NO ? "chart.roofline.describe.no-fit" : "chart.roofline.describe.point";
    double attained = roof_at(&r->roofs[0], w->intensity);
    return say_with(a, r->d->strings, key, "point", roofline_point_name(r, w, true, false),
                    "intensity", words_number(a, w->intensity), "attained",
                    words_quantity(a, attained, UNIT_FLOP_PER_SECOND, "TFLOP/s"), "device",
                    device_a(r)->short_name, "bound", say(r->d->strings, bound), NULL);
}

const char *roofline_describe(struct roofline *r, const char *title) {
    struct arena *a = r->d->arena;
    const char *text = NULL;
    words_add_sentence(a, &text, say_with(a, r->d->strings, "chart.sentence", "text", title, NULL));
    words_add_sentence(a, &text, say(r->d->strings, "chart.roofline.describe"));
    for (size_t i = 0; i < r->roof_count; i++)
        words_add_sentence(a, &text, describe_roof(r, &r->roofs[i]));
    for (size_t k = 0; k < r->work.n; k++)
        words_add_sentence(a, &text, describe_workload(r, &r->work.at[k]));
    return text;
}

static void add_row(struct roofline *r, struct data_rows *rows, const char *what,
                    const struct roof_line *roof, double intensity) {
    struct arena *a = r->d->arena;
    bool compute = roof_bounds_compute(roof, intensity);
    const char *cells[] = {what, roof->device->id, arena_printf(a, "%.6g", intensity),
                           arena_printf(a, "%.6g", roof_at(roof, intensity) / 1e12),
                           compute ? "compute" : "bandwidth"};
    data_add(rows, cells);
}

struct chart_data roofline_data(struct roofline *r) {
    static const char *const columns[] = {"point", "accelerator", "intensity_flop_per_byte",
                                          "attainable_tflop_per_s", "bound"};
    struct data_rows *rows = data_new(r->d->arena, columns, 5);
    for (size_t i = 0; i < r->roof_count; i++)
        if (r->roofs[i].ridge > 0)
            add_row(r, rows, "ridge", &r->roofs[i], r->roofs[i].ridge);
    for (size_t k = 0; k < r->work.n; k++)
        for (size_t i = 0; i < r->roof_count; i++)
            add_row(r, rows, roofline_point_name(r, &r->work.at[k], true, false), &r->roofs[i],
                    r->work.at[k].intensity);
    return data_done(rows);
}
