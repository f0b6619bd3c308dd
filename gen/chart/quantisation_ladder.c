/* The quantisation ladder: one model in formats of fewer and fewer bits, what each takes and how
 * fast it is decoded. Fewer bytes are read sooner; unpacking takes some of that back. */
#include "chart/quantisation_ladder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart/kind.h"
#include "chart/question.h"
#include "core/efficiency.h"
#include "core/format.h"
#include "core/parameters.h"
#include "plot/words.h"

static const char *const steps[] = {"bf16",  "fp8",       "q8_0",   "q6_k", "q5_k_m", "q4_k_m",
                                    "mxfp4", "int4-g128", "q3_k_s", "q2_k", "iq2_xxs"};

/* Fewer whose speed is known, beside others where it is not, compare nothing. */
enum { RATED_LEAST = 3 };

/* Standalone, in a wide page, in the measure, in a pair. */
static const struct ladder_look looks[] = {
    {.left = 16,
     .right = 544,
     .bits = 108,
     .gib = 152,
     .plot = 176,
     .plot_right = 450,
     .typical = 482,
     .range = 544,
     .top = 132,
     .pitch = 19,
     .bar = 4,
     .band = 10,
     .name = 9.5,
     .text = 8.5},
    {.right = 493,
     .bits = 86,
     .gib = 126,
     .plot = 146,
     .plot_right = 405,
     .typical = 435,
     .range = 493,
     .top = 31,
     .pitch = 16,
     .bar = 3.4,
     .band = 8.5,
     .name = 8.5,
     .text = 8},
    {.right = 357,
     .gib = 84,
     .plot = 100,
     .plot_right = 325,
     .typical = 357,
     .top = 31,
     .pitch = 16,
     .bar = 3.4,
     .band = 8.5,
     .name = 8.5,
     .text = 8},
    {.right = 248,
     .gib = 82,
     .plot = 96,
     .plot_right = 218,
     .typical = 248,
     .top = 31,
     .pitch = 16,
     .bar = 3.4,
     .band = 8.5,
     .name = 8.5,
     .text = 8},
};

/* ── Rungs ── */

static bool needs(const struct quantisation_ladder *q, struct diag *diag, const char *what) {
    diag_report(diag, DIAG_CHART_NEEDS, q->request->where, q->request->kind, what, NULL);
    return false;
}

static void add_rung(struct quantisation_ladder *q, struct arena *a, const struct scenario *base,
                     const char *format) {
    struct scenario s = *base;
    s.weights = format;
    s.given[SCENARIO_weights] = true;
    const struct estimate *e = question_run(a, &s);
    if (!e || !format_lookup(format))
        return;
    const struct format *f = format_lookup(format);
    double weights = format_weight_bytes(f, s.model).total;
    struct rung r = {.format = f,
                     .estimate = e,
                     .bytes = weights,
                     .bits = weights * 8 / e->parameters.q.value,
                     .share = efficiency_memory(s.accelerator, f, s.software)};
    if (e->fits != VERDICT_NO && e->decode_speed.present) {
        r.speed = e->decode_speed.q;
        r.ceiling = e->decode_ceiling_speed.q.value;
    } else if (e->fits != VERDICT_NO) { /* the device has no arithmetic for the format */
        const char *name = words_format(a, f->id);
        q->unrated = q->unrated ? say_with(a, q->request->strings, "chart.list.comma", "list",
                                           q->unrated, "item", name, NULL)
                                : name;
        return;
    }
    q->rungs[q->count++] = r;
    q->scenario = q->scenario ? q->scenario : e->scenario;
}

static int by_bytes(const void *a, const void *b) {
    double x = ((const struct rung *)a)->bytes, y = ((const struct rung *)b)->bytes;
    return (x < y) - (x > y);
}

static bool add_rungs(struct quantisation_ladder *q, struct arena *a, struct diag *diag) {
    const struct chart_request *r = q->request;
    const struct accelerator *device = NULL;
    const struct model *model = request_model(r, diag, "llama-2-13b");
    if (!model || !request_accelerators(r, diag, "rtx-4090", &device, 1))
        return false;
    struct scenario *base = question_given(a, r, diag, model, device, "task=inference batch=1");
    if (!base)
        return false;
    if (!base->task || strcmp(base->task, "inference"))
        return needs(q, diag, "a scenario of inference");
    if (r->accelerator_count)
        question_move(base, r->catalog, device);
    base->model = r->model_count ? model : base->model;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        add_rung(q, a, base, steps[i]);
    return q->count || q->unrated
               ? true
               : needs(q, diag, "a scenario whose options hold for every format");
}

static bool make_rungs(struct quantisation_ladder *q, struct arena *a, struct diag *diag) {
    if (!add_rungs(q, a, diag))
        return false;
    qsort(q->rungs, q->count, sizeof *q->rungs, by_bytes);
    while (q->first < q->count && !(q->rungs[q->first].speed.value > 0))
        q->first++;
    if (q->unrated && q->count < q->first + RATED_LEAST)
        return needs(q, diag, "an accelerator whose bandwidth and peak are known");
    const struct accelerator *device = q->scenario->accelerator;
    return device->memory_capacity.known ? true
                                         : needs(q, diag, "an accelerator whose memory is known");
}

/* ── Layout ── */

static struct ladder_look look_for(double width) {
    enum { LOOKS = sizeof looks / sizeof *looks };
    static const double narrower = 40;
    size_t i = 1;
    while (i + 1 < LOOKS && looks[i].right - narrower > width)
        i++;
    struct ladder_look look = looks[i];
    double more = width - look.right;
    double *const edges[] = {&look.right, &look.plot_right, &look.typical, &look.range};
    for (size_t k = 0; k < sizeof edges / sizeof *edges; k++)
        *edges[k] += *edges[k] > 0 ? more : 0;
    return look;
}

static void set_axis(struct quantisation_ladder *q, double drop) {
    double most = 1;
    for (size_t i = q->first; i < q->count; i++)
        most = fmax(most, q->rungs[i].ceiling);
    const struct ladder_look *l = &q->look;
    double top = l->top + drop, base = top + l->pitch * (double)q->count + 3;
    q->plot = (struct plot){{AXIS_LINEAR, 0, most * 1.01, l->plot, l->plot_right},
                            {AXIS_LINEAR, 0, 1, base, top}};
}

bool chart_quantisation_ladder(struct arena *a, struct diag *diag,
                               const struct chart_request *request, struct chart *chart) {
    static const double under = 82, under_page = 28;
    struct quantisation_ladder *q = ARENA_NEW(a, struct quantisation_ladder);
    q->request = request;
    if (!make_rungs(q, a, diag))
        return false;
    double width = request->width > 0 ? request->width : looks[2].right;
    q->look = request->in_page ? look_for(width) : looks[0];
    double rows = q->look.top + q->look.pitch * (double)q->count;
    struct frame_sizes sizes = {.height = rows + under,
                                .page_width = q->look.right,
                                .page_height = rows + under_page,
                                .rows = true};
    struct frame frame = quantisation_frame(q, a);
    struct framed framed;
    struct rect plot;
    q->d = frame_open(a, request, &frame, &sizes, &framed, &plot);
    set_axis(q, framed.drop);
    quantisation_draw(q);
    frame_close(q->d, &frame, &framed, chart);
    chart->describe = quantisation_describe(q, a, chart->title);
    chart->caption = quantisation_caption(q, a);
    chart->data = quantisation_data(q, a);
    return true;
}
