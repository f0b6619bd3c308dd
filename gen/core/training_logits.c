/* The logits of a rank: those of one micro-batch, divided over the tensor group (formulas 4.7). */
#include "core/logits.h"
#include "core/training.h"

/* Beside the chunks a trained head gathers its gradient: 2 bytes per weight were measured, twice
 * the width of the weights is the most (formulas 4.7). */
static struct quantity head_gradient(const struct account *c, const struct rank *r) {
    double weights = (double)(c->m->vocabulary * c->m->hidden) / (double)r->d.tensor;
    double most = account_is_full(c) || r->lora.head ? 2 * c->recipe->weights : 0;
    double measured = most > 2 ? 2 : most;
    return quantity_range(measured * weights, measured * weights, most * weights, UNIT_BYTE,
                          MODELLED);
}

struct quantity logits_held(const struct account *c, const struct rank *r) {
    const struct logits *l = logits_lookup(c->s->logits);
    double scores = r->tokens / l->chunks * (double)c->m->vocabulary / (double)r->d.tensor;
    struct quantity bytes =
        quantity_range(l->low * scores, l->value * scores, l->value * scores, UNIT_BYTE, MODELLED);
    return l->chunks > 1 ? interval_add(bytes, head_gradient(c, r)) : bytes;
}

void logits_account(struct account *c, const struct rank *r, struct quantity bytes) {
    const struct logits *l = logits_lookup(c->s->logits);
    bool head = l->chunks > 1 && (account_is_full(c) || r->lora.head);
    measure_set(&c->e->memory_logits, bytes);
    if (c->trace.off)
        return;
    const char *formula =
        arena_printf(c->arena, "%g · T%s · V%s%s%s", l->value, l->chunks > 1 ? " / n_chunk" : "",
                     r->d.tensor > 1 ? " / n_t" : "", head ? " + 2 · V · h" : "",
                     head && r->d.tensor > 1 ? " / n_t" : "");
    TRACE(&c->trace, STEP_LOGITS, formula, bytes, N("T", r->tokens), N("n_chunk", l->chunks),
          N("V", c->m->vocabulary), N("n_t", r->d.tensor), N("h", c->m->hidden));
}
