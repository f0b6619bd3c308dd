#include "core/timetable.h"

#include <math.h>

/* ── The order of passes on a stage ── */

/* One stage's passes as they are put in order: how many of each kind are in so far. */
struct order {
    struct run *runs;
    size_t n;
    int64_t stage, stages, chunks;
    int64_t put[RUN_KINDS];
};

/* The next pass of a kind. Chunks take turns: as many micro-batches as there are stages pass one
 * before the next; backward from the last chunk to the first. */
static void put(struct order *o, enum run_kind kind) {
    int64_t k = o->put[kind]++, round = o->stages * o->chunks;
    int64_t chunk = k % round / o->stages;
    o->runs[o->n++] = (struct run){
        .kind = kind,
        .stage = o->stage,
        .chunk = kind == RUN_FORWARD ? chunk : o->chunks - 1 - chunk,
        .micro_batch = o->chunks > 1 ? k / round * o->stages + k % o->stages : k,
    };
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Forward passes before the first backward pass. */
static int64_t ahead(const struct order *o, enum schedule schedule, int64_t all) {
    int64_t behind = o->stages - 1 - o->stage;
    if (schedule == SCHEDULE_GPIPE)
        return all;
    return least(all, o->chunks > 1 ? 2 * behind + (o->chunks - 1) * o->stages : behind);
}

/* Forward and backward in turns once the pipeline is full. Gradients of weights follow as many
 * passes late as there are stages before this one, so that they fill its idle end. */
static void put_all(struct order *o, enum schedule schedule, int64_t all) {
    bool moved = schedule_moves_weights(schedule);
    for (int64_t k = ahead(o, schedule, all); k > 0; k--)
        put(o, RUN_FORWARD);
    while (o->put[RUN_BACKWARD] < all) {
        if (o->put[RUN_FORWARD] < all)
            put(o, RUN_FORWARD);
        put(o, RUN_BACKWARD);
        if (moved && o->put[RUN_BACKWARD] - o->put[RUN_WEIGHTS] > o->stage)
            put(o, RUN_WEIGHTS);
    }
    while (moved && o->put[RUN_WEIGHTS] < all)
        put(o, RUN_WEIGHTS);
}

/* ── Playing it ── */

/* Ends of passes by stage, chunk and micro-batch; NaN = not run yet. */
struct play {
    struct timetable t;
    double *ends[RUN_KINDS];
    double lengths[RUN_KINDS];
};

static double *end_of(const struct play *p, enum run_kind kind, int64_t stage, int64_t chunk,
                      int64_t micro_batch) {
    int64_t at = (stage * p->t.chunks + chunk) * p->t.micro_batches + micro_batch;
    return &p->ends[kind][at];
}

/* When what a pass waits for has ended: 0 for nothing, NaN for what has not run yet. */
static double ready(const struct play *p, const struct run *r) {
    int64_t last = p->t.stages - 1, s = r->stage, c = r->chunk, k = r->micro_batch;
    if (r->kind == RUN_WEIGHTS)
        return *end_of(p, RUN_BACKWARD, s, c, k);
    if (r->kind == RUN_FORWARD)
        return s > 0   ? *end_of(p, RUN_FORWARD, s - 1, c, k)
               : c > 0 ? *end_of(p, RUN_FORWARD, last, c - 1, k)
                       : 0;
    return s < last              ? *end_of(p, RUN_BACKWARD, s + 1, c, k)
           : c + 1 < p->t.chunks ? *end_of(p, RUN_BACKWARD, 0, c + 1, k)
                                 : *end_of(p, RUN_FORWARD, s, c, k);
}

/* Runs a stage's passes from `next` as far as they can run; returns the first that cannot. */
static size_t advance(struct play *p, struct run *runs, size_t n, size_t next, double *free) {
    for (; next < n; next++) {
        struct run *r = &runs[next];
        double from = ready(p, r);
        if (isnan(from))
            break;
        r->start = fmax(from, *free);
        r->length = p->lengths[r->kind];
        *free = r->start + r->length;
        *end_of(p, r->kind, r->stage, r->chunk, r->micro_batch) = *free;
    }
    return next;
}

static void play_all(struct arena *a, struct play *p, struct run *runs, size_t each) {
    size_t stages = (size_t)p->t.stages, done = 0;
    size_t *next = ARENA_ARRAY(a, size_t, stages);
    double *free = ARENA_ARRAY(a, double, stages);
    while (done < p->t.n)
        for (size_t s = done = 0; s < stages; s++) {
            next[s] = advance(p, runs + s * each, each, next[s], &free[s]);
            done += next[s];
            p->t.length = fmax(p->t.length, free[s]);
        }
}

bool timetable_known(enum schedule schedule, int64_t stages, int64_t micro_batches) {
    return schedule != SCHEDULE_DUALPIPE &&
           (!schedule_moves_weights(schedule) || micro_batches >= stages);
}

static struct play play_new(struct arena *a, struct timetable t, bool moved, struct shares times) {
    struct play p = {.t = t};
    size_t n = (size_t)(t.stages * t.chunks * t.micro_batches);
    double parts = (double)t.chunks, weights = moved ? times.weights : 0;
    p.lengths[RUN_FORWARD] = times.forward / parts;
    p.lengths[RUN_BACKWARD] = (times.backward - weights) / parts;
    p.lengths[RUN_WEIGHTS] = weights / parts;
    for (int kind = 0; kind < RUN_KINDS; kind++) {
        p.ends[kind] = ARENA_ARRAY(a, double, n);
        for (size_t i = 0; i < n; i++)
            p.ends[kind][i] = NAN;
    }
    return p;
}

struct timetable timetable_of(struct arena *a, enum schedule schedule, int64_t stages,
                              int64_t micro_batches, int64_t chunks, struct shares times) {
    bool moved = schedule_moves_weights(schedule);
    int64_t all = micro_batches * chunks;
    size_t each = (size_t)(all * (moved ? 3 : 2));
    struct run *runs = ARENA_ARRAY(a, struct run, each * (size_t)stages);
    struct timetable t = {.runs = runs,
                          .n = each * (size_t)stages,
                          .stages = stages,
                          .micro_batches = micro_batches,
                          .chunks = chunks};
    for (int64_t s = 0; s < stages; s++) {
        struct order o = {
            .runs = runs + (size_t)s * each, .stage = s, .stages = stages, .chunks = chunks};
        put_all(&o, schedule, all);
    }
    struct play p = play_new(a, t, moved, times);
    play_all(a, &p, runs, each);
    return p.t;
}

double timetable_kept(const struct timetable *t, int64_t stage) {
    enum run_kind last = RUN_BACKWARD;
    int64_t now = 0, most = 0;
    for (size_t i = 0; i < t->n; i++)
        if (t->runs[i].kind == RUN_WEIGHTS)
            last = RUN_WEIGHTS;
    for (size_t i = 0; i < t->n; i++) {
        const struct run *r = &t->runs[i];
        if (r->stage != stage)
            continue;
        now += r->kind == RUN_FORWARD;
        most = now > most ? now : most;
        now -= r->kind == last;
    }
    return (double)most / (double)t->chunks;
}
