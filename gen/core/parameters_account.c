/* The parameter counts as lines of the derivation (formulas 1). */
#include "core/account.h"

static struct quantity counted(int64_t n) {
    return quantity_exact((double)n, UNIT_NONE);
}

static void trace_layer(struct account *c) {
    const struct model *m = c->m;
    const struct parameters *p = &c->p;
    TRACE(&c->trace, STEP_MODEL_ATTENTION,
          m->qkv_bias ? "h · a · d + 2 · h · k · d + a · d · h + (a + 2 · k) · d"
                      : "h · a · d + 2 · h · k · d + a · d · h",
          counted(p->attention), N("h", m->hidden), N("a", m->heads), N("k", m->kv_heads),
          N("d", m->head_dim));
    TRACE(&c->trace, STEP_MODEL_FFN, "m · h · f", counted(p->ffn), N("m", m->ffn_matrices),
          N("h", m->hidden), N("f", m->ffn));
    TRACE(&c->trace, STEP_MODEL_NORMS, "2 · h", counted(p->norms), N("h", m->hidden));
    TRACE(&c->trace, STEP_MODEL_LAYER, "P_attn + P_ffn + P_norm", counted(p->layer),
          N("P_attn", p->attention), N("P_ffn", p->ffn), N("P_norm", p->norms));
}

void account_parameters(struct account *c) {
    const struct model *m = c->m;
    const struct parameters *p = &c->p;
    measure_set(&c->e->parameters, counted(p->total));
    measure_set(&c->e->active_parameters, counted(p->active));
    measure_set(&c->e->active_parameters_with_embedding, counted(p->active_with_embedding));
    trace_layer(c);
    TRACE(&c->trace, STEP_MODEL_PARAMETERS,
          m->tied_embeddings ? "L · P_layer + h + V · h" : "L · P_layer + h + 2 · V · h",
          counted(p->total), N("L", m->layers), N("P_layer", p->layer), N("h", m->hidden),
          N("V", m->vocabulary));
    TRACE(&c->trace, STEP_MODEL_ACTIVE, m->tied_embeddings ? "P" : "P − V · h", counted(p->active),
          N("P", p->total), N("V", m->vocabulary), N("h", m->hidden));
}
