#include "core/weights.h"

/* The mean width of a file preset falls by up to this much on larger models. */
#define PRESET_DRIFT_BITS 0.15

static bool is_uniform(const struct format *f) {
    return f->linear_bits == f->embedding_bits && f->linear_bits == f->norm_bits &&
           f->tensor_scale == 0 && f->channel_scale == 0;
}

static struct quantity stored(const struct account *c) {
    if (!c->weights->average)
        return quantity_exact(c->w.total, UNIT_BYTE);
    double drift = (double)c->p.total * PRESET_DRIFT_BITS / 8;
    return quantity_range(c->w.total - drift, c->w.total, c->w.total, UNIT_BYTE, MODELLED);
}

void account_stored_weights(struct account *c) {
    const struct format *f = c->weights;
    const struct parameters *p = &c->p;
    struct quantity bytes = stored(c);
    measure_set(&c->e->memory_weights, bytes);
    if (f->average)
        TRACE(&c->trace, STEP_WEIGHTS, "P · x / 8", bytes, N("P", p->total),
              N("x", f->linear_bits));
    else if (is_uniform(f))
        TRACE(&c->trace, STEP_WEIGHTS, "P · w", bytes, N("P", p->total),
              N("w", f->linear_bits / 8));
    else
        TRACE(&c->trace, STEP_WEIGHTS, "(P_lin · x_lin + P_tab · x_tab + P_small · x_small) / 8",
              bytes, N("P_lin", p->linear), N("x_lin", c->w.linear * 8 / (double)p->linear),
              N("P_tab", p->embedding + p->head), N("x_tab", f->embedding_bits),
              N("P_small", p->small), N("x_small", f->norm_bits));
}
