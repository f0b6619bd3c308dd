/* Inference over the whole catalogue: caches of every model, options at random, words for every
 * line in both languages. */
#include "model_facts.h"
#include "shipped.h"

#include <math.h>

#include "core/experts.h"
#include "core/format.h"
#include "core/kv.h"

#define SAME(found, expected)                                                                      \
    if ((found) != (double)(expected))                                                             \
    fail_msg("%s: %s is %.0f, expected %.0f", f->id, #found, (found), (double)(expected))

/* Bytes a token below the window, bytes a token above it, and what full windows hold. */
static void caches_are_those_of_the_facts(void **state) {
    (void)state;
    assert_int_equal(FACTS, 67);
    const struct format *half = format_lookup("bf16");
    for (size_t i = 0; i < FACTS; i++) {
        const struct fact *f = &facts[i];
        const struct model *m =
            catalog_model(shipped.catalog, shipped.diag, (struct span){0}, f->id);
        struct kv k = kv_of(m, half);
        double far = (double)(1 << 20);
        double at = kv_cache_bytes(&k, ENGINE_IDEAL, far, 1, 1);
        double next = kv_cache_bytes(&k, ENGINE_IDEAL, far + 1, 1, 1);
        SAME(kv_bytes_per_token(m, half), f->kv);
        SAME(kv_cache_bytes(&k, ENGINE_IDEAL, 1, 1, 1), f->kv);
        SAME(next - at, f->kv_growing);
        SAME(at - (double)f->kv_growing * far, f->kv_fixed);
        SAME(kv_cache_bytes(&k, ENGINE_UNIFIED, far, 1, 1), (double)f->kv * far);
    }
}

/* Demands B: total, active, read at 1, 8 and 64 sequences; memory ignores how many are active. */
static void experts_of_the_catalogue(void **state) {
    (void)state;
    size_t seen = 0;
    for (size_t i = 0; i < FACTS; i++) {
        const struct fact *f = &facts[i];
        const struct model *m =
            catalog_model(shipped.catalog, shipped.diag, (struct span){0}, f->id);
        if (!f->experts)
            continue;
        seen++;
        double e = (double)f->experts, k = (double)f->experts_active;
        static const double batches[] = {1, 8, 64};
        for (size_t b = 0; b < 3; b++)
            assert_true(fabs(experts_distinct(m, batches[b]) -
                             e * (1 - pow(1 - k / e, batches[b]))) < 1e-9 * e);
        struct model other = *m;
        other.experts_active = m->experts;
        const struct format *half = format_lookup("bf16");
        assert_true(format_weight_bytes(half, m).total == format_weight_bytes(half, &other).total);
    }
    assert_int_equal(seen, 14);
}

/* ── Questions at random ── */

enum { OPTIONS = 24, ROUNDS = 4000 };

struct question {
    const char *names[OPTIONS], *values[OPTIONS];
    size_t n;
};

static size_t pick(uint64_t *seed, size_t n) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(*seed >> 33) % n;
}

static void with(struct question *q, const char *name, const char *value) {
    q->names[q->n] = name;
    q->values[q->n++] = value;
}

/* Options and the values they may get; an empty one is left out. */
static const struct {
    const char *name, *values[8];
} menu[] = {
    {"weights", {"", "bf16", "fp8-block", "int8", "int4-g128", "q4_k_m", "exl2-4.5", "q6_k-block"}},
    {"kv", {"", "", "bf16", "fp8", "int8", "q8_0", "q4_0", "fp8-block"}},
    {"batch", {"", "", "1", "2", "7", "64", "500", "100000"}},
    {"prompt", {"", "", "1", "100", "1000", "3000", "100", "1000"}},
    {"output", {"", "", "1", "100", "500", "1000", "1", "100"}},
    {"engine", {"", "", "", "ideal", "unified", "llama.cpp", "", ""}},
    {"attention", {"", "", "flash", "eager", "absorbed", "expanded", "", ""}},
    {"block", {"", "", "", "16", "64", "256", "", ""}},
    {"chunk", {"", "", "", "1", "512", "100000", "", ""}},
    {"prefix-hit", {"", "", "", "0.01", "0.5", "1", "", ""}},
    {"acceptance", {"", "", "", "", "0.6", "1", "", ""}},
    {"draft-tokens", {"", "", "", "", "1", "5", "", ""}},
    {"draft-model", {"", "", "", "", "llama-3.2-1b", "qwen3-0.6b", "", ""}},
    {"tensor-parallel", {"", "", "", "2", "4", "8", "16", ""}},
    {"pipeline-parallel", {"", "", "", "", "2", "3", "8", ""}},
    {"expert-parallel", {"", "", "", "", "2", "8", "16", ""}},
    {"data-parallel", {"", "", "", "", "2", "8", "16", ""}},
    {"request-rate", {"", "", "", "", "0.001", "3", "1000000", ""}},
};
enum { MENU = sizeof menu / sizeof *menu };

static struct question any_question(uint64_t *seed) {
    const struct catalog *c = shipped.catalog;
    const struct model *m = catalog_model_at(c, pick(seed, catalog_model_count(c)));
    const struct accelerator *x =
        catalog_accelerator_at(c, pick(seed, catalog_accelerator_count(c)));
    struct question q = {.n = 0};
    with(&q, "task", "inference");
    with(&q, "model", m->id);
    with(&q, "accelerator", x->id);
    for (size_t i = 0; i < MENU; i++) {
        const char *value = menu[i].values[pick(seed, 8)];
        if (*value && pick(seed, 3) == 0)
            with(&q, menu[i].name, value);
    }
    return q;
}

static void check_range(const struct question *q, const char *path, struct quantity v) {
    bool sound = isfinite(v.low) && isfinite(v.value) && isfinite(v.high) && v.low <= v.value &&
                 v.value <= v.high && (v.exactness > CEILING || v.low == v.high);
    if (sound)
        return;
    for (size_t i = 0; i < q->n; i++)
        print_message("%s=%s ", q->names[i], q->values[i]);
    fail_msg("%s: %g, %g, %g", path, v.low, v.value, v.high);
}

static void need(const struct strings *s, const char *key) {
    if (strcmp(say(s, key), key) == 0)
        fail_msg("%s lacks “%s”", strings_language(s), key);
}

/* Every symbol, label and operation can be said. */
static void check_words(const struct estimate *e, struct arena *a) {
    static const char *const languages[] = {"zh", "en"};
    for (size_t l = 0; l < 2; l++) {
        const struct strings *s = catalog_strings(shipped.catalog, languages[l]);
        for (size_t i = 0; i < e->operation_count; i++)
            need(s, arena_printf(a, "op.%s", e->operations[i].name));
        for (size_t i = 0; i < e->step_count; i++) {
            need(s, e->steps[i].label);
            for (const char *at = e->steps[i].formula; *at;) {
                size_t n = formula_symbol(at);
                if (n && !formula_is_function(at, n))
                    need(s, arena_printf(a, "symbol.%.*s", (int)n, at));
                at += n ? n : 1;
            }
        }
    }
}

static void check_estimate(const struct question *q, const struct estimate *e) {
    for (size_t i = 0; i < estimate_field_count; i++) {
        const struct measure *m = estimate_measure(e, &estimate_fields[i]);
        if (m->present)
            check_range(q, estimate_fields[i].path, m->q);
    }
    if (e->decode_time.present)
        assert_true(e->decode_time.q.low >= e->decode_ceiling_time.q.value * (1 - 1e-12));
    if (e->fits == VERDICT_NO)
        assert_false(e->decode_speed.present || e->prefill_time.present ||
                     e->serving_rate.present || e->speculative_speed.present ||
                     e->decode_ceiling_speed.present);
    assert_true(e->memory_kv_ideal.q.value <= e->memory_kv_unified.q.value * (1 + 1e-12));
}

/* Zero, huge and absent values give no NaN and no infinity; what does not fit together is refused
 * with a reason. */
static void options_at_random(void **state) {
    (void)state;
    uint64_t seed = 20260101;
    size_t answered = 0;
    for (size_t i = 0; i < ROUNDS; i++) {
        struct arena *a = arena_new();
        struct diag *d = diag_new(a);
        struct question q = any_question(&seed);
        const struct scenario *s =
            catalog_make_scenario(shipped.catalog, d, q.names, q.values, q.n);
        if (!s)
            assert_true(diag_faults(d) > 0);
        const struct estimate *e = s ? estimate_run(a, s) : NULL;
        if (e) {
            answered++;
            check_estimate(&q, e);
            check_words(e, a);
        }
        arena_drop(a);
    }
    assert_true(answered > ROUNDS / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(caches_are_those_of_the_facts),
        cmocka_unit_test(experts_of_the_catalogue),
        cmocka_unit_test(options_at_random),
    };
    return cmocka_run_group_tests(tests, shipped_open, shipped_close) ? 1 : 0;
}
