#include <string.h>

#include "core/training.h"

static bool is(const char *word, const char *expected) {
    return word && strcmp(word, expected) == 0;
}

static double or_one(int64_t count) {
    return count > 0 ? (double)count : 1;
}

/* What one rank of each group updates: its shard, or all that it holds. */
static double updated_parameters(const struct rank *r) {
    double dense = r->held.dense, experts = r->held.experts;
    if (!r->lora.full) {
        struct lora_rank on = lora_parameters_of_rank(&r->lora, r->d);
        dense = on.dense;
        experts = on.experts;
    }
    return r->zero->optimizer ? dense / r->groups.dense + experts / r->groups.experts
                              : dense + experts;
}

void training_rank(const struct account *c, struct rank *out) {
    const struct scenario *s = c->s;
    struct rank r = {.d = degrees_of(s), .zero = zero_lookup(s->zero ? s->zero : "0")};
    r.stage = parallel_stage(c->m, r.d);
    r.lora = lora_of(c->m, s->targets, s->rank, account_is_full(c));
    r.lora.magnitudes = is(s->method, "dora");
    r.held = parallel_parameters(c->m, r.d);
    r.groups = zero_groups(s, r.d);
    r.sharded = r.groups.dense > 1 || r.groups.experts > 1;
    r.updated = updated_parameters(&r);
    r.keeping = (struct keeping){
        .recompute = recompute_of(s->recompute),
        .fp32 = c->weights->peak == PEAK_FP32,
        .eager = is(s->attention, "eager"),
        .sequence = (double)s->sequence,
        .crowd = s->capacity_factor,
        .tensor = (double)r.d.tensor,
        .sequence_parallel = r.d.tensor > 1 && is(s->sequence_parallel, "yes"),
    };
    r.tokens = (double)s->sequence * (double)s->micro_batch / (double)r.d.context;
    r.micro_batches = or_one(s->gradient_accumulation);
    r.chunks = or_one(s->interleave);
    r.schedule = schedule_of(s->pipeline_schedule);
    *out = r;
    out->keeping.lora = &out->lora;
}
