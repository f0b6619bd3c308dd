/* The parameter counts as lines of the derivation (formulas 1). The terms that a model has not are
 * not written. */
#include "core/account.h"

static struct quantity counted(int64_t n) {
    return quantity_exact((double)n, UNIT_NONE);
}

/* A sum that grows by the terms that apply. */
struct sum {
    struct arena *arena;
    const char *text;
};

static void term(struct sum *s, bool applies, const char *text) {
    if (applies)
        s->text = s->text ? arena_printf(s->arena, "%s + %s", s->text, text) : text;
}

static void trace_attention(struct account *c) {
    const struct model *m = c->m;
    struct sum s = {.arena = c->arena};
    bool latent = model_is_latent(m), even = model_value_dim(m) == m->head_dim;
    term(&s, latent && m->q_rank, "h · r_q + r_q · a · (d_n + d_r)");
    term(&s, latent && !m->q_rank, "h · a · (d_n + d_r)");
    term(&s, latent, "h · (r_kv + d_r) + r_kv · a · (d_n + d_v) + a · d_v · h");
    term(&s, latent && m->q_rank, "r_q");
    term(&s, latent, "r_kv");
    term(&s, !latent && even, "h · a · d + 2 · h · k · d + a · d · h");
    term(&s, !latent && !even, "h · a · d + h · k · (d + d_v) + a · d_v · h");
    term(&s, m->output_gate, "h · a · d");
    term(&s, m->qkv_bias && even, "(a + 2 · k) · d");
    term(&s, m->qkv_bias && !even, "a · d + k · (d + d_v)");
    term(&s, m->output_bias, "h");
    term(&s, m->qk_norm && !m->qk_norm_heads, "2 · d");
    term(&s, m->qk_norm && m->qk_norm_heads, "(a + k) · d");
    term(&s, m->sinks, "a");
    TRACE(&c->trace, STEP_MODEL_ATTENTION, s.text, counted(c->p.attention), N("h", m->hidden),
          N("a", m->heads), N("k", m->kv_heads), N("d", m->head_dim), N("d_n", m->nope_dim),
          N("d_r", m->rope_dim), N("d_v", model_value_dim(m)), N("r_q", m->q_rank),
          N("r_kv", m->kv_rank));
}

static void trace_ffn(struct account *c) {
    const struct model *m = c->m;
    if (model_dense_layers(m) && m->ffn)
        TRACE(&c->trace, STEP_MODEL_FFN, m->ffn_bias ? "m · h · f + (m − 1) · f + h" : "m · h · f",
              counted(c->p.ffn), N("m", m->ffn_matrices), N("h", m->hidden), N("f", m->ffn));
}

static void trace_experts(struct account *c) {
    const struct model *m = c->m;
    if (!model_is_moe(m))
        return;
    TRACE(&c->trace, STEP_MODEL_EXPERT,
          m->expert_bias ? "m · h · f_e + (m − 1) · f_e + h" : "m · h · f_e", counted(c->p.expert),
          N("m", m->ffn_matrices), N("h", m->hidden), N("f_e", m->expert_ffn));
    struct sum s = {.arena = c->arena, .text = "E · P_expert + h · E"};
    term(&s, m->shared_ffn, "m · h · f_s");
    term(&s, m->shared_gate, "h");
    term(&s, m->router_bias, "E");
    TRACE(&c->trace, STEP_MODEL_MOE, s.text, counted(c->p.moe), N("E", m->experts),
          N("P_expert", c->p.expert), N("h", m->hidden), N("m", m->ffn_matrices),
          N("f_s", m->shared_ffn));
}

static void trace_norms(struct account *c) {
    const struct model *m = c->m;
    TRACE(&c->trace, STEP_MODEL_NORMS, m->norm_bias ? "n_norm · 2 · h" : "n_norm · h",
          counted(c->p.norms), N("n_norm", model_norms(m)), N("h", m->hidden));
}

/* All layers alike: one line for a layer, and the sum counts them. */
static bool is_uniform(const struct model *m) {
    return !m->recurrent_layers && (!model_is_moe(m) || !model_dense_layers(m));
}

static void trace_layer(struct account *c) {
    const struct parameters *p = &c->p;
    if (is_uniform(c->m))
        TRACE(&c->trace, STEP_MODEL_LAYER,
              model_is_moe(c->m) ? "P_attn + P_moe + P_norm" : "P_attn + P_ffn + P_norm",
              counted(p->layer), N("P_attn", p->attention), N("P_ffn", p->ffn), N("P_moe", p->moe),
              N("P_norm", p->norms));
}

static void trace_total(struct account *c) {
    const struct model *m = c->m;
    const struct parameters *p = &c->p;
    struct sum s = {.arena = c->arena};
    bool uniform = is_uniform(m);
    term(&s, uniform, "L · P_layer");
    term(&s, !uniform && model_attention_layers(m), "L_attn · P_attn");
    term(&s, m->recurrent_layers, "L_rec · P_rec");
    term(&s, !uniform && model_dense_layers(m) && m->ffn, "L_dense · P_ffn");
    term(&s, !uniform && model_is_moe(m), "L_moe · P_moe");
    term(&s, !uniform, "L · P_norm");
    int64_t ends = (m->norm_bias ? 2 : 1) * (1 + m->embedding_norm);
    term(&s, true, ends == 1 ? "h" : ends == 2 ? "2 · h" : "4 · h");
    term(&s, true, m->tied_embeddings ? "V · h" : "2 · V · h");
    term(&s, m->positions, "s_pos · h");
    term(&s, m->head_bias, "V");
    TRACE(&c->trace, STEP_MODEL_PARAMETERS, m->given_parameters ? "P_given" : s.text,
          counted(p->total), N("L", m->layers), N("P_layer", p->layer),
          N("L_attn", model_attention_layers(m)), N("P_attn", p->attention),
          N("L_rec", m->recurrent_layers), N("P_rec", m->recurrent_parameters),
          N("L_dense", model_dense_layers(m)), N("P_ffn", p->ffn), N("L_moe", m->moe_layers),
          N("P_moe", p->moe), N("P_norm", p->norms), N("h", m->hidden), N("V", m->vocabulary),
          N("s_pos", m->positions), N("P_given", m->given_parameters));
}

/* What one token meets: fewer experts, no input tables. */
static void trace_active(struct account *c) {
    const struct model *m = c->m;
    const char *formula =
        arena_printf(c->arena, "P%s%s%s", model_is_moe(m) ? " − L_moe · (E − K) · P_expert" : "",
                     m->tied_embeddings ? "" : " − V · h", m->positions ? " − s_pos · h" : "");
    TRACE(&c->trace, STEP_MODEL_ACTIVE, formula, counted(c->p.active), N("P", c->p.total),
          N("L_moe", m->moe_layers), N("E", m->experts), N("K", m->experts_active),
          N("P_expert", c->p.expert), N("V", m->vocabulary), N("h", m->hidden),
          N("s_pos", m->positions));
}

void account_parameters(struct account *c) {
    const struct parameters *p = &c->p;
    measure_set(&c->e->parameters, counted(p->total));
    measure_set(&c->e->active_parameters, counted(p->active));
    measure_set(&c->e->active_parameters_with_embedding, counted(p->active_with_embedding));
    if (c->trace.off)
        return;
    if (model_attention_layers(c->m))
        trace_attention(c);
    trace_ffn(c);
    trace_experts(c);
    trace_norms(c);
    trace_layer(c);
    trace_total(c);
    trace_active(c);
}
