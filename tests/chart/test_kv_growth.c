#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "chart/curves.h"

static const double GIB = 1073741824.0;

static double cache(const struct chart *c, const char *model, double tokens) {
    return number_of(c, "cache", model, "context_tokens", tokens, "kv_gib");
}

/* K and V of 16 bits: layers × heads × 128 × 4 bytes a token; formulas 3.1, 3.2. */
static void caches_are_counted(void **state) {
    struct bench *b = *state;
    const struct chart *c = made(b, bench_request(b, "en", "kv-growth"));
    const double n = 131072;
    assert_near(cache(c, "llama-2-7b", n), 32 * 32 * 512 * n / GIB, 1e-4);
    assert_near(cache(c, "llama-3.1-70b", n), 80 * 8 * 512 * n / GIB, 1e-4);
    assert_near(cache(c, "llama-3.1-8b", n), 32 * 8 * 512 * n / GIB, 1e-4);
    /* 10 of 62 layers keep everything, 52 the last 1024 */
    assert_near(cache(c, "gemma-3-27b", n), 16 * 512 * (10 * n + 52 * 1024) / GIB, 1e-4);
    assert_near(cache(c, "gemma-3-27b", 1024), 16 * 512 * 62.0 * 1024 / GIB, 1e-4);
    /* a latent of 512 and a rotary key of 64 in 61 layers */
    assert_near(cache(c, "deepseek-v3", n), 61 * 576 * 2 * n / GIB, 1e-4);
}

/* design 14: at 128k. */
static void values_are_those_of_the_specification(void **state) {
    struct bench *b = *state;
    const struct chart *c = made(b, bench_request(b, "en", "kv-growth"));
    static const struct {
        const char *model;
        double gib;
    } rows[] = {{"llama-2-7b", 64.0},
                {"llama-3.1-70b", 40.0},
                {"llama-3.1-8b", 16.0},
                {"gemma-3-27b", 10.4},
                {"deepseek-v3", 8.6}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_near(cache(c, rows[i].model, 131072), rows[i].gib, 0.05);
}

static enum verdict fits(struct bench *b, const char *model, const char *weights, double context) {
    const struct scenario *s =
        scenario(b, arena_printf(b->arena,
                                 "task=inference model=%s accelerator=rtx-4090 "
                                 "weights=%s context=%.0f",
                                 model, weights, context));
    return estimate_figures(b->arena, s)->fits;
}

static double longest(const struct chart *c, const char *what, const char *model) {
    for (size_t i = 0; i < c->data.row_count; i++) {
        const char *const *row = c->data.cells + i * c->data.column_count;
        if (!strcmp(row[0], what) && !strcmp(row[1], model))
            return strtod(row[4], NULL);
    }
    return 0;
}

/* One token more no longer fits, surely or at all. */
static void rings_agree_with_the_estimate(void **state) {
    struct bench *b = *state;
    const struct chart *c = made(b, bench_request(b, "en", "kv-growth"));
    static const char *const rows[][2] = {{"llama-3.1-8b", "bf16"}, {"gemma-3-27b", "int4-g128"}};
    for (size_t i = 0; i < 2; i++) {
        double sure = longest(c, "surely fits rtx-4090", rows[i][0]);
        double lucky = longest(c, "fits rtx-4090 with luck", rows[i][0]);
        assert_true(sure > 1024 && lucky > sure);
        assert_int_equal(fits(b, rows[i][0], rows[i][1], sure), VERDICT_YES);
        assert_int_equal(fits(b, rows[i][0], rows[i][1], sure + 1), VERDICT_MARGINAL);
        assert_int_equal(fits(b, rows[i][0], rows[i][1], lucky), VERDICT_MARGINAL);
        assert_int_equal(fits(b, rows[i][0], rows[i][1], lucky + 1), VERDICT_NO);
    }
    assert_near(longest(c, "surely fits rtx-4090", "llama-2-7b"), 4096, 0);
    assert_near(longest(c, "fits rtx-4090 with luck", "llama-3.1-70b"), 0, 0);
    assert_near(longest(c, "fits a100-sxm4-80gb with luck", "deepseek-v3"), 0, 0);
}

static void beyond_the_training_is_said(void **state) {
    struct bench *b = *state;
    const struct chart *c = made(b, bench_request(b, "en", "kv-growth"));
    const char *within =
        cell_of(c, "cache", "llama-2-7b", "context_tokens", 4096, "trained_context");
    const char *beyond =
        cell_of(c, "cache", "llama-2-7b", "context_tokens", 8192, "trained_context");
    assert_string_equal(within, "within");
    assert_string_equal(beyond, "beyond");
    assert_non_null(find_text(c, "trained to 4k, extrapolated beyond"));
    c = made(b, bench_request(b, "zh", "kv-growth"));
    assert_non_null(find_text(c, "训练上限 4k，其后为外推"));
}

/* ── Titles ── */

static const struct model *model(struct bench *b, const char *id) {
    const struct model *m = catalog_model(b->catalog, b->diag, (struct span){0}, id);
    assert_non_null(m);
    return m;
}

static const struct chart *of_models(struct bench *b, const char *language, const char *first,
                                     const char *second) {
    const struct model **models = ARENA_ARRAY(b->arena, const struct model *, 2);
    models[0] = model(b, first);
    models[1] = second ? model(b, second) : NULL;
    struct chart_request r = bench_request(b, language, "kv-growth");
    r.models = models;
    r.model_count = second ? 2 : 1;
    return made(b, r);
}

static void says_title(const struct chart *c, const char *words) {
    if (!strstr(c->title, words))
        fail_msg("“%s” does not say “%s”", c->title, words);
}

static void the_title_is_the_finding(void **state) {
    struct bench *b = *state;
    says_title(made(b, bench_request(b, "en", "kv-growth")),
               "Attention, not size, decides how large the KV cache grows: at 128k, DeepSeek-V3 "
               "(671B) keeps 8.6 GiB, Llama 2 7B 64.0 GiB");
    says_title(
        made(b, bench_request(b, "zh", "kv-growth")),
        "决定 KV 缓存大小的是注意力结构，不是参数量：128k 时 671B 的 DeepSeek-V3 只占 8.6 GiB");
}

static void the_title_follows_the_values(void **state) {
    struct bench *b = *state;
    says_title(of_models(b, "en", "llama-3.1-8b", NULL), "16.0 GiB, more than its weights (15.0");
    says_title(of_models(b, "en", "llama-3.1-70b", NULL), "40.0 GiB, more than its weights");
    says_title(of_models(b, "en", "deepseek-v3", NULL), "8.6 GiB, less than its weights");
    says_title(of_models(b, "en", "llama-3.1-8b", "llama-3.1-70b"),
               "The largest of these KV caches is 2.5 times the smallest: at 128k");
    says_title(of_models(b, "en", "llama-3-8b", "llama-3.1-8b"),
               "At 128k of context all of these KV caches take about 16.0 GiB");
    says_title(of_models(b, "zh", "deepseek-v3", NULL), "8.6 GiB，不及权重本身");
}

/* A batch takes so many caches, and what is told apart by its batch says it. */
static void batches_are_said(void **state) {
    struct bench *b = *state;
    const struct scenario *two[] = {
        scenario(b, "task=inference model=llama-3.1-8b accelerator=h100-sxm5-80gb batch=1 "
                    "context=4096"),
        scenario(b, "task=inference model=llama-3.1-8b accelerator=h100-sxm5-80gb batch=8 "
                    "context=4096")};
    struct chart_request r = bench_request(b, "en", "kv-growth");
    r.scenarios = two;
    r.scenario_count = 2;
    const struct chart *c = made(b, r);
    says_title(c, "Llama 3.1 8B, batch 1 keeps 16.0 GiB, Llama 3.1 8B, batch 8 128 GiB");
    assert_int_equal(faults_everywhere(b, r), 0);
}

/* ── Labels ── */

static void labels_stand_free(void **state) {
    struct bench *b = *state;
    assert_int_equal(faults_everywhere(b, bench_request(b, "en", "kv-growth")), 0);
}

static void hard_models_stand_free(void **state) {
    struct bench *b = *state;
    static const char *const ids[] = {"llama-3.1-8b", "qwen3-30b-a3b", "gpt-oss-20b",
                                      "gemma-2-27b",  "llama-4-scout", "falcon-7b"};
    const struct model *models[6];
    for (size_t i = 0; i < 6; i++)
        models[i] = model(b, ids[i]);
    const struct accelerator *cards[] = {device(b, "h100-sxm5-80gb"), device(b, "rtx-3060-12gb")};
    struct chart_request r = bench_request(b, "en", "kv-growth");
    r.models = models;
    r.model_count = 6;
    r.accelerators = cards;
    r.accelerator_count = 2;
    assert_int_equal(faults_everywhere(b, r), 0);
    static const char *const extremes[] = {"gpt2-124m", "mt-nlg-530b", "kimi-k2", "palm-540b"};
    for (size_t i = 0; i < 4; i++) {
        const struct model *one = model(b, extremes[i]);
        r.models = &one;
        r.model_count = 1;
        assert_int_equal(faults_everywhere(b, r), 0);
    }
}

static void what_is_missing_is_said(void **state) {
    struct bench *b = *state;
    struct accelerator blank = *device(b, "rtx-4090");
    const struct accelerator *cards[] = {&blank};
    blank.memory_capacity.known = false;
    struct chart_request r = bench_request(b, "en", "kv-growth");
    r.accelerators = cards;
    r.accelerator_count = 1;
    refused(b, r, "a capacity");
    r = bench_request(b, "en", "kv-growth");
    const struct scenario *training =
        catalog_scenario(b->catalog, b->diag, (struct span){0}, "full-7b");
    r.scenarios = &training;
    r.scenario_count = 1;
    refused(b, r, "inference");
    const struct scenario *serving =
        catalog_scenario(b->catalog, b->diag, (struct span){0}, "serve-7b");
    const struct model *other = model(b, "llama-3.1-8b");
    r.scenarios = &serving;
    r.models = &other;
    r.model_count = 1;
    refused(b, r, "models or scenarios");
}

/* "InternLM2.5-7B" is wider than its column: it breaks in itself. */
static void long_names_keep_to_their_columns(void **state) {
    struct bench *b = *state;
    static const char *const ids[] = {"qwen3-1.7b", "qwen3-235b-a22b", "internlm2.5-7b",
                                      "gemma-3-4b", "llama-3.2-1b",    "falcon-180b"};
    const struct model *models[6];
    const struct accelerator *card = device(b, "a40");
    for (size_t i = 0; i < 6; i++)
        models[i] = catalog_model(b->catalog, b->diag, (struct span){0}, ids[i]);
    struct chart_request r = bench_request(b, "en", "kv-growth");
    r.models = models;
    r.model_count = 6;
    r.accelerators = &card;
    r.accelerator_count = 1;
    assert_int_equal(faults_everywhere(b, r), 0);
    r.in_page = true;
    r.width = 357;
    const struct chart *c = made(b, r);
    assert_non_null(find_text(c, "InternLM"));
    assert_non_null(find_text(c, "2.5-7B"));
}

/* Lines of several batches: no word stands where one of them would be said. */
static void several_batches_have_no_common_word(void **state) {
    struct bench *b = *state;
    const struct scenario *scenarios[] = {
        scenario(b, "task=inference model=llama-3.1-8b accelerator=rtx-4090 batch=1 context=8192"),
        scenario(b, "task=inference model=qwen2.5-7b accelerator=rtx-4090 batch=8 context=8192")};
    struct chart_request r = bench_request(b, "en", "kv-growth");
    r.scenarios = scenarios;
    r.scenario_count = 2;
    const struct chart *c = made(b, r);
    assert_null(find_text(c, ""));
    assert_int_equal(faults_everywhere(b, r), 0);
}

/* In the narrow frame of a pair, of the height of a slide; both languages mark the same places. */
static const struct chart *in_a_pair(struct bench *b, struct chart_request r,
                                     const char *language) {
    r.strings = catalog_strings(b->catalog, language);
    r.in_page = true;
    r.width = 315;
    r.highest = 206;
    const struct chart *c = made(b, r);
    assert_int_equal(faults_of(c, language), 0);
    return c;
}

static void pairs_hold(struct bench *b, struct chart_request r) {
    const struct chart *en = in_a_pair(b, r, "en"), *zh = in_a_pair(b, r, "zh");
    assert_int_equal(en->mark_count, zh->mark_count);
    for (size_t i = 0; i < en->mark_count; i++)
        assert_near(en->marks[i].from.y, zh->marks[i].from.y, 0.01);
    assert_int_equal(faults_everywhere(b, r), 0);
}

/* "Llama 4 Maverick 17B-128E, batch 1" takes four lines, as many in both languages; a batch has a
 * line of its own. */
static void columns_of_several_batches_keep_to_themselves(void **state) {
    struct bench *b = *state;
    const struct accelerator *card = device(b, "b100-sxm");
    const struct scenario *scenarios[] = {
        scenario(b, "task=inference model=phi-4 accelerator=gb200-per-gpu weights=mxfp4 batch=1 "
                    "context=8192"),
        scenario(b, "task=inference model=kimi-k2 accelerator=a800-pcie-80gb weights=q4_k_m "
                    "batch=8 context=131072"),
        scenario(b, "task=inference model=llama-4-maverick accelerator=gaudi2 weights=fp8 batch=1 "
                    "context=2048"),
        scenario(b, "task=inference model=qwen3-0.6b accelerator=hygon-k100-ai weights=int4-g128 "
                    "batch=2 context=128")};
    struct chart_request r = bench_request(b, "en", "kv-growth");
    r.accelerators = &card;
    r.accelerator_count = 1;
    r.scenarios = scenarios;
    r.scenario_count = 4;
    pairs_hold(b, r);
    assert_non_null(find_text(in_a_pair(b, r, "en"), "Kimi K2,"));
    assert_non_null(find_text(in_a_pair(b, r, "zh"), "批量 8"));
}

/* Six caches that share no batch: columns take what their own words need. */
static void six_columns_share_a_narrow_width(void **state) {
    struct bench *b = *state;
    static const char *const work[] = {
        "model=phi-4 accelerator=biren-br104 weights=int8 batch=16 context=128",
        "model=mistral-7b accelerator=h20-96gb weights=int8 batch=64 context=8192",
        "model=llama-3.1-70b accelerator=rx-7900-xtx weights=fp8 batch=8 context=8192",
        "model=gemma-3-1b accelerator=a100-sxm4-80gb weights=fp8 batch=1 context=32768",
        "model=gemma-3-4b accelerator=rtx-a6000 weights=bf16 batch=2 context=32768",
        "model=internlm2.5-7b accelerator=a100-pcie-40gb weights=int8 batch=8 context=8192"};
    const struct scenario *scenarios[6];
    for (size_t i = 0; i < 6; i++)
        scenarios[i] = scenario(b, arena_printf(b->arena, "task=inference %s", work[i]));
    struct chart_request r = bench_request(b, "en", "kv-growth");
    r.scenarios = scenarios;
    r.scenario_count = 6;
    pairs_hold(b, r);
}

/* A name of four lines in the gutter leaves second lines no room above the columns. */
static void long_names_in_the_gutter_end_above_the_columns(void **state) {
    struct bench *b = *state;
    const struct accelerator *card = device(b, "ascend-910b-64gb-376t");
    static const char *const work[] = {
        "model=qwen3-235b-a22b accelerator=ascend-910b-64gb-376t weights=int4-g128 batch=16",
        "model=mixtral-8x22b accelerator=ascend-910b-64gb-376t weights=int4-g128 batch=256",
        "model=llama-4-maverick accelerator=ascend-910b-64gb-376t weights=bf16 batch=1",
        "model=qwen3-1.7b accelerator=ascend-910b-64gb-376t weights=int4-g128 batch=2"};
    const struct scenario *scenarios[4];
    for (size_t i = 0; i < 4; i++)
        scenarios[i] =
            scenario(b, arena_printf(b->arena, "task=inference %s context=2048", work[i]));
    struct chart_request r = bench_request(b, "en", "kv-growth");
    r.accelerators = &card;
    r.accelerator_count = 1;
    r.scenarios = scenarios;
    r.scenario_count = 4;
    pairs_hold(b, r);
}

/* "Baichuan" six times and a card's long name are more than 300; in the measure they stand. */
static void columns_without_room_are_refused(void **state) {
    struct bench *b = *state;
    struct accelerator renamed = *device(b, "rtx-pro-6000-blackwell");
    const struct accelerator *card = &renamed;
    renamed.short_name = "PRO 6000 Server";
    const struct scenario *scenarios[6];
    for (size_t i = 0; i < 6; i++)
        scenarios[i] = scenario(b, arena_printf(b->arena,
                                                "task=inference model=baichuan2-13b "
                                                "accelerator=h100-sxm5-80gb batch=%d context=4096",
                                                1 << i));
    struct chart_request r = bench_request(b, "en", "kv-growth");
    r.accelerators = &card;
    r.accelerator_count = 1;
    r.scenarios = scenarios;
    r.scenario_count = 6;
    assert_int_equal(faults_everywhere(b, r), 0);
    r.in_page = true;
    r.width = 300;
    refused(b, r, "a width");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_names_keep_to_their_columns),
        cmocka_unit_test(several_batches_have_no_common_word),
        cmocka_unit_test(columns_of_several_batches_keep_to_themselves),
        cmocka_unit_test(six_columns_share_a_narrow_width),
        cmocka_unit_test(long_names_in_the_gutter_end_above_the_columns),
        cmocka_unit_test(columns_without_room_are_refused),
        cmocka_unit_test(caches_are_counted),
        cmocka_unit_test(values_are_those_of_the_specification),
        cmocka_unit_test(rings_agree_with_the_estimate),
        cmocka_unit_test(beyond_the_training_is_said),
        cmocka_unit_test(the_title_is_the_finding),
        cmocka_unit_test(the_title_follows_the_values),
        cmocka_unit_test(batches_are_said),
        cmocka_unit_test(labels_stand_free),
        cmocka_unit_test(hard_models_stand_free),
        cmocka_unit_test(what_is_missing_is_said),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close) ? 1 : 0;
}
