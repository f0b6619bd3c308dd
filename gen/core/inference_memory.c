/* Memory of inference: weights, KV cache, workspace, logits (formulas 2, 3, 6). */
#include "core/activations.h"
#include "core/kv.h"
#include "core/weights.h"

/* Tokens that one pass of an engine takes at most; it never has more than there are. */
enum { PASS_TOKENS = 2048, PASS_TOKENS_HIGH = 8192 };

static double at_most(double a, double b) {
    return a < b ? a : b;
}

static void cache_bytes(struct account *c) {
    const struct model *m = c->m;
    const struct scenario *s = c->s;
    double element = format_kv_bytes(c->kv, m->head_dim), token = kv_bytes_per_token(m, c->kv);
    struct quantity per_token = quantity_exact(token, UNIT_BYTE_PER_TOKEN);
    struct quantity cache =
        quantity_exact(token * (double)s->context * (double)s->batch, UNIT_BYTE);
    measure_set(&c->e->kv_bytes_per_token, per_token);
    measure_set(&c->e->memory_kv_cache, cache);
    TRACE(&c->trace, STEP_KV_TOKEN, "2 · L · k · d · q", per_token, N("L", m->layers),
          N("k", m->kv_heads), N("d", m->head_dim), N("q", element));
    TRACE(&c->trace, STEP_KV_CACHE, "2 · L · k · d · q · (c · b)", cache, N("L", m->layers),
          N("k", m->kv_heads), N("d", m->head_dim), N("q", element), N("c", s->context),
          N("b", s->batch));
}

static void workspace_bytes(struct account *c) {
    double token = activations_workspace(c->m);
    double present = (double)c->s->context * (double)c->s->batch;
    double typical = at_most(PASS_TOKENS, present), high = at_most(PASS_TOKENS_HIGH, present);
    struct quantity bytes =
        quantity_range(token * typical, token * typical, token * high, UNIT_BYTE, MODELLED);
    measure_set(&c->e->memory_activations, bytes);
    TRACE(&c->trace, STEP_WORKSPACE, "T · max(4 · h + 2 · (a · d + 2 · k · d), 2 · h + 4 · f)",
          bytes, N("T", typical), N("h", c->m->hidden), N("a", c->m->heads), N("k", c->m->kv_heads),
          N("d", c->m->head_dim), N("f", c->m->ffn));
}

/* One FP32 row per sequence; samplers may hold a copy. */
static void logits_bytes(struct account *c) {
    double rows = (double)c->s->batch * (double)c->m->vocabulary * 4;
    struct quantity bytes = quantity_range(rows, rows, 2 * rows, UNIT_BYTE, MODELLED);
    measure_set(&c->e->memory_logits, bytes);
    TRACE(&c->trace, STEP_LOGITS, "4 · b · V", bytes, N("b", c->s->batch),
          N("V", c->m->vocabulary));
}

void account_inference_memory(struct account *c) {
    account_stored_weights(c);
    cache_bytes(c);
    workspace_bytes(c);
    logits_bytes(c);
}
