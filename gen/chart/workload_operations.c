/* Points of a roofline that are the operations of one pass, each at its own intensity. */
#include <stdlib.h>
#include <string.h>

#include "chart/question.h"
#include "chart/workload.h"

enum { MOST = 16 };

/* Operations nearer than this are one point: they would cover each other. */
static const double same_place = 1.25;

struct part {
    const char *name;
    double flops, bytes, time; /* time at the ceiling; 0 = not known */
};

static double intensity_of(struct part p) {
    return p.flops / p.bytes;
}

static int by_intensity(const void *a, const void *b) {
    double x = intensity_of(*(const struct part *)a), y = intensity_of(*(const struct part *)b);
    return (x > y) - (x < y);
}

/* "prefill-attention" belongs to the pass "prefill-", "attention" to the one without prefix. */
static bool belongs(const char *name, const char *prefix) {
    return *prefix ? !strncmp(name, prefix, strlen(prefix))
                   : strncmp(name, "prefill-", 8) && strncmp(name, "training-", 9);
}

static size_t parts_of(const struct work_question *q, const struct estimate *e, const char *prefix,
                       struct part *parts) {
    size_t n = 0;
    for (size_t i = 0; i < e->operation_count && n < MOST; i++) {
        const struct operation *o = &e->operations[i];
        if (!belongs(o->name, prefix) || !(o->flops > 0) || !(o->bytes > 0))
            continue;
        const char *key = arena_printf(q->arena, "op.%s", o->name + strlen(prefix));
        parts[n++] = (struct part){say(q->request->strings, key), o->flops, o->bytes,
                                   o->attainable > 0 ? o->flops / o->attainable : 0};
    }
    return n;
}

static int by_time(const void *a, const void *b) {
    double x = ((const struct part *)a)->time, y = ((const struct part *)b)->time;
    return (x < y) - (x > y);
}

/* Parts [0, n) as one point, named from the one that takes longest. */
static struct workload joined(const struct work_question *q, struct part *parts, size_t n,
                              double all) {
    struct part sum = {NULL, 0, 0, 0};
    const char **names = ARENA_ARRAY(q->arena, const char *, n);
    qsort(parts, n, sizeof *parts, by_time);
    for (size_t i = 0; i < n; i++) {
        sum.flops += parts[i].flops;
        sum.bytes += parts[i].bytes;
        sum.time += parts[i].time;
        names[i] = parts[i].name;
    }
    return (struct workload){.phase = PHASE_OPERATION,
                             .intensity = sum.flops / sum.bytes,
                             .names = names,
                             .name_count = n,
                             .share = all > 0 ? sum.time / all : 0};
}

static void add_parts(const struct work_question *q, const struct estimate *e, struct part *parts,
                      size_t n, struct workloads *w) {
    double all = 0;
    for (size_t i = 0; i < n; i++)
        all += parts[i].time;
    for (size_t i = 0, next; i < n; i = next) {
        for (next = i + 1; next < n; next++)
            if (intensity_of(parts[next]) > intensity_of(parts[i]) * same_place)
                break;
        struct workload one = joined(q, parts + i, next - i, all);
        one.scenario = e->scenario;
        one.fits = e->fits;
        one.number = e->scenario->batch;
        workloads_add(w, one);
    }
    for (size_t i = 0; i < n; i++)
        if (all > 0 && parts[i].time / all > w->heaviest_share) {
            w->heaviest = parts[i].name;
            w->heaviest_share = parts[i].time / all;
        }
    w->operation_count = n;
}

static bool add_pass(const struct work_question *q, const char *options, const char *prefix,
                     struct workloads *w) {
    struct scenario *s = workloads_scenario(q, options);
    const struct estimate *e = s ? question_run_on(q->arena, q->request->catalog, s, q->device) : NULL;
    if (!e)
        return false;
    struct part parts[MOST];
    size_t n = parts_of(q, e, prefix, parts);
    qsort(parts, n, sizeof *parts, by_intensity);
    add_parts(q, e, parts, n, w);
    return true;
}

bool workloads_decode(const struct work_question *q, struct workloads *w) {
    return add_pass(q, "task=inference weights=bf16 batch=64 context=2048", "", w);
}

bool workloads_prefill(const struct work_question *q, struct workloads *w) {
    return add_pass(q, "task=inference weights=bf16 batch=1 prompt=2048 context=2048", "prefill-",
                    w);
}
