#include "chart/workload.h"

#include <stdlib.h>
#include <string.h>

static const char *const default_model = "llama-3.1-8b";
static const char *const default_context = "2048";

static void add(struct workloads *w, const struct scenario *s, enum phase phase,
                struct measure intensity, enum verdict fits, int64_t number) {
    if (intensity.present && intensity.q.value > 0)
        w->at[w->n++] = (struct workload){s, phase, intensity.q.value, fits, number};
}

/* `prefill` asks for the reading of the prompt instead of a decoding step. */
static void add_estimate(struct workloads *w, const struct estimate *e, bool prefill) {
    const struct scenario *s = e->scenario;
    if (e->training_intensity.present)
        add(w, s, PHASE_TRAINING, e->training_intensity, e->fits, s->sequence);
    else if (prefill)
        add(w, s, PHASE_PREFILL, e->prefill_intensity, e->fits, s->prompt);
    else
        add(w, s, PHASE_DECODE, e->decode_intensity, e->fits, s->batch);
}

const struct estimate *estimate_on(struct arena *a, struct catalog *c, const struct scenario *s,
                                   const struct accelerator *device) {
    if (!device || s->accelerator == device)
        return catalog_figures(a, c, s);
    struct scenario *moved = arena_memdup(a, s, sizeof *s);
    moved->accelerator = device;
    return estimate_figures(a, moved);
}

static const struct estimate *estimate_of(struct arena *a, struct diag *d,
                                          const struct chart_request *r,
                                          const struct accelerator *device, const char *model,
                                          const char *batch, const char *prompt) {
    const char *names[] = {"task", "model", "accelerator", "weights", "batch", "context", "prompt"};
    const char *values[] = {"inference", model, device->id, "bf16", batch, default_context, prompt};
    size_t n = prompt ? 7 : 6;
    const struct scenario *s = catalog_make_scenario(r->catalog, d, names, values, n);
    return s ? estimate_on(a, r->catalog, s, device) : NULL;
}

static void add_defaults(struct arena *a, struct workloads *w, struct diag *d,
                         const struct chart_request *r, const struct accelerator *device) {
    static const char *const batches[] = {"1", "8", "64"};
    const char *model = r->model_count ? r->models[0]->id : default_model;
    for (size_t i = 0; i < sizeof batches / sizeof *batches; i++) {
        const struct estimate *e = estimate_of(a, d, r, device, model, batches[i], NULL);
        if (!e)
            return;
        add_estimate(w, e, false);
    }
    const struct estimate *e = estimate_of(a, d, r, device, model, "1", default_context);
    if (e)
        add_estimate(w, e, true);
}

static int by_intensity(const void *a, const void *b) {
    double x = ((const struct workload *)a)->intensity, y = ((const struct workload *)b)->intensity;
    return (x > y) - (x < y);
}

struct workloads workloads_make(struct arena *a, struct diag *d, const struct chart_request *r,
                                const struct accelerator *device) {
    struct workloads w = {ARENA_ARRAY(a, struct workload, r->scenario_count + 4), 0};
    for (size_t i = 0; i < r->scenario_count; i++)
        add_estimate(&w, estimate_on(a, r->catalog, r->scenarios[i], device), false);
    if (!r->scenario_count)
        add_defaults(a, &w, d, r, device);
    qsort(w.at, w.n, sizeof *w.at, by_intensity);
    return w;
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
