#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "chart/pixels.h"

static const struct chart *of_scenario(struct bench *b, const char *language, const char *options) {
    const struct scenario *s[] = {scenario(b, options)};
    struct chart_request r = bench_request(b, language, "decode-knee");
    r.scenarios = s;
    r.scenario_count = 1;
    return bench_chart(b, r);
}

static const struct chart *on_device(struct bench *b, const struct accelerator *device) {
    struct chart_request r = bench_request(b, "en", "decode-knee");
    r.accelerators = &device;
    r.accelerator_count = 1;
    return bench_chart(b, r);
}

/* The cell of the row of a batch; NULL when there is no such row. */
static const char *cell(const struct chart *c, int batch, const char *column) {
    size_t k = 0;
    while (strcmp(c->data.columns[k], column))
        k++;
    for (size_t i = 0; i < c->data.row_count; i++) {
        const char *const *row = c->data.cells + i * c->data.column_count;
        if (atoi(row[0]) == batch)
            return row[k];
    }
    return NULL;
}

static double value(const struct chart *c, int batch, const char *column) {
    const char *text = cell(c, batch, column);
    assert_non_null(text);
    return strtod(text, NULL);
}

static double nth_wall(const struct chart *c) {
    for (const struct item *i = c->scene->first; i; i = i->next)
        if (i->kind == ITEM_LINE && i->as.line.stroke.ink == INK_CAPACITY)
            return i->as.line.from.x;
    return NAN;
}

/* design 14: wall 109, knee 28, b* 295, 151 at batch 1, 3476 in all and 32 each at the wall. */
static void the_numbers_are_those_of_the_specification(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "decode-knee"));
    assert_string_equal(c->title, "Llama 3 8B on one H100 runs out of memory at batch 109, long "
                                  "before it runs out of arithmetic");
    assert_non_null(find_text(c, "KV cache full beyond batch 109"));
    assert_non_null(find_text(c, "knee: batch 28"));
    assert_non_null(find_text(c, "b* = 295"));
    assert_non_null(find_text(c, "151 tokens/s at batch 1"));
    assert_non_null(find_text(c, "3476 at batch 109"));
    assert_non_null(find_text(c, "32 at batch 109"));
    /* x of batch 109 on 1…512 over 48…438, as in the picture */
    assert_near(nth_wall(c), 341.29, 0.01);
}

/* By hand: 8 030 261 248 − 128 256 · 4096 weights are read at 2 B, 131 072 B of cache a token for
 * 4096 tokens and the new one, and a row of the table, at 3.35 TB/s. */
static void speeds_follow_from_bytes_and_bandwidth(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "decode-knee"));
    double weights = (8030261248.0 - 128256.0 * 4096) * 2;
    for (int batch = 1; batch <= 109; batch += 108) {
        double bytes = weights + batch * (131072.0 * 4097 + 4096 * 2);
        double each = 3.35e12 / bytes;
        assert_near(value(c, batch, "each_ceiling"), each, each * 1e-4);
        assert_near(value(c, batch, "all_ceiling"), each * batch, each * batch * 1e-4);
        /* the measured shares of the bandwidth are 55, 70 and 85 % */
        assert_near(value(c, batch, "each_low"), each * 0.55, each * 0.005);
        assert_near(value(c, batch, "each_tokens_per_s"), each * 0.70, each * 0.005);
        assert_near(value(c, batch, "each_high"), each * 0.85, each * 0.005);
    }
}

/* Beyond the wall rows say that nothing fits, and no speed. */
static void what_does_not_fit_has_no_speed(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "decode-knee"));
    assert_string_equal(cell(c, 109, "fits"), "yes");
    assert_string_equal(cell(c, 512, "fits"), "no");
    assert_string_equal(cell(c, 512, "all_tokens_per_s"), "");
    c = of_scenario(b, "en", "task=inference model=llama-3-70b accelerator=rtx-4090 weights=bf16");
    assert_string_equal(c->title, "Llama 3 70B in BF16 does not fit one RTX 4090, not even with "
                                  "one sequence of 4096 tokens");
    assert_string_equal(cell(c, 1, "fits"), "no");
    assert_string_equal(cell(c, 1, "each_tokens_per_s"), "");
    assert_true(isnan(nth_wall(c)));
    for (const struct item *i = c->scene->first; i; i = i->next)
        if (i->kind == ITEM_PATH && i->as.path.stroke.ink == INK_BANDWIDTH)
            assert_true(i->as.path.stroke.dash[0] > 0 || i->as.path.n == 2);
}

/* A short context: arithmetic ends first. Then memory lies beyond the axis. */
static void the_title_follows_what_ends_first(void **state) {
    struct bench *b = *state;
    const struct chart *c =
        of_scenario(b, "en",
                    "task=inference model=gpt-oss-20b accelerator=h100-sxm5-80gb weights=mxfp4 "
                    "context=512");
    assert_non_null(strstr(c->title, "runs out of arithmetic at batch"));
    assert_non_null(strstr(c->title, "before its KV cache is full at batch"));
    c = of_scenario(
        b, "en",
        "task=inference model=llama-3-8b accelerator=h100-sxm5-80gb weights=bf16 context=64");
    assert_non_null(strstr(c->title, "with memory to spare at batch 4096"));
    c = of_scenario(b, "zh",
                    "task=inference model=llama-3-8b accelerator=h100-sxm5-80gb weights=bf16 "
                    "context=4096");
    assert_string_equal(c->title,
                        "单卡 H100 跑 Llama 3 8B，批量到 109 就先用完显存，离用完算力还很远");
}

/* 112 KiB a token of 4096 is 0.47 GB of cache against 1.2 GB of weights, and b* = 28.4 ÷ 0.82 = 35:
 * far beyond both the cache is nearly all that is read, and arithmetic never ends first. */
static void the_cache_may_be_what_holds_back(void **state) {
    struct bench *b = *state;
    const struct chart *c = of_scenario(
        b, "en", "task=inference model=qwen3-0.6b accelerator=m3-ultra-512gb weights=bf16");
    assert_non_null(
        strstr(c->title, "Reading the KV cache, not arithmetic, holds Qwen3 0.6B back"));
    double gain = value(c, 676, "all_tokens_per_s") / value(c, 1, "all_tokens_per_s");
    assert_non_null(strstr(c->title, arena_printf(b->arena, "batch 676 yields %.1f times", gain)));
}

/* Names of measured points stand in the plot, not on the ticks at its left. */
static void names_of_measured_points_stand_in_the_plot(void **state) {
    struct bench *b = *state;
    const struct measured points[] = {{"first", 1, 120}};
    struct chart_request r = bench_request(b, "en", "decode-knee");
    r.points = points;
    r.point_count = 1;
    const struct item *name = find_text(bench_chart(b, r), "first");
    assert_true(!name || name->as.text.x > 48);
}

/* Nine tenths of 19.7 GiB less 15.0 of weights and 2.1 of buffers: 0.6 for sequences of half a GiB.
 */
static void room_for_one_is_said(void **state) {
    struct bench *b = *state;
    struct accelerator small = *device(b, "h100-sxm5-80gb");
    small.memory_capacity.value = 19.7 * 1073741824.0;
    const struct chart *c = on_device(b, &small);
    assert_non_null(strstr(c->title, "has room for a single sequence"));
    assert_int_equal(label_faults(c, "one sequence"), 0);
}

/* Without a peak there is no b*, and nothing is said of arithmetic. */
static void an_unknown_peak_leaves_b_star_out(void **state) {
    struct bench *b = *state;
    struct accelerator unknown = *device(b, "h100-sxm5-80gb");
    unknown.bf16.known = unknown.fp16.known = false;
    unknown.bf16.value = unknown.fp16.value = 0;
    const struct chart *c = on_device(b, &unknown);
    assert_non_null(strstr(c->title, "runs out of memory at batch 109"));
    assert_null(strstr(c->title, "arithmetic"));
    assert_null(strstr(c->describe, "compute-bound"));
    assert_near(value(c, 1, "each_tokens_per_s"), 150.8, 0.5);
}

static void an_unknown_bandwidth_is_refused(void **state) {
    struct bench *b = *state;
    struct accelerator unknown = *device(b, "h100-sxm5-80gb");
    const struct accelerator *devices[] = {&unknown};
    unknown.memory_bandwidth.known = false;
    unknown.memory_bandwidth.value = 0;
    struct chart_request r = bench_request(b, "en", "decode-knee");
    r.accelerators = devices;
    r.accelerator_count = 1;
    struct diag *heard = diag_new(b->arena);
    assert_null(chart_make(b->arena, heard, &r));
    assert_int_equal(diag_faults(heard), 1);
    const struct scenario *training[] = {
        scenario(b, "task=training model=llama-2-7b accelerator=a100-sxm4-80gb method=full "
                    "sequence=2048")};
    r = bench_request(b, "en", "decode-knee");
    r.scenarios = training;
    r.scenario_count = 1;
    assert_null(chart_make(b->arena, heard, &r));
    assert_int_equal(diag_faults(heard), 2);
}

/* Measured points are filled, modelled ones hollow beside them; the axis reaches them. */
static void measured_points_stand_beside_hollow_ones(void **state) {
    struct bench *b = *state;
    const struct measured points[] = {{"mine", 16, 1400}, {"", 64, 90000}};
    struct chart_request r = bench_request(b, "en", "decode-knee");
    r.points = points;
    r.point_count = 2;
    const struct chart *c = bench_chart(b, r);
    int filled = 0, hollow = 0;
    for (const struct item *i = c->scene->first; i; i = i->next)
        if (i->kind == ITEM_CIRCLE && i->as.circle.radius > 2.5) {
            filled += i->as.circle.fill == INK_INK;
            hollow += i->as.circle.fill == INK_GROUND;
        }
    assert_int_equal(filled, 2);
    assert_int_equal(hollow, 5);
    assert_non_null(find_text(c, "mine"));
    assert_non_null(find_text(c, "100\u202f000"));
}

/* A measured point at the top, beside the wall: its name keeps off the glyph of the wall's words.
 */
static void measured_names_keep_off_the_wall_label(void **state) {
    struct bench *b = *state;
    static const struct measured points[] = {{"实测", 255.5, 6309.5734448019302},
                                             {"mine", 255.5, 0.0079432823472428138},
                                             {"a server with a long name", 31.5, 0.1}};
    const struct scenario *s[] = {
        scenario(b, "task=inference weights=q4_k_m batch=16 context=2048 devices=1 "
                    "tensor-parallel=1 model=glm-4-9b-chat accelerator=a10")};
    int faults = 0;
    for (int zh = 0; zh < 2; zh++) {
        struct chart_request r = bench_request(b, zh ? "zh" : "en", "decode-knee");
        r.scenarios = s;
        r.scenario_count = 1;
        r.points = points;
        r.point_count = 3;
        r.in_page = true;
        r.width = 315;
        r.highest = 206;
        const struct chart *c = bench_chart(b, r);
        faults += label_faults(c, "wall") + ground_faults(b, c, THEME_LIGHT, "wall");
    }
    assert_int_equal(faults, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_numbers_are_those_of_the_specification),
        cmocka_unit_test(speeds_follow_from_bytes_and_bandwidth),
        cmocka_unit_test(what_does_not_fit_has_no_speed),
        cmocka_unit_test(the_title_follows_what_ends_first),
        cmocka_unit_test(the_cache_may_be_what_holds_back),
        cmocka_unit_test(names_of_measured_points_stand_in_the_plot),
        cmocka_unit_test(room_for_one_is_said),
        cmocka_unit_test(an_unknown_peak_leaves_b_star_out),
        cmocka_unit_test(an_unknown_bandwidth_is_refused),
        cmocka_unit_test(measured_points_stand_beside_hollow_ones),
        cmocka_unit_test(measured_names_keep_off_the_wall_label),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
