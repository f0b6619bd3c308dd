#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "catalog/store.h"
#include "chart/curves.h"

#define GIB 1073741824.0

static const char *const sets[] = {
    "task=training model=llama-3.2-1b accelerator=rtx-4090 sequence=4096",
    "task=training model=llama-2-7b accelerator=a100-sxm4-80gb sequence=2048 micro-batch=2",
    "task=training model=llama-3.1-8b method=lora accelerator=rtx-4090 recompute=full",
    "task=training model=llama-3.1-8b method=qlora accelerator=h100-sxm5-80gb sequence=8192",
    "task=training model=llama-3.1-70b accelerator=h100-sxm5-80gb sequence=4096 tensor-parallel=8 "
    "pipeline-parallel=4 data-parallel=2 gradient-accumulation=8 node-link=ib-ndr zero=1",
    "task=training model=mixtral-8x7b accelerator=b200-sxm-180gb data-parallel=8 zero=3",
    "task=training model=qwen2.5-0.5b accelerator=h200-sxm-141gb sequence=512",
};
enum { SETS = sizeof sets / sizeof *sets };

static const struct chart *draw(struct bench *b, const char *language, double width,
                                const char *options) {
    struct chart_request r = bench_request(b, language, "training-memory");
    const struct scenario *s = scenario(b, options);
    r.scenarios = &s;
    r.scenario_count = 1;
    r.in_page = width > 0;
    r.width = width;
    return chart_make(b->arena, b->diag, &r);
}

static double total(const struct chart *c, const char *moment) {
    for (size_t i = 0; i < c->data.row_count; i++) {
        const char *const *row = c->data.cells + i * c->data.column_count;
        if (strcmp(row[0], moment) == 0 && strcmp(row[1], "total") == 0)
            return strtod(row[2], NULL);
    }
    fail_msg("no moment %s", moment);
    return 0;
}

/* The peak is memory/total; the ends of backward and update those of the phases, runtime and
 * buffers apart. */
static void moments_are_those_of_the_estimate(void **state) {
    struct bench *b = *state;
    for (size_t i = 0; i < SETS; i++) {
        const struct estimate *e = catalog_estimate(b->catalog, scenario(b, sets[i]));
        const struct chart *c = draw(b, "en", 0, sets[i]);
        assert_non_null(c);
        double beside = e->memory_runtime.q.value;
        beside += e->memory_buffers.present ? e->memory_buffers.q.value : 0;
        assert_near(total(c, "loss"), e->memory_total.q.value / GIB, 1e-6);
        assert_near(total(c, "backward-end"), (e->memory_phase_backward.q.value + beside) / GIB,
                    1e-6);
        assert_near(total(c, "update"), (e->memory_phase_update.q.value + beside) / GIB, 1e-6);
        assert_true(total(c, "start") <= total(c, "forward-end") + 1e-9);
        assert_true(total(c, "forward-end") <= total(c, "loss") + 1e-9);
    }
}

/* Llama 2 7B by 16 bytes a parameter: 100.4 GiB stand there; A_layer 153 728 B a token of 32 layers
 * and 2 × 2048 tokens 18.8, and 14 B a score 1.7 GiB. */
static void titles_are_true(void **state) {
    struct bench *b = *state;
    const struct chart *c = draw(b, "en", 0, sets[1]);
    double states = 6738415616.0 * 16 / GIB, kept = 153728.0 * 32 * 4096 / GIB;
    double scores = 14.0 * 4096 * 32000 / GIB;
    assert_near(total(c, "loss"), states + kept + scores + 1, 0.05);
    assert_non_null(strstr(c->title, "peaks at 121.9 GiB, 41.9 more than the A100 holds"));
    assert_non_null(strstr(c->title, "full recomputation would bring it to"));
    c = draw(b, "en", 0, sets[2]);
    assert_non_null(strstr(c->title, "without recomputation it would be"));
    c = draw(b, "en", 0, sets[6]);
    assert_non_null(strstr(c->title, "GiB, as backward begins"));
}

static void what_it_needs(void **state) {
    struct bench *b = *state;
    assert_null(draw(b, "en", 0, "task=inference model=llama-3.1-8b accelerator=rtx-4090"));
}

static void labels_are_free_and_files_small(void **state) {
    struct bench *b = *state;
    const double widths[] = {0, 357, 493};
    for (int l = 0; l < 2; l++)
        for (size_t k = 0; k < SETS; k++)
            for (int w = 0; w < 3; w++) {
                const struct chart *c = draw(b, l ? "zh" : "en", widths[w], sets[k]);
                const char *what = arena_printf(b->arena, "set %zu at %g", k, widths[w]);
                assert_non_null(c);
                assert_int_equal(label_faults(c, what), 0);
                size_t light = svg_size(b, c, "en", THEME_LIGHT),
                       print = svg_size(b, c, "en", THEME_PRINT);
                /* dots of a large area are written one by one */
                if (light > 16384 || print > 24576 || svg_size(b, c, "en", THEME_AUTO) > 24576)
                    fail_msg("%s: %zu and %zu bytes", what, light, print);
            }
}

static struct chart_request of_scenario(struct bench *b, const char *options) {
    struct chart_request r = bench_request(b, "en", "training-memory");
    const struct scenario **one = ARENA_NEW(b->arena, const struct scenario *);
    *one = scenario(b, options);
    r.scenarios = one;
    r.scenario_count = 1;
    return r;
}

/* Capacity and fills end at nearly the same heights: both stand in the gutter, pushed apart. */
static void a_low_capacity_stands_among_the_names(void **state) {
    struct bench *b = *state;
    static const char *const low[] = {
        "task=training model=deepseek-r1 accelerator=mtt-s4000 method=full recompute=selective "
        "sequence=8192 devices=16 tensor-parallel=8 pipeline-parallel=2 gradient-accumulation=8",
        "task=training model=llama-3-70b accelerator=ascend-910b-32gb-280t method=qlora "
        "recompute=selective sequence=8192 devices=4 pipeline-parallel=4 gradient-accumulation=8",
        "task=training model=baichuan2-13b accelerator=rtx-4090 sequence=4096 micro-batch=1"};
    for (size_t i = 0; i < sizeof low / sizeof *low; i++) {
        struct chart_request r = of_scenario(b, low[i]);
        assert_int_equal(faults_everywhere(b, r), 0);
        r.in_page = true;
        r.width = 248;
        assert_int_equal(faults_of(made(b, r), low[i]), 0);
    }
}

/* A name that is longer than the gutter is wide is broken in it. */
static void long_names_stay_in_the_gutter(void **state) {
    struct bench *b = *state;
    struct chart_request r = of_scenario(b, sets[0]);
    struct strings *words = arena_memdup(b->arena, r.strings, sizeof *words);
    words->at = arena_memdup(b->arena, words->at, words->n * sizeof *words->at);
    for (size_t i = 0; i < words->n; i++)
        if (!strcmp(words->at[i].key, "chart.fill.optimizer"))
            words->at[i].text = "states of the optimizer";
    r.strings = words;
    r.in_page = true;
    const struct chart *c = made(b, r);
    assert_int_equal(faults_of(c, "long names"), 0);
    assert_null(find_text(c, "states of the optimizer "));
    assert_non_null(find_text(c, "states of the"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_are_those_of_the_estimate),
        cmocka_unit_test(titles_are_true),
        cmocka_unit_test(what_it_needs),
        cmocka_unit_test(labels_are_free_and_files_small),
        cmocka_unit_test(a_low_capacity_stands_among_the_names),
        cmocka_unit_test(long_names_stay_in_the_gutter),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
