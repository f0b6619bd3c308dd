#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "chart/curves.h"

#define H100  "accelerator=h100-sxm5-80gb "
#define LARGE "task=training model=llama-3.1-70b sequence=4096 "
#define SMALL "task=inference model=llama-3.1-8b "

enum { MOST = 5 };

/* A chart of scenarios; in a page when the width is not 0. NULL after a report. */
static const struct chart *draw(struct bench *b, const char *language, double width,
                                const char *const *options, size_t n) {
    struct chart_request r = bench_request(b, language, "time-breakdown");
    const struct scenario *scenarios[MOST];
    for (size_t i = 0; i < n; i++)
        scenarios[i] = scenario(b, options[i]);
    r.scenarios = scenarios;
    r.scenario_count = n;
    r.in_page = width > 0;
    r.width = width;
    return chart_make(b->arena, b->diag, &r);
}

static const char *title(struct bench *b, const char *const *options, size_t n) {
    const struct chart *c = draw(b, "en", 0, options, n);
    assert_non_null(c);
    return c->title;
}

/* Seconds of a part in the nth bar. */
static double seconds(const struct chart *c, const char *part, size_t nth) {
    for (size_t i = 0; i < c->data.row_count; i++) {
        const char *const *row = c->data.cells + i * c->data.column_count;
        if (strcmp(row[2], part) == 0 && nth-- == 0)
            return strtod(row[3], NULL);
    }
    fail_msg("no row %s", part);
    return 0;
}

static const char *const parts[] = {"compute", "memory", "link", "bubble", "host"};

static double sum(const struct chart *c, size_t bar) {
    double all = 0;
    for (size_t i = 0; i < 5; i++)
        all += seconds(c, parts[i], bar);
    return all;
}

/* 20 layers × 4 sums × 64 micro-batches = 5120 all-reduces of 4096 × 8192 × 2 B = 67 MB. Eight
 * ranks send 2 · 7 / 8 of each at 78% of 200 GB/s: 3.85 s on the H800, as in the specification;
 * over PCIe at 88% of 63 GB/s 10.8 s, and 14 hops of at least 5 us each. */
static void links_take_what_the_messages_take(void **state) {
    const struct chart *c = draw(*state, "en", 0, NULL, 0);
    double message = 4096.0 * 8192 * 2, volume = 5120 * 2 * 7 / 8.0 * message;
    assert_near(message / 1e6, 67, 0.2);
    double h800 = volume / (200e9 * 0.78), pcie = volume / (63e9 * 0.88);
    assert_near(seconds(c, "link", 1), h800, 0.1);
    assert_true(seconds(c, "link", 2) > pcie + 5120 * 14 * 5e-6);
    assert_true(seconds(c, "link", 2) < pcie + 5120 * 14 * 20e-6);
    /* One micro-batch and its messages for each of three stages before it, of 64. */
    for (size_t i = 0; i < 3; i++) {
        double busy = seconds(c, "compute", i) + seconds(c, "link", i);
        assert_near(seconds(c, "bubble", i), busy * 3 / 64, 0.01 * busy * 3 / 64);
    }
}

static void parts_add_up_to_the_estimate(void **state) {
    struct bench *b = *state;
    const struct chart *c = draw(b, "en", 0, NULL, 0);
    const struct scenario *s =
        scenario(b, LARGE H100 "tensor-parallel=8 pipeline-parallel=4 data-parallel=2 "
                               "gradient-accumulation=64 node-link=ib-ndr link=pcie-5-x16");
    const struct estimate *e = catalog_estimate(b->catalog, s);
    assert_near(seconds(c, "total", 2), e->training_step_time.q.value, 1e-4);
    for (size_t i = 0; i < 3; i++)
        assert_near(sum(c, i), seconds(c, "total", i), 1e-4);
}

/* "9.5 s (8.1–12.1); compute 7.7, interconnect 1.4, bubble 0.4." */
static void printed_parts_add_up(void **state) {
    const struct chart *c = draw(*state, "en", 0, NULL, 0);
    int bars = 0;
    for (const char *at = strstr(c->describe, " one way: "); at; bars++) {
        double total = strtod(at + 10, NULL), all = 0;
        const char *p = strchr(at, ';');
        for (; p && !(*p == '.' && (p[1] == ' ' || !p[1])); p++)
            if (*p == ' ' && p[1] >= '0' && p[1] <= '9')
                all += strtod(p + 1, NULL);
        assert_near(all, total, 1e-9);
        at = strstr(p, " one way: ");
    }
    assert_int_equal(bars, 3);
}

static void titles_are_true(void **state) {
    struct bench *b = *state;
    const struct chart *c = draw(b, "en", 0, NULL, 0);
    assert_non_null(strstr(c->title, "Same arithmetic, other links: a training step takes"));
    assert_non_null(strstr(c->title, "tensor parallelism puts the messages of every layer"));
    const char *const one[] = {SMALL H100 "batch=1 context=4096"};
    assert_non_null(strstr(title(b, one, 1), "all of it is reading and writing memory"));
    const char *const same[] = {SMALL H100 "batch=2 context=4096",
                                SMALL H100 "batch=2 context=4096"};
    assert_non_null(strstr(title(b, same, 2), "In every setting a decoding step takes"));
    const char *const batches[] = {SMALL H100 "batch=1 context=4096",
                                   SMALL H100 "batch=64 context=4096"};
    assert_non_null(strstr(title(b, batches, 2), "Depending on the setting, a decoding step"));
    const char *const large[] = {LARGE H100 "gradient-accumulation=2"};
    assert_string_equal(title(b, large, 1),
                        "Llama 3.1 70B does not fit the memory of these devices");
    const char *const some[] = {"task=training method=lora model=llama-3.1-8b sequence=2048 " H100,
                                LARGE H100, LARGE "accelerator=rtx-4090"};
    assert_non_null(strstr(title(b, some, 2), "1 of 2 settings does not fit"));
    assert_non_null(strstr(title(b, some, 3), "2 of 3 settings do not fit"));
    assert_string_equal(title(b, some + 1, 2),
                        "None of these settings fits the memory of its devices");
}

/* Without a scenario the default is one of inference; a training scenario has no prefill. */
static void prefill_has_a_default(void **state) {
    struct bench *b = *state;
    static const char *const words[] = {"prefill"};
    struct chart_request r = bench_request(b, "en", "time-breakdown");
    r.shown = words;
    r.shown_count = 1;
    const struct chart *c = chart_make(b->arena, b->diag, &r);
    assert_non_null(strstr(c->describe, "refill"));
    const struct scenario *s =
        scenario(b, "task=training model=llama-2-7b accelerator=h100-sxm5-80gb sequence=2048");
    r.scenarios = &s;
    r.scenario_count = 1;
    struct diag *heard = diag_new(b->arena);
    assert_null(chart_make(b->arena, heard, &r));
    assert_int_equal(diag_faults(heard), 1);
}

static void prefill_is_asked_for(void **state) {
    struct bench *b = *state;
    static const char *const words[] = {"prefill"};
    struct chart_request r = bench_request(b, "en", "time-breakdown");
    const struct scenario *s = scenario(b, SMALL H100 "prompt=4096 output=1");
    r.scenarios = &s;
    r.scenario_count = 1;
    r.shown = words;
    r.shown_count = 1;
    const struct chart *c = chart_make(b->arena, b->diag, &r);
    assert_non_null(c);
    assert_near(seconds(c, "total", 0), catalog_estimate(b->catalog, s)->prefill_time.q.value,
                1e-6);
    assert_true(seconds(c, "compute", 0) > 0.99 * seconds(c, "total", 0));
}

static void what_it_needs(void **state) {
    struct bench *b = *state;
    const char *const mixed[] = {SMALL H100 "batch=1 context=4096",
                                 "task=training method=lora model=llama-3.1-8b " H100};
    const char *const given[] = {"task=training method=lora mfu=0.4 model=llama-3.1-8b " H100};
    assert_null(draw(b, "en", 0, mixed, 2));
    assert_null(draw(b, "en", 0, given, 1));
    struct chart_request r = bench_request(b, "en", "time-breakdown");
    const struct scenario *s = scenario(b, mixed[0]);
    const struct accelerator *a = device(b, "a100-sxm4-80gb");
    r.scenarios = &s;
    r.accelerators = &a;
    r.scenario_count = r.accelerator_count = 1;
    assert_null(chart_make(b->arena, b->diag, &r));
}

static void labels_are_free(void **state) {
    struct bench *b = *state;
    static const char *const sets[][MOST] = {
        {NULL},
        {SMALL H100 "batch=1 context=4096"},
        {SMALL H100 "batch=1 context=128", SMALL H100 "batch=64 context=4096",
         SMALL H100 "batch=16 context=65536", SMALL "accelerator=rtx-4090 batch=4 context=2048",
         SMALL "accelerator=rtx-4090 batch=64 context=65536"},
        {SMALL H100 "context=4096 tensor-parallel=4", SMALL H100 "context=4096 pipeline-parallel=4",
         SMALL H100 "context=4096 batch=200 tensor-parallel=8"},
        {"task=training model=llama-3.2-1b method=lora accelerator=rtx-4090 sequence=512",
         "task=training model=llama-3.1-8b method=lora accelerator=h20-96gb data-parallel=8",
         "task=training model=llama-3.1-8b method=qlora accelerator=rtx-4090 recompute=full"},
    };
    const double widths[] = {0, 357, 493};
    for (size_t l = 0; l < 2; l++)
        for (size_t k = 0; k < sizeof sets / sizeof *sets; k++)
            for (size_t w = 0; w < 3; w++) {
                size_t n = 0;
                while (n < MOST && sets[k][n])
                    n++;
                const struct chart *c = draw(b, l ? "zh" : "en", widths[w], sets[k], n);
                assert_non_null(c);
                assert_int_equal(
                    label_faults(c, arena_printf(b->arena, "set %zu at %g", k, widths[w])), 0);
                assert_true(svg_size(b, c, "en", THEME_LIGHT) <= 16384);
                assert_true(svg_size(b, c, "en", THEME_AUTO) <= 24576);
            }
}

/* Names that are wider than the usual column, and four parts in a narrow page: all stand free. */
static void long_names_stand_free(void **state) {
    struct bench *b = *state;
    static const char *const sets[][MOST] = {
        {"task=training model=deepseek-r1-distill-qwen-1.5b accelerator=mtt-s4000 devices=2 "
         "pipeline-parallel=2 method=full recompute=selective sequence=2048",
         "task=training model=qwen3-14b accelerator=a100-pcie-80gb devices=4 pipeline-parallel=4 "
         "method=qlora recompute=none sequence=512 gradient-accumulation=8",
         "task=training model=qwen2.5-32b accelerator=a800-sxm4-80gb devices=8 tensor-parallel=8 "
         "method=full recompute=none sequence=8192"},
        {"task=training model=gpt-oss-120b accelerator=ascend-910b-64gb-376t devices=2 "
         "tensor-parallel=2 sequence=8192 gradient-accumulation=8",
         "task=training model=mt-nlg-530b accelerator=ascend-910-2019 recompute=full sequence=2048",
         "task=training model=gpt2-124m accelerator=trainium2 devices=2 tensor-parallel=2 "
         "sequence=512 gradient-accumulation=32"},
        {NULL},
    };
    static const size_t counts[] = {3, 3, 0};
    static const double widths[] = {0, 300, 315, 357, 493};
    for (size_t l = 0; l < 2; l++)
        for (size_t k = 0; k < sizeof sets / sizeof *sets; k++)
            for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
                const struct chart *c = draw(b, l ? "zh" : "en", widths[w], sets[k], counts[k]);
                assert_non_null(c);
                const char *what = arena_printf(b->arena, "set %zu at %g", k, widths[w]);
                assert_int_equal(faults_of(c, what), 0);
            }
}

/* 2 stages, 4 stages, tensor parallelism of 8: told in one text each. */
static void bars_say_how_they_are_shared(void **state) {
    static const char *const options[] = {SMALL H100 "context=4096 devices=4 tensor-parallel=4",
                                          SMALL H100 "context=4096 devices=4 pipeline-parallel=4",
                                          SMALL H100 "context=4096"};
    const struct chart *c = draw(*state, "en", 0, options, 3);
    assert_non_null(c);
    assert_non_null(find_text(c, "TP 4"));
    assert_non_null(find_text(c, "PP 4"));
    assert_non_null(find_text(c, "one device"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_take_what_the_messages_take),
        cmocka_unit_test(parts_add_up_to_the_estimate),
        cmocka_unit_test(printed_parts_add_up),
        cmocka_unit_test(titles_are_true),
        cmocka_unit_test(prefill_has_a_default),
        cmocka_unit_test(prefill_is_asked_for),
        cmocka_unit_test(what_it_needs),
        cmocka_unit_test(labels_are_free),
        cmocka_unit_test(long_names_stand_free),
        cmocka_unit_test(bars_say_how_they_are_shared),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
