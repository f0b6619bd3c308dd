/* How a scenario computes attention, and the line that says so (formulas 7.1). */
#include <string.h>

#include "core/attention_account.h"

bool account_attention_is(const struct account *c, const char *word) {
    return c->s->attention && strcmp(c->s->attention, word) == 0;
}

bool account_is_plain(const struct account *c) {
    const struct model *m = c->m;
    return c->d.devices == c->d.data && !model_is_latent(m) && !model_is_moe(m) &&
           model_value_dim(m) == m->head_dim && !m->local_layers && !m->shared_kv_layers &&
           !m->recurrent_layers;
}

void account_trace_attention(struct account *c, enum step_name name, enum latent latent,
                             struct quantity flops) {
    const struct model *m = c->m;
    if (c->trace.off)
        return;
    struct pair_flops pair = attention_pair(m, latent);
    const char *formula = model_is_latent(m) ? latent == LATENT_ABSORBED
                                                   ? "a · (2 · (r_kv + d_r) + 2 · r_kv) · N_pair"
                                                   : "a · (2 · (d_n + d_r) + 2 · d_v) · N_pair"
                                             : "a · (2 · d + 2 · d_v) · N_pair";
    TRACE(&c->trace, name, formula, flops, N("a", m->heads), N("d", m->head_dim),
          N("d_v", model_value_dim(m)), N("r_kv", m->kv_rank), N("d_r", m->rope_dim),
          N("d_n", m->nope_dim),
          Q("N_pair", quantity_exact(flops.value / (pair.scores + pair.values), UNIT_NONE), ""));
}

/* FLOPs of one pair, all heads. */
static const char *pair_formula(const struct model *m, enum latent latent) {
    if (!model_is_latent(m))
        return model_value_dim(m) == m->head_dim ? "4 · a · d" : "a · (2 · d + 2 · d_v)";
    return latent == LATENT_ABSORBED ? "a · (2 · (r_kv + d_r) + 2 · r_kv)"
                                     : "a · (2 · (d_n + d_r) + 2 · d_v)";
}

static const char *pairs_formula(struct account *c, const struct attention_line *line) {
    if (c->m->local_layers)
        return trace_formula(&c->trace, "((L_attn − L_local) · %s + L_local · %s)", line->pairs,
                             line->near_pairs);
    return trace_formula(&c->trace, "L_attn · %s", line->pairs);
}

void account_trace_pairs(struct account *c, const struct attention_line *line,
                         struct quantity flops) {
    const struct model *m = c->m;
    if (c->trace.off)
        return;
    double expanded = flops.value - line->flops;
    const char *formula = trace_formula(&c->trace, "%s · %s · b%s%s", pair_formula(m, line->latent),
                                        pairs_formula(c, line), line->share == 1 ? "" : " · φ_dev",
                                        expanded > 1e-9 * flops.value ? " + F_kv_up" : "");
    TRACE(&c->trace, line->name, formula, flops, N("a", m->heads), N("d", m->head_dim),
          N("d_v", model_value_dim(m)), N("r_kv", m->kv_rank), N("d_r", m->rope_dim),
          N("d_n", m->nope_dim), N("L_attn", model_attention_layers(m)),
          N("L_local", m->local_layers), N("c", line->cached), N("c_hit", line->cached),
          N("c_local", line->near), N("s", line->fresh), N("n_near", line->near),
          N("b", c->s->batch), N("φ_dev", line->share),
          Q("F_kv_up", quantity_exact(expanded, UNIT_FLOP), "TFLOP"));
}
