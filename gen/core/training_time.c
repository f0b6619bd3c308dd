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
    struct passes usual = {account_is_full(c) ? 3 : 2, r->keeping.eager ? 3 : 3.5, 0};
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

static struct slots slots_of(const struct rank *r) {
    return (struct slots){r->micro_batches, ((double)r->d.pipeline - 1) / r->chunks};
}

static void update_time(struct account *c, const struct rank *r) {
    struct estimate *e = c->e;
    struct quantity bytes = quantity_exact(training_update_bytes(c, r), UNIT_BYTE);
    struct quantity share = efficiency_memory(c->device, c->weights);
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
    double attention = all - hardware_flops_of(c, (struct passes){p.linear, 0, p.ffn}) *
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
    struct quantity time = interval_scale(micro, slots_of(r).empty);
    measure_set(&c->e->training_bubble_time, time);
    TRACE(&c->trace, STEP_TRAINING_BUBBLE, "(n_p − 1) / n_ch · t_mb", time, N("n_p", r->d.pipeline),
          N("n_ch", r->chunks), Q("t_mb", micro, "s"));
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
    struct slots slots = slots_of(r);
    struct quantity busy = interval_add(micro, traffic.micro);
    struct quantity time = interval_scale(busy, slots.busy + slots.empty);
    bubble_time(c, r, busy);
    time = interval_add(interval_add(time, traffic.step), e->training_update_time.q);
    measure_set(&e->training_step_time, time);
    TRACE(&c->trace, STEP_TRAINING_STEP,
          r->d.pipeline > 1  ? "(n_mb + (n_p − 1) / n_ch) · (t_micro + t_msg) + t_sync + t_upd"
          : r->d.devices > 1 ? "n_mb · (t_micro + t_msg) + t_sync + t_upd"
                             : "n_mb · t_micro + t_upd",
          time, N("n_mb", r->micro_batches), N("n_p", r->d.pipeline), N("n_ch", r->chunks),
          Q("t_micro", micro, "s"), Q("t_msg", traffic.micro, "s"), Q("t_sync", traffic.step, "s"),
          Q("t_upd", e->training_update_time.q, "s"));
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
    struct slots slots = slots_of(r);
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
              ? "(n_mb + (n_p − 1) / n_ch) · Σ max(F_i / F_pk, B_i / BW) + B_update / BW"
              : "n_mb · Σ max(F_i / F_pk, B_i / BW) + B_update / BW",
          e->training_ceiling_time.q, N("n_mb", r->micro_batches), N("n_p", r->d.pipeline),
          N("n_ch", r->chunks), Q("F_pk", peak, "TFLOP/s"),
          Q("BW", roof_bandwidth_quantity(c->roof), "GB/s"),
          Q("B_update", quantity_exact(training_update_bytes(c, r), UNIT_BYTE), "GB"));
}

void account_training_time(struct account *c, const struct rank *r) {
    struct estimate *e = c->e;
    ceilings(c, r);
    update_time(c, r);
    communication_bubble(c);
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
