/* Requests at random, the same on every run: any devices, models and scenarios that a kind takes.
 */
#ifndef RIDGE_TESTS_CHART_RANDOM_REQUEST_H
#define RIDGE_TESTS_CHART_RANDOM_REQUEST_H

#include "chart/chart.h"
#include "plot/bench.h"

/* Numerical Recipes' linear congruential generator; its upper bits. */
struct dice {
    uint64_t state;
};

static size_t dice_below(struct dice *r, size_t n) {
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(r->state >> 33) % n;
}

#define DICE_PICK(r, table) ((table)[dice_below(r, sizeof(table) / sizeof *(table))])

static const char *inference_options(struct dice *r, struct arena *a) {
    static const char *const weights[] = {"bf16", "fp8",   "int8",  "int4-g128",
                                          "nf4",  "mxfp4", "q4_k_m"};
    static const int batch[] = {1, 2, 8, 16, 64, 256}, context[] = {128, 2048, 8192, 32768, 131072},
                     devices[] = {1, 1, 1, 2, 4, 8};
    int n = DICE_PICK(r, devices);
    return arena_printf(a,
                        "task=inference weights=%s batch=%d context=%d devices=%d "
                        "tensor-parallel=%d",
                        DICE_PICK(r, weights), DICE_PICK(r, batch), DICE_PICK(r, context), n, n);
}

static const char *training_options(struct dice *r, struct arena *a) {
    static const char *const methods[] = {"full", "full", "lora", "qlora"}, *const recompute[] = {
                                                                                "none", "selective",
                                                                                "full"};
    static const int sequence[] = {512, 2048, 8192}, stages[] = {1, 1, 2, 4, 8},
                     batches[] = {1, 8, 32}, tensor[] = {1, 1, 2, 8};
    int p = DICE_PICK(r, stages), t = DICE_PICK(r, tensor);
    return arena_printf(a,
                        "task=training method=%s recompute=%s sequence=%d devices=%d "
                        "pipeline-parallel=%d tensor-parallel=%d gradient-accumulation=%d",
                        DICE_PICK(r, methods), DICE_PICK(r, recompute), DICE_PICK(r, sequence),
                        p * t, p, t, DICE_PICK(r, batches));
}

/* A scenario whose options fit together; its faults are nobody's. */
static const struct scenario *random_scenario(struct dice *r, struct bench *b) {
    for (;;) {
        const char *options =
            dice_below(r, 2) ? inference_options(r, b->arena) : training_options(r, b->arena);
        const struct model *m =
            catalog_model_at(b->catalog, dice_below(r, catalog_model_count(b->catalog)));
        const struct accelerator *device = catalog_accelerator_at(
            b->catalog, dice_below(r, catalog_accelerator_count(b->catalog)));
        const char *names[16], *values[16];
        size_t n = 0;
        for (char *rest = NULL, *t = strtok_r(arena_strdup(b->arena, options), " ", &rest); t;
             t = strtok_r(NULL, " ", &rest)) {
            char *equals = strchr(t, '=');
            *equals = '\0';
            names[n] = t;
            values[n++] = equals + 1;
        }
        names[n] = "model", values[n++] = m->id;
        names[n] = "accelerator", values[n++] = device->id;
        struct diag *unheard = diag_new(b->arena);
        const struct scenario *s = catalog_make_scenario(b->catalog, unheard, names, values, n);
        if (s)
            return s;
    }
}

/* How many of at most `most`: often none, so that defaults are seen. */
static size_t random_count(struct dice *r, int most) {
    size_t some = most > 4 ? 4 : (size_t)most;
    return most && dice_below(r, 3) ? 1 + dice_below(r, dice_below(r, 4) ? some : (size_t)most) : 0;
}

static size_t random_words(struct dice *r, struct arena *a, const char *words, const char **out) {
    size_t n = 0;
    while (*(words += strspn(words, " "))) {
        size_t length = strcspn(words, " ");
        if (!dice_below(r, 3) && n < 16)
            out[n++] = arena_strndup(a, words, length);
        words += length;
    }
    return n;
}

/* Up to four measured points, over many decades: some lie outside the plot. */
static size_t random_points(struct dice *r, struct bench *b, const struct chart_kind *kind,
                            const struct measured **out) {
    static const char *const names[] = {"", "mine", "a server with a long name", "实测"};
    double scale = strstr(kind->measured_y, "FLOP/s") ? 1e11 : 1;
    size_t n = dice_below(r, 5);
    struct measured *points = ARENA_ARRAY(b->arena, struct measured, n + 1);
    for (size_t i = 0; i < n; i++)
        points[i] = (struct measured){DICE_PICK(r, names), pow(2, (double)dice_below(r, 12)) - 0.5,
                                      scale * pow(10, (double)dice_below(r, 70) / 10 - 3)};
    *out = points;
    return n;
}

static struct chart_request random_request(struct dice *r, struct bench *b,
                                           const struct chart_kind *kind) {
    struct chart_request q = bench_request(b, "en", kind->name);
    q.accelerator_count = random_count(r, kind->accelerators);
    q.model_count = random_count(r, kind->models);
    q.scenario_count = random_count(r, kind->scenarios);
    const struct accelerator **devices =
        ARENA_ARRAY(b->arena, const struct accelerator *, q.accelerator_count + 1);
    const struct model **models = ARENA_ARRAY(b->arena, const struct model *, q.model_count + 1);
    const struct scenario **scenarios =
        ARENA_ARRAY(b->arena, const struct scenario *, q.scenario_count + 1);
    const char **shown = ARENA_ARRAY(b->arena, const char *, 16);
    for (size_t i = 0; i < q.accelerator_count; i++)
        devices[i] = catalog_accelerator_at(b->catalog,
                                            dice_below(r, catalog_accelerator_count(b->catalog)));
    for (size_t i = 0; i < q.model_count; i++)
        models[i] = catalog_model_at(b->catalog, dice_below(r, catalog_model_count(b->catalog)));
    for (size_t i = 0; i < q.scenario_count; i++)
        scenarios[i] = random_scenario(r, b);
    q.accelerators = devices;
    q.models = models;
    q.scenarios = scenarios;
    q.shown_count = random_words(r, b->arena, kind->shows, shown);
    q.shown = shown;
    if (*kind->measured_x)
        q.point_count = random_points(r, b, kind, &q.points);
    return q;
}

#endif
