/* The peak of a step is the largest of three moments, not the sum of all buffers (formulas 4.8).
 *
 * Gradients persist from step to step, so that they are there when the forward pass ends: then its
 * sum holds every part at once and is the largest of the three at typical values, and the parts
 * add up to the total. At the low end gradients are freed after each update, and at the high end
 * the update makes a copy. */
#include "core/training.h"

#define GIB 1073741824.0

static struct quantity part(const struct measure *m) {
    return m->present ? m->q : quantity_exact(0, UNIT_BYTE);
}

/* ── Buffers ── */

/* Buckets in which gradients travel, two of them under way: 25 MiB of DDP, or the 5e8 elements of
 * 2 bytes that DeepSpeed takes unless told otherwise. */
static struct quantity bucket_bytes(const struct rank *r) {
    const double usual = 25 * 1048576.0, deepspeed = 2 * 5e8;
    if (!r->sharded)
        return quantity_exact(0, UNIT_BYTE);
    if (r->zero->recipe)
        return quantity_range(usual, deepspeed, deepspeed, UNIT_BYTE, MODELLED);
    return quantity_range(usual, usual, r->zero->gradients ? deepspeed : usual, UNIT_BYTE,
                          MODELLED);
}

static void buffers(struct account *c, const struct rank *r) {
    if (r->d.devices == 1)
        return;
    struct quantity library = quantity_range(0.3 * GIB, 0.6 * GIB, 1.0 * GIB, UNIT_BYTE, MODELLED);
    struct quantity bucket = bucket_bytes(r);
    struct quantity sum = interval_add(library, interval_scale(bucket, 2));
    measure_set(&c->e->memory_buffers, sum);
    TRACE(&c->trace, STEP_BUFFERS, "M_coll + 2 · M_bucket", sum, Q("M_coll", library, "GiB"),
          Q("M_bucket", bucket, "GiB"));
}

/* ── Phases ── */

enum { PARTS = 8 };

struct moment {
    struct quantity sum;
    const char *formula;
    struct binding bindings[PARTS];
    size_t n;
};

static void moment_add(struct account *c, struct moment *m, const char *symbol,
                       struct quantity bytes) {
    m->sum = m->n ? interval_add(m->sum, bytes) : bytes;
    if (!c->trace.off)
        m->formula = m->n ? arena_printf(c->arena, "%s + %s", m->formula, symbol) : symbol;
    m->bindings[m->n++] = bind_quantity(symbol, bytes, "GiB");
}

static void moment_add_part(struct account *c, struct moment *m, const char *symbol,
                            const struct measure *bytes) {
    if (bytes->present)
        moment_add(c, m, symbol, bytes->q);
}

/* What stands there in every phase. */
static struct moment states_moment(struct account *c) {
    struct estimate *e = c->e;
    struct moment m = {.n = 0};
    moment_add_part(c, &m, "W", &e->memory_weights);
    moment_add_part(c, &m, "G", &e->memory_gradients);
    moment_add_part(c, &m, "O", &e->memory_optimizer);
    moment_add_part(c, &m, "M_lora", &e->memory_adapters);
    return m;
}

static void moment_end(struct account *c, struct measure *to, enum step_name step,
                       const struct moment *m) {
    measure_set(to, m->sum);
    trace_add(&c->trace, step, m->formula, m->sum, m->bindings, m->n);
}

static void forward_end(struct account *c, const struct rank *r) {
    struct estimate *e = c->e;
    struct moment m = states_moment(c);
    moment_add_part(c, &m, "M_gath", &e->memory_gathered);
    moment_add_part(c, &m, "A", &e->memory_activations);
    moment_add_part(c, &m, "Z", &e->memory_logits);
    if (!(r->micro_batches > 1))
        m.sum.low -= part(&e->memory_gradients).low;
    m.sum.exactness = MODELLED;
    moment_end(c, &e->memory_phase_forward, STEP_PHASE_FORWARD, &m);
}

static void backward_end(struct account *c, struct quantity live) {
    struct moment m = states_moment(c);
    moment_add_part(c, &m, "M_gath", &c->e->memory_gathered);
    moment_add(c, &m, "A_live", live);
    moment_end(c, &c->e->memory_phase_backward, STEP_PHASE_BACKWARD, &m);
}

/* Fused updates work in place; those that take all tensors at once write one of the moments of
 * every parameter a second time. */
static double update_copy(const struct account *c) {
    const struct optimizer *o = c->recipe;
    const struct estimate *e = c->e;
    bool full = account_is_full(c);
    double each = o->master + o->moments + (full ? 0 : o->weights + o->gradients);
    double states = full ? e->memory_optimizer.q.value : e->memory_adapters.q.value;
    double moment = o->moments > 4 ? o->moments / 2 : o->moments; /* 4 or less may be one */
    return each > 0 ? states / each * moment : 0;
}

static void update(struct account *c) {
    struct moment m = states_moment(c);
    m.sum.high += update_copy(c);
    m.sum.exactness = MODELLED;
    moment_end(c, &c->e->memory_phase_update, STEP_PHASE_UPDATE, &m);
}

void account_phases(struct account *c, const struct rank *r, struct quantity live) {
    forward_end(c, r);
    backward_end(c, live);
    update(c);
    buffers(c, r);
}

void account_training_total(struct account *c) {
    struct estimate *e = c->e;
    struct quantity peak =
        interval_max(e->memory_phase_forward.q,
                     interval_max(e->memory_phase_backward.q, e->memory_phase_update.q));
    struct quantity sum = interval_add(peak, e->memory_runtime.q);
    if (e->memory_buffers.present)
        sum = interval_add(sum, e->memory_buffers.q);
    measure_set(&e->memory_total, sum);
    TRACE(&c->trace, STEP_TOTAL,
          e->memory_buffers.present ? "max(M_fwd, M_bwd, M_upd) + M_buf + R"
                                    : "max(M_fwd, M_bwd, M_upd) + R",
          sum, Q("M_fwd", e->memory_phase_forward.q, "GiB"),
          Q("M_bwd", e->memory_phase_backward.q, "GiB"),
          Q("M_upd", e->memory_phase_update.q, "GiB"), Q("M_buf", e->memory_buffers.q, "GiB"),
          Q("R", e->memory_runtime.q, "GiB"));
}
