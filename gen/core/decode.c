/* One decode step: every sequence gets one token (formulas 10.1, 14, 16, 17). */
#include <math.h>

#include "core/activations.h"
#include "core/kv.h"
#include "core/limits.h"

#define GIB              1073741824.0
#define POOL_UTILISATION 0.90 /* share of the capacity an engine takes for itself */

static struct pass decode_pass(const struct account *c) {
    double b = (double)c->s->batch, context = (double)c->s->context;
    double token = kv_bytes_per_token(c->m, c->kv);
    return (struct pass){
        .prefix = "",
        .tokens = b,
        .rows = b,
        .pairs = b * context,
        .kv_read = token * context * b,
        .kv_written = token * b,
        .linear_repeats = 1,
        .attention_repeats = 1,
    };
}

static void decode_counts(struct account *c, const struct operation *operations,
                          const struct pass *pass) {
    struct estimate *e = c->e;
    double kv = pass->kv_read + pass->kv_written;
    double bytes = operations_bytes(operations, OPERATION_KINDS);
    measure_set(&e->decode_flops,
                quantity_exact(operations_flops(operations, OPERATION_KINDS), UNIT_FLOP));
    /* A published mean width makes the weights modelled: the step is as good as they are. */
    struct quantity spread =
        interval_subtract(e->memory_weights.q, quantity_exact(c->w.total, UNIT_BYTE));
    measure_set(&e->decode_weight_bytes,
                interval_add(quantity_exact(bytes - kv, UNIT_BYTE), spread));
    measure_set(&e->decode_kv_bytes, quantity_exact(kv, UNIT_BYTE));
    measure_set(&e->decode_bytes, interval_add(e->decode_weight_bytes.q, e->decode_kv_bytes.q));
    measure_set(&e->decode_intensity, interval_divide(e->decode_flops.q, e->decode_bytes.q));
}

static void trace_weight_bytes(struct account *c) {
    const struct model *m = c->m;
    const struct quantity table = quantity_exact(c->w.embedding, UNIT_BYTE);
    TRACE(&c->trace, STEP_DECODE_WEIGHTS,
          m->tied_embeddings ? "W + b · h · w" : "W − W_table + b · h · w",
          c->e->decode_weight_bytes.q, Q("W", c->e->memory_weights.q, "GB"),
          Q("W_table", table, "GB"), N("b", c->s->batch), N("h", m->hidden),
          N("w", c->weights->embedding_bits / 8));
}

static void trace_counts(struct account *c) {
    const struct estimate *e = c->e;
    const struct model *m = c->m;
    TRACE(&c->trace, STEP_DECODE_FLOPS, "2 · P_act · b + 4 · L · a · d · c · b", e->decode_flops.q,
          N("P_act", c->p.active), N("L", m->layers), N("a", m->heads), N("d", m->head_dim),
          N("c", c->s->context), N("b", c->s->batch));
    trace_weight_bytes(c);
    TRACE(&c->trace, STEP_DECODE_KV, "κ · (c + 1) · b", e->decode_kv_bytes.q,
          Q("κ", quantity_exact(e->kv_bytes_per_token.q.value, UNIT_BYTE), "KiB"),
          N("c", c->s->context), N("b", c->s->batch));
    TRACE(&c->trace, STEP_DECODE_BYTES, "B_w + B_kv", e->decode_bytes.q,
          Q("B_w", e->decode_weight_bytes.q, "GB"), Q("B_kv", e->decode_kv_bytes.q, "GB"));
    TRACE(&c->trace, STEP_DECODE_INTENSITY, "F / B", e->decode_intensity.q,
          Q("F", e->decode_flops.q, "GFLOP"), Q("B", e->decode_bytes.q, "GB"));
}

/* Nothing but peak and bandwidth. */
static void decode_ceiling(struct account *c) {
    struct estimate *e = c->e;
    struct limits l = limits_of(c->roof, e->decode_flops.q, e->decode_bytes.q);
    struct quantity time = interval_max(l.compute, l.memory);
    struct quantity users = quantity_exact((double)c->s->batch, UNIT_TOKEN);
    measure_set(&e->decode_compute_time, l.compute);
    measure_set(&e->decode_memory_time, l.memory);
    measure_set(&e->decode_ceiling_time, time);
    measure_set(&e->decode_ceiling_speed, interval_divide(users, time));
    measure_set(&e->decode_share, interval_divide(l.compute, time));
    limits_trace(c, STEP_DECODE_COMPUTE, STEP_DECODE_MEMORY, l, e->decode_flops.q,
                 e->decode_bytes.q);
    TRACE(&c->trace, STEP_DECODE_CEILING, "max(t_c, t_m)", time, Q("t_c", l.compute, "ms"),
          Q("t_m", l.memory, "ms"));
    TRACE(&c->trace, STEP_DECODE_CEILING_SPEED, "b / t_min", e->decode_ceiling_speed.q,
          N("b", c->s->batch), Q("t_min", time, "ms"));
    TRACE(&c->trace, STEP_DECODE_SHARE, "t_c / t_min", e->decode_share.q, Q("t_c", l.compute, "ms"),
          Q("t_min", time, "ms"));
}

/* Each operation at its own limit, with measured shares of peak and bandwidth. Kernels are taken to
 * be launched as one graph, and the server's own time per step is left out. */
static void decode_estimate(struct account *c, const struct operation *operations) {
    struct estimate *e = c->e;
    struct quantity memory = efficiency_memory(c->device, c->weights);
    struct quantity matmul = efficiency_matmul(c->roof.arithmetic);
    const double shares[3][2] = {
        {matmul.high, memory.high}, {matmul.value, memory.value}, {matmul.low, memory.low}};
    double t[3];
    for (size_t i = 0; i < 3; i++)
        t[i] = operations_time(operations, OPERATION_KINDS, c->roof.peak * shares[i][0],
                               c->roof.bandwidth * shares[i][1]);
    struct quantity time = quantity_range(t[0], t[1], t[2], UNIT_SECOND, EMPIRICAL);
    measure_set(&e->decode_time, time);
    measure_set(&e->decode_speed,
                interval_divide(quantity_exact((double)c->s->batch, UNIT_TOKEN), time));
    measure_set(&e->decode_user_speed, interval_divide(quantity_exact(1, UNIT_TOKEN), time));
    TRACE(&c->trace, STEP_DECODE_TIME, "Σ max(F_i / (F_pk · η_c), B_i / (BW · η_m))", time,
          Q("F_pk", roof_peak_quantity(c->roof), "TFLOP/s"), N("η_c", matmul.value),
          Q("BW", roof_bandwidth_quantity(c->roof), "GB/s"), N("η_m", memory.value));
    TRACE(&c->trace, STEP_DECODE_SPEED, "b / t", e->decode_speed.q, N("b", c->s->batch),
          Q("t", time, "ms"));
    TRACE(&c->trace, STEP_DECODE_USER_SPEED, "1 / t", e->decode_user_speed.q, Q("t", time, "ms"));
}

/* Sequences whose cache and logits go into the pool; at least the low end fits with the runtime at
 * its high end, which is also the value: a batch that surely runs. */
static void largest_batch(struct account *c) {
    struct estimate *e = c->e;
    if (!e->memory_capacity.present)
        return;
    double share = c->s->memory_utilisation > 0 ? c->s->memory_utilisation : POOL_UTILISATION;
    double budget = e->memory_capacity.q.value * share;
    double workspace = activations_workspace(c->m) * 2048;
    double sequence =
        kv_bytes_per_token(c->m, c->kv) * (double)c->s->context + 4 * (double)c->m->vocabulary;
    double fixed = e->memory_weights.q.value + workspace;
    double sure = floor((budget - fixed - e->memory_runtime.q.high) / sequence);
    double lucky = floor((budget - fixed - e->memory_runtime.q.low) / sequence);
    struct quantity batch = quantity_range(sure > 0 ? sure : 0, sure > 0 ? sure : 0,
                                           lucky > 0 ? lucky : 0, UNIT_NONE, MODELLED);
    measure_set(&e->decode_largest_batch, batch);
    TRACE(&c->trace, STEP_DECODE_LARGEST_BATCH,
          "max(0, floor((C · u − W − A − R) / (κ · c + 4 · V)))", batch,
          Q("C", e->memory_capacity.q, "GiB"), N("u", share), Q("W", e->memory_weights.q, "GiB"),
          Q("A", quantity_exact(workspace, UNIT_BYTE), "GiB"),
          Q("R", quantity_exact(e->memory_runtime.q.high, UNIT_BYTE), "GiB"),
          Q("κ", quantity_exact(e->kv_bytes_per_token.q.value, UNIT_BYTE), "KiB"),
          N("c", c->s->context), N("V", c->m->vocabulary));
}

void account_decode(struct account *c) {
    struct operation operations[OPERATION_KINDS];
    struct pass pass = decode_pass(c);
    operations_of(c->arena, c->m, c->weights, &pass, operations);
    operations_place(operations, OPERATION_KINDS, c->roof);
    account_operations(c, operations);
    decode_counts(c, operations, &pass);
    trace_counts(c);
    if (c->roof.known)
        c->e->decode_bound = roof_bound(c->roof, c->e->decode_intensity.q.value);
    if (c->roof.known && c->e->fits != VERDICT_NO) {
        decode_ceiling(c);
        decode_estimate(c, operations);
    }
    largest_batch(c);
}
