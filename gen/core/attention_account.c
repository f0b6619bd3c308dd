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
