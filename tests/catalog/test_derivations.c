/* Every line of every derivation, over the whole catalogue, by a calculator that knows nothing of
 * the core: formula, numbers and result belong together. */
#include "core/evaluate.h"

#include "base/diag_report.h"
#include "catalog/catalog.h"

/* Numbers in a line are rounded to four digits, each by at most this much. */
#define ROUNDING 5e-4

struct tally {
    size_t checked, words, wrong, mixed;
};

/* Capacity in powers of two, traffic and rates in powers of ten, never both in one line: that is
 * where 7 % are lost (formulas 0). */
static void check_units(struct tally *t, const char *where, const struct step *s) {
    static const char *const decimal[] = {"kB", "MB", "GB", "TB"};
    bool binary = strstr(s->substituted, "iB") || strstr(s->unit, "iB");
    bool rate = strstr(s->substituted, "iB/s") || strstr(s->unit, "iB/s");
    bool mixed = rate;
    for (size_t i = 0; i < sizeof decimal / sizeof *decimal; i++)
        mixed |= binary && (strstr(s->substituted, decimal[i]) || strstr(s->unit, decimal[i]));
    if (mixed && t->mixed++ < 20)
        print_error("%s: %s = %s in %s mixes units\n", where, s->id, s->substituted, s->unit);
}

/* What cancels in a difference is lost to the rounding of its terms, which is no error. */
static void check_step(struct tally *t, const char *where, const struct step *s) {
    struct calculator c = {.at = s->substituted};
    double value = take_sum(&c);
    if (c.failed || *c.at) {
        t->words++; /* a sum over operations, say */
        return;
    }
    t->checked++;
    bool difference = strstr(s->substituted, "−") != NULL;
    double scale = difference ? c.largest : fabs(s->result.value);
    if (fabs(value - s->result.value) <= 5 * ROUNDING * scale || t->wrong++ > 20)
        return;
    print_error("%s: %s = %s = %g, but it is %g\n", where, s->formula, s->substituted, value,
                s->result.value);
}

static void check_question(struct tally *t, struct catalog *c, const char *const *names,
                           const char *const *values, size_t n) {
    struct arena *a = arena_new();
    struct diag *d = diag_new(a);
    const struct scenario *s = catalog_make_scenario(c, d, names, values, n);
    if (s) {
        const struct estimate *e = estimate_run(a, s);
        const char *where = arena_printf(a, "%s on %s, %s", values[1], values[2], values[0]);
        for (size_t i = 0; i < e->step_count; i++)
            check_step(t, where, &e->steps[i]), check_units(t, where, &e->steps[i]);
    }
    arena_drop(a);
}

static const struct variant {
    const char *task, *name, *value, *name2, *value2;
} variants[] = {
    {"inference", "batch", "1", NULL, NULL},
    {"inference", "batch", "32", "weights", "q4_k_m"},
    {"inference", "weights", "fp8-block", "kv", "fp8"},
    {"inference", "engine", "unified", "block", "16"},
    {"inference", "engine", "llama.cpp", "prefix-hit", "0.5"},
    {"inference", "chunk", "256", "batch", "4"},
    {"inference", "tensor-parallel", "2", "link-bandwidth", "300 GB/s"},
    {"inference", "expert-parallel", "2", "tensor-parallel", "2"},
    {"inference", "draft-tokens", "4", "acceptance", "0.8"},
    {"inference", "request-rate", "0.5", "price", "2"},
    {"inference", "offload", "layers", "host-memory", "ddr5-5600"},
    {"inference", "offload", "weights", "host-memory", "ddr5-5600"},
    {"inference", "transfer-link", "ib-ndr", "prompt", "500"},
    {"training", "offload", "optimizer", "host-memory", "ddr5-5600"},
    {"training", "micro-batch", "1", NULL, NULL},
    {"training", "recompute", "full", "tokens", "1e12"},
    {"training", "method", "lora", "micro-batch", "2"},
    {"training", "method", "dora", "targets", "q,v"},
    {"training", "method", "lora", "targets", "all-linear,embedding,head"},
    {"training", "method", "qlora", "optimizer", "adamw-8bit"},
    {"training", "zero", "3", "data-parallel", "8"},
    {"training", "tensor-parallel", "2", "sequence-parallel", "yes"},
    {"training", "pipeline-parallel", "2", "gradient-accumulation", "8"},
    {"training", "pipeline-parallel", "2", "pipeline-schedule", "zero-bubble"},
    {"training", "optimizer", "adafactor", "logits", "chunked"},
    {"training", "optimizer", "muon", "price", "2"},
};

static void every_line_is_arithmetic(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct diag *d = diag_new(a);
    struct catalog *c = catalog_load(a, d, "content", NULL);
    assert_non_null(c);
    const char *const devices[] = {"h200-sxm-141gb", "rtx-4090"};
    struct tally t = {0};
    for (size_t i = 0; i < catalog_model_count(c); i++)
        for (size_t k = 0; k < sizeof variants / sizeof *variants; k++) {
            const struct variant *v = &variants[k];
            const char *names[] = {"task", "model", "accelerator", v->name, v->name2};
            const char *values[] = {v->task, catalog_model_at(c, i)->id, devices[(i + k) % 2],
                                    v->value, v->value2};
            check_question(&t, c, names, values, v->name2 ? 5 : 4);
        }
    print_message("%zu lines reckoned, %zu are words\n", t.checked, t.words);
    assert_int_equal(t.wrong, 0);
    assert_int_equal(t.mixed, 0);
    assert_true(t.checked > 30000);
    arena_drop(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_line_is_arithmetic)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
