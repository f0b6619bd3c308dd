/* Prefill: the prompt in one pass or in chunks, logits for its last token (formulas 8, 10.2, 10.3,
 * 17). */
#include "core/prefill.h"

#include <math.h>
#include <string.h>

#include "core/attention_account.h"
#include "core/cache_account.h"
#include "core/communication.h"
#include "core/experts.h"
#include "core/limits.h"

/* ── The pass ── */

/* Without a prompt, what is cached must have been read at some time. The last token is always
 * computed: its logits are what is wanted. */
struct prompt prompt_of(const struct account *c) {
    double all = (double)(c->s->prompt > 0 ? c->s->prompt : c->s->context);
    double cached = fmin(cache_prefix_tokens(c), all - 1), fresh = all - cached;
    double chunk = c->s->chunk > 0 ? fmin((double)c->s->chunk, fresh) : fresh;
    return (struct prompt){cached, fresh, ceil(fresh / chunk), chunk};
}

/* Latent attention brings keys and values out of the latent unless asked otherwise. */
static enum latent latent_of(const struct account *c) {
    return account_attention_is(c, "absorbed") ? LATENT_ABSORBED : LATENT_EXPANDED;
}

/* Cached tokens that the chunks read, all together, when a layer keeps at most so many: each chunk
 * reads what came before it. */
static double read_before(struct prompt p, double most) {
    double below = fmin(p.chunks, fmax(0, ceil((most - p.cached) / p.chunk)));
    return below * p.cached + p.chunk * below * (below - 1) / 2 + (p.chunks - below) * most;
}

static double cache_read(const struct account *c, struct prompt p) {
    double longest = p.cached + p.fresh;
    return c->cache.layer * (c->cache.full * read_before(p, longest) +
                             c->cache.local * read_before(p, c->cache.window));
}

/* Each chunk but the first expands the keys and values of what came before it once more. */
static double attention_work(const struct account *c, struct prompt p) {
    double flops = attention_flops(c->m, latent_of(c), p.cached, p.fresh);
    if (p.chunks > 1 && model_is_latent(c->m) && latent_of(c) == LATENT_EXPANDED) {
        double again = read_before(p, p.cached + p.fresh) - p.cached;
        flops += attention_expansion(c->m, again) * (double)model_attention_layers(c->m);
    }
    return flops;
}

static struct pass prefill_pass(const struct account *c, struct prompt p, double norm_passes) {
    double b = (double)c->s->batch, x = (double)c->d.context;
    double token = c->cache.layer * (c->cache.full + c->cache.local), share = cache_work_share(c);
    struct pair_flops pair = attention_pair(c->m, latent_of(c));
    bool eager = account_attention_is(c, "eager");
    return (struct pass){
        .kind = PASS_PREFILL,
        .tokens = b * p.fresh / x,
        .rows = b,
        .attention_flops = b * attention_work(c, p) / x,
        .pairs = eager ? b * p.fresh * (p.cached + p.fresh) / x : 0,
        .pair_scores = pair.scores,
        .pair_values = pair.values,
        .kv_read = cache_read(c, p) * b * share,
        .kv_written = token * p.fresh * b * share,
        .state_bytes = 2 * c->cache.state * b * p.chunks * c->counts.table,
        .state_flops = recurrence_flops(c, b * p.fresh).value,
        .element = c->weights->peak == PEAK_FP32 ? 4 : 2,
        .norm_passes = norm_passes,
        .weight_reads = p.chunks,
        .distinct = experts_share(c->m, b * p.chunk / x * c->counts.expert_tokens),
        .linear_repeats = 1,
        .attention_repeats = 1,
    };
}

/* ── Lines ── */

static double attention_of(const struct operations *all) {
    double flops = 0;
    static const char *const names[] = {"prefill-attention", "prefill-scores", "prefill-values",
                                        "prefill-softmax"};
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (strcmp(all->at[i].name, names[k]) == 0)
                flops += all->at[i].flops;
    return flops;
}

/* Eager attention works on the whole square, softmax included: its pairs are not written out. */
static void trace_attention(struct account *c, struct prompt p, struct quantity attention) {
    const struct model *m = c->m;
    if (account_attention_is(c, "eager")) {
        account_trace_attention(c, STEP_PREFILL_ATTENTION, latent_of(c), attention);
        return;
    }
    double local = (double)m->local_layers, layers = (double)model_attention_layers(m);
    double near = attention_near_pairs(m, p.cached, p.fresh);
    struct pair_flops pair = attention_pair(m, latent_of(c));
    struct attention_line line = {
        .name = STEP_PREFILL_ATTENTION,
        .latent = latent_of(c),
        .pairs = p.cached > 0 ? "(s · c_hit + s² / 2)" : "s² / 2",
        .near_pairs = "n_near",
        .cached = p.cached,
        .fresh = p.fresh,
        .near = near,
        .share = c->counts.table / (double)c->d.context,
    };
    line.flops = (pair.scores + pair.values) *
                 ((layers - local) * attention_pairs(p.cached, p.fresh) + local * near) *
                 (double)c->s->batch * line.share;
    account_trace_pairs(c, &line, attention);
}

static void trace_flops(struct account *c, struct prompt p, const struct operations *all) {
    const struct estimate *e = c->e;
    const struct model *m = c->m;
    double b = (double)c->s->batch;
    double head = ((double)m->vocabulary * c->counts.table + 1) * (double)m->hidden;
    if (account_is_plain(c) && p.cached == 0 && !account_attention_is(c, "eager")) {
        TRACE(&c->trace, STEP_PREFILL_FLOPS,
              "2 · P_layers · s · b + 2 · P_head · b + 2 · L · a · d · s² · b", e->prefill_flops.q,
              N("P_layers", (double)c->p.active - head), N("P_head", head), N("s", p.fresh),
              N("b", b), N("L", m->layers), N("a", m->heads), N("d", m->head_dim));
        return;
    }
    struct quantity attention = quantity_exact(attention_of(all), UNIT_FLOP);
    double tokens = p.fresh / (double)c->d.context;
    struct quantity recurrence = recurrence_flops(c, p.fresh * b);
    double linear = e->prefill_flops.q.value - attention.value - recurrence.value;
    trace_attention(c, p, attention);
    TRACE(&c->trace, STEP_PREFILL_FLOPS,
          recurrence.value > 0 ? "2 · P_layers · s · b + 2 · P_head · b + F_attn + F_rec"
                               : "2 · P_layers · s · b + 2 · P_head · b + F_attn",
          e->prefill_flops.q, N("P_layers", (linear / 2 / b - head) / tokens), N("P_head", head),
          N("s", tokens), N("b", b), Q("F_attn", attention, "TFLOP"),
          Q("F_rec", recurrence, "TFLOP"));
}

static void trace_counts(struct account *c, struct prompt p, const struct operations *all) {
    const struct estimate *e = c->e;
    if (c->trace.off)
        return;
    trace_flops(c, p, all);
    operations_trace_bytes(&c->trace, STEP_PREFILL_BYTES, e->prefill_bytes.q, all);
    TRACE(&c->trace, STEP_PREFILL_INTENSITY, "F / B", e->prefill_intensity.q,
          Q("F", e->prefill_flops.q, "TFLOP"), Q("B", e->prefill_bytes.q, "GB"));
}

/* ── Times ── */

/* A measured share of the peak, or the one that is asked for. */
static struct quantity prefill_share(const struct account *c) {
    double given = c->s->mfu;
    return given > 0 ? quantity_range(given, given, given, UNIT_NONE, EMPIRICAL)
                     : efficiency_prefill();
}

/* Chunks and sequences follow each other through the stages; the last has to wait for all. */
static double stages_units(const struct account *c, struct prompt p) {
    return p.chunks * (double)c->s->batch;
}

static double stages_wait(const struct account *c, struct prompt p) {
    double units = stages_units(c, p);
    return (units + (double)c->d.pipeline - 1) / units;
}

/* With stages each sequence sends for itself; without, the batch sends together. */
static struct passage passage_of(const struct account *c, struct prompt p, struct quantity time) {
    double b = (double)c->s->batch;
    bool stages = c->d.pipeline > 1;
    return (struct passage){
        .tokens = stages ? p.chunk : p.chunk * b,
        .rows = b,
        .repeats = stages ? stages_units(c, p) + (double)c->d.pipeline - 1 : p.chunks,
        .compute = time,
    };
}

/* Prompt tokens a second, of all sequences and replicas. */
static void prefill_speed(struct account *c, struct prompt p, struct measure *speed,
                          enum step_name name, struct quantity time, const char *symbol) {
    double tokens = p.fresh * (double)(c->s->batch * c->d.data);
    struct quantity all = quantity_exact(tokens, UNIT_TOKEN);
    measure_set(speed, interval_divide(all, time));
    TRACE(&c->trace, name, trace_formula(&c->trace, "T / %s", symbol), speed->q,
          Q("T", all, "token"), Q(symbol, time, "ms"));
}

/* The whole pass at a share of the peak, or of the bandwidth when that takes longer. */
static void prefill_time(struct account *c, struct prompt p, struct limits l) {
    struct quantity share = prefill_share(c), wait = quantity_exact(stages_wait(c, p), UNIT_NONE);
    struct quantity memory = efficiency_memory(c->device, c->weights, c->s->software);
    struct quantity time =
        interval_max(interval_divide(l.compute, share), interval_divide(l.memory, memory));
    time = interval_multiply(time, wait);
    struct passage pass = passage_of(c, p, time);
    struct quantity communication = communication_inference(c, &pass);
    time = interval_add(time, communication);
    measure_set(&c->e->prefill_time, time);
    const char *formula =
        trace_formula(&c->trace, "max(t_c / η_p, t_m / η_m)%s%s", wait.value > 1 ? " · n_wait" : "",
                      communication.high > 0 ? " + t_exp" : "");
    TRACE(&c->trace, STEP_PREFILL_TIME, formula, time, Q("t_c", l.compute, "ms"),
          N("η_p", share.value), Q("t_m", l.memory, "ms"), N("η_m", memory.value),
          N("n_wait", wait.value), Q("t_exp", communication, "ms"));
}

/* The times that each limit alone would take: what is sent over the links may take the longest. */
static void bind_by_communication(struct estimate *e, struct limits l) {
    const struct measure *m = &e->prefill_communication_time;
    if (m->present && m->q.value > l.compute.value && m->q.value > l.memory.value)
        e->prefill_bound = "communication";
}

static void prefill_times(struct account *c, struct prompt p, double ceiling_seconds) {
    struct estimate *e = c->e;
    struct limits l = limits_of(c->roof, e->prefill_flops.q, e->prefill_bytes.q);
    measure_set(&e->prefill_compute_time, l.compute);
    measure_set(&e->prefill_memory_time, l.memory);
    double wait = stages_wait(c, p);
    struct quantity ceiling = interval_ceiling(ceiling_seconds * wait, UNIT_SECOND);
    measure_set(&e->prefill_ceiling_time, ceiling);
    limits_trace(c, STEP_PREFILL_COMPUTE, STEP_PREFILL_MEMORY, l, e->prefill_flops.q,
                 e->prefill_bytes.q);
    TRACE(&c->trace, STEP_PREFILL_CEILING,
          wait > 1 ? "Σ max(F_i / F_pk, B_i / BW) · n_wait" : "Σ max(F_i / F_pk, B_i / BW)",
          ceiling, Q("F_pk", roof_peak_quantity(c->roof), "TFLOP/s"),
          Q("BW", roof_bandwidth_quantity(c->roof), "GB/s"), N("n_wait", wait));
    prefill_speed(c, p, &e->prefill_ceiling_speed, STEP_PREFILL_CEILING_SPEED, ceiling, "t_min");
    if (!communication_known(c->s, c->d))
        return;
    prefill_time(c, p, l);
    bind_by_communication(e, l);
    prefill_speed(c, p, &e->prefill_speed, STEP_PREFILL_SPEED, e->prefill_time.q, "t_prefill");
}

/* A norm with its residual addition makes 3 to 4 passes over the hidden state. */
#define NORM_PASSES        3.5
#define NORM_PASSES_SPREAD 0.5

void account_prefill(struct account *c) {
    struct operations all;
    struct estimate *e = c->e;
    struct prompt p = prompt_of(c);
    struct pass pass = prefill_pass(c, p, NORM_PASSES);
    operations_of(&c->counts, &pass, &all);
    operations_place(&all, c->roof);
    account_operations(c, &all);
    double bytes = operations_bytes(&all);
    double spread = NORM_PASSES_SPREAD * operations_norm_pass(&c->counts, &pass);
    struct quantity recurrence = recurrence_flops(c, p.fresh * (double)c->s->batch);
    measure_set(&e->prefill_flops, flops_counted(operations_flops(&all), recurrence));
    measure_set(&e->prefill_bytes,
                quantity_range(bytes - spread, bytes, bytes + spread, UNIT_BYTE, MODELLED));
    measure_set(&e->prefill_intensity, interval_divide(e->prefill_flops.q, e->prefill_bytes.q));
    trace_counts(c, p, &all);
    if (!c->roof.known)
        return;
    e->prefill_bound = roof_bound(c->roof, e->prefill_intensity.q.value);
    if (e->fits == VERDICT_NO)
        return;
    struct operations least = operations_with_passes(&all, -spread);
    prefill_times(c, p, operations_time(&least, c->roof.peak, c->roof.bandwidth));
}

/* The pass over the prompt gives the first token: what moves to another device afterwards holds up
 * the second. */
void account_first_token(struct account *c) {
    struct estimate *e = c->e;
    if (!e->prefill_time.present)
        return;
    measure_set(&e->prefill_first_token, e->prefill_time.q);
    TRACE(&c->trace, STEP_FIRST_TOKEN, "t_prefill", e->prefill_first_token.q,
          Q("t_prefill", e->prefill_time.q, "ms"));
}
