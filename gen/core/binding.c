/* What holds the work back, what would next, and by how much (formulas 9, 16). */
#include <string.h>

#include "core/interval.h"
#include "core/limits.h"

/* A limit and the time that it alone would take. */
struct limit {
    const char *name, *symbol;
    struct quantity time;
};

enum { LIMITS = 3 };

/* ── Order ── */

static void sort(struct limit limits[LIMITS], size_t n) {
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && limits[k].time.value > limits[k - 1].time.value; k--) {
            struct limit swapped = limits[k];
            limits[k] = limits[k - 1];
            limits[k - 1] = swapped;
        }
}

static size_t add(struct limit *limits, size_t n, const char *name, const char *symbol,
                  const struct measure *m) {
    if (!m->present || !(m->q.value > 0))
        return n;
    limits[n] = (struct limit){name, symbol, m->q};
    return n + 1;
}

static const struct measure *communication(const struct account *c) {
    const struct estimate *e = c->e;
    return account_is_training(c) ? &e->training_communication_time : &e->decode_communication_time;
}

static struct measure memory_time(const struct account *c) {
    const struct estimate *e = c->e;
    if (!account_is_training(c))
        return e->decode_memory_time;
    struct measure m = {.present = e->training_bytes.present && c->roof.known};
    if (m.present)
        m.q = interval_divide(e->training_bytes.q, roof_bandwidth_quantity(c->roof));
    return m;
}

/* The longest of the times binds, the one below it is next. */
static bool bind_by_times(struct account *c) {
    struct estimate *e = c->e;
    struct limit limits[LIMITS];
    struct measure memory = memory_time(c);
    size_t n = add(limits, 0, "bandwidth", "t_m", &memory);
    n = add(limits, n, "compute", "t_c",
            account_is_training(c) ? &e->training_compute_time : &e->decode_compute_time);
    n = add(limits, n, "communication", "t_com", communication(c));
    if (n < LIMITS)
        return false;
    sort(limits, n);
    struct quantity next = limits[1].time;
    if (!(next.low > 0))
        next.low = next.value; /* may be hidden whole: then there is no upper end to name */
    struct quantity margin = interval_divide(limits[0].time, next);
    e->binding_resource = limits[0].name;
    e->binding_next = limits[1].name;
    measure_set(&e->binding_margin, margin);
    TRACE(&c->trace, STEP_BINDING_MARGIN,
          arena_printf(c->arena, "%s / %s", limits[0].symbol, limits[1].symbol), margin,
          Q(limits[0].symbol, limits[0].time, "ms"), Q(limits[1].symbol, limits[1].time, "ms"));
    return true;
}

/* On one device the ratio of the ridge point and the intensity is the ratio of the two times; it is
 * a count and stays meaningful when the work does not fit. */
static void bind_by_roof(struct account *c, const char *bound, struct quantity intensity) {
    struct estimate *e = c->e;
    struct quantity ridge =
        interval_divide(roof_peak_quantity(c->roof), roof_bandwidth_quantity(c->roof));
    bool slope = strcmp(bound, "bandwidth") == 0;
    struct quantity margin =
        slope ? interval_divide(ridge, intensity) : interval_divide(intensity, ridge);
    e->binding_resource = bound;
    e->binding_next = slope ? "compute" : "bandwidth";
    measure_set(&e->binding_margin, margin);
    TRACE(&c->trace, STEP_BINDING_MARGIN, slope ? "I_ridge / I" : "I / I_ridge", margin,
          Q("I_ridge", ridge, "FLOP/B"), Q("I", intensity, "FLOP/B"));
}

static void bind_by_capacity(struct account *c, const char *next) {
    struct estimate *e = c->e;
    struct quantity margin = interval_divide(e->memory_total.q, e->memory_capacity.q);
    e->binding_resource = "capacity";
    e->binding_next = next;
    measure_set(&e->binding_margin, margin);
    TRACE(&c->trace, STEP_BINDING_MARGIN, "M / C", margin, Q("M", e->memory_total.q, "GiB"),
          Q("C", e->memory_capacity.q, "GiB"));
}

void account_binding(struct account *c) {
    struct estimate *e = c->e;
    bool training = account_is_training(c);
    const char *bound = training ? e->training_bound : e->decode_bound;
    if (e->fits == VERDICT_NO && e->memory_capacity.present)
        bind_by_capacity(c, bound);
    else if (bound && !bind_by_times(c))
        bind_by_roof(c, bound, training ? e->training_intensity.q : e->decode_intensity.q);
    if (!c->trace.off)
        account_gains(c);
}
