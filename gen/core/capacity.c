#include "core/capacity.h"

#include <math.h>

#include "core/cache_account.h"
#include "core/workspace.h"

#define POOL_UTILISATION 0.90 /* share of the capacity an engine takes for itself */

double capacity_share(const struct scenario *s) {
    return s->memory_utilisation > 0 ? s->memory_utilisation : POOL_UTILISATION;
}

/* What is left for caches when everything else stands. */
static struct quantity pool_bytes(const struct account *c, double share, double workspace) {
    const struct estimate *e = c->e;
    struct quantity budget = quantity_exact(e->memory_capacity.q.value * share, UNIT_BYTE);
    struct quantity taken = interval_add(e->memory_weights.q, e->memory_runtime.q);
    taken = interval_add(taken, quantity_exact(workspace, UNIT_BYTE));
    if (e->memory_buffers.present)
        taken = interval_add(taken, e->memory_buffers.q);
    if (e->memory_draft.present)
        taken = interval_add(taken, e->memory_draft.q);
    return interval_subtract(budget, taken);
}

static double at_least_none(double x) {
    return x > 0 ? x : 0;
}

/* Tokens of sequences of this length. */
static void pool_tokens(struct account *c, struct quantity pool) {
    double block = (double)c->s->block, tokens = (double)c->s->context - cache_prefix_tokens(c);
    double mean = cache_sequence_bytes(c) * c->kv_share / tokens;
    struct quantity fit = quantity_range(
        kv_pool_tokens(pool.low, mean, block), kv_pool_tokens(pool.value, mean, block),
        kv_pool_tokens(pool.high, mean, block), UNIT_TOKEN, MODELLED);
    measure_set(&c->e->kv_pool_tokens, fit);
    double page = block > 1 ? block : 1;
    TRACE(&c->trace, STEP_KV_POOL_TOKENS, "max(0, floor(M_kv / (κ_mean · n_block)) · n_block)", fit,
          Q("M_kv", pool, "GiB"), Q("κ_mean", quantity_exact(mean, UNIT_BYTE), "KiB"),
          N("n_block", page));
}

/* At least the low end fits with the runtime at its high end, which is also the value: a batch that
 * surely runs. */
static void largest_batch(struct account *c, struct quantity pool, double share, double workspace) {
    struct estimate *e = c->e;
    double kv = c->kv_share, prefix = cache_prefix_tokens(c);
    double shared = kv_cache_bytes(&c->cache, c->engine, prefix, 1, (double)c->s->block) * kv;
    double sequence = cache_sequence_bytes(c) * kv + c->cache.state * cache_state_share(c) +
                      4 * (double)c->m->vocabulary;
    double sure = at_least_none(floor((pool.low - shared) / sequence));
    double lucky = at_least_none(floor((pool.high - shared) / sequence));
    struct quantity batch = quantity_range(sure, sure, lucky, UNIT_NONE, MODELLED);
    measure_set(&e->decode_largest_batch, batch);
    const char *formula = trace_formula(
        &c->trace, "max(0, floor((C · u − W − A − R%s%s%s) / B_seq))",
        e->memory_buffers.present ? " − M_buf" : "", e->memory_draft.present ? " − M_draft" : "",
        shared > 0 ? " − KV_shared" : "");
    TRACE(&c->trace, STEP_DECODE_LARGEST_BATCH, formula, batch, Q("C", e->memory_capacity.q, "GiB"),
          N("u", share), Q("W", e->memory_weights.q, "GiB"),
          Q("A", quantity_exact(workspace, UNIT_BYTE), "GiB"),
          Q("R", quantity_exact(e->memory_runtime.q.high, UNIT_BYTE), "GiB"),
          Q("M_buf", quantity_exact(e->memory_buffers.q.high, UNIT_BYTE), "GiB"),
          Q("M_draft", e->memory_draft.q, "GiB"),
          Q("KV_shared", quantity_exact(shared, UNIT_BYTE), "GiB"),
          Q("B_seq", quantity_exact(sequence, UNIT_BYTE), "MiB"));
}

void account_pool(struct account *c) {
    struct estimate *e = c->e;
    if (!e->memory_capacity.present)
        return;
    double share = capacity_share(c->s);
    double workspace = workspace_per_token(c->m, c->d) * 2048;
    if (c->s->chunk > 0 || c->engine == ENGINE_LLAMA_CPP)
        workspace = e->memory_activations.q.value;
    struct quantity pool = pool_bytes(c, share, workspace);
    struct quantity shown = quantity_range(at_least_none(pool.low), at_least_none(pool.value),
                                           at_least_none(pool.high), UNIT_BYTE, MODELLED);
    measure_set(&e->kv_pool, shown);
    TRACE(&c->trace, STEP_KV_POOL,
          trace_formula(&c->trace, "max(0, C · u − W − A − R%s%s)",
                        e->memory_buffers.present ? " − M_buf" : "",
                        e->memory_draft.present ? " − M_draft" : ""),
          shown, Q("C", e->memory_capacity.q, "GiB"), N("u", share),
          Q("W", e->memory_weights.q, "GiB"), Q("A", quantity_exact(workspace, UNIT_BYTE), "GiB"),
          Q("R", e->memory_runtime.q, "GiB"), Q("M_buf", e->memory_buffers.q, "GiB"),
          Q("M_draft", e->memory_draft.q, "GiB"));
    pool_tokens(c, shown);
    largest_batch(c, pool, share, workspace);
}

/* Weights alone: 2 · b FLOP for each weight that is read once (formulas 8). */
void account_saturation(struct account *c) {
    if (!c->roof.known)
        return;
    double bytes = c->weights->linear_bits / 8;
    struct quantity batch =
        interval_ceiling(c->roof.peak * bytes / (2 * c->roof.bandwidth), UNIT_NONE);
    measure_set(&c->e->decode_saturation_batch, batch);
    TRACE(&c->trace, STEP_SATURATION, "F_pk · w / (2 · BW)", batch,
          Q("F_pk", interval_ceiling(c->roof.peak, UNIT_FLOP_PER_SECOND), "TFLOP/s"), N("w", bytes),
          Q("BW", interval_ceiling(c->roof.bandwidth, UNIT_BYTE_PER_SECOND), "GB/s"));
}
