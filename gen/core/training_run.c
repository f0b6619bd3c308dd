/* A whole run of training: arithmetic, time, device hours (formulas 12). */
#include "core/limits.h"
#include "core/training.h"

/* 6 · P · D: the linear layers, which is what is quoted as the compute of a run. */
static void total_flops(struct account *c) {
    double passes = account_is_full(c) ? 3 : 2;
    double flops = passes * 2 * (double)c->p.active * c->s->tokens;
    measure_set(&c->e->training_total_flops, quantity_exact(flops, UNIT_FLOP));
    TRACE(&c->trace, STEP_TRAINING_TOTAL_FLOPS, "n_lin · 2 · P_act · D",
          c->e->training_total_flops.q, N("n_lin", passes), N("P_act", c->p.active),
          N("D", c->s->tokens));
}

/* 20 · P: where more tokens gain as much as more parameters for the same compute. A count by a
 * rule, and of pre-training only. */
static void optimal_tokens(struct account *c) {
    const double each = 20;
    if (!account_is_full(c))
        return;
    struct quantity tokens = interval_ceiling(each * (double)c->p.active, UNIT_TOKEN);
    measure_set(&c->e->training_optimal_tokens, tokens);
    TRACE(&c->trace, STEP_TRAINING_OPTIMAL, "20 · P_act", tokens, N("P_act", c->p.active));
}

static struct quantity goodput_of(const struct account *c) {
    double given = c->s->goodput;
    return given > 0 ? quantity_range(given, given, given, UNIT_NONE, EMPIRICAL)
                     : efficiency_goodput();
}

static void run_time(struct account *c, const struct rank *r) {
    struct estimate *e = c->e;
    double tokens = e->training_step_tokens.q.value;
    struct quantity goodput = goodput_of(c);
    struct quantity total =
        interval_divide(interval_scale(e->training_step_time.q, c->s->tokens / tokens), goodput);
    measure_set(&e->training_total_time, total);
    measure_set(&e->training_device_hours, interval_scale(total, (double)r->d.devices));
    TRACE(&c->trace, STEP_TRAINING_TOTAL, "t · D / (T_step · η_g)", total,
          Q("t", e->training_step_time.q, "s"), N("D", c->s->tokens), N("T_step", tokens),
          N("η_g", goodput.value));
    TRACE(&c->trace, STEP_TRAINING_HOURS, "t_run · n", e->training_device_hours.q,
          Q("t_run", total, "h"), N("n", r->d.devices));
}

/* Every device at its peak all the time. */
static void fewest_hours(struct account *c) {
    struct estimate *e = c->e;
    struct quantity peak = roof_peak_quantity(c->roof);
    struct quantity work =
        quantity_exact(e->training_flops_per_token.q.value * c->s->tokens, UNIT_FLOP);
    measure_set(&e->training_ceiling_hours, interval_divide(work, peak));
    TRACE(&c->trace, STEP_TRAINING_CEILING_HOURS, "F_token · D / F_pk", e->training_ceiling_hours.q,
          Q("F_token", e->training_flops_per_token.q, "GFLOP/token"), N("D", c->s->tokens),
          Q("F_pk", peak, "TFLOP/s"));
}

void account_training_run(struct account *c, const struct rank *r) {
    if (!(c->s->tokens > 0))
        return;
    total_flops(c);
    optimal_tokens(c);
    if (!c->roof.known || c->e->fits == VERDICT_NO)
        return;
    fewest_hours(c);
    if (c->e->training_step_time.present)
        run_time(c, r);
}
