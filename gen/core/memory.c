/* Runtime, total, room left and verdict (formulas 4.8, 6, 16). */
#include "core/account.h"

#define GIB 1073741824.0

/* Context, libraries and allocator waste of one process. */
static struct quantity runtime_bytes(void) {
    return quantity_range(0.6 * GIB, 1.0 * GIB, 2.0 * GIB, UNIT_BYTE, MODELLED);
}

static struct quantity part(const struct measure *m) {
    return m->present ? m->q : quantity_exact(0, UNIT_BYTE);
}

static void total_bytes(struct account *c) {
    struct estimate *e = c->e;
    const struct {
        const char *symbol;
        const struct measure *part;
    } parts[] = {
        {"W", &e->memory_weights},       {"G", &e->memory_gradients},   {"O", &e->memory_optimizer},
        {"M_lora", &e->memory_adapters}, {"KV", &e->memory_kv_cache},   {"S", &e->memory_state},
        {"M_draft", &e->memory_draft},   {"A", &e->memory_activations}, {"Z", &e->memory_logits},
        {"M_buf", &e->memory_buffers},   {"R", &e->memory_runtime},
    };
    enum { PARTS = sizeof parts / sizeof *parts };
    struct binding bindings[PARTS];
    struct quantity sum = quantity_exact(0, UNIT_BYTE);
    const char *formula = "";
    size_t n = 0;
    for (size_t i = 0; i < PARTS; i++) {
        if (!parts[i].part->present)
            continue;
        sum = interval_add(sum, part(parts[i].part));
        formula = trace_formula(&c->trace, "%s%s%s", formula, n ? " + " : "", parts[i].symbol);
        bindings[n++] = bind_quantity(parts[i].symbol, part(parts[i].part), "GiB");
    }
    measure_set(&e->memory_total, sum);
    trace_add(&c->trace, STEP_TOTAL, formula, sum, bindings, n);
}

/* Fits with every part at its high end: yes; only with every part at its low end: marginal. */
static enum verdict verdict_of(struct quantity total, struct quantity budget) {
    if (total.high <= budget.low)
        return VERDICT_YES;
    return total.low <= budget.high ? VERDICT_MARGINAL : VERDICT_NO;
}

/* Of a memory that the host works in as well the catalogue's capacity is what the GPU surely gets;
 * with luck the system lets it have more (formulas 6). A share that is given settles it. */
static struct quantity budget_of(const struct account *c, double capacity) {
    const struct datum *low = &c->device->gpu_share_low, *high = &c->device->gpu_share_high;
    double given = c->s->memory_utilisation, share = given > 0 ? given : 1, luck = share;
    if (!(given > 0) && low->known && high->known && high->value > low->value)
        luck = high->value / low->value;
    return quantity_range(capacity * share, capacity * share, capacity * luck, UNIT_BYTE,
                          luck > share ? MODELLED : EXACT);
}

static void headroom_bytes(struct account *c) {
    struct estimate *e = c->e;
    const struct datum *own = &c->device->memory_capacity;
    if (!own->known && !(c->s->memory_capacity > 0)) {
        e->fits = VERDICT_NO; /* never a speed for what is not known to fit */
        return;
    }
    double capacity = c->s->memory_capacity > 0 ? c->s->memory_capacity : own->value;
    double share = c->s->memory_utilisation > 0 ? c->s->memory_utilisation : 1;
    struct quantity budget = budget_of(c, capacity);
    measure_set(&e->memory_capacity, quantity_exact(capacity, UNIT_BYTE));
    struct quantity left = interval_subtract(budget, e->memory_total.q);
    measure_set(&e->memory_headroom, left);
    e->fits = verdict_of(e->memory_total.q, budget);
    TRACE(&c->trace, STEP_HEADROOM, share < 1 ? "C · u − M" : "C − M", left,
          Q("C", e->memory_capacity.q, "GiB"), N("u", share), Q("M", e->memory_total.q, "GiB"));
}

void account_memory_total(struct account *c) {
    struct quantity runtime = runtime_bytes();
    measure_set(&c->e->memory_runtime, runtime);
    TRACE(&c->trace, STEP_RUNTIME, "R", runtime, Q("R", runtime, "GiB"));
    if (account_is_training(c))
        account_training_total(c);
    else
        total_bytes(c);
    headroom_bytes(c);
}
