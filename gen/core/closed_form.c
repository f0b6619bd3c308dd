#include "core/closed_form.h"

#include <string.h>

#include "core/account.h"
#include "core/decode.h"
#include "core/experts.h"

/* Bytes and FLOPs of a step at no context, experts apart: both are linear in the batch. */
struct bare {
    double bytes, flops;
};

static struct bare bare_step(struct account *c, struct scenario *s, int64_t batch) {
    s->batch = batch;
    struct decode_step step = decode_step_of(c, 1, 0);
    return (struct bare){
        operations_bytes(&step.operations) - step.expert_share * c->counts.bytes[GROUP_EXPERT],
        operations_flops(&step.operations),
    };
}

struct closed_form closed_form_of(struct arena *a, const struct scenario *s) {
    struct scenario bare = *s;
    struct account c = account_of(a, &bare);
    struct estimate e = {.scenario = &bare};
    c.e = &e;
    c.trace.off = true;
    account_roof(&c);
    struct bare one = bare_step(&c, &bare, 1), two = bare_step(&c, &bare, 2);
    bool expanded = s->attention && strcmp(s->attention, "expanded") == 0;
    struct closed_form k = {
        .m = c.m,
        .cache = c.cache,
        .latent = expanded ? LATENT_EXPANDED : LATENT_ABSORBED,
        .fixed = 2 * one.bytes - two.bytes,
        .each = two.bytes - one.bytes,
        .experts = c.counts.bytes[GROUP_EXPERT],
        .met = c.counts.expert_tokens,
        .flops = one.flops,
        .cache_share = c.counts.kv_heads / (double)c.d.context,
        .attention = c.counts.table / (double)c.d.context,
        .roof = c.roof,
    };
    k.roof.known = k.roof.known && c.d.pipeline == 1;
    return k;
}

double closed_form_bytes(const struct closed_form *k, double batch, double context) {
    double experts = k->experts > 0 ? k->experts * experts_share(k->m, batch * k->met) : 0;
    double cache = kv_read_bytes(&k->cache, context) * k->cache_share;
    return k->fixed + experts + batch * (k->each + cache);
}

double closed_form_flops(const struct closed_form *k, double batch, double context) {
    return batch * (k->flops + k->attention * attention_decode_flops(k->m, k->latent, context));
}

double closed_form_time(const struct closed_form *k, double batch, double context) {
    double compute = closed_form_flops(k, batch, context) / k->roof.peak;
    double memory = closed_form_bytes(k, batch, context) / k->roof.bandwidth;
    return compute > memory ? compute : memory;
}
