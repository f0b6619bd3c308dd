/* Requests at random, the same on every run: any devices, models and scenarios that a kind takes,
 * in the combinations that it takes them in. */
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

/* ── What suits a kind ── */

/* What a kind says that it needs, so that most requests are drawn. What is merely hard stays: giant
 * models on small devices, unknown peaks and bandwidths, contexts beyond what was trained. */
enum {
    SUIT_ONE_TASK = 1,    /* its scenarios share one */
    SUIT_ONE_SOURCE = 2,  /* scenarios, or devices and models */
    SUIT_ONE_MODEL = 4,   /* scenarios, or models */
    SUIT_ONE_DEVICE = 8,  /* scenarios of one device each */
    SUIT_TENSOR = 16,     /* scenarios of tensor parallelism */
    SUIT_STAGES = 32,     /* scenarios of pipeline parallelism */
    SUIT_CAPACITY = 64,   /* devices of a known capacity */
    SUIT_BANDWIDTH = 128, /* and of a known bandwidth */
    SUIT_VENDOR = 256,    /* none, or at least two of the first one's vendor */
    SUIT_CARD = 512,      /* cards first, with memory of their own */
};

struct habit {
    const char *kind, *task; /* NULL: any */
    unsigned suits;
};

static const struct habit habits[] = {
    {"bandwidth-ladder", "inference", SUIT_CAPACITY},
    {"kv-growth", "inference", SUIT_ONE_MODEL | SUIT_ONE_DEVICE | SUIT_CAPACITY},
    {"accelerators-over-time", NULL, SUIT_VENDOR},
    {"time-breakdown", NULL, SUIT_ONE_TASK | SUIT_ONE_SOURCE | SUIT_CAPACITY},
    {"decode-knee", "inference", 0},
    {"quantisation-ladder", "inference", SUIT_CAPACITY},
    {"fit-matrix", "inference", SUIT_CAPACITY | SUIT_BANDWIDTH},
    {"offload-cliff", "inference", SUIT_CARD},
    {"first-token-and-next", "inference", 0},
    {"pipeline-schedule", "training", SUIT_ONE_SOURCE | SUIT_STAGES | SUIT_CAPACITY},
    {"cost-per-million", "inference", 0},
    {"collective-schedule", NULL, SUIT_ONE_SOURCE | SUIT_TENSOR | SUIT_CAPACITY},
    {"speculative-gain", "inference", 0},
    {"training-memory", "training", SUIT_ONE_SOURCE | SUIT_CAPACITY},
};

static struct habit habit_of(const struct chart_kind *kind) {
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
        if (!strcmp(habits[i].kind, kind->name))
            return habits[i];
    return (struct habit){kind->name, NULL, 0};
}

static bool device_suits(const struct habit *h, const struct accelerator *a) {
    bool card = a->unified_memory ? strcmp(a->unified_memory, "yes") != 0 : true;
    return (!(h->suits & SUIT_CAPACITY) || a->memory_capacity.known) &&
           (!(h->suits & SUIT_BANDWIDTH) || a->memory_bandwidth.known) &&
           (!(h->suits & SUIT_CARD) || (card && strcmp(a->class, "cpu") != 0));
}

static bool scenario_suits(const struct habit *h, const struct scenario *s) {
    return (!h->task || !strcmp(s->task, h->task)) &&
           (!(h->suits & SUIT_ONE_DEVICE) || s->devices <= 1) &&
           (!(h->suits & SUIT_TENSOR) || s->tensor_parallel >= 2) &&
           (!(h->suits & SUIT_STAGES) || s->pipeline_parallel >= 2) &&
           device_suits(h, s->accelerator);
}

/* ── Scenarios, devices, models ── */

static const struct accelerator *random_device(struct dice *r, struct bench *b,
                                               const struct habit *h) {
    const struct accelerator *a;
    do
        a = catalog_accelerator_at(b->catalog,
                                   dice_below(r, catalog_accelerator_count(b->catalog)));
    while (!device_suits(h, a));
    return a;
}

/* NULL when its options do not fit together; its faults are nobody's. */
static const struct scenario *try_scenario(struct dice *r, struct bench *b) {
    const char *options =
        dice_below(r, 2) ? inference_options(r, b->arena) : training_options(r, b->arena);
    const struct model *m =
        catalog_model_at(b->catalog, dice_below(r, catalog_model_count(b->catalog)));
    const struct accelerator *device =
        catalog_accelerator_at(b->catalog, dice_below(r, catalog_accelerator_count(b->catalog)));
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
    return catalog_make_scenario(b->catalog, diag_new(b->arena), names, values, n);
}

static const struct scenario *random_scenario(struct dice *r, struct bench *b,
                                              const struct habit *h) {
    const struct scenario *s;
    do
        s = try_scenario(r, b);
    while (!s || !scenario_suits(h, s));
    return s;
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

/* Of several sources that exclude each other, one. */
static void choose_sources(struct dice *r, const struct habit *h, struct chart_request *q) {
    bool scenarios = dice_below(r, 2);
    if (h->suits & (SUIT_ONE_SOURCE | SUIT_ONE_MODEL) && scenarios)
        q->model_count = 0;
    if (h->suits & SUIT_ONE_SOURCE && scenarios)
        q->accelerator_count = 0;
    if (h->suits & (SUIT_ONE_SOURCE | SUIT_ONE_MODEL) && !scenarios)
        q->scenario_count = 0;
}

static bool shows(const struct chart_request *q, const char *word) {
    bool shown = false;
    for (size_t i = 0; i < q->shown_count; i++)
        shown |= !strcmp(q->shown[i], word);
    return shown;
}

static void choose_devices(struct dice *r, struct bench *b, const struct habit *h,
                           struct chart_request *q) {
    if (h->suits & SUIT_VENDOR && q->accelerator_count == 1)
        q->accelerator_count = 2;
    const struct accelerator **devices =
        ARENA_ARRAY(b->arena, const struct accelerator *, q->accelerator_count + 1);
    for (size_t i = 0; i < q->accelerator_count; i++)
        do
            devices[i] = random_device(r, b, h);
        while (i == 1 && h->suits & SUIT_VENDOR && strcmp(devices[0]->vendor, devices[1]->vendor));
    q->accelerators = devices;
}

static void choose_models(struct dice *r, struct bench *b, struct chart_request *q) {
    const struct model **models = ARENA_ARRAY(b->arena, const struct model *, q->model_count + 1);
    for (size_t i = 0; i < q->model_count; i++)
        models[i] = catalog_model_at(b->catalog, dice_below(r, catalog_model_count(b->catalog)));
    q->models = models;
}

static void choose_scenarios(struct dice *r, struct bench *b, struct habit h,
                             struct chart_request *q) {
    const struct scenario **scenarios =
        ARENA_ARRAY(b->arena, const struct scenario *, q->scenario_count + 1);
    if (h.suits & SUIT_ONE_TASK)
        h.task = shows(q, "prefill") || dice_below(r, 2) ? "inference" : "training";
    for (size_t i = 0; i < q->scenario_count; i++)
        scenarios[i] = random_scenario(r, b, &h);
    q->scenarios = scenarios;
}

/* One of ten heeds nothing that the kind needs. */
static struct chart_request random_request(struct dice *r, struct bench *b,
                                           const struct chart_kind *kind) {
    struct chart_request q = bench_request(b, "en", kind->name);
    struct habit h = dice_below(r, 10) ? habit_of(kind) : (struct habit){kind->name, NULL, 0};
    const char **shown = ARENA_ARRAY(b->arena, const char *, 16);
    q.accelerator_count = random_count(r, kind->accelerators);
    q.model_count = random_count(r, kind->models);
    q.scenario_count = random_count(r, kind->scenarios);
    q.shown_count = random_words(r, b->arena, kind->shows, shown);
    q.shown = shown;
    choose_sources(r, &h, &q);
    choose_devices(r, b, &h, &q);
    choose_models(r, b, &q);
    choose_scenarios(r, b, h, &q);
    if (*kind->measured_x)
        q.point_count = random_points(r, b, kind, &q.points);
    return q;
}

#endif
