/* Disaggregated serving: the cache of a prompt moves from where it was computed to where it is
 * decoded (formulas 10.5). */
#include <math.h>

#include "core/cache_account.h"
#include "core/prefill.h"

/* Of one prompt, the share of one device; each device has a link of its own. What must be kept is
 * sent, not what an engine reserves. */
static double prompt_bytes(const struct account *c) {
    struct prompt p = prompt_of(c);
    double kv = kv_cache_bytes(&c->cache, ENGINE_IDEAL, p.cached + p.fresh, 1, 1);
    return kv * c->kv_share + c->cache.state * cache_state_share(c);
}

/* Layers are streamed while later ones are computed: only what takes longer, and the last layer,
 * is waited for. */
static struct quantity exposed_time(const struct account *c, struct quantity transfer) {
    double layers = (double)c->m->layers / (double)c->d.pipeline;
    struct quantity prefill = interval_scale(c->e->prefill_time.q, 1 / (double)c->s->batch);
    struct quantity longer = quantity_range(
        fmax(0, transfer.low - prefill.high), fmax(0, transfer.value - prefill.value),
        fmax(0, transfer.high - prefill.low), UNIT_SECOND, EMPIRICAL);
    return interval_add(longer, interval_scale(transfer, 1 / layers));
}

static void exposed(struct account *c, struct quantity transfer) {
    struct estimate *e = c->e;
    struct quantity wait = exposed_time(c, transfer);
    measure_set(&e->transfer_exposed_time, wait);
    double b = (double)c->s->batch, layers = (double)c->m->layers / (double)c->d.pipeline;
    TRACE(&c->trace, STEP_TRANSFER_EXPOSED, "max(0, t_kv − t_prefill / b) + t_kv / L", wait,
          Q("t_kv", transfer, "ms"), Q("t_prefill", e->prefill_time.q, "ms"), N("b", b),
          N("L", layers));
}

void account_transfer(struct account *c) {
    const struct link *link = c->s->handover;
    if (!link || !link->bandwidth.known)
        return;
    struct estimate *e = c->e;
    struct quantity bytes = quantity_exact(prompt_bytes(c), UNIT_BYTE);
    struct quantity rate = interval_ceiling(link->bandwidth.value, UNIT_BYTE_PER_SECOND);
    struct quantity share = efficiency_node_link();
    struct quantity time = interval_divide(bytes, interval_multiply(rate, share));
    measure_set(&e->transfer_bytes, bytes);
    TRACE(&c->trace, STEP_TRANSFER_BYTES, "KV_prompt", bytes, Q("KV_prompt", bytes, "GiB"));
    if (e->fits == VERDICT_NO)
        return;
    measure_set(&e->transfer_time, time);
    TRACE(&c->trace, STEP_TRANSFER_TIME, "B_kv / (β · η_l)", time, Q("B_kv", bytes, "GB"),
          Q("β", rate, "GB/s"), N("η_l", share.value));
    if (e->prefill_time.present)
        exposed(c, time);
}
