/* Memory of training on the fullest rank (formulas 4, 5). */
#include "core/training.h"

/* With stages the first holds the activations of many micro-batches, the last the logits. */
static bool last_is_fuller(const struct rank *r, const struct held *first, const struct held *last,
                           struct quantity logits) {
    return r->d.pipeline == 1 || last->activations.value + logits.value > first->activations.value;
}

void account_training_memory(struct account *c) {
    struct rank r;
    training_rank(c, &r);
    struct held first = activations_held(c, &r, r.d.pipeline == 1);
    struct held last = r.d.pipeline > 1 ? activations_held(c, &r, true) : first;
    struct quantity logits = logits_held(c, &r);
    bool end = last_is_fuller(&r, &first, &last, logits);
    const struct held *held = end ? &last : &first;
    account_training_states(c, &r);
    account_gathered(c, &r);
    activations_account(c, &r, end, held);
    if (end)
        logits_account(c, &r, logits);
    account_phases(c, &r, held->live);
}
