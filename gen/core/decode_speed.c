/* How long a decode step takes: the ceiling, then the estimate (formulas 10.1, 14, 17). */
#include <math.h>

#include "core/capacity.h"
#include "core/communication.h"
#include "core/decode.h"

static struct quantity replicas(const struct account *c) {
    return quantity_exact((double)(c->s->batch * c->d.data), UNIT_TOKEN);
}

/* Nothing but peak and bandwidth. */
static void decode_ceiling(struct account *c, const struct decode_step *step) {
    struct estimate *e = c->e;
    double wait = decode_wait(c, step->groups);
    /* Bytes at the even routing of formulas 8: a ceiling has no range. */
    struct quantity bytes = interval_ceiling(operations_bytes(&step->operations), UNIT_BYTE);
    bool preset = c->weights->average;
    struct limits l = limits_of(c->roof, e->decode_flops.q, preset ? e->decode_bytes.q : bytes);
    struct quantity time = interval_scale(interval_max(l.compute, l.memory), wait);
    measure_set(&e->decode_compute_time, l.compute);
    measure_set(&e->decode_memory_time, l.memory);
    measure_set(&e->decode_ceiling_time, time);
    measure_set(&e->decode_ceiling_speed, interval_divide(replicas(c), time));
    measure_set(&e->decode_share, interval_divide(l.compute, time));
    limits_trace(c, STEP_DECODE_COMPUTE, STEP_DECODE_MEMORY, l, e->decode_flops.q,
                 preset ? e->decode_bytes.q : bytes);
    TRACE(&c->trace, STEP_DECODE_CEILING, wait > 1 ? "max(t_c, t_m) · n_wait" : "max(t_c, t_m)",
          time, Q("t_c", l.compute, "ms"), Q("t_m", l.memory, "ms"), N("n_wait", wait));
    TRACE(&c->trace, STEP_DECODE_CEILING_SPEED, c->d.data > 1 ? "b · n_dp / t_min" : "b / t_min",
          e->decode_ceiling_speed.q, N("b", c->s->batch), N("n_dp", c->d.data),
          Q("t_min", time, "ms"));
    TRACE(&c->trace, STEP_DECODE_SHARE, "t_c / t_min", e->decode_share.q, Q("t_c", l.compute, "ms"),
          Q("t_min", time, "ms"));
}

/* Kernels of a step: norms, QKV, attention, output, up, activation and down of each layer. They are
 * launched while others run, so a step of a small model takes as long as its launches, all others
 * as long as they work; the measured shares hold the rest. */
enum { KERNELS_A_LAYER = 8 };

static double kernels_of(const struct account *c) {
    return (double)(KERNELS_A_LAYER * c->m->layers);
}

/* Each operation at its own limit with the measured shares. */
static struct quantity operations_estimate(const struct account *c,
                                           const struct decode_step *step) {
    struct quantity memory = efficiency_memory(c->device, c->weights, c->s->software);
    struct quantity matmul = efficiency_matmul(c->roof.arithmetic);
    const double shares[3][2] = {
        {matmul.high, memory.high}, {matmul.value, memory.value}, {matmul.low, memory.low}};
    double t[3];
    for (size_t i = 0; i < 3; i++)
        t[i] = operations_time(&step->operations, c->roof.peak * shares[i][0],
                               c->roof.bandwidth * shares[i][1]);
    return interval_scale(quantity_range(t[0], t[1], t[2], UNIT_SECOND, EMPIRICAL),
                          decode_wait(c, step->groups));
}

/* No faster than the launches, and the server's own time. */
static struct quantity working_time(const struct account *c, const struct decode_step *step) {
    struct quantity launches = interval_scale(efficiency_launch(), kernels_of(c));
    struct quantity time = interval_max(operations_estimate(c, step), launches);
    return interval_add(time, quantity_exact(c->s->host_time, UNIT_SECOND));
}

/* One group of sequences on its way through the stages. */
static struct passage passage_of(const struct decode_step *step, struct quantity working) {
    double tokens = step->tokens / step->groups;
    return (struct passage){
        .decode = true, .tokens = tokens, .rows = tokens, .repeats = 1, .compute = working};
}

struct quantity decode_step_time(const struct account *c, const struct decode_step *step) {
    struct quantity working = working_time(c, step);
    struct passage pass = passage_of(step, working);
    return interval_add(working, communication_time(c, &pass));
}

/* Kernels are taken to be launched as one graph: the measured shares hold what a launch costs. */
static void decode_estimate(struct account *c, const struct decode_step *step) {
    struct estimate *e = c->e;
    struct quantity memory = efficiency_memory(c->device, c->weights, c->s->software);
    struct quantity matmul = efficiency_matmul(c->roof.arithmetic);
    struct quantity working = working_time(c, step);
    struct passage pass = passage_of(step, working);
    struct quantity communication = communication_inference(c, &pass);
    struct quantity time = interval_add(working, communication),
                    host = quantity_exact(c->s->host_time, UNIT_SECOND);
    double wait = decode_wait(c, step->groups);
    measure_set(&e->decode_time, time);
    measure_set(&e->decode_speed, interval_divide(replicas(c), time));
    measure_set(&e->decode_user_speed, interval_divide(quantity_exact(1, UNIT_TOKEN), time));
    bool small = !c->trace.off &&
                 kernels_of(c) * efficiency_launch().high > operations_estimate(c, step).high;
    const char *formula = trace_formula(
        &c->trace, "%sΣ max(F_i / (F_pk · η_c), B_i / (BW · η_m))%s%s%s%s", small ? "max(" : "",
        wait > 1 ? " · n_wait" : "", small ? ", n_kernel · t_launch)" : "",
        communication.high > 0 ? " + t_exp" : "", c->s->host_time > 0 ? " + t_host" : "");
    TRACE(&c->trace, STEP_DECODE_TIME, formula, time,
          Q("F_pk", roof_peak_quantity(c->roof), "TFLOP/s"), N("η_c", matmul.value),
          Q("BW", roof_bandwidth_quantity(c->roof), "GB/s"), N("η_m", memory.value),
          N("n_wait", wait), N("n_kernel", kernels_of(c)), Q("t_launch", efficiency_launch(), "us"),
          Q("t_exp", communication, "ms"), Q("t_host", host, "ms"));
    TRACE(&c->trace, STEP_DECODE_SPEED, c->d.data > 1 ? "b · n_dp / t" : "b / t", e->decode_speed.q,
          N("b", c->s->batch), N("n_dp", c->d.data), Q("t", time, "ms"));
    TRACE(&c->trace, STEP_DECODE_USER_SPEED, "1 / t", e->decode_user_speed.q, Q("t", time, "ms"));
}

void account_decode_speed(struct account *c, const struct decode_step *step) {
    decode_ceiling(c, step);
    if (communication_known(c->s, c->d))
        decode_estimate(c, step);
}
