#include "chart/workload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart/question.h"

static const char *const default_model = "llama-3.1-8b";
static const char *const default_context = "2048";

/* Of a device whose memory nobody knows: ceilings do not ask whether something fits. */
static const char *const boundless = "1e18 B";

enum { ROOM = 32 };

void workloads_add(struct workloads *w, struct workload one) {
    if (w->n < ROOM && one.intensity > 0 && isfinite(one.intensity))
        w->at[w->n++] = one;
}

static void add(struct workloads *w, const struct estimate *e, enum phase phase,
                struct measure intensity, int64_t number) {
    if (intensity.present)
        workloads_add(w, (struct workload){.scenario = e->scenario,
                                           .phase = phase,
                                           .intensity = intensity.q.value,
                                           .fits = e->fits,
                                           .number = number});
}

/* `prefill` asks for the reading of the prompt instead of a decoding step. */
static void add_estimate(struct workloads *w, const struct estimate *e, bool prefill) {
    const struct scenario *s = e->scenario;
    if (e->training_intensity.present)
        add(w, e, PHASE_TRAINING, e->training_intensity, s->sequence);
    else if (prefill)
        add(w, e, PHASE_PREFILL, e->prefill_intensity, s->prompt);
    else
        add(w, e, PHASE_DECODE, e->decode_intensity, s->batch);
}

const struct estimate *estimate_on(struct arena *a, struct catalog *c, const struct scenario *s,
                                   const struct accelerator *device) {
    if (!device || s->accelerator == device)
        return catalog_figures(a, c, s);
    struct scenario *moved = arena_memdup(a, s, sizeof *s);
    question_move(moved, c, device);
    return estimate_figures(a, moved);
}

static const struct estimate *estimate_of(const struct work_question *q, const struct model *model,
                                          const char *batch, const char *prompt) {
    const struct chart_request *r = q->request;
    const char *names[] = {"task",  "model",   "accelerator", "weights",
                           "batch", "context", NULL,          NULL};
    const char *values[] = {"inference", model->id,       q->device->id, "bf16",
                            batch,       default_context, NULL,          NULL};
    size_t n = 6;
    if (prompt)
        names[n] = "prompt", values[n++] = prompt;
    if (!q->device->memory_capacity.known)
        names[n] = "memory-capacity", values[n++] = boundless;
    question_suit(q->arena, model, names, values, n);
    const struct scenario *s = catalog_make_scenario(r->catalog, q->diag, names, values, n);
    return s ? estimate_on(q->arena, r->catalog, s, q->device) : NULL;
}

static void add_defaults(const struct work_question *q, struct workloads *w) {
    static const char *const batches[] = {"1", "8", "64"};
    const struct model *model = request_model(q->request, q->diag, default_model);
    if (!model)
        return;
    for (size_t i = 0; i < sizeof batches / sizeof *batches; i++) {
        const struct estimate *e = estimate_of(q, model, batches[i], NULL);
        if (!e)
            return;
        add_estimate(w, e, false);
    }
    const struct estimate *e = estimate_of(q, model, "1", default_context);
    if (e)
        add_estimate(w, e, true);
}

static int by_intensity(const void *a, const void *b) {
    double x = ((const struct workload *)a)->intensity, y = ((const struct workload *)b)->intensity;
    return (x > y) - (x < y);
}

static bool workloads_phases(const struct work_question *q, struct workloads *w) {
    const struct chart_request *r = q->request;
    for (size_t i = 0; i < r->scenario_count; i++)
        add_estimate(w, estimate_on(q->arena, r->catalog, r->scenarios[i], q->device), false);
    if (!r->scenario_count)
        add_defaults(q, w);
    qsort(w->at, w->n, sizeof *w->at, by_intensity);
    return true;
}

static const struct {
    const char *show; /* the word that asks for it; NULL: none does */
    bool (*make)(const struct work_question *, struct workloads *);
    bool grows;
} sources[WORK_SOURCES] = {
    [WORK_PHASES] = {NULL, workloads_phases, false},
    [WORK_BATCH] = {"batch", workloads_batch, true},
    [WORK_CONTEXT] = {"context", workloads_context, true},
    [WORK_DECODE] = {"operations", workloads_decode, false},
    [WORK_PREFILL] = {"prefill", workloads_prefill, false},
    [WORK_TENSOR] = {"communication", workloads_tensor, true},
};

enum work_source workloads_source(const struct chart_request *r) {
    enum work_source source = WORK_PHASES;
    for (size_t k = 0; k < r->shown_count; k++)
        for (enum work_source i = 0; i < WORK_SOURCES; i++)
            if (sources[i].show && !strcmp(sources[i].show, r->shown[k]))
                source = i;
    return source;
}

bool workloads_make(struct arena *a, struct diag *d, const struct chart_request *r,
                    const struct accelerator *device, enum work_source source,
                    struct workloads *out) {
    *out = (struct workloads){.at = ARENA_ARRAY(a, struct workload, ROOM), .source = source};
    return sources[source].make(&(struct work_question){a, d, r, device}, out);
}

static bool is_inference(const struct scenario *s) {
    return s->task && !strcmp(s->task, "inference");
}

struct scenario *workloads_scenario(const struct work_question *q, const char *options) {
    struct chart_request r = *q->request; /* from its first scenario of inference on */
    while (r.scenario_count && !is_inference(r.scenarios[0])) {
        r.scenarios++;
        r.scenario_count--;
    }
    if (q->request->scenario_count && !r.scenario_count) {
        diag_report(q->diag, DIAG_CHART_NEEDS, r.where, r.kind, "a scenario of inference", NULL);
        return NULL;
    }
    const struct model *model = r.scenario_count ? NULL : request_model(&r, q->diag, default_model);
    if (!model && !r.scenario_count)
        return NULL;
    bool known = q->device->memory_capacity.known;
    const struct accelerator *asked = known ? q->device : catalog_accelerator_at(r.catalog, 0);
    struct scenario *s = question_given(q->arena, &r, q->diag, model, asked, options);
    if (s && model && !known)
        question_move(s, r.catalog, question_boundless(q->arena, q->device));
    return s;
}

bool workloads_grow(const struct workloads *w) {
    return sources[w->source].grows;
}

double workloads_least(const struct workloads *w) {
    double least = w->n ? w->at[0].intensity : 0;
    for (size_t i = 1; i < w->n; i++)
        least = fmin(least, w->at[i].intensity);
    return least;
}

double workloads_most(const struct workloads *w) {
    double most = 0;
    for (size_t i = 0; i < w->n; i++)
        most = fmax(most, w->at[i].intensity);
    return most;
}

static bool word_same(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool workloads_same(const struct workloads *w) {
    for (size_t i = 1; i < w->n; i++) {
        const struct scenario *a = w->at[0].scenario, *b = w->at[i].scenario;
        bool training = w->at[0].phase == PHASE_TRAINING || w->at[i].phase == PHASE_TRAINING;
        if (a->model != b->model || !word_same(a->weights, b->weights) || training ||
            a->context != b->context)
            return false;
    }
    return w->n > 0 && w->at[0].phase != PHASE_TRAINING;
}
