#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "chart/curves.h"

static const char *const fills[] = {"weights",     "adapters", "gradients", "optimizer",
                                    "activations", "kv-cache", "runtime"};

/* The nth row of a part in the data. */
static double gib(const struct chart *c, const char *part, size_t nth) {
    for (size_t i = 0; i < c->data.row_count; i++) {
        const char *const *row = c->data.cells + i * c->data.column_count;
        if (strcmp(row[2], part) == 0 && nth-- == 0)
            return strtod(row[3], NULL);
    }
    fail_msg("no row %s", part);
    return 0;
}

/* design 14: 111.6, 24.4, 15.5, 15.7 and 45.7 GiB. */
static void totals_are_those_of_the_specification(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "memory-stack"));
    const double totals[] = {111.6, 24.4, 15.5, 15.7, 45.7};
    for (size_t i = 0; i < 5; i++) {
        double sum = 0;
        for (size_t f = 0; f < sizeof fills / sizeof *fills; f++)
            sum += gib(c, fills[f], i);
        assert_near(gib(c, "total", i), sum, 0.001);
        assert_near(sum, totals[i], 0.05);
    }
    /* 6 738 415 616 parameters, 2 bytes each; 12 bytes of states; 1 GiB of runtime */
    assert_near(gib(c, "weights", 0), 6738415616.0 * 2 / 1073741824, 0.001);
    assert_near(gib(c, "optimizer", 0), 6738415616.0 * 12 / 1073741824, 0.001);
    assert_near(gib(c, "runtime", 0), 1, 1e-9);
    /* 32 layers × 2 × 32 heads × 128 × 2 bytes × 4096 tokens = 2 GiB */
    assert_near(gib(c, "kv-cache", 3), 2, 1e-9);
    assert_near(gib(c, "kv-cache", 4), 32, 1e-9);
}

static void the_title_is_the_finding(void **state) {
    struct bench *b = *state;
    const struct chart *en = bench_chart(b, bench_request(b, "en", "memory-stack"));
    assert_non_null(strstr(en->title, "to 112 GiB; the optimizer, not the weights, is what "
                                      "overflows a card"));
    const struct chart *zh = bench_chart(b, bench_request(b, "zh", "memory-stack"));
    assert_non_null(strstr(zh->title, "到 112 GiB；撑爆显存的是优化器状态，不是权重"));
}

static const struct chart *on_one(struct bench *b, const char *device_id, const char *options) {
    const struct accelerator *devices[] = {device(b, device_id)};
    const struct scenario *scenarios[] = {scenario(b, options)};
    struct chart_request r = bench_request(b, "en", "memory-stack");
    r.accelerators = devices;
    r.accelerator_count = 1;
    r.scenarios = scenarios;
    r.scenario_count = 1;
    return bench_chart(b, r);
}

static void the_title_follows_the_values(void **state) {
    struct bench *b = *state;
    const struct chart *c = on_one(b, "rtx-4090",
                                   "task=inference model=llama-2-70b weights=fp16 "
                                   "accelerator=rtx-4090");
    assert_non_null(strstr(c->title, "the weights alone are more than any of the cards holds"));
    c = on_one(b, "rtx-4090",
               "task=inference model=llama-2-7b accelerator=rtx-4090 batch=16 context=4096");
    assert_non_null(strstr(c->title, "the KV cache, not the weights, is what overflows a card"));
    c = on_one(b, "rtx-4090", "task=inference model=llama-2-7b accelerator=rtx-4090");
    assert_non_null(strstr(c->title, "it fits, even on the RTX 4090"));
}

/* Weights of 72B over four cards, 33.9 GiB, are more than the smaller card holds: what is said of
 * activations is said of the larger one. What is parted says so. */
static void a_title_about_the_larger_card_says_so(void **state) {
    struct bench *b = *state;
    const struct accelerator *devices[] = {device(b, "ascend-910b-64gb-376t"),
                                           device(b, "ascend-910b-32gb-280t")};
    const struct scenario *scenarios[] = {
        scenario(b, "task=training model=qwen2.5-7b accelerator=ascend-910b-64gb-376t method=lora "
                    "weights=bf16 rank=64 sequence=4096 micro-batch=4"),
        scenario(b, "task=inference model=qwen2.5-72b accelerator=ascend-910b-64gb-376t "
                    "weights=bf16 batch=16 context=8192 tensor-parallel=4")};
    struct chart_request r = bench_request(b, "en", "memory-stack");
    r.accelerators = devices;
    r.accelerator_count = 2;
    r.scenarios = scenarios;
    r.scenario_count = 2;
    const struct chart *c = bench_chart(b, r);
    assert_non_null(strstr(c->title, "even the 910B 376T overflows, and not by the weights: by "
                                     "activations"));
    assert_non_null(strstr(c->describe, "TP 4"));
    c = on_one(b, "a100-sxm4-80gb",
               "task=training model=llama-2-7b accelerator=a100-sxm4-80gb method=full "
               "optimizer=adamw-mixed sequence=2048 micro-batch=1 zero=2 data-parallel=8");
    assert_non_null(strstr(c->describe, "AdamW, ZeRO-2, DP 8"));
}

/* The H100 shows 81559 MiB = 79.6 GiB: 79.6 − 111.6 = −32.0; the 4090 23.99 GiB: 24.0 − 24.4. */
static void room_and_total_make_the_capacity(void **state) {
    struct bench *b = *state;
    const struct accelerator *devices[] = {device(b, "rtx-4090"), device(b, "h100-sxm5-80gb")};
    struct chart_request r = bench_request(b, "en", "memory-stack");
    r.accelerators = devices;
    r.accelerator_count = 2;
    const struct chart *c = bench_chart(b, r);
    assert_non_null(find_text(c, "79.6\u202fGiB"));
    assert_non_null(find_text(c, "−32.0"));
    assert_non_null(find_text(c, "−87.6"));
    assert_non_null(find_text(c, "−0.4"));
    assert_non_null(find_text(c, "≈"));
    assert_non_null(find_text(c, "8.5"));
}

/* Base line, top tick and the first bar, from the picture. */
static void the_frame_is_that_of_the_specification(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "memory-stack"));
    assert_near(c->scene->height, 444, 0.01);
    assert_near(find_text(c, "120")->as.text.baseline, 100.6, 0.01);
    assert_near(find_text(c, "0")->as.text.baseline, 337, 0.01);
    const struct item *bar = NULL;
    for (const struct item *i = c->scene->first; i && !bar; i = i->next)
        if (i->kind == ITEM_RECT && i->as.rect.fill == INK_WEIGHTS)
            bar = i;
    assert_non_null(bar);
    assert_near(bar->as.rect.box.x, 84, 0.01);
    assert_near(bar->as.rect.box.w, 44, 0.01);
    assert_near(rect_bottom(bar->as.rect.box), 334, 0.01);
    assert_near(bar->as.rect.box.h, 12.55 * 1.97, 0.1);
}

/* A line in the ground colour at the foot of every segment but the first of a bar. */
static void every_boundary_has_a_separator(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "memory-stack"));
    int boundaries = 0, separators = 0;
    for (const struct item *i = c->scene->first; i; i = i->next) {
        if (i->kind == ITEM_RECT && i->as.rect.fill != INK_NONE &&
            i->as.rect.box.y + i->as.rect.box.h < 333.9)
            boundaries++;
        if (i->kind == ITEM_LINE && i->as.line.stroke.ink == INK_GROUND &&
            i->as.line.stroke.width == 0.9 && i->as.line.from.y == i->as.line.to.y)
            separators++;
    }
    /* full 4 + LoRA 3 + QLoRA 3 + inference 3 + 3 */
    assert_int_equal(boundaries, 16);
    assert_int_equal(separators, boundaries);
}

/* Parts as printed add up to the total as printed. */
static void printed_parts_add_up(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "memory-stack"));
    const char *at = strstr(c->describe, "Full fine-tune");
    assert_non_null(at);
    at = strstr(at, "): ");
    assert_non_null(at);
    double total = strtod(at + 3, NULL), sum = 0;
    const char *stop = strstr(at, "Room");
    for (const char *p = strchr(at, ';'); p < stop; p++)
        if (*p == ' ' && p[1] >= '0' && p[1] <= '9')
            sum += strtod(p + 1, NULL);
    assert_near(total, 111.6, 1e-9);
    assert_near(sum, total, 1e-6);
}

static bool names(const struct chart *c, const char *word) {
    size_t n = strlen(word);
    for (const struct item *i = c->scene->first; i; i = i->next)
        if (item_text(i) && strncmp(item_text(i), word, n) == 0)
            return true;
    return false;
}

/* Each kind of segment is named by some label in the chart. */
static void every_fill_is_named(void **state) {
    struct bench *b = *state;
    static const char *const words[][7] = {
        {"weights", "LoRA", "gradients", "optimizer", "activations", "KV", "runtime"},
        {"权重", "LoRA", "梯度", "优化器", "激活", "KV", "运行时"}};
    const double widths[] = {0, 357, 493};
    for (size_t l = 0; l < 2; l++)
        for (size_t w = 0; w < 3; w++) {
            struct chart_request r = bench_request(b, l ? "zh" : "en", "memory-stack");
            r.in_page = widths[w] > 0;
            r.width = widths[w];
            const struct chart *c = bench_chart(b, r);
            for (size_t f = 0; f < 7; f++)
                if (!names(c, words[l][f]))
                    fail_msg("%s is not named at width %g", words[l][f], widths[w]);
        }
}

/* A side label ends 2 before the next bar, though its Latin be 11 % wider. */
static void side_labels_keep_off_the_next_bar(void **state) {
    struct bench *b = *state;
    for (int l = 0; l < 2; l++) {
        const struct chart *c = bench_chart(b, bench_request(b, l ? "zh" : "en", "memory-stack"));
        int seen = 0;
        for (const struct item *i = c->scene->first; i; i = i->next) {
            if (!item_text(i) || strcmp(item_text(i), "LoRA 0.6") != 0)
                continue;
            double end = i->as.text.x + 1.11 * i->as.text.width, next = 1e9;
            for (const struct item *k = c->scene->first; k; k = k->next)
                if (k->kind == ITEM_RECT && k->as.rect.fill == INK_WEIGHTS &&
                    k->as.rect.box.x > i->as.text.x && k->as.rect.box.x < next)
                    next = k->as.rect.box.x;
            assert_true(end + 2 <= next);
            seen++;
        }
        assert_int_equal(seen, 2); /* LoRA and QLoRA, rank 16 both */
    }
}

/* One to three devices, five or six stacks: at most 16 KiB in one theme, 24 KiB in two. */
/* Does a horizontal capacity line touch the letters of the box? */
static bool is_struck(const struct chart *c, struct rect box) {
    for (const struct item *i = c->scene->first; i; i = i->next) {
        if (i->kind != ITEM_LINE || i->as.line.stroke.ink != INK_CAPACITY ||
            i->as.line.from.y != i->as.line.to.y)
            continue;
        double y = i->as.line.from.y;
        if (y > box.y - 1 && y < box.y + box.h * 0.9 && box.x < i->as.line.to.x &&
            rect_right(box) > i->as.line.from.x)
            return true;
    }
    return false;
}

/* In the small chart of a comparison, for devices near and far apart. */
static void no_capacity_line_strikes_a_label(void **state) {
    struct bench *b = *state;
    static const char *const pairs[][2] = {{"h100-sxm5-80gb", "rtx-4090"},
                                           {"a100-sxm4-80gb", "h100-sxm5-80gb"},
                                           {"v100-sxm2-16gb", "rtx-3090"},
                                           {"a100-sxm4-40gb", "v100-sxm2-32gb"}};
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        const struct accelerator *devices[] = {device(b, pairs[p][0]), device(b, pairs[p][1])};
        const struct scenario *scenarios[] = {
            scenario(b, "task=inference model=llama-2-7b accelerator=a100-sxm4-80gb weights=fp16 "
                        "kv=fp16 batch=16 context=4096"),
            scenario(b, "task=training model=llama-2-7b accelerator=a100-sxm4-80gb method=qlora"),
            scenario(b, "task=training model=llama-2-7b accelerator=a100-sxm4-80gb method=full")};
        struct chart_request r = bench_request(b, "en", "memory-stack");
        r.accelerators = devices;
        r.accelerator_count = 2;
        r.scenarios = scenarios;
        r.scenario_count = 3;
        r.in_page = true;
        r.width = 248;
        r.height = 206;
        const struct chart *c = bench_chart(b, r);
        for (size_t i = 0; i < c->label_count; i++)
            if (is_struck(c, c->labels[i].box))
                fail_msg("%s and %s: a line strikes label %zu", pairs[p][0], pairs[p][1], i);
    }
}

static void files_are_small(void **state) {
    struct bench *b = *state;
    const struct accelerator *devices[] = {device(b, "rtx-4090"), device(b, "a100-sxm4-80gb"),
                                           device(b, "h200-sxm-141gb")};
    static const char *const work[] = {
        "task=training method=full", "task=training method=lora", "task=training method=qlora",
        "task=inference batch=1",    "task=inference batch=16",   "task=training method=full",
    };
    const struct scenario *scenarios[6];
    for (size_t i = 0; i < 6; i++)
        scenarios[i] = scenario(b, arena_printf(b->arena, "%s model=llama-2-7b accelerator=%s",
                                                work[i], "a100-sxm4-80gb"));
    for (size_t k = 0; k < 12; k++) {
        const char *language = k % 2 ? "zh-Hans" : "en";
        struct chart_request r = bench_request(b, k % 2 ? "zh" : "en", "memory-stack");
        r.accelerators = devices;
        r.accelerator_count = 1 + k / 2 % 3;
        r.scenarios = scenarios;
        r.scenario_count = 5 + k / 6;
        const struct chart *c = bench_chart(b, r);
        assert_in_range(svg_size(b, c, language, THEME_AUTO), 8192, 24576);
        assert_in_range(svg_size(b, c, language, THEME_LIGHT), 8192, 16384);
        assert_in_range(svg_size(b, c, language, THEME_DARK), 8192, 16384);
        assert_in_range(svg_size(b, c, language, THEME_PRINT), 8192, 16384);
    }
}

static void faults_are_reported(void **state) {
    struct bench *b = *state;
    struct diag *d = diag_new(b->arena);
    const struct scenario *nine[9];
    for (size_t i = 0; i < 9; i++)
        nine[i] = scenario(b, "task=inference model=llama-2-7b accelerator=rtx-4090");
    struct chart_request r = bench_request(b, "en", "memory-stack");
    r.scenarios = nine;
    r.scenario_count = 9;
    assert_null(chart_make(b->arena, d, &r));
    assert_int_equal(diag_count(d, SEVERITY_ERROR), 1);
    r.scenario_count = 8;
    assert_non_null(chart_make(b->arena, d, &r));
    r.in_page = true;
    r.width = 248;
    d = diag_new(b->arena);
    assert_null(chart_make(b->arena, d, &r));
    assert_int_equal(diag_count(d, SEVERITY_ERROR), 1);
}

/* 24 and 22.5 GiB lie 3 points apart: totals below them stay at their bars, and each segment says
 * what it is. */
static void close_capacities_leave_totals_at_their_bars(void **state) {
    struct bench *b = *state;
    const struct accelerator *devices[] = {device(b, "rtx-4090"), device(b, "l4"),
                                           device(b, "a100-sxm4-80gb")};
    static const char *const languages[] = {"en", "zh"};
    for (int l = 0; l < 2; l++) {
        struct chart_request r = bench_request(b, languages[l], "memory-stack");
        r.accelerators = devices;
        r.accelerator_count = 3;
        const struct chart *c = bench_chart(b, r);
        assert_int_equal(label_faults(c, languages[l]), 0);
        /* 15.5 of 120 GiB in 236.4 points above 334 */
        double top = 334 - 15.5 * 1.97;
        assert_near(find_text(c, "15.5")->as.text.baseline, top, 5.1);
        assert_non_null(find_text(c, "22.5\u202fGiB"));
        size_t says = 0;
        for (const struct item *i = c->scene->first; i; i = i->next)
            says += i->kind == ITEM_GROUP_OPEN && i->as.group.title &&
                    strstr(i->as.group.title, "75.3 GiB") != NULL;
        assert_int_equal(says, 1);
    }
}

/* The free part of a segment is just high enough for name and number. */
static void names_keep_off_base_and_capacities(void **state) {
    struct bench *b = *state;
    const struct model *model =
        catalog_model(b->catalog, b->diag, (struct span){0}, "llama-3.1-8b");
    const struct accelerator *devices[] = {device(b, "a40"), device(b, "rtx-a6000"),
                                           device(b, "rtx-4090-d"), device(b, "rtx-4080")};
    struct chart_request r = bench_request(b, "en", "memory-stack");
    r.models = &model;
    r.model_count = 1;
    assert_int_equal(faults_everywhere(b, r), 0);
    r = bench_request(b, "zh", "memory-stack");
    r.accelerators = devices;
    r.accelerator_count = 4;
    r.in_page = true;
    r.width = 248;
    assert_int_equal(faults_of(made(b, r), "four devices"), 0);
}

/* Of four near capacities the highest label stands far above its line; the gradients of the last
 * stack keep off its leader. */
static void side_labels_keep_off_leaders_of_capacities(void **state) {
    struct bench *b = *state;
    const struct accelerator *devices[] = {device(b, "gh200-96gb"), device(b, "a800-sxm4-80gb"),
                                           device(b, "h100-pcie-80gb"),
                                           device(b, "a800-pcie-80gb")};
    const struct scenario *scenarios[] = {
        scenario(b, "task=inference model=llama-3.2-1b accelerator=b200-sxm-180gb weights=q4_k_m "
                    "batch=1 context=128"),
        scenario(b, "task=inference model=gpt-neox-20b accelerator=m4-max-128gb weights=fp8 "
                    "batch=1 context=2048"),
        scenario(b, "task=training model=llama-2-70b accelerator=ascend-950pr method=full "
                    "weights=fp16 recompute=selective sequence=512")};
    struct chart_request r = bench_request(b, "zh", "memory-stack");
    r.accelerators = devices;
    r.accelerator_count = 4;
    r.scenarios = scenarios;
    r.scenario_count = 3;
    const struct chart *c = made(b, r);
    size_t leaders = 0;
    for (const struct item *i = c->scene->first; i; i = i->next)
        for (size_t k = 0; i->kind == ITEM_LINE && i->as.line.stroke.ink == INK_INK3 &&
                           i->as.line.from.x > 500 && k < c->label_count;
             k++) {
            leaders += k == 0;
            assert_false(
                segment_meets((struct segment){i->as.line.from, i->as.line.to}, c->labels[k].box));
        }
    assert_true(leaders > 0);
}

/* Leaders of one stack run past the labels of the one before it, not through them. */
static void side_leaders_keep_off_labels(void **state) {
    struct bench *b = *state;
    const struct model *model = catalog_model(b->catalog, b->diag, (struct span){0}, "mt-nlg-530b");
    struct chart_request r = bench_request(b, "en", "memory-stack");
    r.models = &model;
    r.model_count = 1;
    r.in_page = true;
    r.width = 315;
    r.highest = 206;
    const struct chart *c = made(b, r);
    size_t leaders = 0;
    for (const struct item *i = c->scene->first; i; i = i->next) {
        if (i->kind != ITEM_PATH || i->as.path.stroke.ink != INK_INK3 || i->as.path.n != 3)
            continue;
        const struct path_point *p = i->as.path.points;
        leaders++;
        for (size_t k = 0; k < c->label_count; k++)
            assert_false(segment_meets((struct segment){{p[0].x, p[0].y}, {p[1].x, p[1].y}},
                                       c->labels[k].box));
    }
    assert_true(leaders > 5);
}

/* A long name beside them takes nothing from "4B" and "7B". */
static void every_column_says_its_model(void **state) {
    struct bench *b = *state;
    const struct scenario *scenarios[] = {
        scenario(b, "task=inference model=deepseek-v2-lite accelerator=h200-sxm-141gb batch=1"),
        scenario(b, "task=inference model=gemma-3-4b accelerator=tpu-v5p batch=64 context=128"),
        scenario(b, "task=training model=internlm2.5-7b accelerator=h800-pcie-80gb method=full "
                    "sequence=8192"),
        scenario(b, "task=inference model=qwen2.5-7b accelerator=v100-sxm2-16gb batch=64 "
                    "context=131072 tensor-parallel=4")};
    struct chart_request r = bench_request(b, "en", "memory-stack");
    r.scenarios = scenarios;
    r.scenario_count = 4;
    r.in_page = true;
    r.width = 248;
    const struct chart *c = made(b, r);
    assert_non_null(find_text(c, "4B"));
    assert_non_null(find_text(c, "7B"));
    assert_non_null(find_text(c, "InternLM"));
    assert_non_null(find_text(c, "DeepSeek-"));
    for (const struct item *i = c->scene->first; i; i = i->next)
        if (item_text(i) && !strcmp(item_text(i), "DeepSeek-"))
            assert_true(i->as.text.width <= (248 - 64) / 4);
}

/* What stands alone stands in the measure, too: eight columns in smaller type, no word of them left
 * out; "Q4_K_M" is one word. */
static void eight_stacks_stand_in_the_measure(void **state) {
    struct bench *b = *state;
    static const char *const work[] = {
        "task=inference model=mt-nlg-530b accelerator=l40 weights=fp8 batch=2 context=128 "
        "devices=2 tensor-parallel=2",
        "task=training model=qwen3-235b-a22b accelerator=gaudi2 method=lora recompute=none "
        "sequence=2048 devices=8 pipeline-parallel=4 tensor-parallel=2",
        "task=training model=qwen2.5-72b accelerator=tpu-v2 method=full recompute=selective "
        "sequence=2048 devices=8 tensor-parallel=8",
        "task=training model=llama-3.2-1b accelerator=gb300-per-gpu method=qlora recompute=full "
        "sequence=8192 devices=8 pipeline-parallel=8",
        "task=inference model=deepseek-v3 accelerator=a100-pcie-40gb weights=bf16 batch=256 "
        "context=2048",
        "task=inference model=kimi-k2 accelerator=v100-sxm2-32gb weights=q4_k_m batch=256 "
        "context=32768",
        "task=training model=phi-4 accelerator=h100-nvl-94gb method=full sequence=512",
        "task=training model=llama-4-maverick accelerator=h800-sxm5-80gb method=lora "
        "sequence=2048 devices=8 tensor-parallel=8"};
    static const char *const words[][6] = {
        {"Seek-V3", "Maverick", "17B-128E", "Q4_K_M,", "256", "512 × 1"},
        {"Seek-V3", "Maverick", "17B-128E", "Q4_K_M", "批量 256", "512 × 1"}};
    const struct scenario *scenarios[8];
    for (size_t i = 0; i < 8; i++)
        scenarios[i] = scenario(b, work[i]);
    struct chart_request r = bench_request(b, "en", "memory-stack");
    r.scenarios = scenarios;
    r.scenario_count = 8;
    assert_int_equal(faults_everywhere(b, r), 0);
    r.in_page = true;
    r.width = 357;
    for (size_t l = 0; l < 2; l++) {
        r.strings = catalog_strings(b->catalog, l ? "zh" : "en");
        const struct chart *c = made(b, r);
        for (size_t i = 0; i < 6; i++)
            if (!find_text(c, words[l][i]))
                fail_msg("“%s” is left out", words[l][i]);
    }
}

/* Seven stacks on three cards; in print most fills are patterns. A Latin name breaks apart from the
 * Chinese after it, not at its first space. */
static void seven_stacks_are_a_small_file(void **state) {
    struct bench *b = *state;
    const struct accelerator *devices[] = {device(b, "rtx-3060-12gb"), device(b, "tpu-v3"),
                                           device(b, "ascend-910c")};
    static const char *const work[] = {
        "task=training model=gemma-2-27b accelerator=m3-ultra-512gb method=lora "
        "recompute=selective sequence=2048 devices=4 pipeline-parallel=4",
        "task=training model=llama-4-maverick accelerator=h100-nvl-94gb method=full "
        "recompute=selective sequence=8192 devices=64 pipeline-parallel=8 tensor-parallel=8 "
        "gradient-accumulation=8",
        "task=training model=qwen2.5-7b accelerator=biren-br104 method=full recompute=selective "
        "sequence=2048 devices=8 pipeline-parallel=8",
        "task=inference model=gemma-2-9b accelerator=mi250x weights=int4-g128 batch=64 "
        "context=8192 devices=4 tensor-parallel=4",
        "task=training model=mixtral-8x7b accelerator=ascend-950dt method=qlora recompute=full "
        "sequence=8192",
        "task=training model=bloom-176b accelerator=h200-sxm-141gb method=lora recompute=full "
        "sequence=2048 devices=4 pipeline-parallel=4 gradient-accumulation=32",
        "task=training model=phi-4 accelerator=tpu-v2 method=full recompute=none sequence=512 "
        "devices=16 pipeline-parallel=8 tensor-parallel=2 gradient-accumulation=32"};
    const struct scenario *scenarios[7];
    for (size_t i = 0; i < 7; i++)
        scenarios[i] = scenario(b, work[i]);
    struct chart_request r = bench_request(b, "zh", "memory-stack");
    r.accelerators = devices;
    r.accelerator_count = 3;
    r.scenarios = scenarios;
    r.scenario_count = 7;
    const struct chart *c = made(b, r);
    assert_in_range(svg_size(b, c, "zh-Hans", THEME_PRINT), 8192, 16384);
    assert_non_null(find_text(c, "Llama 4"));
    assert_non_null(find_text(c, "全参微调"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals_are_those_of_the_specification),
        cmocka_unit_test(the_title_is_the_finding),
        cmocka_unit_test(the_title_follows_the_values),
        cmocka_unit_test(a_title_about_the_larger_card_says_so),
        cmocka_unit_test(room_and_total_make_the_capacity),
        cmocka_unit_test(the_frame_is_that_of_the_specification),
        cmocka_unit_test(close_capacities_leave_totals_at_their_bars),
        cmocka_unit_test(every_boundary_has_a_separator),
        cmocka_unit_test(printed_parts_add_up),
        cmocka_unit_test(every_fill_is_named),
        cmocka_unit_test(side_labels_keep_off_the_next_bar),
        cmocka_unit_test(no_capacity_line_strikes_a_label),
        cmocka_unit_test(names_keep_off_base_and_capacities),
        cmocka_unit_test(side_labels_keep_off_leaders_of_capacities),
        cmocka_unit_test(side_leaders_keep_off_labels),
        cmocka_unit_test(every_column_says_its_model),
        cmocka_unit_test(eight_stacks_stand_in_the_measure),
        cmocka_unit_test(seven_stacks_are_a_small_file),
        cmocka_unit_test(files_are_small),
        cmocka_unit_test(faults_are_reported),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close) ? 1 : 0;
}
