#include "core/load.h"

#include "core/schedule.h"
#include "core/zero.h"

static const struct kind {
    enum step_name time, prefill;
    size_t measure; /* of the time, in struct estimate */
    const char *overlap;
} kinds[PARALLELISMS] = {
    {STEP_TENSOR_TIME, STEP_PREFILL_TENSOR, offsetof(struct estimate, tensor_time), "ω_tp"},
    {STEP_PIPELINE_TIME, STEP_PREFILL_PIPELINE, offsetof(struct estimate, pipeline_time), "ω_pp"},
    {STEP_CONTEXT_TIME, STEP_PREFILL_CONTEXT, offsetof(struct estimate, context_time), "ω_cp"},
    {STEP_EXPERT_TIME, STEP_PREFILL_EXPERT, offsetof(struct estimate, expert_time), "ω_ep"},
    {STEP_DATA_TIME, STEP_DATA_TIME, offsetof(struct estimate, data_time), "ω_dp"},
};

static struct quantity share(double low, double typical, double high) {
    return quantity_range(low, typical, high, UNIT_NONE, EMPIRICAL);
}

/* ── Overlap ── */

bool zero_gathers(const struct scenario *s) {
    const struct sharding *z = zero_lookup(s->zero);
    return z && z->weights;
}

bool zero_scatters(const struct scenario *s) {
    const struct sharding *z = zero_lookup(s->zero);
    return z && (z->optimizer || z->gradients || z->weights);
}

/* Sums of tensor parallelism and the way to the experts and back stand on the critical path, unless
 * another micro-batch computes meanwhile as in DualPipe; in inference nothing runs beside a send
 * either. */
struct quantity load_overlap(const struct scenario *s, enum parallelism p, enum chapter chapter) {
    bool hidden = p == PARALLELISM_CONTEXT || p == PARALLELISM_DATA || p == PARALLELISM_PIPELINE;
    bool two_at_once = p == PARALLELISM_EXPERT && chapter == CHAPTER_TRAINING &&
                       schedule_of(s->pipeline_schedule) == SCHEDULE_DUALPIPE;
    if (s->overlap > 0 || s->given[SCENARIO_overlap])
        return share(s->overlap, s->overlap, s->overlap);
    if (!hidden || chapter == CHAPTER_DECODE ||
        (chapter == CHAPTER_PREFILL && p != PARALLELISM_CONTEXT))
        return two_at_once ? share(0.5, 0.75, 1) : share(0, 0, 0);
    if (p == PARALLELISM_DATA && zero_gathers(s))
        return share(0.7, 0.85, 1);
    return share(0.8, 0.9, 1);
}

static double at_least_zero(double x) {
    return x > 0 ? x : 0;
}

struct quantity load_exposed(struct quantity time, struct quantity overlap, struct quantity hide) {
    return quantity_range(at_least_zero(time.low - overlap.high * hide.high),
                          at_least_zero(time.value - overlap.value * hide.value),
                          at_least_zero(time.high - overlap.low * hide.low), UNIT_SECOND,
                          EMPIRICAL);
}

/* ── Times ── */

struct quantity loads_time(const struct courier *courier, struct load loads[PARALLELISMS]) {
    struct quantity exposed = quantity_exact(0, UNIT_SECOND);
    for (size_t p = 0; p < PARALLELISMS; p++) {
        struct load *load = &loads[p];
        struct quantity once = quantity_exact(0, UNIT_SECOND);
        for (size_t i = 0; i < load->messages.n; i++) {
            load->each[i] = message_time(courier, &load->messages.at[i]);
            once = interval_add(once, load->each[i]);
        }
        load->time = interval_scale(once, load->repeats);
        load->exposed = once;
        if (load->messages.n)
            load->exposed = load_exposed(load->time, load->overlap, load->hide);
        exposed = interval_add(exposed, load->exposed);
    }
    return exposed;
}

/* ── Lines ── */

/* A sum of symbols with what stands for them. */
struct sum {
    const char *formula;
    struct binding bindings[3 * PARALLELISMS + MESSAGES_MOST + 1];
    size_t n;
};

static void sum_bind(struct sum *s, struct binding b) {
    s->bindings[s->n++] = b;
}

static void sum_add(struct arena *a, struct sum *s, const char *term) {
    s->formula = *s->formula ? arena_printf(a, "%s + %s", s->formula, term) : term;
}

static void load_line(struct account *c, struct courier *courier, enum step_name step,
                      const struct load *load) {
    struct sum sum = {.formula = ""};
    for (size_t i = 0; i < load->messages.n; i++) {
        const struct message *m = &load->messages.at[i];
        const char *symbol = estimate_symbol_at(m->step);
        message_line(courier, m, load->each[i]);
        sum_add(c->arena, &sum, symbol);
        sum_bind(&sum, bind_quantity(symbol, load->each[i], "ms"));
    }
    if (load->repeats != 1) {
        sum.formula = load->messages.n > 1 ? arena_printf(c->arena, "n_rep · (%s)", sum.formula)
                                           : arena_printf(c->arena, "n_rep · %s", sum.formula);
        sum_bind(&sum, bind_number("n_rep", load->repeats));
    }
    trace_add(&c->trace, step, sum.formula, load->time, sum.bindings, sum.n);
}

/* "t_tp", or "max(0, t_dp − ω_dp · t_back)" where computing hides some. */
static void add_exposed(struct arena *a, struct sum *sum, const struct load *load,
                        const struct kind *kind) {
    const char *time = estimate_symbol_at(kind->time);
    bool hidden = load->overlap.value > 0;
    sum_add(a, sum,
            hidden ? arena_printf(a, "max(0, %s − %s · %s)", time, kind->overlap, load->hide_symbol)
                   : time);
    sum_bind(sum, bind_quantity(time, load->time, "ms"));
    if (!hidden)
        return;
    sum_bind(sum, bind_number(kind->overlap, load->overlap.value));
    sum_bind(sum, bind_quantity(load->hide_symbol, load->hide, "ms"));
}

static struct measure *measure_at(struct estimate *e, size_t offset) {
    return (struct measure *)(void *)((char *)e + offset);
}

static void totals_account(struct account *c, enum chapter chapter, const struct sum *all,
                           struct quantity time, const struct sum *exposed,
                           struct quantity not_hidden) {
    struct estimate *e = c->e;
    if (chapter == CHAPTER_PREFILL) {
        measure_set(&e->prefill_communication_time, not_hidden);
        trace_add(&c->trace, STEP_PREFILL_COMMUNICATION, exposed->formula, not_hidden,
                  exposed->bindings, exposed->n);
        return;
    }
    bool decode = chapter == CHAPTER_DECODE;
    measure_set(&e->communication_time, time);
    measure_set(&e->communication_exposed_time, not_hidden);
    measure_set(decode ? &e->decode_communication_time : &e->training_communication_time,
                not_hidden);
    trace_add(&c->trace, STEP_COMMUNICATION, all->formula, time, all->bindings, all->n);
    trace_add(&c->trace, STEP_EXPOSED, exposed->formula, not_hidden, exposed->bindings, exposed->n);
    TRACE(&c->trace, decode ? STEP_DECODE_COMMUNICATION : STEP_TRAINING_COMMUNICATION, "t_exp",
          not_hidden, Q("t_exp", not_hidden, decode ? "ms" : "s"));
}

void loads_account(struct account *c, struct courier *courier, enum chapter chapter,
                   const struct load loads[PARALLELISMS]) {
    struct sum all = {.formula = ""}, exposed = {.formula = ""};
    struct quantity time = quantity_exact(0, UNIT_SECOND), not_hidden = time;
    for (size_t p = 0; p < PARALLELISMS; p++) {
        const struct load *load = &loads[p];
        if (!load->messages.n)
            continue;
        bool prefill = chapter == CHAPTER_PREFILL;
        load_line(c, courier, prefill ? kinds[p].prefill : kinds[p].time, load);
        if (!prefill)
            measure_set(measure_at(c->e, kinds[p].measure), load->time);
        time = interval_add(time, load->time);
        not_hidden = interval_add(not_hidden, load->exposed);
        const char *symbol = estimate_symbol_at(kinds[p].time);
        sum_add(c->arena, &all, symbol);
        sum_bind(&all, bind_quantity(symbol, load->time, "ms"));
        add_exposed(c->arena, &exposed, load, &kinds[p]);
    }
    if (all.n)
        totals_account(c, chapter, &all, time, &exposed, not_hidden);
}
