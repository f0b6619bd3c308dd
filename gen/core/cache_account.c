/* KV cache and recurrent state of a scenario, on the fullest device (formulas 3). */
#include "core/cache_account.h"

#include <math.h>

/* ── What stands behind the numbers ── */

double cache_prefix_tokens(const struct account *c) {
    double block = c->s->block > 1 ? (double)c->s->block : 1;
    return floor((double)c->s->prompt * c->s->prefix_hit / block) * block;
}

/* A shared prefix is held once, what follows it once for each sequence. */
static double engine_bytes(const struct account *c, enum engine engine, double sequences) {
    double prefix = cache_prefix_tokens(c), block = (double)c->s->block;
    double rest = (double)c->s->context - prefix;
    return kv_cache_bytes(&c->cache, engine, prefix, 1, block) +
           kv_cache_bytes(&c->cache, engine, rest, sequences, block);
}

double cache_sequence_bytes(const struct account *c) {
    enum engine engine = c->engine;
    double rest = (double)c->s->context - cache_prefix_tokens(c);
    if (engine == ENGINE_LLAMA_CPP) { /* its batch in work is there once, not for each sequence */
        double all = kv_padded(rest, 256);
        return c->cache.layer * (c->cache.full * all + c->cache.local * fmin(all, c->cache.window));
    }
    return kv_cache_bytes(&c->cache, engine, rest, 1, (double)c->s->block);
}

double cache_state_share(const struct account *c) {
    double layers = (double)c->m->recurrent_layers;
    double stage = layers > 0 ? (double)parallel_stage(c->m, c->d).recurrent / layers : 0;
    return stage / (double)c->d.tensor;
}

double cache_work_share(const struct account *c) {
    return c->counts.kv_heads / (double)(c->d.pipeline * c->d.context);
}

struct quantity recurrence_flops(const struct account *c, double tokens) {
    double numbers = c->cache.state / 4 * c->counts.table * tokens;
    return quantity_range(4 * numbers, 5 * numbers, 6 * numbers, UNIT_FLOP, MODELLED);
}

struct quantity flops_counted(double flops, struct quantity recurrence) {
    if (recurrence.value == 0)
        return quantity_exact(flops, UNIT_FLOP);
    double rest = flops - recurrence.value;
    return quantity_range(rest + recurrence.low, flops, rest + recurrence.high, UNIT_FLOP,
                          MODELLED);
}

/* ── Bytes of one token ── */

static bool is_plain(const struct account *c) {
    return !model_is_latent(c->m) && model_value_dim(c->m) == c->m->head_dim;
}

static void trace_token(struct account *c, struct quantity bytes) {
    const struct model *m = c->m;
    double layers = c->cache.full + c->cache.local;
    double q = format_kv_bytes(c->kv, m->head_dim);
    if (is_plain(c))
        TRACE(&c->trace, STEP_KV_TOKEN, "2 · L · k · d · q", bytes, N("L", layers),
              N("k", m->kv_heads), N("d", m->head_dim), N("q", q));
    else if (!model_is_latent(m))
        TRACE(&c->trace, STEP_KV_TOKEN, "L · k · (d + d_v) · q", bytes, N("L", layers),
              N("k", m->kv_heads), N("d", m->head_dim), N("d_v", model_value_dim(m)), N("q", q));
    else if (c->kv->latent_tiles)
        TRACE(&c->trace, STEP_KV_TOKEN, "L · (r_kv + 4 · r_kv / 128 + 2 · d_r)", bytes,
              N("L", layers), N("r_kv", m->kv_rank), N("d_r", m->rope_dim));
    else
        TRACE(&c->trace, STEP_KV_TOKEN, "L · (r_kv + d_r) · q", bytes, N("L", layers),
              N("r_kv", m->kv_rank), N("d_r", m->rope_dim),
              N("q", c->cache.layer / (double)(m->kv_rank + m->rope_dim)));
}

/* ── The cache ── */

/* As many tokens in every layer, each sequence for itself, no page half empty. */
static bool is_even(const struct account *c) {
    return c->cache.local == 0 && c->s->block <= 1 && cache_prefix_tokens(c) == 0 &&
           c->engine != ENGINE_LLAMA_CPP;
}

static struct quantity token_bytes(const struct account *c) {
    return quantity_exact(c->cache.layer * (c->cache.full + c->cache.local), UNIT_BYTE);
}

/* Tokens of all sequences that a layer keeps, found from the bytes. */
static double cells(const struct account *c, enum engine engine, bool local) {
    struct kv one = {.layer = 1, .full = !local, .local = local, .window = c->cache.window};
    double prefix = cache_prefix_tokens(c), block = (double)c->s->block;
    return kv_cache_bytes(&one, engine, prefix, 1, block) +
           kv_cache_bytes(&one, engine, (double)c->s->context - prefix, (double)c->s->batch, block);
}

static void trace_cache(struct account *c, enum step_name name, enum engine engine,
                        struct quantity bytes) {
    const struct model *m = c->m;
    if (c->trace.off)
        return;
    const char *share = c->kv_share == 1 ? "" : " · φ_kv";
    if (is_even(c) && is_plain(c) && c->kv_share == 1) {
        TRACE(&c->trace, name, "2 · L · k · d · q · (c · b)", bytes, N("L", c->cache.full),
              N("k", m->kv_heads), N("d", m->head_dim), N("q", format_kv_bytes(c->kv, m->head_dim)),
              N("c", c->s->context), N("b", c->s->batch));
        return;
    }
    if (is_even(c)) {
        TRACE(&c->trace, name, trace_formula(&c->trace, "κ · c · b%s", share), bytes,
              Q("κ", token_bytes(c), "KiB"), N("c", c->s->context), N("b", c->s->batch),
              N("φ_kv", c->kv_share));
        return;
    }
    bool mixed = c->cache.local > 0;
    const char *formula =
        trace_formula(&c->trace, "κ_l · %s%s",
                      mixed ? "(L_full · n_full + L_local · n_local)" : "L_full · n_full", share);
    TRACE(&c->trace, name, formula, bytes, Q("κ_l", quantity_exact(c->cache.layer, UNIT_BYTE), "B"),
          N("L_full", c->cache.full), N("n_full", cells(c, engine, false)),
          N("L_local", c->cache.local), N("n_local", cells(c, engine, true)),
          N("φ_kv", c->kv_share));
}

static void engine_measure(struct account *c, struct measure *measure, enum step_name name,
                           enum engine engine) {
    double share = c->kv_share;
    struct quantity bytes =
        quantity_exact(engine_bytes(c, engine, (double)c->s->batch) * share, UNIT_BYTE);
    measure_set(measure, bytes);
    trace_cache(c, name, engine, bytes);
}

/* What whole pages hold beyond the tokens, on one device. */
static void paging_waste(struct account *c) {
    double block = (double)c->s->block, rest = (double)c->s->context - cache_prefix_tokens(c);
    if (block <= 1)
        return;
    double pages = kv_padded(rest, block), share = c->kv_share;
    double token = c->cache.layer * (c->cache.full + c->cache.local);
    struct quantity waste =
        quantity_exact((pages - rest) * token * share * (double)c->s->batch, UNIT_BYTE);
    measure_set(&c->e->kv_paging_waste, waste);
    TRACE(&c->trace, STEP_KV_WASTE, "(n_pages − c) · κ · φ_kv · b", waste, N("n_pages", pages),
          N("c", rest), Q("κ", quantity_exact(token, UNIT_BYTE), "KiB"), N("φ_kv", share),
          N("b", c->s->batch));
}

static void sequence_bytes(struct account *c) {
    double share = c->kv_share;
    struct quantity bytes = quantity_exact(cache_sequence_bytes(c) * share, UNIT_BYTE);
    double tokens = (double)c->s->context - cache_prefix_tokens(c);
    measure_set(&c->e->kv_bytes_per_sequence, bytes);
    double mean = bytes.value / (tokens * share);
    TRACE(&c->trace, STEP_KV_SEQUENCE, share == 1 ? "κ_mean · c" : "κ_mean · c · φ_kv", bytes,
          Q("κ_mean", quantity_exact(mean, UNIT_BYTE), "KiB"), N("c", tokens), N("φ_kv", share));
}

static void recurrent_state(struct account *c) {
    const struct model *m = c->m;
    if (!m->recurrent_layers)
        return;
    /* A cached prefix keeps a state of its own. */
    double sequences = (double)c->s->batch + (cache_prefix_tokens(c) > 0);
    double share = cache_state_share(c);
    struct quantity bytes = quantity_exact(c->cache.state * sequences * share, UNIT_BYTE);
    measure_set(&c->e->memory_state, bytes);
    TRACE(&c->trace, STEP_STATE, "S_l · L_rec · b · φ_s", bytes,
          Q("S_l", quantity_exact((double)m->recurrent_state, UNIT_BYTE), "MiB"),
          N("L_rec", m->recurrent_layers), N("b", sequences), N("φ_s", share));
}

void account_cache(struct account *c) {
    struct estimate *e = c->e;
    struct quantity token =
        quantity_exact(c->cache.layer * (c->cache.full + c->cache.local), UNIT_BYTE_PER_TOKEN);
    measure_set(&e->kv_bytes_per_token, token);
    trace_token(c, token);
    engine_measure(c, &e->memory_kv_cache, STEP_KV_CACHE, c->engine);
    engine_measure(c, &e->memory_kv_ideal, STEP_KV_IDEAL, ENGINE_IDEAL);
    engine_measure(c, &e->memory_kv_unified, STEP_KV_UNIFIED, ENGINE_UNIFIED);
    sequence_bytes(c);
    paging_waste(c);
    recurrent_state(c);
}
