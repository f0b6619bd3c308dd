#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "chart/curves.h"

static struct chart_request of_devices(struct bench *b, const char *language,
                                       const struct accelerator *const *devices, size_t n) {
    struct chart_request r = bench_request(b, language, "roofline");
    r.accelerators = devices;
    r.accelerator_count = n;
    return r;
}

/* H100: 989.4 ÷ 3.35 = 295; A100: 312 ÷ 2.039 = 153; RTX 4090: 165.2 ÷ 1.008 = 164. */
static void ridges_are_peak_by_bandwidth(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "roofline"));
    assert_near(number_at(c, 0, 2), 989.4 / 3.35, 0.01);
    assert_near(number_at(c, 1, 2), 312 / 2.039, 0.01);
    assert_near(number_at(c, 2, 2), 165.2 / 1.008, 0.01);
    assert_non_null(strstr(c->describe, "ridge point 295"));
    assert_non_null(strstr(c->describe, "ridge point 153"));
    assert_non_null(strstr(c->describe, "ridge point 164"));
}

/* design 14: decode 1.05, 7.50, 31.97 FLOP/B at batch 1, 8, 64; prefill 844. */
static void default_workloads_have_the_published_intensities(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "roofline"));
    assert_int_equal(c->data.row_count, 3 + 4 * 3);
    assert_near(number_at(c, 3, 2), 1.05, 0.005);
    assert_near(number_at(c, 6, 2), 7.50, 0.005);
    assert_near(number_at(c, 9, 2), 31.97, 0.01);
    assert_near(number_at(c, 12, 2), 844, 1);
    /* 1.05 × 3.35 TB/s on the slope, the peak beyond the ridge */
    assert_near(number_at(c, 3, 3), 1.05 * 3.35, 0.02);
    assert_near(number_at(c, 12, 3), 989.4, 1e-6);
}

/* 1.05 ÷ 295 = 0.36 %; 31.97 ÷ 295.3 = 10.8 %, so 89 % idle. */
static void the_title_is_the_finding(void **state) {
    struct bench *b = *state;
    const struct chart *en = bench_chart(b, bench_request(b, "en", "roofline"));
    assert_string_equal(en->title, "Decoding one sequence uses 0.4% of an H100’s arithmetic; "
                                   "a batch of 64 still leaves nearly nine tenths of it idle");
    const struct chart *zh = bench_chart(b, bench_request(b, "zh", "roofline"));
    assert_string_equal(zh->title,
                        "逐字解码只用到 H100 算力的 0.4%；批量加到 64，仍有近九成算力闲着");
}

/* A made device whose roof is low: decoding is bound by compute there, and the title says so. */
static void the_title_follows_the_values(void **state) {
    struct bench *b = *state;
    struct accelerator slow = *device(b, "h100-sxm5-80gb");
    slow.short_name = "Slow";
    slow.bf16.value = slow.fp16.value = 0.5e12;
    const struct accelerator *devices[] = {&slow};
    const struct chart *c = bench_chart(b, of_devices(b, "en", devices, 1));
    assert_string_equal(c->title, "Even one sequence keeps all the arithmetic of a Slow busy; "
                                  "a batch of 64 reaches the roof");
    slow.bf16.value = slow.fp16.value = 200e12; /* ridge 59.7: 32 ÷ 59.7 = 54 % */
    c = bench_chart(b, of_devices(b, "en", devices, 1));
    assert_non_null(strstr(c->title, "uses 1.8% of a Slow’s arithmetic"));
    assert_non_null(strstr(c->title, "leaves nearly half of it idle"));
}

static void what_does_not_fit_has_no_share(void **state) {
    struct bench *b = *state;
    struct accelerator small = *device(b, "h100-sxm5-80gb");
    small.short_name = "Small";
    small.memory_capacity.value = 8 * 1073741824.0; /* the weights are 15 GiB */
    const struct accelerator *devices[] = {&small};
    const struct chart *c = bench_chart(b, of_devices(b, "en", devices, 1));
    assert_non_null(strstr(c->title, "would use 0.4% of a Small’s arithmetic"));
    assert_non_null(strstr(c->title, "does not fit the Small"));
    assert_non_null(find_text(c, "does not fit"));
    assert_null(find_text(c, "10.8% of peak"));
}

/* Left edge, ridge of the H100 and the plot's right end, from the picture. */
static void the_frame_is_that_of_the_specification(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "roofline"));
    assert_near(c->scene->width, 560, 0);
    assert_near(c->scene->height, 428, 0.01);
    const struct item *one = NULL;
    for (const struct item *i = c->scene->first; i; i = i->next)
        if (i->kind == ITEM_CIRCLE && i->as.circle.radius == 3.2 && !one)
            one = i; /* ring of the ridge of A */
    assert_non_null(one);
    assert_near(one->as.circle.centre.x, 257.57, 0.1);
    assert_near(one->as.circle.centre.y, 125.16, 0.1);
    assert_near(find_text(c, "TFLOP/s")->as.text.baseline, 101.56, 0.05);
}

/* Every bandwidth roof stands at 45°: the first two points of an open path of three. */
static void slopes_stand_at_45_degrees(void **state) {
    struct bench *b = *state;
    for (size_t i = 0; i < catalog_accelerator_count(b->catalog); i++) {
        const struct accelerator *devices[] = {catalog_accelerator_at(b->catalog, i)};
        if (!accelerator_complete(devices[0]))
            continue;
        const struct chart *c = bench_chart(b, of_devices(b, "en", devices, 1));
        int slopes = 0;
        for (const struct item *k = c->scene->first; k; k = k->next) {
            if (k->kind != ITEM_PATH || k->as.path.n != 3 || k->as.path.stroke.width != 2.2)
                continue;
            const struct path_point *p = k->as.path.points;
            assert_near(p[1].x - p[0].x, p[0].y - p[1].y, 1e-6);
            assert_near(p[1].y, p[2].y, 1e-6);
            slopes++;
        }
        assert_int_equal(slopes, 1);
    }
}

/* Without a peak a roof is a slope only, named as such; the chart still stands. */
static void a_missing_peak_is_said(void **state) {
    struct bench *b = *state;
    struct accelerator unknown = *device(b, "rtx-4090");
    unknown.bf16.known = unknown.fp16.known = false;
    const struct accelerator *devices[] = {device(b, "h100-sxm5-80gb"), &unknown};
    const struct chart *c = bench_chart(b, of_devices(b, "en", devices, 2));
    assert_non_null(strstr(c->describe, "16-bit peak not known"));
    const struct accelerator *alone[] = {&unknown};
    c = bench_chart(b, of_devices(b, "zh", alone, 1));
    assert_non_null(strstr(c->describe, "16 位峰值未知"));
    assert_int_equal(label_faults(c, "no peak"), 0);
}

/* A name wider than the gutter gives way to the short one. */
static void long_names_are_shortened(void **state) {
    struct bench *b = *state;
    struct accelerator longest = *device(b, "b200-sxm-180gb");
    longest.name = "GB200 NVL72, one Blackwell GPU of seventy-two";
    const struct accelerator *devices[] = {&longest};
    struct chart_request r = of_devices(b, "en", devices, 1);
    for (int page = 0; page < 2; page++) {
        r.in_page = page;
        r.width = page ? 357 : 0;
        const struct chart *c = bench_chart(b, r);
        assert_non_null(find_text(c, "B200"));
        assert_int_equal(label_faults(c, "long name"), 0);
    }
}

static void scenarios_become_points(void **state) {
    struct bench *b = *state;
    const struct scenario *scenarios[] = {
        scenario(b, "task=inference model=qwen2.5-7b accelerator=rtx-4090 batch=4 context=1024"),
        scenario(b, "task=inference model=qwen2.5-7b accelerator=rtx-4090 batch=16 context=1024")};
    struct chart_request r = bench_request(b, "en", "roofline");
    r.scenarios = scenarios;
    r.scenario_count = 2;
    const struct chart *c = bench_chart(b, r);
    assert_non_null(find_text(c, "batch 4"));
    assert_non_null(find_text(c, "decode, batch 16"));
    assert_null(find_text(c, "prefill, 2048 tokens"));
    assert_non_null(strstr(c->subtitle, "1024 tokens of context"));
    assert_true(strncmp(c->title, "Decoding a batch of 4 uses", 26) == 0);
}

static void the_description_is_short(void **state) {
    struct bench *b = *state;
    const struct accelerator *devices[5];
    for (size_t i = 0; i < 5; i++)
        devices[i] = catalog_accelerator_at(b->catalog, i);
    const char *languages[] = {"zh", "en"};
    for (size_t l = 0; l < 2; l++) {
        const struct chart *c = bench_chart(b, of_devices(b, languages[l], devices, 5));
        size_t characters = 0;
        for (const char *p = c->describe; *p; p++)
            characters += ((unsigned char)*p & 0xC0) != 0x80;
        assert_true(characters <= 1000);
    }
}

/* The label over the flat roof ends 5 before the names in the gutter, though its Latin be 11 %
 * wider; the decade's tick at the corner stays clear of its neighbour. */
static void wider_fonts_do_not_close_the_gaps(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "roofline"));
    const struct item *label = find_text(c, "prefill, 2048 tokens");
    const struct item *gutter = find_text(c, "H100 SXM5 80GB");
    assert_non_null(label);
    assert_non_null(gutter);
    assert_int_equal(label->as.text.anchor, ANCHOR_START);
    assert_true(label->as.text.x + 1.11 * label->as.text.width + 5 <= gutter->as.text.x);
    const struct item *last = find_text(c, "10\u202f000"), *before = NULL;
    assert_non_null(last);
    for (const struct item *i = c->scene->first; i; i = i->next)
        if (item_text(i) && strcmp(item_text(i), "1000") == 0 &&
            i->as.text.baseline == last->as.text.baseline)
            before = i;
    assert_non_null(before);
    double half = 1.11 / 2 * (last->as.text.width + before->as.text.width);
    assert_true(last->as.text.x - before->as.text.x - half > 3);
}

/* Leaders are the lines of 0.45; in the sheet of every device, in both languages. */
static int struck_texts(const struct chart *c) {
    int struck = 0;
    for (const struct item *i = c->scene->first; i; i = i->next) {
        if (i->kind != ITEM_LINE || i->as.line.stroke.width != 0.45)
            continue;
        struct segment leader = {i->as.line.from, i->as.line.to};
        for (size_t k = 0; k < c->label_count; k++)
            struck += segment_meets(leader, c->labels[k].box);
    }
    return struck;
}

static void no_leader_strikes_a_text(void **state) {
    struct bench *b = *state;
    const char *languages[] = {"zh", "en"};
    size_t drawn = 0;
    for (size_t i = 0; i < catalog_accelerator_count(b->catalog); i++) {
        const struct accelerator *a = catalog_accelerator_at(b->catalog, i);
        const struct accelerator *pair[] = {a, device(b, "h100-sxm5-80gb")};
        if (!a->memory_bandwidth.known || (!a->bf16.known && !a->fp16.known) || a == pair[1])
            continue;
        for (size_t l = 0; l < 2; l++) {
            struct chart_request r = of_devices(b, languages[l], pair, 2);
            r.in_page = true;
            r.width = 248;
            r.height = 219;
            const struct chart *c = bench_chart(b, r);
            assert_int_equal(label_faults(c, a->id), 0);
            if (struck_texts(c))
                fail_msg("%s %s: a leader goes through a text", a->id, languages[l]);
            drawn++;
        }
    }
    assert_true(drawn > 100);
}

/* ── What it shows besides ── */

static struct chart_request showing(struct bench *b, const char *language, const char **words,
                                    size_t n) {
    struct chart_request r = bench_request(b, language, "roofline");
    r.shown = words;
    r.shown_count = n;
    return r;
}

/* The row whose first cell this is, its column. */
static double row_cell(const struct chart *c, const char *name, size_t column) {
    for (size_t i = 0; i < c->data.row_count; i++)
        if (!strcmp(c->data.cells[i * c->data.column_count], name))
            return number_at(c, i, column);
    fail_msg("no row %s", name);
    return 0;
}

/* H100: FP8 and INT8 1978.9, TF32 494.7, FP32 67 over 3.35 TB/s. */
static void formats_have_ridges_of_their_own(void **state) {
    const char *words[] = {"precisions"};
    const struct chart *c = bench_chart(*state, showing(*state, "en", words, 1));
    assert_near(row_cell(c, "ridge, FP8 / INT8", 2), 1978.9 / 3.35, 0.01);
    assert_near(row_cell(c, "ridge, TF32", 2), 494.7 / 3.35, 0.01);
    assert_near(row_cell(c, "ridge, FP32", 2), 67 / 3.35, 0.01);
    assert_string_equal(c->title, "In FP8 / INT8 the roof of an H100 is 2× as high as in 16 bits; "
                                  "its ridge moves from 295 to 591 FLOP per byte");
}

/* 989.4 TFLOP/s over 450 GB/s of NVLink 4 and 63 GB/s of PCIe 5.0, one way. */
static void links_have_ridges_far_out(void **state) {
    const char *words[] = {"tiers"};
    const struct chart *c = bench_chart(*state, showing(*state, "en", words, 1));
    assert_near(row_cell(c, "ridge, NVLink 4", 2), 989400 / 450.0, 0.1);
    assert_near(row_cell(c, "ridge, PCIe 5.0 x16", 2), 989400 / 63.0, 0.1);
    assert_non_null(strstr(c->title, "over PCIe 5.0 x16 it takes 15\u202f705"));
}

/* design 14: 1.05, 7.50, 31.97 at batch 1, 8, 64. */
static void batch_is_a_trail(void **state) {
    const char *words[] = {"batch"};
    const struct chart *c = bench_chart(*state, showing(*state, "en", words, 1));
    assert_int_equal(c->data.row_count, 1 + 9);
    assert_near(number_at(c, 1, 2), 1.05, 0.005);
    assert_near(number_at(c, 4, 2), 7.50, 0.005);
    assert_near(number_at(c, 7, 2), 31.97, 0.01);
    for (size_t i = 2; i < c->data.row_count; i++)
        assert_true(number_at(c, i, 2) > number_at(c, i - 1, 2));
}

/* 32 caches of 128 KiB a token: beside 15 GiB of weights 8k tokens fit into 80 GiB, 16k do not. */
static void a_growing_context_takes_intensity(void **state) {
    const char *words[] = {"context"};
    const struct chart *c = bench_chart(*state, showing(*state, "en", words, 1));
    assert_int_equal(c->data.row_count, 1 + 8);
    for (size_t i = 2; i < c->data.row_count; i++)
        assert_true(number_at(c, i, 2) < number_at(c, i - 1, 2));
    assert_non_null(strstr(c->title, "falls from"));
    assert_non_null(strstr(c->title, "beyond 8k tokens it no longer fits"));
}

/* Four query heads share a head of K and V: 4 · 4 FLOP for the 4 bytes of its K and V.
 * One token of 2049 is written, not read. */
static void operations_have_intensities_of_their_own(void **state) {
    const char *words[] = {"operations"};
    const struct chart *c = bench_chart(*state, showing(*state, "en", words, 1));
    assert_near(row_cell(c, "attention", 2), 4 * 2048 / 2049.0, 1e-4);
    const char *prefill[] = {"prefill"};
    c = bench_chart(*state, showing(*state, "zh", prefill, 1));
    assert_true(c->data.row_count > 3);
}

/* Llama 3.1 8B by hand, a token on one of 8: 2 · 7.505e9 FLOP of weights and 4 · 32 · 4096 · 2048
 * of attention, divided; sent 64 all-reduces of 8192 B at 2 · 7/8 and 7/8 of 128 256 FP32 scores.
 */
static void communication_counts_what_is_sent(void **state) {
    const char *words[] = {"communication"};
    const struct chart *c = bench_chart(*state, showing(*state, "en", words, 1));
    double flops = (2 * 7.505e9 + 4.0 * 32 * 4096 * 2048) / 8;
    double sent = 64 * 8192 * 2 * 7 / 8.0 + 7 / 8.0 * 4 * 128256;
    assert_near(row_cell(c, "8 devices", 2), flops / sent, 1);
    assert_near(number_at(c, 0, 2), 989400 / 450.0, 0.1);
    assert_non_null(strstr(c->title, "then the link is the limit"));
}

/* What was measured is filled, what is modelled beside it is hollow. */
static void measured_points_are_filled(void **state) {
    struct bench *b = *state;
    const struct measured points[] = {{"my kernel", 5, 9e12}};
    struct chart_request r = bench_request(b, "en", "roofline");
    r.points = points;
    r.point_count = 1;
    const struct chart *c = bench_chart(b, r);
    int filled = 0, discs = 0;
    for (const struct item *i = c->scene->first; i; i = i->next) {
        filled += i->kind == ITEM_CIRCLE && i->as.circle.fill == INK_BANDWIDTH;
        discs += i->kind == ITEM_CIRCLE && i->as.circle.fill == INK_INK;
    }
    assert_int_equal(filled, 0);
    assert_int_equal(discs, 2); /* the point and its key */
    assert_non_null(find_text(c, "my kernel"));
    assert_near(row_cell(c, "my kernel", 3), 9, 1e-6);
    assert_non_null(strstr(c->describe, "53.7% of what the H100 attains")); /* 9 ÷ (5 · 3.35) */
}

static void a_source_says_what_it_lacks(void **state) {
    struct bench *b = *state;
    const struct scenario *training[] = {scenario(
        b, "task=training model=llama-3.1-8b accelerator=h100-sxm5-80gb method=lora sequence=512")};
    const char *sources[] = {"batch", "context", "operations", "prefill", "communication"};
    for (size_t i = 0; i < 5; i++) {
        struct diag *d = diag_new(b->arena);
        struct chart_request r = showing(b, "en", &sources[i], 1);
        r.scenarios = training;
        r.scenario_count = 1;
        assert_null(chart_make(b->arena, d, &r));
        assert_int_equal(diag_count(d, SEVERITY_ERROR), 1);
    }
    struct accelerator alone = *device(b, "h100-sxm5-80gb");
    alone.link_bandwidth.known = alone.host_link_bandwidth.known = false;
    const struct accelerator *one[] = {&alone};
    const char *linked[] = {"tiers", "communication"};
    for (size_t i = 0; i < 2; i++) {
        struct diag *d = diag_new(b->arena);
        struct chart_request r = showing(b, "zh", &linked[i], 1);
        r.accelerators = one;
        r.accelerator_count = 1;
        assert_null(chart_make(b->arena, d, &r));
        assert_int_equal(diag_count(d, SEVERITY_ERROR), 1);
    }
}

/* Sets of one to five devices from all over the catalogue, in every frame and both languages. */
static void many_sets_of_devices_are_legible(void **state) {
    struct bench *b = *state;
    static const char *const words[] = {"precisions", "tiers", "batch", "context"};
    static const double widths[] = {0, 248, 357, 493};
    uint32_t dice = 7;
    size_t drawn = 0, all = catalog_accelerator_count(b->catalog);
    for (int i = 0; i < 60; i++) {
        const struct accelerator *set[5];
        size_t n = 1 + (size_t)i % 5;
        for (size_t k = 0; k < n; k++)
            set[k] = catalog_accelerator_at(b->catalog,
                                            ((dice = dice * 1664525u + 1013904223u) >> 8) % all);
        const char *shown[] = {words[i % 4]};
        for (int f = 0; f < 4; f++) {
            struct chart_request r = showing(b, i % 2 ? "zh" : "en", shown, i % 3 ? 1 : 0);
            r.accelerators = set;
            r.accelerator_count = n;
            r.in_page = widths[f] > 0;
            r.width = widths[f];
            const struct chart *c = chart_make(b->arena, diag_new(b->arena), &r);
            if (!c)
                continue;
            drawn++;
            assert_int_equal(label_faults(c, set[0]->id) + struck_texts(c), 0);
        }
    }
    assert_true(drawn > 150);
}

static void faults_are_reported(void **state) {
    struct bench *b = *state;
    struct diag *d = diag_new(b->arena);
    struct chart_request r = bench_request(b, "en", "rofline");
    assert_null(chart_make(b->arena, d, &r));
    assert_int_equal(diag_count(d, SEVERITY_ERROR), 1);
    const struct accelerator *six[6];
    for (size_t i = 0; i < 6; i++)
        six[i] = catalog_accelerator_at(b->catalog, i);
    r = of_devices(b, "en", six, 6);
    assert_null(chart_make(b->arena, d, &r));
    assert_int_equal(diag_count(d, SEVERITY_ERROR), 2);
    struct accelerator empty = *six[0];
    empty.bf16.known = empty.fp16.known = empty.memory_bandwidth.known = false;
    const struct accelerator *one[] = {&empty};
    r = of_devices(b, "en", one, 1);
    assert_null(chart_make(b->arena, d, &r));
    assert_int_equal(diag_count(d, SEVERITY_ERROR), 3);
}

static const struct model *const *one_model(struct bench *b, const char *id) {
    const struct model **one = ARENA_NEW(b->arena, const struct model *);
    *one = catalog_model(b->catalog, b->diag, (struct span){0}, id);
    assert_non_null(*one);
    return one;
}

/* A point close above the axis: its name keeps off the carets that stand there. */
static void names_keep_off_carets(void **state) {
    struct bench *b = *state;
    const struct accelerator *devices[] = {device(b, "v100-sxm2-16gb"), device(b, "mlu590"),
                                           device(b, "rtx-3090")};
    const char *const shown[] = {"precisions", "tiers", "batch", "operations", "prefill"};
    const struct measured points[] = {{"实测", 511.5, 1.258925412e9}};
    struct chart_request r = bench_request(b, "en", "roofline");
    r.accelerators = devices;
    r.accelerator_count = 3;
    r.models = one_model(b, "bloom-176b");
    r.model_count = 1;
    r.shown = shown;
    r.shown_count = 5;
    r.points = points;
    r.point_count = 1;
    assert_int_equal(faults_everywhere(b, r), 0);
    size_t carets = 0;
    const struct chart *c = made(b, r);
    for (size_t i = 0; i < c->mark_count; i++)
        carets += c->marks[i].is_box && fabs(c->marks[i].to.y - c->marks[i].from.y - 4.6) < 1e-9;
    assert_int_equal(carets, 4); /* operations of one prefill by intensity */
}

/* Names of operations that end in a comma hang out towards the name of the ridge. */
static void names_that_hang_out_keep_off_the_ridge(void **state) {
    struct bench *b = *state;
    static const char *const shown[] = {"precisions", "tiers", "context", "operations"};
    const struct model *model = catalog_model(b->catalog, b->diag, (struct span){0}, "yi-34b");
    struct chart_request r = bench_request(b, "zh", "roofline");
    r.models = &model;
    r.model_count = 1;
    r.shown = shown;
    r.shown_count = 4;
    const double widths[] = {315, 357, 493};
    assert_int_equal(request_faults(b, r, widths, 3), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ridges_are_peak_by_bandwidth),
        cmocka_unit_test(default_workloads_have_the_published_intensities),
        cmocka_unit_test(the_title_is_the_finding),
        cmocka_unit_test(the_title_follows_the_values),
        cmocka_unit_test(what_does_not_fit_has_no_share),
        cmocka_unit_test(the_frame_is_that_of_the_specification),
        cmocka_unit_test(slopes_stand_at_45_degrees),
        cmocka_unit_test(a_missing_peak_is_said),
        cmocka_unit_test(long_names_are_shortened),
        cmocka_unit_test(scenarios_become_points),
        cmocka_unit_test(the_description_is_short),
        cmocka_unit_test(wider_fonts_do_not_close_the_gaps),
        cmocka_unit_test(no_leader_strikes_a_text),
        cmocka_unit_test(formats_have_ridges_of_their_own),
        cmocka_unit_test(links_have_ridges_far_out),
        cmocka_unit_test(batch_is_a_trail),
        cmocka_unit_test(a_growing_context_takes_intensity),
        cmocka_unit_test(operations_have_intensities_of_their_own),
        cmocka_unit_test(communication_counts_what_is_sent),
        cmocka_unit_test(measured_points_are_filled),
        cmocka_unit_test(a_source_says_what_it_lacks),
        cmocka_unit_test(many_sets_of_devices_are_legible),
        cmocka_unit_test(names_keep_off_carets),
        cmocka_unit_test(names_that_hang_out_keep_off_the_ridge),
        cmocka_unit_test(faults_are_reported),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close) ? 1 : 0;
}
