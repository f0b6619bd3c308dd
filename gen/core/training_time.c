/* Time of a training step (formulas 11.3, 12, 17). */
#include "core/communication.h"
#include "core/limits.h"
#include "core/training.h"

/* What the published runs of models over many devices kept of their time: bubbles and messages that
 * they could not hide took about a tenth, as this count finds for Megatron at 175B and 530B. */
#define RUNS_COMPUTED 0.90

/* The share of the peak that a device reaches while it computes. It was measured on whole runs, so
 * that what splitting a model costs is taken out of it before it is added again; it is less when
 * something is computed twice, and when packed weights are unpacked on the way. */
static struct quantity computing_share(const struct account *c, const struct rank *r) {
    const struct estimate *e = c->e;
    struct quantity share =
        efficiency_training(c->device, c->roof.arithmetic, model_is_moe(c->m), c->s->sequence);
    struct passes usual = {account_is_full(c) ? 3 : 2, r->keeping.eager ? 3 : 3.5, 0,
                           training_passes(c, r).head};
    double once = hardware_flops_of(c, usual) * e->training_step_tokens.q.value;
    if (r->d.tensor * r->d.pipeline * r->d.context > 1)
        share = interval_scale(share, 1 / RUNS_COMPUTED);
    if (r->keeping.recompute != RECOMPUTE_NONE)
        share =
            interval_divide(share, efficiency_recompute(e->training_hardware_flops.q.value / once));
    if (c->weights->weight_only)
        share = interval_divide(share, efficiency_unpack());
    return share;
}

static struct quantity seconds(double low, double value, double high) {
    return quantity_range(low, value, high, UNIT_SECOND, EMPIRICAL);
}

/* ── Parts of a step ── */

/* Micro-batches that pass a stage, and the places that stand empty. */
struct slots {
    double busy, empty;
};

static struct shares shares_of(const struct account *c, const struct rank *r) {
    return schedule_shares(account_is_full(c), r->keeping.recompute == RECOMPUTE_FULL);
}

static struct slots slots_of(const struct account *c, const struct rank *r) {
    double idle = schedule_idle(r->schedule, r->d.pipeline, r->chunks, shares_of(c, r));
    return (struct slots){r->micro_batches, idle};
}

static const char *idle_text(const struct rank *r) {
    return schedule_moves_weights(r->schedule) ? "n_idle" : schedule_idle_formula(r->schedule);
}

static void trace_idle(struct account *c, const struct rank *r) {
    struct shares t = shares_of(c, r);
    if (r->d.pipeline > 1 && schedule_moves_weights(r->schedule))
        TRACE(&c->trace, STEP_TRAINING_IDLE, schedule_idle_formula(r->schedule),
              quantity_exact(slots_of(c, r).empty, UNIT_NONE), N("n_p", r->d.pipeline),
              N("n_F", t.forward), N("n_B", t.backward), N("n_W", t.weights));
}

/* Idle time over ideal time, and over all time: both go by the name of bubble (formulas 11.3). */
static void bubble_ratios(struct account *c, const struct rank *r) {
    struct estimate *e = c->e;
    struct slots s = slots_of(c, r);
    bool moved = schedule_moves_weights(r->schedule);
    if (r->d.pipeline == 1)
        return;
    measure_set(&e->training_bubble_ratio, interval_ceiling(s.empty / s.busy, UNIT_NONE));
    measure_set(&e->training_bubble_share,
                interval_ceiling(s.empty / (s.busy + s.empty), UNIT_NONE));
    TRACE(&c->trace, STEP_BUBBLE_RATIO, moved ? "n_idle / n_mb" : "(n_p − 1) / (n_ch · n_mb)",
          e->training_bubble_ratio.q, N("n_p", r->d.pipeline), N("n_ch", r->chunks),
          N("n_mb", s.busy), N("n_idle", s.empty));
    TRACE(&c->trace, STEP_BUBBLE_SHARE,
          moved ? "n_idle / (n_mb + n_idle)" : "(n_p − 1) / (n_ch · n_mb + n_p − 1)",
          e->training_bubble_share.q, N("n_p", r->d.pipeline), N("n_ch", r->chunks),
          N("n_mb", s.busy), N("n_idle", s.empty));
}

static void update_time(struct account *c, const struct rank *r) {
    struct estimate *e = c->e;
    struct quantity bytes = quantity_exact(training_update_bytes(c, r), UNIT_BYTE);
    struct quantity share = efficiency_memory(c->device, c->weights, c->s->software);
    struct quantity time =
        interval_divide(bytes, interval_multiply(roof_bandwidth_quantity(c->roof), share));
    measure_set(&e->training_update_time, time);
    TRACE(&c->trace, STEP_TRAINING_UPDATE, "B_update / (BW · η_m)", time,
          Q("B_update", bytes, "GB"), Q("BW", roof_bandwidth_quantity(c->roof), "GB/s"),
          N("η_m", share.value));
}

/* Computing of one micro-batch on one stage. */
static struct quantity micro_time(struct account *c, const struct rank *r) {
    struct estimate *e = c->e;
    struct quantity peak = roof_peak_quantity(c->roof), share = computing_share(c, r);
    double parts = (double)r->d.devices * r->micro_batches;
    struct quantity time = interval_divide(interval_scale(e->training_model_flops.q, 1 / parts),
                                           interval_multiply(peak, share));
    TRACE(&c->trace, STEP_TRAINING_SHARE, "η_t", share, Q("η_t", share, "%"));
    TRACE(&c->trace, STEP_TRAINING_MICRO, "F_model / (n · n_mb · F_pk · η_t)", time,
          Q("F_model", e->training_model_flops.q, "TFLOP"), N("n", r->d.devices),
          N("n_mb", r->micro_batches), Q("F_pk", peak, "TFLOP/s"), N("η_t", share.value));
    return time;
}

static struct training_work work_of(const struct account *c, const struct rank *r,
                                    struct quantity micro) {
    struct passes p = training_passes(c, r);
    double all = c->e->training_hardware_flops.q.value;
    double attention = all - hardware_flops_of(c, (struct passes){p.linear, 0, p.ffn, p.head}) *
                                 c->e->training_step_tokens.q.value;
    return (struct training_work){
        .micro = micro,
        .backward_share = (p.linear - 1) / p.linear,
        .attention_share = attention / all,
    };
}

static void bubble_time(struct account *c, const struct rank *r, struct quantity micro) {
    if (r->d.pipeline == 1)
        return;
    double idle = slots_of(c, r).empty;
    struct quantity time = interval_scale(micro, idle);
    measure_set(&c->e->training_bubble_time, time);
    TRACE(&c->trace, STEP_TRAINING_BUBBLE, trace_formula(&c->trace, "%s · t_mb", idle_text(r)),
          time, N("n_p", r->d.pipeline), N("n_ch", r->chunks), N("n_idle", idle),
          Q("t_mb", micro, "s"));
}

/* ── The step ── */

/* All micro-batches through the pipeline, what data ranks exchange, and the update. */
static bool step_by_parts(struct account *c, const struct rank *r) {
    struct estimate *e = c->e;
    struct training_traffic traffic;
    struct quantity micro = micro_time(c, r);
    struct training_work work = work_of(c, r, micro);
    if (!communication_training(c, &work, &traffic))
        return false;
    struct slots slots = slots_of(c, r);
    struct quantity busy = interval_add(micro, traffic.micro);
    struct quantity time = interval_scale(busy, slots.busy + slots.empty);
    bubble_time(c, r, busy);
    time = interval_add(interval_add(time, traffic.step), e->training_update_time.q);
    measure_set(&e->training_step_time, time);
    TRACE(&c->trace, STEP_TRAINING_STEP,
          r->d.pipeline > 1
              ? trace_formula(&c->trace, "(n_mb + %s) · (t_micro + t_msg) + t_sync + t_upd",
                              idle_text(r))
          : r->d.devices > 1 ? "n_mb · (t_micro + t_msg) + t_sync + t_upd"
                             : "n_mb · t_micro + t_upd",
          time, N("n_mb", r->micro_batches), N("n_p", r->d.pipeline), N("n_ch", r->chunks),
          N("n_idle", slots.empty), Q("t_micro", micro, "s"), Q("t_msg", traffic.micro, "s"),
          Q("t_sync", traffic.step, "s"), Q("t_upd", e->training_update_time.q, "s"));
    return true;
}

/* The share of the peak is given: everything that a step spends time on is in it. */
static void step_by_share(struct account *c, const struct rank *r) {
    struct estimate *e = c->e;
    struct quantity peak = roof_peak_quantity(c->roof);
    double work = e->training_model_flops.q.value / (double)r->d.devices;
    double time = work / (peak.value * c->s->mfu);
    measure_set(&e->training_step_time, seconds(time, time, time));
    TRACE(&c->trace, STEP_TRAINING_STEP, "F_model / (n · F_pk · MFU)", e->training_step_time.q,
          Q("F_model", e->training_model_flops.q, "TFLOP"), N("n", r->d.devices),
          Q("F_pk", peak, "TFLOP/s"), N("MFU", c->s->mfu));
}

/* What the whole step reaches of the peak, by what the model needs and by what is computed. */
static void utilisation(struct account *c, const struct rank *r) {
    struct estimate *e = c->e;
    struct quantity peak = interval_scale(roof_peak_quantity(c->roof), (double)r->d.devices);
    struct quantity most = interval_multiply(peak, e->training_step_time.q);
    measure_set(&e->training_mfu, interval_divide(e->training_model_flops.q, most));
    measure_set(&e->training_hfu, interval_divide(e->training_hardware_flops.q, most));
    TRACE(&c->trace, STEP_TRAINING_MFU, "F_model / (t · n · F_pk)", e->training_mfu.q,
          Q("F_model", e->training_model_flops.q, "TFLOP"), Q("t", e->training_step_time.q, "s"),
          N("n", r->d.devices), Q("F_pk", roof_peak_quantity(c->roof), "TFLOP/s"));
    TRACE(&c->trace, STEP_TRAINING_HFU, "F_hw / (t · n · F_pk)", e->training_hfu.q,
          Q("F_hw", e->training_hardware_flops.q, "TFLOP"), Q("t", e->training_step_time.q, "s"),
          N("n", r->d.devices), Q("F_pk", roof_peak_quantity(c->roof), "TFLOP/s"));
}

/* ── Ceilings ── */

static void ceilings(struct account *c, const struct rank *r) {
    struct estimate *e = c->e;
    struct slots slots = slots_of(c, r);
    struct quantity peak = roof_peak_quantity(c->roof);
    struct quantity work = interval_scale(e->training_hardware_flops.q, 1 / (double)r->d.devices);
    double micro = training_operations_time(c, r);
    double update = training_update_bytes(c, r) / c->roof.bandwidth;
    double least = micro * (slots.busy + slots.empty) + update;
    measure_set(&e->training_compute_time, interval_divide(work, peak));
    measure_set(&e->training_ceiling_time, interval_ceiling(least, UNIT_SECOND));
    TRACE(&c->trace, STEP_TRAINING_COMPUTE, "F_hw / (n · F_pk)", e->training_compute_time.q,
          Q("F_hw", e->training_hardware_flops.q, "TFLOP"), N("n", r->d.devices),
          Q("F_pk", peak, "TFLOP/s"));
    TRACE(&c->trace, STEP_TRAINING_CEILING,
          slots.empty > 0
              ? trace_formula(&c->trace,
                              "(n_mb + %s) · Σ max(F_i / F_pk, B_i / BW) + B_update / BW",
                              idle_text(r))
              : "n_mb · Σ max(F_i / F_pk, B_i / BW) + B_update / BW",
          e->training_ceiling_time.q, N("n_mb", r->micro_batches), N("n_p", r->d.pipeline),
          N("n_ch", r->chunks), N("n_idle", slots.empty), Q("F_pk", peak, "TFLOP/s"),
          Q("BW", roof_bandwidth_quantity(c->roof), "GB/s"),
          Q("B_update", quantity_exact(training_update_bytes(c, r), UNIT_BYTE), "GB"));
}

void account_training_time(struct account *c, const struct rank *r) {
    struct estimate *e = c->e;
    trace_idle(c, r);
    ceilings(c, r);
    update_time(c, r);
    bubble_ratios(c, r);
    if (c->s->mfu > 0)
        step_by_share(c, r);
    else if (!step_by_parts(c, r))
        return;
    utilisation(c, r);
    measure_set(&e->training_speed,
                interval_divide(e->training_step_tokens.q, e->training_step_time.q));
    TRACE(&c->trace, STEP_TRAINING_SPEED, "T_step / t", e->training_speed.q,
          N("T_step", e->training_step_tokens.q.value), Q("t", e->training_step_time.q, "s"));
}
