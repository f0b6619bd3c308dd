#include "core/breakdown.h"

#include <math.h>
#include <string.h>

#include "core/efficiency.h"
#include "core/format.h"

static double part(struct measure m) {
    return m.present ? m.q.value : 0;
}

struct breakdown breakdown_training(const struct estimate *e) {
    bool known = e->training_step_time.present && !(e->scenario->mfu > 0);
    struct breakdown b = {.known = known, .time = e->training_step_time.q};
    if (!known)
        return b;
    b.parts[SPENT_MEMORY] = part(e->training_update_time);
    b.parts[SPENT_LINK] = part(e->training_communication_time);
    b.parts[SPENT_BUBBLE] = part(e->training_bubble_time);
    b.parts[SPENT_COMPUTE] =
        b.time.value - b.parts[SPENT_MEMORY] - b.parts[SPENT_LINK] - b.parts[SPENT_BUBBLE];
    return b;
}

/* ── Inference ── */

static bool is_bound_by(const struct operation *o, const char *limit) {
    return o->bound && strcmp(o->bound, limit) == 0;
}

static bool is_decode(const struct operation *o) {
    return strncmp(o->name, "prefill-", 8) != 0;
}

/* The roof that operations were placed under; 0 where none of them meets that side of it. */
struct sides {
    double peak, bandwidth;
};

static struct sides sides_of(const struct estimate *e) {
    struct sides s = {0, 0};
    for (size_t i = 0; i < e->operation_count; i++) {
        const struct operation *o = &e->operations[i];
        if (is_bound_by(o, "compute"))
            s.peak = o->attainable;
        else if (o->intensity > 0)
            s.bandwidth = o->attainable / o->intensity;
    }
    return s;
}

/* Time of a decode step's operations that compute and bandwidth limit, with the measured shares. */
static void limited_times(const struct estimate *e, double *compute, double *memory) {
    const struct scenario *s = e->scenario;
    const struct format *weights = format_lookup(s->weights);
    struct sides sides = sides_of(e);
    double peak = sides.peak * efficiency_matmul(weights->peak).value;
    double rate = sides.bandwidth * efficiency_memory(s->accelerator, weights, s->software).value;
    *compute = *memory = 0;
    for (size_t i = 0; i < e->operation_count; i++) {
        const struct operation *o = &e->operations[i];
        double c = peak > 0 ? o->flops / peak : 0, m = rate > 0 ? o->bytes / rate : 0;
        if (is_decode(o))
            *(c > m ? compute : memory) += fmax(c, m);
    }
}

/* What pipeline stages wait: a group of sequences passes all of them, one works at a time. */
static double decode_wait_share(const struct scenario *s) {
    double p = (double)s->pipeline_parallel, groups = fmin(p, (double)s->batch);
    return p > 1 ? 1 - groups / p : 0;
}

struct breakdown breakdown_decode(const struct estimate *e) {
    struct breakdown b = {.known = e->decode_time.present, .time = e->decode_time.q};
    double compute, memory;
    if (!b.known)
        return b;
    limited_times(e, &compute, &memory);
    b.parts[SPENT_LINK] = part(e->decode_communication_time);
    double working = b.time.value - b.parts[SPENT_LINK] - e->scenario->host_time;
    double wait = decode_wait_share(e->scenario), launched = working;
    double all = (compute + memory) / (1 - wait);
    working = fmin(working, all * (1 + 1e-9));
    b.parts[SPENT_HOST] = e->scenario->host_time + fmax(0, launched - working);
    b.parts[SPENT_BUBBLE] = working * wait;
    b.parts[SPENT_COMPUTE] = working * (1 - wait) * compute / (compute + memory);
    b.parts[SPENT_MEMORY] = working * (1 - wait) * memory / (compute + memory);
    return b;
}

struct breakdown breakdown_prefill(const struct estimate *e) {
    const struct scenario *s = e->scenario;
    struct breakdown b = {.known = e->prefill_time.present, .time = e->prefill_time.q};
    if (!b.known)
        return b;
    double share = s->mfu > 0 ? s->mfu : efficiency_prefill().value;
    double compute = part(e->prefill_compute_time) / share;
    double memory = part(e->prefill_memory_time) /
                    efficiency_memory(s->accelerator, format_lookup(s->weights), s->software).value;
    b.parts[SPENT_LINK] = part(e->prefill_communication_time);
    double work = fmax(compute, memory);
    b.parts[compute >= memory ? SPENT_COMPUTE : SPENT_MEMORY] = work;
    b.parts[SPENT_BUBBLE] = fmax(0, b.time.value - b.parts[SPENT_LINK] - work);
    return b;
}
