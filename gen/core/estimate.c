#include <string.h>

#include "core/account.h"

const struct estimate_field estimate_fields[] = {
#define ESTIMATE(path, member, unit, printed) {path, printed, offsetof(struct estimate, member)},
#include "core/estimate.def"
#undef ESTIMATE
};
const size_t estimate_field_count = sizeof estimate_fields / sizeof *estimate_fields;

const struct measure *estimate_measure(const struct estimate *e, const struct estimate_field *f) {
    return (const struct measure *)(const void *)((const char *)e + f->offset);
}

void estimate_words(const struct estimate *e, struct estimate_word out[ESTIMATE_WORDS]) {
    static const char *const verdicts[] = {
        [VERDICT_NO] = "no", [VERDICT_MARGINAL] = "marginal", [VERDICT_YES] = "yes"};
    const struct estimate_word words[ESTIMATE_WORDS] = {
        {"memory/fits", verdicts[e->fits], "memory/headroom"},
        {"prefill/bound", e->prefill_bound, "prefill/intensity"},
        {"decode/bound", e->decode_bound, "decode/intensity"},
        {"training/bound", e->training_bound, "training/intensity"},
        {"offload/fits", e->offload_known ? verdicts[e->offload_fits] : NULL,
         "offload/device-bytes"},
        {"offload/bound", e->offload_bound, "offload/overlapped-time"},
        {"binding/resource", e->binding_resource, "binding/margin"},
        {"binding/next", e->binding_next, "binding/margin"},
    };
    memcpy(out, words, sizeof words);
}

static bool is_word(const char *word, const char *expected) {
    return word && strcmp(word, expected) == 0;
}

bool account_is_training(const struct account *c) {
    return is_word(c->s->task, "training");
}

bool account_is_full(const struct account *c) {
    return is_word(c->s->method, "full");
}

bool account_is_recomputed(const struct account *c) {
    return is_word(c->s->recompute, "full");
}

void measure_set(struct measure *m, struct quantity q) {
    *m = (struct measure){q, true};
}

void account_operations(struct account *c, const struct operations *operations) {
    struct estimate *e = c->e;
    size_t n = e->operation_count + operations->n;
    struct operation *all = ARENA_ARRAY(c->arena, struct operation, n);
    if (e->operation_count)
        memcpy(all, e->operations, e->operation_count * sizeof *all);
    memcpy(all + e->operation_count, operations->at, operations->n * sizeof *all);
    e->operations = all;
    e->operation_count = n;
}

enum run { RUN_TRACED, RUN_FIGURES, RUN_PROBE };

static void run_inference(struct account *c, enum run how) {
    account_inference_memory(c);
    account_memory_total(c);
    account_traffic(c);
    account_roof(c);
    account_decode(c);
    if (how == RUN_PROBE)
        return;
    account_prefill(c);
    account_transfer(c);
    account_first_token(c);
    account_speculative(c);
    account_serving(c);
}

static void run_training(struct account *c) {
    account_training_memory(c);
    account_memory_total(c);
    account_traffic(c);
    account_roof(c);
    account_training(c);
}

/* What follows from memory and times. */
static void run_consequences(struct account *c) {
    account_offload(c);
    account_energy(c);
    account_cost(c);
    account_binding(c);
}

struct account account_of(struct arena *a, const struct scenario *s) {
    struct account c = {
        .arena = a,
        .s = s,
        .m = s->model,
        .device = s->accelerator,
        .weights = format_lookup(s->weights),
        .kv = format_lookup(s->kv),
        .recipe = optimizer_lookup(s->optimizer),
    };
    census_of(c.m, &c.census);
    c.p = c.census.p;
    c.d = degrees_of(s);
    c.w = parallel_counted_weights(c.weights, c.m, &c.census, c.d);
    c.counts = counts_counted(c.m, c.weights, &c.census, c.d);
    if (c.kv) {
        c.cache = kv_of(c.m, c.kv);
        c.engine = engine_of(s->engine);
        c.kv_share = parallel_kv_share(c.m, c.d);
    }
    return c;
}

static const struct estimate *run(struct account *c, enum run how) {
    struct estimate *e = ARENA_NEW(c->arena, struct estimate);
    e->scenario = c->s;
    c->e = e;
    c->trace = (struct trace){.arena = c->arena, .off = how != RUN_TRACED};
    account_parameters(c);
    if (account_is_training(c))
        run_training(c);
    else
        run_inference(c, how);
    if (how != RUN_PROBE)
        run_consequences(c);
    e->steps = c->trace.steps;
    e->step_count = c->trace.n;
    return e;
}

const struct estimate *estimate_run(struct arena *a, const struct scenario *s) {
    struct account c = account_of(a, s);
    return run(&c, RUN_TRACED);
}

const struct estimate *estimate_figures(struct arena *a, const struct scenario *s) {
    struct account c = account_of(a, s);
    return run(&c, RUN_FIGURES);
}

const struct estimate *account_probe(struct arena *a, const struct scenario *s) {
    struct account c = account_of(a, s);
    return run(&c, RUN_PROBE);
}

const struct estimate *account_probe_like(struct arena *a, const struct account *like,
                                          const struct scenario *s) {
    struct account c = *like; /* the same model, formats and degrees: counted already */
    c.arena = a;
    c.s = s;
    c.device = s->accelerator;
    return run(&c, RUN_PROBE);
}
