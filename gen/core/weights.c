#include "core/weights.h"

/* The mean width of a file preset falls by up to this much on larger models. */
#define PRESET_DRIFT_BITS 0.15

static bool is_uniform(const struct account *c) {
    const struct format *f = c->weights;
    return f->linear_bits == f->embedding_bits && f->linear_bits == f->head_bits &&
           f->linear_bits == f->norm_bits && f->linear_bits == f->expert_bits &&
           f->tensor_scale == 0 && f->channel_scale == 0;
}

struct quantity stored_weights(const struct account *c) {
    if (!c->weights->average)
        return quantity_exact(c->w.total, UNIT_BYTE);
    double drift = c->w.total * PRESET_DRIFT_BITS / c->weights->linear_bits;
    return quantity_range(c->w.total - drift, c->w.total, c->w.total, UNIT_BYTE, MODELLED);
}

static struct quantity bytes_of(double bytes) {
    return quantity_exact(bytes, UNIT_BYTE);
}

/* Of one device of several: by class, each with its own share. */
static void trace_share(struct account *c, struct quantity bytes) {
    bool moe = c->w.expert > 0;
    TRACE(&c->trace, STEP_WEIGHTS,
          moe ? "W_lin + W_exp + W_tab + W_small" : "W_lin + W_tab + W_small", bytes,
          Q("W_lin", bytes_of(c->w.linear), "GiB"), Q("W_exp", bytes_of(c->w.expert), "GiB"),
          Q("W_tab", bytes_of(c->w.embedding + c->w.positions + c->w.head), "GiB"),
          Q("W_small", bytes_of(c->w.small), "MiB"));
}

static void trace_classes(struct account *c, struct quantity bytes) {
    const struct format *f = c->weights;
    const struct parameters *p = &c->p;
    double experts = (double)c->census.resident[GROUP_EXPERT];
    double routers = (double)c->census.resident[GROUP_ROUTER];
    double linear = (double)p->linear - experts - routers;
    bool apart = f->embedding_bits != f->head_bits;
    const char *formula =
        arena_printf(c->arena, "(P_lin · x_lin%s + P_tab · x_tab%s + P_small · x_small) / 8",
                     experts > 0 ? " + P_exp · x_exp" : "", apart ? " + P_head · x_head" : "");
    TRACE(&c->trace, STEP_WEIGHTS, formula, bytes, N("P_lin", linear),
          N("x_lin", c->w.linear * 8 / linear), N("P_exp", experts),
          N("x_exp", experts > 0 ? c->w.expert * 8 / experts : 0),
          N("P_tab", (double)(p->embedding + p->positions + (apart ? 0 : p->head))),
          N("x_tab", f->embedding_bits), N("P_head", p->head), N("x_head", f->head_bits),
          N("P_small", (double)p->small + routers), N("x_small", f->norm_bits));
}

void account_stored_weights(struct account *c) {
    const struct format *f = c->weights;
    struct quantity bytes = stored_weights(c);
    measure_set(&c->e->memory_weights, bytes);
    if (c->trace.off)
        return;
    if (c->d.devices > c->d.data)
        trace_share(c, bytes);
    else if (f->average)
        TRACE(&c->trace, STEP_WEIGHTS, "P · x / 8", bytes, N("P", c->p.total),
              N("x", f->linear_bits));
    else if (is_uniform(c))
        TRACE(&c->trace, STEP_WEIGHTS, "P · w", bytes, N("P", c->p.total),
              N("w", f->linear_bits / 8));
    else
        trace_classes(c, bytes);
}
