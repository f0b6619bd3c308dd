#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/bench.h"

#define BASE                                                                                       \
    "task=training model=llama-3.1-70b accelerator=h100-sxm5-80gb sequence=4096 node-link=ib-ndr "

static const struct chart *draw(struct bench *b, const char *language, double width,
                                const char *options) {
    struct chart_request r = bench_request(b, language, "pipeline-schedule");
    const struct scenario *s = options ? scenario(b, options) : NULL;
    r.scenarios = &s;
    r.scenario_count = s != NULL;
    r.in_page = width > 0;
    r.width = width;
    return chart_make(b->arena, b->diag, &r);
}

static const char *title(struct bench *b, const char *options) {
    const struct chart *c = draw(b, "en", 0, options);
    assert_non_null(c);
    return c->title;
}

/* (4 − 1) / (8 + 4 − 1), (4 − 1) / (2 · 8 + 4 − 1), and a third of the first with moved gradients:
 * 3 idle of 27. */
static void titles_say_the_bubble(void **state) {
    struct bench *b = *state;
    const struct {
        const char *options, *first, *second;
    } rows[] = {
        {NULL, "4 stages, 8 micro-batches: the bubble takes 27.3% of the time",
         "1F1B keeps the activations of at most 4, GPipe would keep all 8"},
        {BASE "pipeline-parallel=8 tensor-parallel=8 gradient-accumulation=32",
         "8 stages, 32 micro-batches: the bubble takes 17.9%",
         "at most 8, GPipe would keep all 32"},
        {BASE "pipeline-parallel=4 gradient-accumulation=8 interleave=2", "takes 15.8% of the time",
         "2 chunks a stage cut it from 27.3%, and keep 5.5 micro-batches, not 4"},
        {BASE "pipeline-parallel=4 gradient-accumulation=4 interleave=2", "takes 27.3% of the time",
         "2 chunks a stage cut it from 42.9%"},
        {BASE "pipeline-parallel=4 gradient-accumulation=8 pipeline-schedule=gpipe",
         "takes 27.3% of the time",
         "GPipe keeps the activations of all 8, 1F1B would keep at most"},
        {BASE "pipeline-parallel=4 gradient-accumulation=8 pipeline-schedule=zero-bubble",
         "takes 11.1% of the time", "putting off the gradients of weights cuts it from 27.3%"},
        {BASE "pipeline-parallel=4 gradient-accumulation=1",
         "4 stages, one micro-batch: the bubble takes 75.0% of the time",
         "more micro-batches would shrink it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *said = title(b, rows[i].options);
        if (!strstr(said, rows[i].first) || !strstr(said, rows[i].second))
            fail_msg("“%s” does not say “%s” and “%s”", said, rows[i].first, rows[i].second);
    }
    const char *kept = strstr(title(b, rows[3].options), "micro-batches, not");
    assert_null(kept); /* four micro-batches cannot keep more than four */
}

/* The title's share is the one of the estimate. */
static void the_estimate_agrees(void **state) {
    struct bench *b = *state;
    const char *options = BASE "pipeline-parallel=8 tensor-parallel=8 gradient-accumulation=32";
    const struct estimate *e = catalog_estimate(b->catalog, scenario(b, options));
    assert_near(e->training_bubble_share.q.value, 0.179, 0.0005);
    /* activations: all eight micro-batches that the first stage keeps */
    const struct chart *c = draw(b, "en", 0, options);
    assert_non_null(strstr(c->describe, "from the first stage: 8, 7, 6, 5, 4, 3, 2, 1."));
}

/* Every pass once, each stage one at a time, a backward pass twice as long. */
static void rows_are_passes(void **state) {
    const struct chart *c = draw(*state, "en", 0, NULL);
    assert_int_equal(c->data.row_count, 4 * 8 * 2);
    double end = 0;
    int numbers = 0;
    for (size_t i = 0; i < c->data.row_count; i++) {
        const char *const *row = c->data.cells + i * c->data.column_count;
        double start = strtod(row[4], NULL), length = strtod(row[5], NULL);
        end = fmax(end, start + length);
        assert_near(length, strcmp(row[1], "forward") == 0 ? 1 : 2, 1e-9);
    }
    assert_near(end, 3 * (8 + 4 - 1), 1e-9);
    for (const struct item *i = c->scene->first; i; i = i->next)
        numbers += item_text(i) && strcmp(item_text(i), "5") == 0;
    assert_true(numbers >= 8); /* forward and backward on four stages */
}

static void what_it_needs(void **state) {
    struct bench *b = *state;
    assert_null(draw(b, "en", 0, BASE "tensor-parallel=8"));
    assert_null(draw(b, "en", 0, "task=inference model=llama-3.1-8b accelerator=rtx-4090"));
    assert_null(draw(b, "en", 0,
                     BASE "pipeline-parallel=4 gradient-accumulation=8 "
                          "pipeline-schedule=dualpipe"));
    assert_null(draw(b, "en", 0,
                     BASE "pipeline-parallel=4 gradient-accumulation=2 "
                          "pipeline-schedule=zero-bubble"));
    assert_null(draw(b, "en", 0, BASE "pipeline-parallel=8 gradient-accumulation=64"));
    assert_null(draw(b, "en", 0, BASE "pipeline-parallel=16 gradient-accumulation=8"));
}

static void labels_are_free_and_files_small(void **state) {
    struct bench *b = *state;
    static const char *const sets[] = {
        NULL,
        BASE "pipeline-parallel=2 gradient-accumulation=2",
        BASE "pipeline-parallel=8 gradient-accumulation=16",
        BASE "pipeline-parallel=8 gradient-accumulation=32",
        BASE "pipeline-parallel=10 gradient-accumulation=16",
        BASE "pipeline-parallel=8 gradient-accumulation=8 interleave=2",
        BASE "pipeline-parallel=4 gradient-accumulation=8 interleave=4",
        BASE "pipeline-parallel=4 gradient-accumulation=8 pipeline-schedule=zero-bubble",
        BASE "pipeline-parallel=8 gradient-accumulation=8 pipeline-schedule=zero-bubble",
        BASE "pipeline-parallel=4 gradient-accumulation=16 pipeline-schedule=gpipe",
    };
    const double widths[] = {0, 357, 493};
    for (size_t l = 0; l < 2; l++)
        for (size_t k = 0; k < sizeof sets / sizeof *sets; k++)
            for (size_t w = 0; w < 3; w++) {
                const struct chart *c = draw(b, l ? "zh" : "en", widths[w], sets[k]);
                const char *what = arena_printf(b->arena, "set %zu at %g", k, widths[w]);
                assert_non_null(c);
                assert_int_equal(label_faults(c, what), 0);
                size_t light = svg_size(b, c, "en", THEME_LIGHT),
                       both = svg_size(b, c, "en", THEME_AUTO);
                light = (size_t)fmax((double)light, (double)svg_size(b, c, "en", THEME_PRINT));
                if (light > 16384 || both > 24576)
                    fail_msg("%s: %zu and %zu bytes", what, light, both);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(titles_say_the_bubble),
        cmocka_unit_test(the_estimate_agrees),
        cmocka_unit_test(rows_are_passes),
        cmocka_unit_test(what_it_needs),
        cmocka_unit_test(labels_are_free_and_files_small),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
