/* What must hold for every model and device of the catalogue, and for scenarios drawn at random
 * from a fixed seed: laws, not values. */
#include "shipped.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "catalog/fields.h"
#include "core/closed_form.h"
#include "core/parameters.h"

#define ROUNDS 400

/* ── Draws ── */

static uint64_t draw(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static size_t pick(uint64_t *seed, size_t n) {
    return (size_t)(draw(seed) % n);
}

static const struct model *any_model(uint64_t *seed) {
    return catalog_model_at(shipped.catalog, pick(seed, catalog_model_count(shipped.catalog)));
}

/* One whose memory is known: of others nothing is said. */
static const struct accelerator *any_device(uint64_t *seed) {
    size_t n = catalog_accelerator_count(shipped.catalog);
    const struct accelerator *x;
    do
        x = catalog_accelerator_at(shipped.catalog, pick(seed, n));
    while (!x->memory_capacity.known || !x->memory_bandwidth.known);
    return x;
}

/* ── Questions ── */

struct question {
    const char *names[24], *values[24];
    size_t n;
};

static void with(struct question *q, const char *name, const char *value) {
    for (size_t i = 0; i < q->n; i++)
        if (!strcmp(q->names[i], name)) {
            q->values[i] = value;
            return;
        }
    q->names[q->n] = name;
    q->values[q->n++] = value;
}

/* A host whose memory is a matter of its slots gets some. */
static struct question ask(const struct model *m, const struct accelerator *x, const char *task) {
    struct question q = {{"task", "model", "accelerator"}, {task, m->id, x->id}, 3};
    if (!x->memory_capacity.known)
        with(&q, "memory-capacity", "384 GiB");
    return q;
}

static const char *number(struct arena *a, long long n) {
    return arena_printf(a, "%lld", n);
}

/* NULL when the options do not fit together. */
static const struct estimate *answer(struct arena *a, const struct question *q) {
    struct diag *d = diag_new(a);
    const struct scenario *s = catalog_make_scenario(shipped.catalog, d, q->names, q->values, q->n);
    return s ? estimate_figures(a, s) : NULL;
}

static const struct estimate *must(struct arena *a, const struct question *q) {
    const struct estimate *e = answer(a, q);
    if (!e) {
        struct diag *d = diag_new(a);
        catalog_make_scenario(shipped.catalog, d, q->names, q->values, q->n);
        print_reports(d);
    }
    assert_non_null(e);
    return e;
}

static void rises(const struct question *q, const char *what, double before, double after) {
    if (!(after >= before))
        fail_msg("%s of %s falls from %g to %g", what, q->values[1], before, after);
}

/* A context that every model takes. */
static const char *short_context(struct arena *a, const struct model *m) {
    return number(a, m->max_context < 1024 ? m->max_context : 1024);
}

/* ── Memory ── */

static void memory_grows_with_batch_and_context(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (size_t i = 0; i < ROUNDS; i++) {
        struct arena *a = arena_new();
        const struct model *m = any_model(&seed);
        struct question q = ask(m, any_device(&seed), "inference");
        long long batch = 1 + (long long)pick(&seed, 200);
        long long context = 1 + (long long)pick(&seed, (size_t)m->max_context / 2);
        with(&q, "batch", number(a, batch));
        with(&q, "context", number(a, context));
        double before = must(a, &q)->memory_total.q.value;
        with(&q, "batch", number(a, batch + 1));
        rises(&q, "memory with the batch", before, must(a, &q)->memory_total.q.value);
        with(&q, "batch", number(a, batch));
        with(&q, "context", number(a, context + 1));
        rises(&q, "memory with the context", before, must(a, &q)->memory_total.q.value);
        arena_drop(a);
    }
}

static void memory_grows_with_bits(void **state) {
    (void)state;
    const char *const ladder[] = {"q2_k", "q3_k_s", "q4_k_m", "q5_k_m",
                                  "q6_k", "q8_0",   "bf16",   "fp32"};
    const struct accelerator *x = catalog_accelerator_at(shipped.catalog, 0);
    for (size_t i = 0; i < catalog_model_count(shipped.catalog); i++) {
        struct arena *a = arena_new();
        const struct model *m = catalog_model_at(shipped.catalog, i);
        struct question q = ask(m, x, "inference");
        with(&q, "context", short_context(a, m));
        double before = 0;
        for (size_t k = 0; k < sizeof ladder / sizeof *ladder; k++) {
            with(&q, "weights", ladder[k]);
            double now = must(a, &q)->memory_weights.q.value;
            rises(&q, ladder[k], before, now);
            before = now;
        }
        arena_drop(a);
    }
}

static void adapters_take_less_than_full_fine_tuning(void **state) {
    (void)state;
    const struct accelerator *x = catalog_accelerator_at(shipped.catalog, 0);
    for (size_t i = 0; i < catalog_model_count(shipped.catalog); i++) {
        struct arena *a = arena_new();
        const struct model *m = catalog_model_at(shipped.catalog, i);
        struct question q = ask(m, x, "training");
        with(&q, "sequence", short_context(a, m));
        double full = must(a, &q)->memory_total.q.value;
        with(&q, "method", "lora");
        double lora = must(a, &q)->memory_total.q.value;
        with(&q, "method", "qlora");
        double qlora = must(a, &q)->memory_total.q.value;
        if (!(qlora < lora && lora < full))
            fail_msg("%s: QLoRA %g, LoRA %g, full %g", m->id, qlora, lora, full);
        arena_drop(a);
    }
}

static double states(const struct estimate *e) {
    return e->memory_weights.q.value + e->memory_gradients.q.value + e->memory_optimizer.q.value;
}

static void each_zero_stage_takes_no_more(void **state) {
    (void)state;
    const char *const stages[] = {"0", "1", "2", "3"};
    const struct accelerator *x = catalog_accelerator_at(shipped.catalog, 0);
    for (size_t i = 0; i < catalog_model_count(shipped.catalog); i++) {
        struct arena *a = arena_new();
        const struct model *m = catalog_model_at(shipped.catalog, i);
        struct question q = ask(m, x, "training");
        with(&q, "sequence", short_context(a, m));
        with(&q, "data-parallel", "8");
        double before = INFINITY, first = states(must(a, &q));
        for (size_t k = 0; k < 4; k++) {
            with(&q, "zero", stages[k]);
            double now = states(must(a, &q));
            if (!(now <= before))
                fail_msg("%s: stage %s takes %g after %g", m->id, stages[k], now, before);
            before = now;
        }
        assert_true(before < 0.2 * first); /* all states over eight ranks */
        arena_drop(a);
    }
}

static void tensor_parallel_never_takes_more_per_device(void **state) {
    (void)state;
    const struct accelerator *x = catalog_accelerator_at(shipped.catalog, 0);
    size_t accepted = 0;
    for (size_t i = 0; i < catalog_model_count(shipped.catalog); i++) {
        struct arena *a = arena_new();
        const struct model *m = catalog_model_at(shipped.catalog, i);
        struct question q = ask(m, x, "inference");
        with(&q, "context", short_context(a, m));
        double before = INFINITY;
        for (int t = 1; t <= 64; t *= 2) {
            with(&q, "tensor-parallel", number(a, t));
            const struct estimate *e = answer(a, &q);
            if (!e)
                continue; /* heads that do not divide are refused */
            double now = e->memory_weights.q.value + e->memory_kv_cache.q.value;
            if (!(now <= before * (1 + 1e-12)))
                fail_msg("%s: %d devices hold %g each, after %g", m->id, t, now, before);
            before = now;
            accepted++;
        }
        arena_drop(a);
    }
    assert_true(accepted > 3 * catalog_model_count(shipped.catalog));
}

static void memory_does_not_depend_on_active_experts(void **state) {
    (void)state;
    const struct accelerator *x = catalog_accelerator_at(shipped.catalog, 0);
    size_t seen = 0;
    for (size_t i = 0; i < catalog_model_count(shipped.catalog); i++) {
        const struct model *m = catalog_model_at(shipped.catalog, i);
        if (!model_is_moe(m))
            continue;
        struct arena *a = arena_new();
        struct question q = ask(m, x, "inference");
        with(&q, "context", short_context(a, m));
        struct diag *d = diag_new(a);
        const struct scenario *s =
            catalog_make_scenario(shipped.catalog, d, q.names, q.values, q.n);
        assert_non_null(s);
        struct model fewer = *m;
        struct scenario other = *s;
        fewer.experts_active = m->experts_active > 1 ? m->experts_active - 1 : 2;
        other.model = &fewer;
        double before = estimate_figures(a, s)->memory_weights.q.value;
        double after = estimate_figures(a, &other)->memory_weights.q.value;
        if (before != after)
            fail_msg("%s: %g bytes, and %g with fewer active experts", m->id, before, after);
        seen++;
        arena_drop(a);
    }
    assert_true(seen >= 14); /* the expert models of the catalogue */
}

/* ── Speed ── */

static void no_step_beats_its_ceiling(void **state) {
    (void)state;
    uint64_t seed = 2;
    size_t speeds = 0;
    for (size_t i = 0; i < 4 * ROUNDS; i++) {
        struct arena *a = arena_new();
        const struct model *m = any_model(&seed);
        struct question q = ask(m, any_device(&seed), "inference");
        with(&q, "batch", number(a, 1 + (long long)pick(&seed, 64)));
        with(&q, "context", number(a, 1 + (long long)pick(&seed, (size_t)m->max_context)));
        with(&q, "weights", pick(&seed, 2) ? "bf16" : "q4_k_m");
        const struct estimate *e = must(a, &q);
        if (e->decode_time.present) {
            speeds++;
            if (!(e->decode_time.q.low >= e->decode_ceiling_time.q.low * (1 - 1e-9)))
                fail_msg("%s on %s: %g s beats the ceiling of %g s", q.values[1], q.values[2],
                         e->decode_time.q.low, e->decode_ceiling_time.q.low);
        }
        if (e->fits == VERDICT_NO && (e->decode_time.present || e->prefill_time.present))
            fail_msg("%s on %s does not fit and has a speed", q.values[1], q.values[2]);
        arena_drop(a);
    }
    assert_true(speeds > 100);
}

/* Weights are shared by the batch, caches are not: F/B rises and flattens. */
static void decode_intensity_saturates(void **state) {
    (void)state;
    const struct accelerator *x = catalog_accelerator_at(shipped.catalog, 0);
    for (size_t i = 0; i < catalog_model_count(shipped.catalog); i++) {
        const struct model *m = catalog_model_at(shipped.catalog, i);
        if (model_is_moe(m))
            continue; /* more tokens meet more experts at first */
        struct arena *a = arena_new();
        struct question q = ask(m, x, "inference");
        with(&q, "context", short_context(a, m));
        double before = 0, gain = INFINITY;
        for (int b = 1; b <= 4096; b *= 4) {
            with(&q, "batch", number(a, b));
            double now = must(a, &q)->decode_intensity.q.value;
            rises(&q, "intensity", before, now);
            if (b > 1 && !(now / before <= gain * (1 + 1e-9)))
                fail_msg("%s: intensity speeds up at batch %d", m->id, b);
            if (b > 1)
                gain = now / before;
            before = now;
        }
        arena_drop(a);
    }
}

/* The closed form gives the same ceiling as the whole estimate, on one device and on several. */
static void the_closed_form_agrees(void **state) {
    (void)state;
    uint64_t seed = 5;
    size_t compared = 0;
    const char *const formats[] = {"bf16", "fp8-block", "q4_k_m"};
    for (size_t i = 0; i < 4 * ROUNDS; i++) {
        struct arena *a = arena_new();
        const struct model *m = any_model(&seed);
        struct question q = ask(m, any_device(&seed), "inference");
        long long batch = 1 + (long long)pick(&seed, 300);
        long long context = 1 + (long long)pick(&seed, (size_t)m->max_context);
        with(&q, "batch", number(a, batch));
        with(&q, "context", number(a, context));
        with(&q, "weights", formats[pick(&seed, 3)]);
        with(&q, "memory-capacity", "1e6 GiB");
        if (pick(&seed, 2))
            with(&q, "tensor-parallel", "4");
        const struct estimate *e = answer(a, &q);
        if (e && e->decode_ceiling_time.present) {
            struct closed_form k = closed_form_of(a, e->scenario);
            double ours = closed_form_time(&k, (double)batch, (double)context);
            double theirs = e->decode_ceiling_time.q.high;
            if (!(fabs(ours / theirs - 1) < 1e-9))
                fail_msg("%s on %s: %g s in closed form, %g s in full", q.values[1], q.values[2],
                         ours, theirs);
            compared++;
        }
        arena_drop(a);
    }
    assert_true(compared > ROUNDS);
}

/* ── Numbers ── */

static void all_finite(const struct question *q, const struct estimate *e) {
    for (size_t i = 0; i < estimate_field_count; i++) {
        const struct measure *m = estimate_measure(e, &estimate_fields[i]);
        if (!m->present)
            continue;
        if (!(isfinite(m->q.value) && isfinite(m->q.low) && isfinite(m->q.high)))
            fail_msg("%s on %s: %s is %g (%g to %g)", q->values[1], q->values[2],
                     estimate_fields[i].path, m->q.value, m->q.low, m->q.high);
        if (!(m->q.low <= m->q.value && m->q.value <= m->q.high))
            fail_msg("%s on %s: %s is %g outside %g to %g", q->values[1], q->values[2],
                     estimate_fields[i].path, m->q.value, m->q.low, m->q.high);
        if (m->q.exactness >= MODELLED || m->q.low == m->q.high)
            continue;
        fail_msg("%s is exact and has a range", estimate_fields[i].path);
    }
}

/* What is modelled or measured has a range (formulas 0), but for whole numbers of sequences and
 * tokens, which may be the same at both ends, and for a zero: what is hidden whole or buys nothing.
 */
static void ranges_are_open(const struct question *q, const struct estimate *e) {
    for (size_t i = 0; i < estimate_field_count; i++) {
        const struct measure *m = estimate_measure(e, &estimate_fields[i]);
        bool whole = !*estimate_fields[i].printed || unit_equal(m->q.unit, UNIT_TOKEN);
        if (m->present && m->q.exactness >= MODELLED && m->q.high > 0 && !whole &&
            !(m->q.low < m->q.high))
            fail_msg("%s on %s: %s is %g without a range", q->values[1], q->values[2],
                     estimate_fields[i].path, m->q.value);
    }
}

/* Counts and ceilings know nothing of what is measured: another share of bandwidth or of the peak
 * leaves them as they are. */
static void same_counts(const struct question *q, const struct estimate *a,
                        const struct estimate *b) {
    for (size_t i = 0; i < estimate_field_count; i++) {
        const struct measure *m = estimate_measure(a, &estimate_fields[i]),
                             *n = estimate_measure(b, &estimate_fields[i]);
        bool counted = m->present && m->q.exactness < MODELLED;
        if (counted && !(n->present && m->q.value == n->q.value))
            fail_msg("%s on %s: %s is counted and was %g, now %g", q->values[1], q->values[2],
                     estimate_fields[i].path, m->q.value, n->q.value);
    }
}

static void counts_do_not_know_efficiencies(void **state) {
    (void)state;
    uint64_t seed = 8;
    for (size_t i = 0; i < ROUNDS; i++) {
        struct arena *a = arena_new();
        bool training = pick(&seed, 2);
        struct question q =
            ask(any_model(&seed), any_device(&seed), training ? "training" : "inference");
        with(&q, "memory-capacity", "10 TiB");
        with(&q, training ? "sequence" : "context", "64");
        if (pick(&seed, 2))
            with(&q, "link-bandwidth", "300 GB/s"), with(&q, "devices", "2");
        const struct estimate *usual = answer(a, &q);
        with(&q, training ? "mfu" : "software", training ? "0.2" : "desktop");
        with(&q, "latency", "1 us");
        const struct estimate *other = answer(a, &q);
        assert_int_equal(usual != NULL, other != NULL);
        if (usual)
            same_counts(&q, usual, other);
        arena_drop(a);
    }
}

/* The three numbers of every model with experts, from its own description (formulas 1.2, 8): what
 * is held, what computes, and what a step of so many sequences reads: U = E (1 − (1 − K/E)^b)
 * experts of three matrices in each layer. */
static void experts_have_three_numbers(void **state) {
    (void)state;
    size_t models = 0;
    for (size_t i = 0; i < catalog_model_count(shipped.catalog); i++) {
        const struct model *m = catalog_model_at(shipped.catalog, i);
        if (!model_is_moe(m))
            continue;
        models++;
        struct arena *a = arena_new();
        double E = (double)m->experts, K = (double)m->experts_active;
        double expert = (double)(m->ffn_matrices * m->hidden * m->expert_ffn);
        static const char *const batches[] = {"1", "8", "64"};
        for (size_t k = 0; k < 3; k++) {
            struct question q = ask(m, catalog_accelerator_at(shipped.catalog, 0), "inference");
            with(&q, "batch", batches[k]);
            with(&q, "context", "16");
            const struct estimate *e = must(a, &q);
            double met = E * (1 - pow(1 - K / E, atof(batches[k])));
            double more = (met - K) * (double)m->moe_layers * expert;
            double active = e->active_parameters.q.value;
            assert_true(fabs(e->distinct_experts.q.value - met) < 1e-9 * met);
            /* Biases of experts are read too. */
            double read = e->read_parameters.q.value - active;
            if (!(read >= more * (1 - 1e-9) - 1 && read <= more * 1.005 + 1))
                fail_msg("%s: %g more parameters are read, not %g", m->id, read, more);
            assert_true(e->parameters.q.value > active && active > 0);
        }
        arena_drop(a);
    }
    assert_true(models >= 10);
}

static const char *extreme(uint64_t *seed, enum option_kind kind, const char *printed,
                           struct arena *a) {
    static const char *const counts[] = {"1", "2", "3", "7", "64", "4096", "131072", "999999999"};
    static const char *const reals[] = {"0", "1e-300", "0.5", "1", "1e17", "1e300"};
    static const char *const numbers[] = {"1e-9", "1", "80", "1e15"};
    if (kind == OPTION_COUNT)
        return counts[pick(seed, sizeof counts / sizeof *counts)];
    if (kind == OPTION_REAL)
        return reals[pick(seed, sizeof reals / sizeof *reals)];
    return arena_printf(a, "%s %s", numbers[pick(seed, sizeof numbers / sizeof *numbers)], printed);
}

/* Whatever is not refused gives numbers. */
static void extremes_never_give_infinity(void **state) {
    (void)state;
    uint64_t seed = 3;
    size_t answered = 0;
    for (size_t i = 0; i < 20 * ROUNDS; i++) {
        struct arena *a = arena_new();
        struct question q =
            ask(any_model(&seed), any_device(&seed), pick(&seed, 2) ? "inference" : "training");
        for (size_t k = 1 + pick(&seed, 3); k; k--) {
            const struct option *o = &scenario_options[pick(&seed, scenario_option_count)];
            if (o->kind != OPTION_WORD)
                with(&q, o->name, extreme(&seed, o->kind, o->printed, a));
        }
        const struct estimate *e = answer(a, &q);
        if (e) {
            answered++;
            all_finite(&q, e);
        }
        arena_drop(a);
    }
    assert_true(answered > 1000);
}

static void every_pair_gives_finite_numbers(void **state) {
    (void)state;
    const char *const tasks[] = {"inference", "training"};
    for (size_t t = 0; t < 2; t++)
        for (size_t i = 0; i < catalog_model_count(shipped.catalog); i++) {
            struct arena *a = arena_new();
            for (size_t k = 0; k < catalog_accelerator_count(shipped.catalog); k++) {
                struct question q = ask(catalog_model_at(shipped.catalog, i),
                                        catalog_accelerator_at(shipped.catalog, k), tasks[t]);
                const struct estimate *e = answer(a, &q);
                if (!e)
                    continue;
                all_finite(&q, e);
                ranges_are_open(&q, e);
            }
            arena_drop(a);
        }
}

/* A narrow space besides the one before the unit. */
static bool is_grouped(const char *printed) {
    const char *first = strstr(printed, "\u202F");
    return first && first[3] >= '0' && first[3] <= '9';
}

/* What is printed reads back, and the expression of a path is its value. */
static void printer_parser_and_expressions_agree(void **state) {
    (void)state;
    const char *const ids[] = {"full-7b", "lora-7b", "qlora-7b", "serve-7b-batch-16",
                               "pretrain-7b"};
    size_t compared = 0;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        struct arena *a = arena_new();
        struct diag *d = diag_new(a);
        const struct scenario *s = catalog_scenario(shipped.catalog, d, (struct span){0}, ids[i]);
        assert_non_null(s);
        const struct estimate *e = catalog_estimate(shipped.catalog, s);
        const struct environment env = {.catalog = shipped.catalog};
        for (size_t k = 0; k < estimate_field_count; k++) {
            const struct estimate_field *f = &estimate_fields[k];
            const struct measure *m = estimate_measure(e, f);
            if (!m->present)
                continue;
            struct value v;
            const char *text = arena_printf(a, "$%s/%s", ids[i], f->path);
            assert_true(expression_evaluate(a, d, &env, text, (struct span){0}, &v));
            assert_true(v.quantity.value == m->q.value);
            assert_true(unit_equal(v.quantity.unit, m->q.unit));
            const char *printed =
                quantity_format(a, m->q, (struct number_format){.unit = f->printed, .digits = 12});
            struct quantity back;
            if (is_grouped(printed) || printed[0] == '\xE2')
                continue; /* grouped digits and minus signs are for readers */
            assert_true(quantity_parse(d, (struct span){0}, printed, &back));
            if (!(fabs(back.value - m->q.value) <= 1e-11 * fabs(m->q.value)))
                fail_msg("%s prints as %s and reads as %g", f->path, printed, back.value);
            compared++;
        }
        arena_drop(a);
    }
    assert_true(compared > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_grows_with_batch_and_context),
        cmocka_unit_test(memory_grows_with_bits),
        cmocka_unit_test(adapters_take_less_than_full_fine_tuning),
        cmocka_unit_test(each_zero_stage_takes_no_more),
        cmocka_unit_test(tensor_parallel_never_takes_more_per_device),
        cmocka_unit_test(memory_does_not_depend_on_active_experts),
        cmocka_unit_test(no_step_beats_its_ceiling),
        cmocka_unit_test(decode_intensity_saturates),
        cmocka_unit_test(the_closed_form_agrees),
        cmocka_unit_test(counts_do_not_know_efficiencies),
        cmocka_unit_test(experts_have_three_numbers),
        cmocka_unit_test(extremes_never_give_infinity),
        cmocka_unit_test(every_pair_gives_finite_numbers),
        cmocka_unit_test(printer_parser_and_expressions_agree),
    };
    return cmocka_run_group_tests(tests, shipped_open, shipped_close);
}
