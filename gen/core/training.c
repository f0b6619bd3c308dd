/* One training step: FLOPs, intensity, time and the whole run (formulas 5, 7.2, 12, 17). */
#include <string.h>

#include "core/attention.h"
#include "core/experts.h"
#include "core/limits.h"

/* Passes over the linear layers and over the attention core: forward, gradient of the inputs, and
 * for full fine-tuning gradient of the weights. Attention has no weights to leave out. */
struct repeats {
    double linear, attention;
};

static struct repeats model_repeats(const struct account *c) {
    return (struct repeats){account_is_full(c) ? 3 : 2, 3};
}

static struct repeats hardware_repeats(const struct account *c) {
    struct repeats r = model_repeats(c);
    if (account_is_recomputed(c)) {
        r.linear += 1;
        r.attention += 1;
    }
    return r;
}

static struct pass training_pass(const struct account *c, struct repeats repeats,
                                 double norm_passes) {
    double s = (double)c->s->sequence, b = (double)c->s->micro_batch;
    return (struct pass){
        .kind = PASS_TRAINING,
        .tokens = b * s,
        .rows = b * s,
        .attention_flops = b * attention_flops(c->m, LATENT_EXPANDED, 0, s),
        .weight_reads = 1,
        .distinct = experts_share(c->m, b * s),
        .element = c->weights->peak == PEAK_FP32 ? 4 : 2,
        .norm_passes = norm_passes,
        .linear_repeats = repeats.linear,
        .attention_repeats = repeats.attention,
    };
}

/* The work of the whole model. */
static void pass_operations(const struct account *c, const struct pass *pass,
                            struct operations *out) {
    struct counts counts = counts_of(c->m, c->weights, degrees_of(&(struct scenario){0}));
    operations_of(&counts, pass, out);
}

static double pass_flops(const struct account *c, struct repeats repeats) {
    struct operations operations;
    struct pass pass = training_pass(c, repeats, 0);
    pass_operations(c, &pass, &operations);
    return operations_flops(&operations);
}

/* The update reads gradients, master copy and moments, writes both back and the new weights. */
static double update_bytes(const struct account *c) {
    const struct optimizer *o = c->recipe;
    const struct estimate *e = c->e;
    double trained = e->trainable_parameters.q.value;
    double states = account_is_full(c)
                        ? e->memory_optimizer.q.value
                        : e->memory_adapters.q.value - (o->weights + o->gradients) * trained;
    double weights = o->master > 0 ? o->weights : 2 * o->weights;
    return 2 * states + (o->gradients + weights) * trained;
}

static void training_flops(struct account *c) {
    struct estimate *e = c->e;
    const struct model *m = c->m;
    double tokens = (double)(c->s->sequence * c->s->micro_batch);
    struct repeats model = model_repeats(c), hardware = hardware_repeats(c);
    double flops = pass_flops(c, model), hardware_flops = pass_flops(c, hardware);
    measure_set(&e->training_model_flops, quantity_exact(flops, UNIT_FLOP));
    measure_set(&e->training_hardware_flops, quantity_exact(hardware_flops, UNIT_FLOP));
    measure_set(&e->training_flops_per_token, quantity_exact(flops / tokens, UNIT_FLOP_PER_TOKEN));
    TRACE(&c->trace, STEP_TRAINING_PER_TOKEN, "n_lin · 2 · P_act + 3 · 2 · L · a · d · s",
          e->training_flops_per_token.q, N("n_lin", model.linear), N("P_act", c->p.active),
          N("L", m->layers), N("a", m->heads), N("d", m->head_dim), N("s", c->s->sequence));
    TRACE(&c->trace, STEP_TRAINING_MODEL_FLOPS, "F_token · T", e->training_model_flops.q,
          Q("F_token", e->training_flops_per_token.q, "GFLOP/token"), N("T", tokens));
    TRACE(&c->trace, STEP_TRAINING_HARDWARE_FLOPS,
          "(n_lin · 2 · P_act + n_attn · 2 · L · a · d · s) · T", e->training_hardware_flops.q,
          N("n_lin", hardware.linear), N("P_act", c->p.active), N("n_attn", hardware.attention),
          N("L", m->layers), N("a", m->heads), N("d", m->head_dim), N("s", c->s->sequence),
          N("T", tokens));
}

static void training_traffic(struct account *c) {
    static const double passes[] = {3, 3.5, 4};
    struct operations operations;
    struct estimate *e = c->e;
    double bytes[3], update = update_bytes(c);
    for (size_t i = 0; i < 3; i++) {
        struct pass pass = training_pass(c, hardware_repeats(c), passes[i]);
        pass_operations(c, &pass, &operations);
        bytes[i] = operations_bytes(&operations) + update;
        if (i != 1)
            continue;
        operations_place(&operations, c->roof);
        account_operations(c, &operations);
    }
    struct quantity traffic = quantity_range(bytes[0], bytes[1], bytes[2], UNIT_BYTE, MODELLED);
    measure_set(&e->training_bytes, traffic);
    measure_set(&e->training_intensity, interval_divide(e->training_hardware_flops.q, traffic));
    TRACE(&c->trace, STEP_TRAINING_BYTES, "B_passes + B_update", traffic,
          Q("B_passes", quantity_exact(bytes[1] - update, UNIT_BYTE), "GB"),
          Q("B_update", quantity_exact(update, UNIT_BYTE), "GB"));
    TRACE(&c->trace, STEP_TRAINING_INTENSITY, "F_hw / B", e->training_intensity.q,
          Q("F_hw", e->training_hardware_flops.q, "TFLOP"), Q("B", traffic, "GB"));
}

/* The share of the peak that useful FLOPs reach: less when the forward pass runs twice, and when
 * packed weights are unpacked on the way. */
static struct quantity training_share(const struct account *c) {
    const struct estimate *e = c->e;
    struct quantity share = efficiency_training(c->device);
    if (account_is_recomputed(c))
        share = interval_divide(share, efficiency_recompute(e->training_hardware_flops.q.value /
                                                            e->training_model_flops.q.value));
    if (c->weights->weight_only)
        share = interval_divide(share, efficiency_unpack());
    return share;
}

static void training_run(struct account *c) {
    struct estimate *e = c->e;
    double step_tokens = (double)(c->s->sequence * c->s->micro_batch);
    if (!(c->s->tokens > 0))
        return;
    struct quantity goodput = efficiency_goodput();
    struct quantity total = interval_divide(
        interval_scale(e->training_step_time.q, c->s->tokens / step_tokens), goodput);
    measure_set(&e->training_total_time, total);
    measure_set(&e->training_device_hours, interval_scale(total, (double)c->s->devices));
    TRACE(&c->trace, STEP_TRAINING_TOTAL, "t · D / (T · η_g)", total,
          Q("t", e->training_step_time.q, "s"), N("D", c->s->tokens), N("T", step_tokens),
          N("η_g", goodput.value));
    TRACE(&c->trace, STEP_TRAINING_HOURS, "t_run · n", e->training_device_hours.q,
          Q("t_run", total, "h"), N("n", c->s->devices));
}

static void training_times(struct account *c) {
    struct estimate *e = c->e;
    struct quantity peak = roof_peak_quantity(c->roof), share = training_share(c);
    measure_set(&e->training_compute_time, interval_divide(e->training_hardware_flops.q, peak));
    measure_set(&e->training_mfu, share);
    measure_set(&e->training_step_time,
                interval_divide(e->training_model_flops.q, interval_multiply(peak, share)));
    TRACE(&c->trace, STEP_TRAINING_COMPUTE, "F_hw / F_pk", e->training_compute_time.q,
          Q("F_hw", e->training_hardware_flops.q, "TFLOP"), Q("F_pk", peak, "TFLOP/s"));
    TRACE(&c->trace, STEP_TRAINING_MFU, "MFU", share, Q("MFU", share, "%"));
    TRACE(&c->trace, STEP_TRAINING_STEP, "F_model / (F_pk · MFU)", e->training_step_time.q,
          Q("F_model", e->training_model_flops.q, "TFLOP"), Q("F_pk", peak, "TFLOP/s"),
          N("MFU", share.value));
    training_run(c);
}

void account_training(struct account *c) {
    training_flops(c);
    training_traffic(c);
    if (!c->roof.known)
        return;
    c->e->training_bound = roof_bound(c->roof, c->e->training_intensity.q.value);
    if (c->e->fits != VERDICT_NO)
        training_times(c);
}
