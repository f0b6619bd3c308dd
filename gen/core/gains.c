/* What a tenth more of each resource buys (formulas 16): the same question on such hardware. */
#include "core/account.h"
#include "core/change.h"

#define MORE 1.10
#define LESS 0.90

static const struct measure *speed_of(const struct account *c, const struct estimate *e) {
    if (!account_is_training(c))
        return &e->decode_speed;
    return e->training_speed.present ? &e->training_speed : &e->training_step_time;
}

/* How much faster `after` is; times are better when they are shorter. */
static double gain_of(const struct account *c, const struct estimate *before,
                      const struct estimate *after) {
    double a = speed_of(c, before)->q.value, b = speed_of(c, after)->q.value;
    bool time = speed_of(c, before) == &before->training_step_time;
    return time ? a / b - 1 : b / a - 1;
}

static void set(struct account *c, struct measure *out, enum step_name name, double gain,
                const struct quantity before, const struct quantity after, const char *unit) {
    struct quantity q = quantity_range(gain, gain, gain, UNIT_NONE, EMPIRICAL);
    bool time = before.unit.power[DIM_SECOND] > 0;
    measure_set(out, q);
    TRACE(&c->trace, name, time ? "t / t_10 − 1" : "v_10 / v − 1", q, Q("v", before, unit),
          Q("v_10", after, unit), Q("t", before, unit), Q("t_10", after, unit));
}

static void gain(struct account *c, struct measure *out, enum step_name name, struct change by) {
    const struct estimate *after = account_probe(c->arena, scenario_changed(c->arena, c->s, by));
    const struct measure *before = speed_of(c, c->e), *changed = speed_of(c, after);
    if (!before->present || !changed->present)
        return;
    set(c, out, name, gain_of(c, c->e, after), before->q, changed->q,
        before->q.unit.power[DIM_TOKEN] ? "token/s" : "s");
}

/* The largest batch that surely fits on such a device, run on it. */
static const struct estimate *filled(const struct account *c, double capacity) {
    struct change by = CHANGE_NONE;
    by.capacity = capacity;
    struct scenario *s = scenario_changed(c->arena, c->s, by);
    const struct estimate *e = account_probe(c->arena, s);
    double most = e->decode_largest_batch.present ? e->decode_largest_batch.q.low : 0;
    if (most < 1)
        return NULL;
    s->batch = (int64_t)most;
    return account_probe(c->arena, s);
}

/* More memory makes no step faster, but leaves room for more sequences at a time. */
static void gain_capacity(struct account *c) {
    const struct estimate *now = filled(c, 1), *more = filled(c, MORE);
    if (!now || !more || !now->decode_speed.present || !more->decode_speed.present)
        return;
    set(c, &c->e->gain_capacity, STEP_GAIN_CAPACITY, gain_of(c, now, more), now->decode_speed.q,
        more->decode_speed.q, "token/s");
}

void account_gains(struct account *c) {
    struct estimate *e = c->e;
    bool several = c->s->devices > 1;
    if (!speed_of(c, e)->present)
        return;
    struct change by = CHANGE_NONE;
    by.bandwidth = MORE;
    gain(c, &e->gain_bandwidth, STEP_GAIN_BANDWIDTH, by);
    by = CHANGE_NONE;
    by.compute = MORE;
    gain(c, &e->gain_compute, STEP_GAIN_COMPUTE, by);
    if (!account_is_training(c))
        gain_capacity(c);
    if (!several)
        return;
    by = CHANGE_NONE;
    by.link = MORE;
    gain(c, &e->gain_link, STEP_GAIN_LINK, by);
    by = CHANGE_NONE;
    by.latency = LESS;
    gain(c, &e->gain_latency, STEP_GAIN_LATENCY, by);
}
