/* What a roofline says besides its title: names, subtitle, footer, tooltips, description, rows. */
#include <math.h>
#include <string.h>

#include "chart/roofline.h"
#include "core/efficiency.h"
#include "plot/words.h"

static const struct accelerator *device_a(const struct roofline *r) {
    return r->roofs[0].device;
}

double roofline_share(const struct roofline *r, const struct workload *w) {
    return r->roofs[0].peak > 0 ? roof_at(&r->roofs[0], w->intensity) / r->roofs[0].peak : 0;
}

const char *roofline_key(const struct roofline *r, const char *name) {
    const char *of_link =
        r->link ? arena_printf(r->d->arena, "chart.roofline.link.%s", name) : NULL;
    return of_link && strings_has(r->d->strings, of_link)
               ? of_link
               : arena_printf(r->d->arena, "chart.roofline.%s", name);
}

const char *roofline_word(const struct roofline *r, const char *name) {
    return say(r->d->strings, roofline_key(r, name));
}

/* ── Names ── */

/* Of a trail over contexts "4k", elsewhere the plain number. */
const char *roofline_number(struct roofline *r, const struct workload *w) {
    bool thousands = r->work.source == WORK_CONTEXT && w->number % 1024 == 0;
    const char *number = words_count(r->d->arena, thousands ? w->number / 1024 : w->number);
    return thousands ? arena_printf(r->d->arena, "%sk", number) : number;
}

static const char *phase_key(const struct roofline *r, const struct workload *w, bool is_last) {
    bool page = r->request->in_page;
    switch (w->phase) {
    case PHASE_PREFILL:
        return page ? "chart.point.prefill.short" : "chart.point.prefill";
    case PHASE_TRAINING:
        return page ? "chart.point.training.short" : "chart.point.training";
    case PHASE_TENSOR:
        return "chart.roofline.point.devices";
    default:
        break;
    }
    if (r->work.source == WORK_CONTEXT)
        return "chart.roofline.point.context";
    return is_last && !page ? "chart.point.decode" : "chart.point.batch";
}

/* Points of several models or contexts are told apart by more than their batch. */
static bool needs_model(const struct roofline *r, const struct workload *w) {
    for (size_t k = 0; k < r->work.n; k++)
        if (r->work.at[k].scenario->model != w->scenario->model)
            return true;
    return false;
}

/* "feed-forward, QKV projection, output head", or "feed-forward and 2 more". */
static const char *operation_name(struct roofline *r, const struct workload *w, bool short_form) {
    struct arena *a = r->d->arena;
    const char *name = w->names[0];
    if (short_form && w->name_count > 1)
        return say_with(a, r->d->strings, "chart.roofline.operations.more", "one", name, "more",
                        words_count(a, (int64_t)w->name_count - 1), "all",
                        words_count(a, (int64_t)w->name_count), NULL);
    for (size_t i = 1; i < w->name_count && !short_form; i++)
        name = say_with(a, r->d->strings, "chart.roofline.operations.join", "one", name, "other",
                        w->names[i], NULL);
    return name;
}

const char *roofline_point_name(struct roofline *r, const struct workload *w, bool is_last,
                                bool short_form) {
    struct arena *a = r->d->arena;
    const char *number = roofline_number(r, w);
    if (w->name_count)
        return operation_name(r, w, short_form);
    const char *name = say_with(a, r->d->strings, phase_key(r, w, is_last && !short_form), "batch",
                                number, "tokens", number, "number", number, NULL);
    if (short_form || !needs_model(r, w))
        return name;
    return say_with(a, r->d->strings, "chart.point.of-model", "point", name, "model",
                    w->scenario->model->short_name, NULL);
}

const char *roofline_ceiling_name(struct roofline *r, const struct ceiling *c) {
    const char *key = arena_printf(r->d->arena, "chart.roofline.tier.%s", c->from ? c->from : "");
    return c->from ? say(r->d->strings, key) : c->name;
}

const char *roofline_ceiling_value(struct roofline *r, const struct ceiling *c) {
    struct arena *a = r->d->arena;
    return c->is_slope ? words_bandwidth(a, c->value)
                       : arena_printf(a, "%s\u202f%s", words_number(a, c->value / 1e12), c->unit);
}

/* ── Subtitle and footer ── */

static const char *make_subtitle(struct roofline *r) {
    static const char *const names[WORK_SOURCES] = {
        [WORK_PHASES] = "subtitle",          [WORK_BATCH] = "subtitle",
        [WORK_CONTEXT] = "subtitle.batch",   [WORK_DECODE] = "subtitle.decode",
        [WORK_PREFILL] = "subtitle.prefill", [WORK_TENSOR] = "subtitle"};
    struct arena *a = r->d->arena;
    bool plain = r->work.source == WORK_PHASES && !workloads_same(&r->work);
    const struct scenario *s = r->work.n ? r->work.at[0].scenario : NULL;
    if (plain || !s)
        return roofline_word(r, "subtitle.plain");
    return say_with(a, r->d->strings, roofline_key(r, names[r->work.source]), "model",
                    s->model->name, "format", words_format(a, s->weights), "context",
                    words_count(a, s->context), "batch", words_count(a, s->batch), "prompt",
                    words_count(a, s->prompt), NULL);
}

static void worsen(enum grade *worst, struct datum d) {
    if (d.known && d.grade > *worst)
        *worst = d.grade;
}

static enum grade worst_grade(const struct roofline *r) {
    enum grade worst = GRADE_DATASHEET;
    for (size_t i = 0; i < r->roof_count; i++) {
        const struct accelerator *device = r->roofs[i].device;
        worsen(&worst, accelerator_peak(device, PEAK_BF16));
        worsen(&worst, r->link ? device->link_bandwidth : device->memory_bandwidth);
    }
    if (r->ceiling_count)
        worsen(&worst, device_a(r)->host_link_bandwidth);
    return worst;
}

/* Where ceilings are drawn besides, the footer reads them too. */
static const char *footer_sources(const struct roofline *r) {
    bool formats = false, links = false;
    for (size_t i = 0; i < r->ceiling_count; i++)
        *(r->ceilings[i].is_slope ? &links : &formats) = true;
    return roofline_key(r, formats && links ? "foot.sources.both"
                           : formats        ? "foot.sources.formats"
                           : links          ? "foot.sources.links"
                                            : "foot.sources");
}

struct frame roofline_frame(struct roofline *r) {
    struct arena *a = r->d->arena;
    const struct strings *s = r->d->strings;
    bool formats = request_shows(r->request, "precisions");
    struct frame f = {.kicker = roofline_word(r, formats ? "kicker.formats" : "kicker"),
                      .subtitle = make_subtitle(r)};
    roofline_title(r, &f);
    struct quantity decode = efficiency_memory(device_a(r), format_lookup("bf16"), NULL);
    f.foot[f.foot_count++] = say_with(
        a, s, roofline_key(r, "foot.ceilings"), "decode", words_percent_range(a, decode), "prefill",
        words_percent_range(a, efficiency_prefill()), "device", device_a(r)->short_name, NULL);
    f.foot[f.foot_count++] =
        say_with(a, s, footer_sources(r), "sources", words_sources(s, worst_grade(r)), "date",
                 catalog_edition(r->request->catalog), NULL);
    return f;
}

/* ── Tooltips ── */

static const char *flops(struct roofline *r, double rate) {
    return words_quantity(r->d->arena, rate, UNIT_FLOP_PER_SECOND, "TFLOP/s");
}

static const char *bound_word(struct roofline *r, const struct roof_line *roof, double intensity) {
    return roofline_word(r,
                         roof_bounds_compute(roof, intensity) ? "compute-bound" : "memory-bound");
}

const char *roofline_say_roof(struct roofline *r, const struct roof_line *roof) {
    struct arena *a = r->d->arena;
    const char *name = roof->ridge > 0  ? "describe.roof"
                       : roof->peak > 0 ? "describe.flat"
                                        : "describe.slope";
    return say_with(a, r->d->strings, roofline_key(r, name), "device", roof->device->name, "peak",
                    flops(r, roof->peak), "bandwidth", words_bandwidth(a, roof->bandwidth), "ridge",
                    words_number(a, roof->ridge), NULL);
}

const char *roofline_say_ceiling(struct roofline *r, const struct ceiling *c) {
    struct arena *a = r->d->arena;
    const char *name = !c->is_slope   ? c->ridge > 0 ? "describe.format" : "describe.format.flat"
                       : c->ridge > 0 ? "describe.tier"
                                      : "describe.tier.slope";
    return say_with(a, r->d->strings, roofline_key(r, name), "device", device_a(r)->short_name,
                    "name", c->name, "from", roofline_ceiling_name(r, c), "value",
                    roofline_ceiling_value(r, c), "ridge", words_number(a, c->ridge), NULL);
}

/* No speed of what does not fit on device A; on another it was not asked. */
const char *roofline_say_point(struct roofline *r, const struct roof_line *roof,
                               const struct workload *w) {
    struct arena *a = r->d->arena;
    bool no = w->fits == VERDICT_NO && roof == &r->roofs[0];
    return say_with(a, r->d->strings, roofline_key(r, no ? "describe.no-fit" : "describe.point"),
                    "point", roofline_point_name(r, w, true, false), "intensity",
                    words_number(a, w->intensity), "attained",
                    flops(r, roof_at(roof, w->intensity)), "device", roof->device->short_name,
                    "bound", bound_word(r, roof, w->intensity), NULL);
}

const char *roofline_say_measured(struct roofline *r, const struct measured *m) {
    struct arena *a = r->d->arena;
    const char *name = m->name && *m->name ? m->name : roofline_word(r, "measured");
    double most = roof_at(&r->roofs[0], m->x);
    return say_with(a, r->d->strings, roofline_key(r, "describe.measured"), "point", name,
                    "intensity", words_number(a, m->x), "attained", flops(r, m->y), "share",
                    words_percent(a, most > 0 ? m->y / most : 0), "device", device_a(r)->short_name,
                    NULL);
}

/* ── Description and rows ── */

const char *roofline_describe(struct roofline *r, const char *title) {
    struct arena *a = r->d->arena;
    const char *text = NULL;
    words_add_sentence(a, &text, say_with(a, r->d->strings, "chart.sentence", "text", title, NULL));
    words_add_sentence(a, &text, roofline_word(r, "describe"));
    for (size_t i = 0; i < r->roof_count; i++)
        words_add_sentence(a, &text, roofline_say_roof(r, &r->roofs[i]));
    for (size_t i = 0; i < r->ceiling_count; i++)
        words_add_sentence(a, &text, roofline_say_ceiling(r, &r->ceilings[i]));
    for (size_t k = 0; k < r->work.n; k++)
        words_add_sentence(a, &text, roofline_say_point(r, &r->roofs[0], &r->work.at[k]));
    for (size_t i = 0; i < r->request->point_count; i++)
        words_add_sentence(a, &text, roofline_say_measured(r, &r->request->points[i]));
    return text;
}

static void add_row(struct roofline *r, struct data_rows *rows, const char *what,
                    const struct roof_line *roof, double intensity, double rate,
                    const char *bound) {
    struct arena *a = r->d->arena;
    const char *cells[] = {what, roof->device->id, arena_printf(a, "%.6g", intensity),
                           arena_printf(a, "%.6g", rate / 1e12), bound};
    data_add(rows, cells);
}

static void add_place(struct roofline *r, struct data_rows *rows, const char *what,
                      const struct roof_line *roof, double intensity) {
    const char *bound = roof_bounds_compute(roof, intensity) ? "compute"
                        : r->link                            ? "interconnect"
                                                             : "bandwidth";
    add_row(r, rows, what, roof, intensity, roof_at(roof, intensity), bound);
}

struct chart_data roofline_data(struct roofline *r) {
    static const char *const columns[] = {"point", "accelerator", "intensity_flop_per_byte",
                                          "attainable_tflop_per_s", "bound"};
    struct data_rows *rows = data_new(r->d->arena, columns, 5);
    const struct roof_line *a = &r->roofs[0];
    for (size_t i = 0; i < r->roof_count; i++)
        if (r->roofs[i].ridge > 0)
            add_place(r, rows, "ridge", &r->roofs[i], r->roofs[i].ridge);
    for (size_t k = 0; k < r->work.n; k++)
        for (size_t i = 0; i < r->roof_count; i++)
            add_place(r, rows, roofline_point_name(r, &r->work.at[k], true, false), &r->roofs[i],
                      r->work.at[k].intensity);
    for (size_t i = 0; i < r->ceiling_count; i++) {
        const struct ceiling *c = &r->ceilings[i];
        if (c->ridge > 0)
            add_row(r, rows, arena_printf(r->d->arena, "ridge, %s", c->name), a, c->ridge,
                    c->is_slope ? a->peak : c->value, "ceiling");
    }
    for (size_t i = 0; i < r->request->point_count; i++) {
        const struct measured *m = &r->request->points[i];
        const char *name = m->name && *m->name ? m->name : "measured";
        add_row(r, rows, name, a, m->x, m->y, "measured");
    }
    return data_done(rows);
}
