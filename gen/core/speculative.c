#include "core/speculative.h"

#include <math.h>

#include "core/communication.h"
#include "core/decode.h"

double speculative_tokens(double acceptance, double drafted) {
    if (acceptance >= 1)
        return drafted + 1;
    return (1 - pow(acceptance, drafted + 1)) / (1 - acceptance);
}

double speculative_speed_up(double acceptance, double drafted, double draft_cost,
                            double verify_cost) {
    return speculative_tokens(acceptance, drafted) / (drafted * draft_cost + verify_cost);
}

double speculative_operations(double acceptance, double drafted, double draft_flops) {
    return (drafted * draft_flops + drafted + 1) / speculative_tokens(acceptance, drafted);
}

/* ── The draft model ── */

/* It is split over the tensor ranks where its heads allow, and stands whole in every stage. */
static struct degrees draft_degrees(const struct account *c) {
    const struct model *m = c->s->draft;
    int64_t t = c->d.tensor;
    bool splits = m->heads % t == 0 && (m->kv_heads % t == 0 || t % m->kv_heads == 0);
    int64_t shared = splits ? t : 1;
    return (struct degrees){
        .tensor = shared, .pipeline = 1, .data = 1, .expert = 1, .context = 1, .devices = shared};
}

/* The same question about the draft model: same format, batch and context. */
static struct account draft_account(const struct account *c) {
    struct account draft = *c;
    draft.m = c->s->draft;
    draft.d = draft_degrees(c);
    draft.counts = counts_of(draft.m, c->weights, draft.d);
    draft.cache = kv_of(draft.m, c->kv);
    draft.trace.off = true;
    return draft;
}

void account_draft(struct account *c) {
    if (!c->s->draft)
        return;
    struct degrees d = draft_degrees(c);
    struct kv cache = kv_of(c->s->draft, c->kv);
    double weights = parallel_weights(c->weights, c->s->draft, d).total;
    double kv = kv_cache_bytes(&cache, c->engine, (double)c->s->context, (double)c->s->batch,
                               (double)c->s->block) *
                parallel_kv_share(c->s->draft, d);
    struct quantity bytes = quantity_exact(weights + kv, UNIT_BYTE);
    measure_set(&c->e->memory_draft, bytes);
    TRACE(&c->trace, STEP_DRAFT, "W_draft + KV_draft", bytes,
          Q("W_draft", quantity_exact(weights, UNIT_BYTE), "GiB"),
          Q("KV_draft", quantity_exact(kv, UNIT_BYTE), "GiB"));
}

/* ── Costs ── */

/* Both at the same end of the measured shares: they run on the same device. */
static struct quantity ratio(struct quantity a, struct quantity b) {
    double r[] = {a.low / b.low, a.value / b.value, a.high / b.high};
    return quantity_range(fmin(r[0], fmin(r[1], r[2])), r[1], fmax(r[0], fmax(r[1], r[2])),
                          UNIT_NONE, EMPIRICAL);
}

struct costs {
    struct quantity draft, verify;
    double draft_flops;
    double drafted;
};

/* Without a draft model the pure formula, which is the most: drafting and verifying more tokens
 * cost nothing. */
static struct costs costs_of(const struct account *c) {
    double context = (double)c->s->context, drafted = (double)c->s->draft_tokens;
    if (!c->s->draft)
        return (struct costs){interval_ceiling(0, UNIT_NONE), interval_ceiling(1, UNIT_NONE), 0,
                              drafted};
    struct account draft = draft_account(c);
    struct decode_step plain = decode_step_of(c, 1, context);
    struct decode_step verify = decode_step_of(c, drafted + 1, context);
    struct decode_step one = decode_step_of(&draft, 1, context);
    struct quantity target = decode_step_time(c, &plain);
    return (struct costs){
        .draft = ratio(decode_step_time(&draft, &one), target),
        .verify = ratio(decode_step_time(c, &verify), target),
        .draft_flops =
            operations_flops(&one.operations) * (double)draft.d.tensor /
            (operations_flops(&plain.operations) * (double)c->d.tensor * (double)c->d.pipeline),
        .drafted = drafted,
    };
}

/* Dear drafts and dear verification together at the low end. */
static struct quantity speed_up(double acceptance, const struct costs *costs) {
    double low =
        speculative_speed_up(acceptance, costs->drafted, costs->draft.high, costs->verify.high);
    double typical =
        speculative_speed_up(acceptance, costs->drafted, costs->draft.value, costs->verify.value);
    double high =
        speculative_speed_up(acceptance, costs->drafted, costs->draft.low, costs->verify.low);
    return quantity_range(low, typical, high, UNIT_NONE, costs->verify.exactness);
}

static void trace_costs(struct account *c, const struct costs *costs) {
    struct estimate *e = c->e;
    const char *draft = c->s->draft ? "t_draft / t" : "0",
               *verify = c->s->draft ? "t_verify / t" : "1";
    struct quantity one = quantity_exact(1, UNIT_SECOND);
    struct quantity t = e->decode_time.present ? e->decode_time.q : one;
    TRACE(&c->trace, STEP_DRAFT_COST, draft, costs->draft,
          Q("t_draft", quantity_exact(t.value * costs->draft.value, UNIT_SECOND), "ms"),
          Q("t", t, "ms"));
    TRACE(&c->trace, STEP_VERIFY_COST, verify, costs->verify,
          Q("t_verify", quantity_exact(t.value * costs->verify.value, UNIT_SECOND), "ms"),
          Q("t", t, "ms"));
}

static void speculative_speeds(struct account *c, const struct costs *costs) {
    struct estimate *e = c->e;
    double acceptance = c->s->acceptance, drafted = costs->drafted;
    struct quantity gain = speed_up(acceptance, costs);
    struct quantity work = interval_ceiling(
        speculative_operations(acceptance, drafted, costs->draft_flops), UNIT_NONE);
    measure_set(&e->speculative_draft_cost, costs->draft);
    measure_set(&e->speculative_verify_cost, costs->verify);
    measure_set(&e->speculative_speed_up, gain);
    measure_set(&e->speculative_operations, work);
    trace_costs(c, costs);
    TRACE(&c->trace, STEP_SPEED_UP, "E_round / (γ · c_draft + v_verify)", gain,
          N("E_round", speculative_tokens(acceptance, drafted)), N("γ", drafted),
          N("c_draft", costs->draft.value), N("v_verify", costs->verify.value));
    TRACE(&c->trace, STEP_SPECULATIVE_OPERATIONS, "(γ · c_ops + γ + 1) / E_round", work,
          N("γ", drafted), N("c_ops", costs->draft_flops),
          N("E_round", speculative_tokens(acceptance, drafted)));
    if (!e->decode_speed.present)
        return;
    measure_set(&e->speculative_speed, interval_multiply(e->decode_speed.q, gain));
    TRACE(&c->trace, STEP_SPECULATIVE_SPEED, "v · φ_spec", e->speculative_speed.q,
          Q("v", e->decode_speed.q, "token/s"), N("φ_spec", gain.value));
}

void account_speculative(struct account *c) {
    double acceptance = c->s->acceptance, drafted = (double)c->s->draft_tokens;
    if (!(acceptance > 0) || drafted < 1)
        return;
    struct quantity tokens = interval_ceiling(speculative_tokens(acceptance, drafted), UNIT_TOKEN);
    measure_set(&c->e->speculative_tokens, tokens);
    TRACE(&c->trace, STEP_ROUND_TOKENS, acceptance < 1 ? "(1 − α^(γ + 1)) / (1 − α)" : "γ + 1",
          tokens, N("α", acceptance), N("γ", drafted));
    bool timed = c->roof.known && communication_known(c->s, c->d);
    if (c->e->fits == VERDICT_NO || (c->s->draft && !timed))
        return;
    struct costs costs = costs_of(c);
    speculative_speeds(c, &costs);
}
