/* What a tenth more of each resource buys (formulas 16): the same question on such hardware. */
#include <math.h>

#include "core/account.h"
#include "core/change.h"

#define MORE 1.10
#define LESS 0.90

static const struct measure *speed_of(const struct account *c, const struct estimate *e) {
    if (!account_is_training(c))
        return &e->decode_speed;
    return e->training_speed.present ? &e->training_speed : &e->training_step_time;
}

/* What rounding alone makes of equal times. */
#define ROUNDING 1e-12

/* How much faster `after` is; times are better when they are shorter. */
static double faster(struct quantity before, double a, double b) {
    double more = before.unit.power[DIM_SECOND] > 0 ? a / b - 1 : b / a - 1;
    return fabs(more) < ROUNDING ? 0 : more;
}

static double smaller(double a, double b) {
    return a < b ? a : b;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

/* Slow, usual and fast runs may gain differently; `least` is certain. */
static void set(struct account *c, struct measure *out, enum step_name name, double least,
                const struct quantity before, const struct quantity after, const char *unit) {
    double low = faster(before, before.low, after.low);
    double usual = faster(before, before.value, after.value);
    double high = faster(before, before.high, after.high);
    struct quantity q = quantity_range(smaller(smaller(usual, least), smaller(low, high)), usual,
                                       larger(usual, larger(low, high)), UNIT_NONE, EMPIRICAL);
    bool time = before.unit.power[DIM_SECOND] > 0;
    measure_set(out, q);
    TRACE(&c->trace, name, time ? "t / t_10 − 1" : "v_10 / v − 1", q, Q("v", before, unit),
          Q("v_10", after, unit), Q("t", before, unit), Q("t_10", after, unit));
}

/* Both measures are speeds or times of one kind. */
static void compare(struct account *c, struct measure *out, enum step_name name, double least,
                    const struct measure *before, const struct measure *after) {
    if (before->present && after->present)
        set(c, out, name, least, before->q, after->q,
            before->q.unit.power[DIM_TOKEN] ? "token/s" : "s");
}

/* What a share of peak or bandwidth leaves over may be launches and waiting, which no resource
 * shortens: certain is only that the slowest step loses what its ceiling loses. */
static double certain(const struct account *c, const struct estimate *e,
                      const struct estimate *after) {
    bool training = account_is_training(c);
    const struct measure *time = training ? &e->training_step_time : &e->decode_time;
    const struct measure *least = training ? &e->training_ceiling_time : &e->decode_ceiling_time;
    const struct measure *then =
        training ? &after->training_ceiling_time : &after->decode_ceiling_time;
    double lost = least->q.value - then->q.value;
    return least->present && then->present ? time->q.high / (time->q.high - lost) - 1 : INFINITY;
}

static void gain(struct account *c, struct measure *out, enum step_name name, struct change by) {
    struct arena *scratch = arena_new();
    const struct scenario *s = scenario_changed(scratch, c->s, by);
    const struct estimate *after = account_probe_like(scratch, c, s);
    compare(c, out, name, certain(c, c->e, after), speed_of(c, c->e), speed_of(c, after));
    arena_drop(scratch);
}

/* Where the latency is a range of its own, its middle stands on both sides. */
static void gain_latency(struct account *c) {
    struct arena *scratch = arena_new();
    struct change by = CHANGE_NONE;
    by.latency = LESS;
    struct scenario *less = scenario_changed(scratch, c->s, by);
    struct scenario *usual = arena_memdup(scratch, c->s, sizeof *c->s);
    usual->latency = less->latency / LESS;
    const struct estimate *before = account_probe_like(scratch, c, usual);
    const struct estimate *after = account_probe_like(scratch, c, less);
    compare(c, &c->e->gain_latency, STEP_GAIN_LATENCY, INFINITY, speed_of(c, before),
            speed_of(c, after));
    arena_drop(scratch);
}

/* The speed with the largest batch of an estimate, on its device: the low end with what surely
 * fits, the high end with what may. */
static struct measure filled(struct arena *scratch, const struct account *c,
                             const struct estimate *e) {
    struct quantity most = e->decode_largest_batch.q;
    const double batches[] = {most.low, most.value, most.high};
    double speeds[3];
    if (!e->decode_largest_batch.present || most.low < 1)
        return (struct measure){.present = false};
    for (size_t i = 0; i < 3; i++) {
        if (i > 0 && batches[i] == batches[i - 1]) {
            speeds[i] = speeds[i - 1];
            continue;
        }
        struct scenario *s = arena_memdup(scratch, e->scenario, sizeof *e->scenario);
        s->batch = (int64_t)batches[i];
        struct measure speed = account_probe_like(scratch, c, s)->decode_speed;
        if (!speed.present)
            return speed;
        speeds[i] = speed.q.value;
    }
    struct measure m = {.present = true};
    m.q = quantity_range(speeds[0], speeds[1], speeds[2], UNIT_TOKEN_PER_SECOND, EMPIRICAL);
    return m;
}

/* More memory makes no step faster, but leaves room for more sequences at a time. */
static void gain_capacity(struct account *c) {
    struct arena *scratch = arena_new();
    struct change by = CHANGE_NONE;
    by.capacity = MORE;
    const struct scenario *s = scenario_changed(scratch, c->s, by);
    const struct estimate *larger = account_probe_like(scratch, c, s);
    struct measure now = filled(scratch, c, c->e), more = filled(scratch, c, larger);
    compare(c, &c->e->gain_capacity, STEP_GAIN_CAPACITY, INFINITY, &now, &more);
    arena_drop(scratch);
}

void account_gains(struct account *c) {
    struct estimate *e = c->e;
    struct change by = CHANGE_NONE;
    if (!speed_of(c, e)->present)
        return;
    by.bandwidth = MORE;
    gain(c, &e->gain_bandwidth, STEP_GAIN_BANDWIDTH, by);
    by = CHANGE_NONE;
    by.compute = MORE;
    gain(c, &e->gain_compute, STEP_GAIN_COMPUTE, by);
    if (!account_is_training(c))
        gain_capacity(c);
    if (c->s->devices < 2)
        return;
    by = CHANGE_NONE;
    by.link = MORE;
    gain(c, &e->gain_link, STEP_GAIN_LINK, by);
    gain_latency(c);
}
