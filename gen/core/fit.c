#include "core/fit_search.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[FIT_QUESTIONS] = {
#define FIT(name, text) [FIT_##name] = text,
#include "core/fit.def"
#undef FIT
};

const char *fit_question_name(enum fit_question q) {
    return names[q];
}

const char *const fit_limits[] = {
    "capacity",        "bandwidth",     "compute",    "communication", "time",
    "longest-context", "native-format", "search-end", "devices-tried", NULL};

static struct fit_answer (*const questions[FIT_QUESTIONS])(const struct fit_search *) = {
    [FIT_MAX_CONTEXT] = fit_max_context,   [FIT_MAX_BATCH] = fit_max_batch,
    [FIT_MAX_MODEL] = fit_max_model,       [FIT_MAX_BITS] = fit_max_bits,
    [FIT_MIN_DEVICES] = fit_min_devices,   [FIT_WHICH_ACCELERATOR] = fit_min_devices,
    [FIT_TARGET_SPEED] = fit_target_speed, [FIT_BINDING] = fit_binding,
};

/* ── Order of candidates ── */

static int by_number(double a, double b) {
    return a < b ? -1 : a > b;
}

/* Tokens a second, generated or trained on. */
static double speed_of(const struct fit_answer *x) {
    const struct estimate *e = x->estimate;
    if (!e)
        return 0;
    const struct measure *m = e->training_speed.present ? &e->training_speed : &e->decode_speed;
    return m->present ? m->q.value : 0;
}

static double devices_of(const struct fit_answer *x) {
    return x->scenario ? (double)x->scenario->devices : 0;
}

/* What fits before what does not, then what the question asks for the most of. */
static int by_devices(const struct fit_answer *a, const struct fit_answer *b) {
    int order = by_number(devices_of(a), devices_of(b));
    return order ? order : by_number(speed_of(b), speed_of(a));
}

static int by_parameters(const struct fit_answer *a, const struct fit_answer *b) {
    return by_number(b->estimate->parameters.q.value, a->estimate->parameters.q.value);
}

static int by_speed(const struct fit_answer *a, const struct fit_answer *b) {
    return by_number(speed_of(b), speed_of(a));
}

static int (*const orders[FIT_QUESTIONS])(const struct fit_answer *, const struct fit_answer *) = {
    [FIT_MAX_MODEL] = by_parameters,
    [FIT_WHICH_ACCELERATOR] = by_devices,
    [FIT_TARGET_SPEED] = by_speed,
};

struct ranked {
    struct fit_answer answer;
    size_t place; /* as asked: equal ones keep their order */
    int (*order)(const struct fit_answer *, const struct fit_answer *);
};

static int compare(const void *x, const void *y) {
    const struct ranked *a = x, *b = y;
    const struct fit_answer *p = &a->answer, *q = &b->answer;
    int order = 0;
    if (!p->estimate || !q->estimate)
        order = !p->estimate - !q->estimate;
    else if (p->verdict != q->verdict)
        order = (int)q->verdict - (int)p->verdict;
    else
        order = a->order(p, q);
    return order ? order : by_number((double)a->place, (double)b->place);
}

struct fit_result fit_ask(struct arena *a, const struct fit_request *request) {
    struct ranked *ranked = ARENA_ARRAY(a, struct ranked, request->count + 1);
    for (size_t i = 0; i < request->count; i++) {
        struct fit_search f = {.arena = a, .request = request, .given = request->given[i]};
        ranked[i] = (struct ranked){questions[request->ask](&f), i, orders[request->ask]};
    }
    if (request->count && orders[request->ask])
        qsort(ranked, request->count, sizeof *ranked, compare);
    struct fit_answer *answers = ARENA_ARRAY(a, struct fit_answer, request->count + 1);
    for (size_t i = 0; i < request->count; i++)
        answers[i] = ranked[i].answer;
    return (struct fit_result){answers, request->count};
}
