/* One decode step: every sequence gets one token (formulas 10.1, 14, 17). */
#include "core/decode.h"

#include <math.h>

#include "core/attention_account.h"
#include "core/cache_account.h"
#include "core/capacity.h"
#include "core/experts.h"

/* ── The step ── */

/* Latent attention works on the latents themselves unless asked otherwise. */
static enum latent latent_of(const struct account *c) {
    return account_attention_is(c, "expanded") ? LATENT_EXPANDED : LATENT_ABSORBED;
}

static struct pass decode_pass(const struct account *c, struct decode_step *step,
                               double tokens_each, double context) {
    const struct model *m = c->m;
    double b = (double)c->s->batch / step->groups, tokens = b * tokens_each;
    double token = c->cache.layer * (c->cache.full + c->cache.local);
    double state = c->cache.state * b * c->counts.table;
    double attention = attention_decode_flops(m, latent_of(c), context) / (double)c->d.context;
    step->expert_share = experts_share(m, tokens * c->counts.expert_tokens);
    return (struct pass){
        .kind = PASS_DECODE,
        .tokens = tokens,
        .rows = tokens,
        .attention_flops = attention * tokens,
        .kv_read = kv_read_bytes(&c->cache, context) * b * cache_work_share(c),
        .kv_written = token * tokens * cache_work_share(c),
        .state_bytes = 2 * state,
        .state_flops = recurrence_flops(c, tokens).value,
        .weight_reads = 1,
        .distinct = step->expert_share,
        .linear_repeats = step->groups,
        .attention_repeats = step->groups,
    };
}

struct decode_step decode_step_of(const struct account *c, double tokens_each, double context) {
    struct decode_step step = {
        .groups = fmin((double)c->d.pipeline, (double)c->s->batch),
        .tokens = (double)c->s->batch * tokens_each,
    };
    struct pass pass = decode_pass(c, &step, tokens_each, context);
    operations_of(&c->counts, &pass, &step.operations);
    step.kv_bytes = (pass.kv_read + pass.kv_written + pass.state_bytes) * step.groups;
    step.attention_flops = pass.attention_flops * c->counts.table * step.groups;
    return step;
}

double decode_wait(const struct account *c, double groups) {
    return (double)c->d.pipeline / groups;
}

/* ── Counts ── */

/* Fewer experts are read when tokens agree: never fewer than one token needs. */
static double least_expert_bytes(const struct account *c, const struct decode_step *step) {
    double held = c->counts.bytes[GROUP_EXPERT] * step->groups;
    return held * (step->expert_share - experts_share(c->m, 1));
}

/* A published mean width makes the weights modelled: what is read of them is as good as they are.
 */
static struct quantity weights_read(const struct account *c, double bytes, double fewer) {
    struct quantity held = c->e->memory_weights.q;
    if (held.exactness == EXACT && !(fewer > 0))
        return quantity_exact(bytes, UNIT_BYTE);
    double least = fmax(bytes - fmax(fewer, 0), 0) * (held.low / held.value);
    return quantity_range(least, bytes, bytes * (held.high / held.value), UNIT_BYTE, MODELLED);
}

static void decode_counts(struct account *c, const struct decode_step *step) {
    struct estimate *e = c->e;
    double bytes = operations_bytes(&step->operations), kv = step->kv_bytes;
    double flops = operations_flops(&step->operations);
    measure_set(&e->decode_flops, flops_counted(flops, recurrence_flops(c, step->tokens)));
    measure_set(&e->decode_weight_bytes, weights_read(c, bytes - kv, least_expert_bytes(c, step)));
    measure_set(&e->decode_kv_bytes, quantity_exact(kv, UNIT_BYTE));
    measure_set(&e->decode_bytes, interval_add(e->decode_weight_bytes.q, e->decode_kv_bytes.q));
    measure_set(&e->decode_intensity, interval_divide(e->decode_flops.q, e->decode_bytes.q));
}

/* ── Lines ── */

static struct quantity bytes_of(double bytes) {
    return quantity_exact(bytes, UNIT_BYTE);
}

static void trace_attention(struct account *c, struct quantity attention) {
    const struct model *m = c->m;
    double context = (double)c->s->context, near = fmin(context, (double)m->window);
    double local = (double)m->local_layers, layers = (double)model_attention_layers(m);
    struct pair_flops pair = attention_pair(m, latent_of(c));
    struct attention_line line = {
        .name = STEP_DECODE_ATTENTION,
        .latent = latent_of(c),
        .pairs = "c",
        .near_pairs = "c_local",
        .cached = context,
        .near = near,
        .share = c->counts.table / (double)c->d.context,
    };
    line.flops = (pair.scores + pair.values) * ((layers - local) * context + local * near) *
                 (double)c->s->batch * line.share;
    account_trace_pairs(c, &line, attention);
}

static void trace_flops(struct account *c, const struct decode_step *step) {
    const struct model *m = c->m;
    const struct estimate *e = c->e;
    if (account_is_plain(c)) {
        TRACE(&c->trace, STEP_DECODE_FLOPS, "2 · P_act · b + 4 · L · a · d · c · b",
              e->decode_flops.q, N("P_act", c->p.active), N("L", m->layers), N("a", m->heads),
              N("d", m->head_dim), N("c", c->s->context), N("b", c->s->batch));
        return;
    }
    struct quantity attention = quantity_exact(step->attention_flops, UNIT_FLOP);
    trace_attention(c, attention);
    struct quantity recurrence = recurrence_flops(c, step->tokens);
    double linear = e->decode_flops.q.value - step->attention_flops - recurrence.value;
    TRACE(&c->trace, STEP_DECODE_FLOPS,
          recurrence.value > 0 ? "2 · P_rank · b + F_attn + F_rec" : "2 · P_rank · b + F_attn",
          e->decode_flops.q, N("P_rank", linear / 2 / (double)c->s->batch), N("b", c->s->batch),
          Q("F_attn", attention, "GFLOP"), Q("F_rec", recurrence, "GFLOP"));
}

static void trace_weight_bytes(struct account *c, const struct decode_step *step) {
    const struct model *m = c->m;
    const struct counts *k = &c->counts;
    struct quantity result = c->e->decode_weight_bytes.q;
    if (account_is_plain(c)) {
        const struct quantity table = bytes_of(k->embedding_held);
        TRACE(&c->trace, STEP_DECODE_WEIGHTS,
              k->embedding_held > 0 ? "W − W_table + b · h · w" : "W + b · h · w", result,
              Q("W", c->e->memory_weights.q, "GB"), Q("W_table", table, "GB"), N("b", c->s->batch),
              N("h", m->hidden), N("w", c->weights->embedding_bits / 8));
        return;
    }
    double experts = k->bytes[GROUP_EXPERT] * step->groups;
    double rows = k->row_bytes * (double)c->s->batch;
    double dense = result.value - rows - experts * step->expert_share;
    TRACE(&c->trace, STEP_DECODE_WEIGHTS,
          experts > 0 ? "B_dense + B_exp · U / E + B_row · b" : "B_dense + B_row · b", result,
          Q("B_dense", bytes_of(dense), "GB"), Q("B_exp", bytes_of(experts), "GB"),
          N("U", step->expert_share * (double)m->experts), N("E", m->experts),
          Q("B_row", bytes_of(k->row_bytes), "kB"), N("b", c->s->batch));
}

static void trace_kv_bytes(struct account *c) {
    const struct estimate *e = c->e;
    struct quantity token = bytes_of(e->kv_bytes_per_token.q.value);
    bool windows = c->cache.local > 0, recurrent = c->cache.state > 0,
         whole = cache_work_share(c) == 1;
    const char *read = windows ? "(κ_l · (L_full · c + L_local · c_local) + κ)" : "κ · (c + 1)";
    const char *share = whole ? "" : " · φ_kv";
    const char *formula = recurrent
                              ? trace_formula(&c->trace, "(%s%s + 2 · S · φ_s) · b", read, share)
                              : trace_formula(&c->trace, "%s%s · b", read, share);
    double context = (double)c->s->context;
    TRACE(&c->trace, STEP_DECODE_KV, formula, e->decode_kv_bytes.q,
          Q("κ_l", bytes_of(c->cache.layer), "B"), N("L_full", c->cache.full), N("c", context),
          N("L_local", c->cache.local), N("c_local", fmin(context, c->cache.window)),
          Q("κ", token, "kB"), N("φ_kv", cache_work_share(c)), N("b", c->s->batch),
          Q("S", bytes_of(c->cache.state), "MB"), N("φ_s", c->counts.table));
}

static void trace_counts(struct account *c, const struct decode_step *step) {
    const struct estimate *e = c->e;
    if (c->trace.off)
        return;
    trace_flops(c, step);
    trace_weight_bytes(c, step);
    trace_kv_bytes(c);
    TRACE(&c->trace, STEP_DECODE_BYTES, "B_w + B_kv", e->decode_bytes.q,
          Q("B_w", e->decode_weight_bytes.q, "GB"), Q("B_kv", e->decode_kv_bytes.q, "GB"));
    TRACE(&c->trace, STEP_DECODE_INTENSITY, "F / B", e->decode_intensity.q,
          Q("F", e->decode_flops.q, "GFLOP"), Q("B", e->decode_bytes.q, "GB"));
}

/* Resident, computed and read: three numbers of one model (formulas 8). */
static void read_parameters(struct account *c) {
    const struct model *m = c->m;
    if (!model_is_moe(m))
        return;
    double tokens = (double)c->s->batch / fmin((double)c->d.pipeline, (double)c->s->batch);
    double routed = tokens * c->counts.expert_tokens, experts = (double)c->p.experts;
    double distinct = experts_distinct(m, routed), one = (double)m->experts_active;
    double dense = (double)(c->p.active - c->census.active[GROUP_EXPERT]);
    double per_expert = experts / (double)m->experts;
    struct quantity touched =
        quantity_range(one, distinct, distinct, UNIT_NONE, distinct > one ? MODELLED : EXACT);
    struct quantity read =
        interval_add(quantity_exact(dense, UNIT_NONE), interval_scale(touched, per_expert));
    measure_set(&c->e->distinct_experts, touched);
    measure_set(&c->e->read_parameters, read);
    TRACE(&c->trace, STEP_DISTINCT_EXPERTS, "E · (1 − (1 − K / E)^T)", touched, N("E", m->experts),
          N("K", m->experts_active), N("T", routed));
    TRACE(&c->trace, STEP_READ_PARAMETERS, "P_dense + P_exp · U / E", read, N("P_dense", dense),
          N("P_exp", experts), N("U", distinct), N("E", m->experts));
}

void account_decode(struct account *c) {
    struct decode_step step = decode_step_of(c, 1, (double)c->s->context);
    read_parameters(c);
    operations_place(&step.operations, c->roof);
    account_operations(c, &step.operations);
    decode_counts(c, &step);
    trace_counts(c, &step);
    if (c->roof.known)
        c->e->decode_bound = roof_bound(c->roof, c->e->decode_intensity.q.value);
    account_saturation(c);
    if (c->roof.known && c->e->fits != VERDICT_NO)
        account_decode_speed(c, &step);
    account_pool(c);
}
