/* How fast the estimator answers: without and with its derivation, and over the whole catalogue.
 * One core, wall clock, best of five; ratios are for the reader to form within one run. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/diag_report.h"
#include "catalog/catalog.h"
#include "core/closed_form.h"
#include "core/estimate.h"

enum { RUNS = 5 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static struct scenario question(struct arena *a, const struct model *m, const struct accelerator *x,
                                const char *weights, int64_t batch) {
    struct scenario s = {.task = "inference",
                         .model = m,
                         .accelerator = x,
                         .weights = weights,
                         .batch = batch,
                         .context = m->max_context < 4096 ? m->max_context : 4096};
    struct scenario_fault faults[4];
    if (scenario_complete(&s, a, faults, 4)) {
        fprintf(stderr, "%s %s: %s\n", m->id, x->id, faults[0].expected);
        exit(1);
    }
    return s;
}

/* Seconds of one answer. */
static double time_of(const struct scenario *s,
                      const struct estimate *(*answer)(struct arena *, const struct scenario *)) {
    enum { TIMES = 2000 };
    double best = 1e9;
    for (int run = 0; run < RUNS; run++) {
        double start = now();
        for (int i = 0; i < TIMES; i++) {
            struct arena *a = arena_new();
            answer(a, s);
            arena_drop(a);
        }
        double seconds = (now() - start) / TIMES;
        best = seconds < best ? seconds : best;
    }
    return best;
}

/* Seconds of one point of a curve; the sum keeps the work from being left out. */
static double time_of_point(struct arena *a, const struct scenario *s, double *sum) {
    enum { TIMES = 1000000 };
    struct closed_form k = closed_form_of(a, s);
    double best = 1e9;
    for (int run = 0; run < RUNS; run++) {
        double start = now();
        for (int i = 0; i < TIMES; i++)
            *sum += closed_form_time(&k, 1 + i % 256, 1 + i % 4096);
        double seconds = (now() - start) / TIMES;
        best = seconds < best ? seconds : best;
    }
    return best;
}

/* Every device, every model, three formats, ten batches, and what comes out of it in a line. */
static void sweep(const struct catalog *c) {
    const char *const formats[] = {"bf16", "int8", "q4_k_m"};
    size_t answers = 0, fit = 0;
    double fastest = 0, start = now();
    for (size_t i = 0; i < catalog_model_count(c); i++)
        for (size_t k = 0; k < catalog_accelerator_count(c); k++) {
            struct arena *a = arena_new();
            for (size_t f = 0; f < 3; f++)
                for (int64_t batch = 1; batch <= 512; batch *= 2) {
                    struct scenario s = question(a, catalog_model_at(c, i),
                                                 catalog_accelerator_at(c, k), formats[f], batch);
                    const struct estimate *e = estimate_figures(a, &s);
                    answers++;
                    fit += e->fits != VERDICT_NO;
                    if (e->decode_speed.present && e->decode_speed.q.value > fastest)
                        fastest = e->decode_speed.q.value;
                }
            arena_drop(a);
        }
    double seconds = now() - start;
    printf("sweep: %zu models × %zu devices × 3 formats × 10 batches = %zu answers in %.2f s "
           "(%.1f us each); %zu fit, fastest %.0f token/s\n",
           catalog_model_count(c), catalog_accelerator_count(c), answers, seconds,
           seconds / (double)answers * 1e6, fit, fastest);
}

int main(void) {
    struct arena *a = arena_new();
    struct diag *d = diag_new(a);
    struct catalog *c = catalog_load(a, d, "content", NULL);
    if (!c || diag_faults(d)) {
        diag_print(d, stderr, false);
        return 1;
    }
    const struct model *m = catalog_model(c, d, (struct span){0}, "llama-2-7b");
    const struct accelerator *x = catalog_accelerator(c, d, (struct span){0}, "a100-sxm4-80gb");
    struct scenario s = question(a, m, x, "bf16", 16);
    double figures = time_of(&s, estimate_figures), traced = time_of(&s, estimate_run);
    double sum = 0, point = time_of_point(a, &s, &sum);
    printf("closed form of a decode step: %.3f us a point (their mean %.1f ms)\n", point * 1e6,
           sum / (RUNS * 1e6) * 1e3);
    printf("estimate: %.2f us without the derivation (%.0f a second), %.1f us with it (%.0f a "
           "second)\n",
           figures * 1e6, 1 / figures, traced * 1e6, 1 / traced);
    sweep(c);
    arena_drop(a);
    return 0;
}
