/* Serving: requests that come and go (formulas 14). */
#include <math.h>

#include "core/decode.h"
#include "core/prefill.h"

/* Sequences of all replicas that the pools hold; the batch that is asked for may be smaller. */
static void slots(struct account *c) {
    struct estimate *e = c->e;
    if (!e->decode_largest_batch.present)
        return;
    measure_set(&e->serving_slots, interval_scale(e->decode_largest_batch.q, (double)c->d.data));
    TRACE(&c->trace, STEP_SERVING_SLOTS, "b_max · n_dp", e->serving_slots.q,
          N("b_max", e->decode_largest_batch.q.value), N("n_dp", c->d.data));
}

/* While a request is answered, its context grows from the prompt to the whole: half of the output
 * on average. */
static struct quantity mean_step(const struct account *c) {
    double context = (double)c->s->prompt + (double)c->s->output / 2;
    struct decode_step step = decode_step_of(c, 1, context);
    return decode_step_time(c, &step);
}

/* First token, the cache where it is decoded, then the rest of the output, one step each. */
static struct quantity request_time(struct account *c, struct quantity step) {
    struct estimate *e = c->e;
    double steps = (double)c->s->output - 1;
    struct quantity time = interval_add(e->prefill_first_token.q, interval_scale(step, steps));
    bool apart = e->transfer_exposed_time.present;
    if (apart)
        time = interval_add(time, e->transfer_exposed_time.q);
    measure_set(&e->serving_request_time, time);
    TRACE(&c->trace, STEP_SERVING_REQUEST,
          apart ? "t_first + t_wait + (n_out − 1) · t_mean" : "t_first + (n_out − 1) · t_mean",
          time, Q("t_first", e->prefill_first_token.q, "ms"),
          Q("t_wait", e->transfer_exposed_time.q, "ms"), N("n_out", c->s->output),
          Q("t_mean", step, "ms"));
    return time;
}

/* Little's law: N = λ · t, with the batch of all replicas under way. */
static struct quantity request_rate(struct account *c, struct quantity time) {
    double under_way = (double)(c->s->batch * c->d.data);
    struct quantity rate = interval_divide(quantity_exact(under_way, UNIT_NONE), time);
    measure_set(&c->e->serving_rate, rate);
    TRACE(&c->trace, STEP_SERVING_RATE, "b · n_dp / t_req", rate, N("b", c->s->batch),
          N("n_dp", c->d.data), Q("t_req", time, "s"));
    return rate;
}

/* Of the time of a replica: prompts that come in, each as long as one of the batch's. */
static void prefill_share(struct account *c, double arriving, struct quantity rate) {
    struct estimate *e = c->e;
    double b = (double)c->s->batch, replicas = (double)c->d.data;
    struct quantity one = interval_scale(e->prefill_time.q, 1 / b);
    struct quantity requests =
        arriving > 0 ? quantity_exact(arriving, UNIT_PER_SECOND)
                     : quantity_range(rate.value, rate.value, rate.value, rate.unit, EMPIRICAL);
    struct quantity share = interval_scale(interval_multiply(requests, one), 1 / replicas);
    measure_set(&e->serving_prefill_share, share);
    TRACE(&c->trace, STEP_SERVING_PREFILL, "λ · t_prefill / (b · n_dp)", share,
          Q("λ", requests, "1/s"), Q("t_prefill", e->prefill_time.q, "ms"), N("b", b),
          N("n_dp", replicas));
}

/* Share of the possible rate that arrives; waiting grows as ρ / (1 − ρ) and has no end at 1. */
static void utilisation(struct account *c, double arriving, struct quantity rate) {
    struct estimate *e = c->e;
    struct quantity given = quantity_exact(arriving, UNIT_PER_SECOND);
    struct quantity load = interval_divide(given, rate);
    measure_set(&e->serving_utilisation, load);
    TRACE(&c->trace, STEP_SERVING_UTILISATION, "λ / λ_max", load, Q("λ", given, "1/s"),
          Q("λ_max", rate, "1/s"));
    if (load.high >= 1)
        return;
    struct quantity wait = quantity_range(load.low / (1 - load.low), load.value / (1 - load.value),
                                          load.high / (1 - load.high), UNIT_NONE, EMPIRICAL);
    measure_set(&e->serving_queueing, wait);
    TRACE(&c->trace, STEP_SERVING_QUEUEING, "ρ / (1 − ρ)", wait, N("ρ", load.value));
}

void account_serving(struct account *c) {
    slots(c);
    if (!c->e->prefill_first_token.present || !c->e->decode_time.present || c->s->output < 1)
        return;
    struct quantity rate = request_rate(c, request_time(c, mean_step(c)));
    prefill_share(c, c->s->request_rate, rate);
    if (c->s->request_rate > 0)
        utilisation(c, c->s->request_rate, rate);
}
