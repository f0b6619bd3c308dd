#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/bench.h"

enum { MODEL, FORMAT, CONTEXT, DEVICE, DEVICES, NEEDED, HELD, FITS, MISSING, SPEED, TYPICAL };

static size_t row_of(const struct chart *c, const char *model, const char *device) {
    for (size_t i = 0; i < c->data.row_count; i++)
        if (!strcmp(text_at(c, i, MODEL), model) && !strcmp(text_at(c, i, DEVICE), device))
            return i;
    fail_msg("no cell %s on %s", model, device);
    return 0;
}

static const struct model *model(struct bench *b, const char *id) {
    const struct model *m = catalog_model(b->catalog, b->diag, (struct span){0}, id);
    assert_non_null(m);
    return m;
}

/* The picture of design 6.10. */
static void published_cells(void **state) {
    struct bench *b = *state;
    static const struct {
        const char *model, *device, *fits;
        double number; /* tokens/s, or GiB missing */
    } cells[] = {{"llama-3.2-1b", "rtx-3060-12gb", "yes", 131},
                 {"llama-3.2-1b", "mi300x", "yes", 1934},
                 {"llama-3.1-8b", "rtx-3060-12gb", "no", 5.1},
                 {"llama-3.1-8b", "rtx-4090", "yes", 63},
                 {"llama-3.1-8b", "h20-96gb", "yes", 249},
                 {"qwen3-14b", "rtx-4090", "no", 5.9},
                 {"qwen3-30b-a3b", "h100-sxm5-80gb", "yes", 486},
                 {"gpt-oss-120b", "ascend-910b-64gb-376t", "yes", 301},
                 {"qwen3-32b", "ascend-910b-64gb-376t", "marginal", 24},
                 {"llama-3.1-70b", "h200-sxm-141gb", "yes", 34},
                 {"llama-3.1-70b", "h20-96gb", "no", 40},
                 {"deepseek-v3", "mi300x", "no", 437}};
    const struct chart *c = bench_chart(b, bench_request(b, "en", "fit-matrix"));
    assert_int_equal(c->data.row_count, 80);
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        size_t row = row_of(c, cells[i].model, cells[i].device);
        bool held = strcmp(cells[i].fits, "no") != 0;
        assert_string_equal(text_at(c, row, FITS), cells[i].fits);
        assert_near(number_at(c, row, held ? SPEED : MISSING), cells[i].number,
                    cells[i].number < 10 ? 0.05 : 0.5);
        assert_string_equal(text_at(c, row, held ? MISSING : SPEED), "");
    }
}

/* 8 030 261 248 parameters and 8192 tokens of 2 · 32 · 8 · 128 elements, two bytes each; 504 924
 * 672 of the parameters less the input table are read: 3350 GB/s ÷ 16.08 GB = 208. */
static void speed_by_hand(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "fit-matrix"));
    size_t row = row_of(c, "llama-3.1-8b", "h100-sxm5-80gb");
    double cache = 2.0 * 32 * 8 * 128 * 2 * 8192, weights = 2 * 7504924672.0;
    assert_near(number_at(c, row, SPEED), 3350e9 / (weights + cache), 0.05);
    assert_near(number_at(c, row, NEEDED), (2 * 8030261248.0 + cache) / 1073741824 + 1.125, 0.02);
}

static void sorted_both_ways(void **state) {
    struct bench *b = *state;
    const struct chart *c = bench_chart(b, bench_request(b, "en", "fit-matrix"));
    for (size_t i = 0; i < c->data.row_count; i++) {
        if (i % 8)
            assert_true(number_at(c, i, HELD) >= number_at(c, i - 1, HELD));
        if (i >= 8)
            assert_true(number_at(c, i, NEEDED) >= number_at(c, i - 8, NEEDED));
    }
}

/* Every cell is the estimator's, of the scenario's context and devices, in the model's format. */
static void cells_are_the_estimators(void **state) {
    struct bench *b = *state;
    const struct accelerator *devices[] = {device(b, "rtx-4090"), device(b, "a100-sxm4-80gb")};
    const struct model *models[] = {model(b, "llama-3.1-70b"), model(b, "qwen3-32b")};
    const struct scenario *asked[] = {
        scenario(b, "task=inference model=llama-3.1-8b accelerator=h100-sxm5-80gb context=32768 "
                    "batch=2 devices=4 tensor-parallel=4")};
    struct chart_request r = bench_request(b, "en", "fit-matrix");
    r.accelerators = devices;
    r.accelerator_count = 2;
    r.models = models;
    r.model_count = 2;
    r.scenarios = asked;
    r.scenario_count = 1;
    const struct chart *c = bench_chart(b, r);
    for (int i = 0; i < 4; i++) {
        const struct accelerator *x = devices[i % 2];
        const struct model *m = models[i / 2];
        const struct estimate *e = catalog_estimate(
            b->catalog,
            scenario(b, arena_printf(b->arena,
                                     "task=inference model=%s accelerator=%s context=%d batch=2 "
                                     "devices=4 tensor-parallel=4",
                                     m->id, x->id, 32768)));
        size_t row = row_of(c, m->id, x->id);
        assert_near(number_at(c, row, NEEDED), e->memory_total.q.value / 1073741824, 1e-3);
        assert_string_equal(text_at(c, row, FITS), e->fits == VERDICT_YES  ? "yes"
                                                   : e->fits == VERDICT_NO ? "no"
                                                                           : "marginal");
        if (e->fits != VERDICT_NO)
            assert_near(number_at(c, row, SPEED), e->decode_ceiling_speed.q.value, 0.01);
        assert_string_equal(text_at(c, row, DEVICES), "4");
    }
}

/* Llama 2 was trained for 4096 tokens: nothing more is asked of it, and it is said. */
static void context_ends_where_training_did(void **state) {
    struct bench *b = *state;
    const struct model *models[] = {model(b, "llama-2-7b")};
    struct chart_request r = bench_request(b, "en", "fit-matrix");
    r.models = models;
    r.model_count = 1;
    const struct chart *c = bench_chart(b, r);
    assert_string_equal(text_at(c, 0, CONTEXT), "4096");
    assert_string_equal(text_at(c, 0, FORMAT), "fp16");
    bool said = false;
    for (const struct item *i = c->scene->first; i; i = i->next)
        said |=
            item_text(i) && strstr(item_text(i), "all the context that this model was trained for");
    assert_true(said);
}

/* ── The wall ── */

/* The lines of the wall: on each side of each step one cell fits and the other does not. */
static const struct item *wall_of(const struct chart *c) {
    for (const struct item *i = c->scene->first; i; i = i->next)
        if (i->kind == ITEM_PATH && i->as.path.stroke.ink == INK_CAPACITY &&
            i->as.path.stroke.width == 1.8)
            return i;
    return NULL;
}

static int pieces_of(const struct item *wall) {
    int n = 0;
    for (size_t i = 0; i < wall->as.path.n; i++)
        n += wall->as.path.points[i].op == PATH_MOVE;
    return n;
}

/* Total length of the wall in cells, widthwise and heightwise. */
static void length_of(const struct item *wall, double *across, double *down) {
    *across = *down = 0;
    for (size_t i = 1; i < wall->as.path.n; i++) {
        const struct path_point *p = &wall->as.path.points[i - 1], *q = p + 1;
        if (q->op != PATH_LINE)
            continue;
        *across += fabs(q->x - p->x);
        *down += fabs(q->y - p->y);
    }
}

/* One line from the upper left to the lower right corner: 8 columns of 46, ten rows of 22.5. */
static void wall_is_a_staircase(void **state) {
    struct bench *b = *state;
    const struct item *wall = wall_of(bench_chart(b, bench_request(b, "en", "fit-matrix")));
    assert_non_null(wall);
    assert_int_equal(pieces_of(wall), 1);
    double across, down;
    length_of(wall, &across, &down);
    assert_near(across, 544 - 175, 1e-6);
    assert_near(down, 225, 1e-6);
}

/* A system that may lend its GPU more than the catalogue's 16 GiB holds what a card of 16.5 cannot:
 * 8B at its best takes 14.96 + 1 + 0.125 + 0.6 = 16.7 GiB.
 *
 *      1B  |yes yes yes    sides: two at the left; one over the cell that fails, one at each side
 *      8B  |  ≈| no|yes    of it; none at the table's end
 */
static void wall_tells_what_falls_out_of_order(void **state) {
    struct bench *b = *state;
    const struct model *models[] = {model(b, "llama-3.2-1b"), model(b, "llama-3.1-8b")};
    struct accelerator lent = *device(b, "rtx-4090"), card = lent;
    lent.id = "lent";
    lent.memory_capacity.value = 16 * 1073741824.0;
    lent.gpu_share_low = (struct datum){.value = 0.5, .known = true};
    lent.gpu_share_high = (struct datum){.value = 0.75, .known = true};
    card.memory_capacity.value = 16.5 * 1073741824.0;
    const struct accelerator *devices[] = {&card, device(b, "mi300x"), &lent};
    struct chart_request r = bench_request(b, "en", "fit-matrix");
    r.accelerators = devices;
    r.accelerator_count = 3;
    r.models = models;
    r.model_count = 2;
    const struct chart *c = bench_chart(b, r);
    static const char *const fits[] = {"yes", "yes", "yes", "marginal", "no", "yes"};
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(text_at(c, i, FITS), fits[i]);
    double across, down;
    const struct item *wall = wall_of(c);
    length_of(wall, &across, &down);
    assert_near(down, 4 * 22.5, 1e-6);
    assert_near(across, 74, 1e-6); /* the widest column */
    assert_int_equal(pieces_of(wall), 2);
    assert_non_null(find_text(c, "GiB missing")); /* no "left of the wall" */
}

static void titles_stay_true(void **state) {
    struct bench *b = *state;
    static const struct {
        const char *devices[3], *models[2], *title;
    } rows[] = {
        {{"h100-sxm5-80gb", "h20-96gb"},
         {"llama-3.1-8b", "qwen3-14b"},
         "Capacity decides whether a model runs, bandwidth how fast: "
         "past the wall an H20 decodes faster than an H100"},
        {{"rtx-4090", "a100-sxm4-80gb"},
         {"llama-3.1-8b", "qwen3-32b"},
         "Capacity decides whether a model runs, bandwidth how fast: "
         "RTX 4090 holds 1 of 2 models, A100 2"},
        {{"rtx-4090"}, {"llama-3.1-8b", "qwen3-32b"}, "RTX 4090 holds 1 of 2 models"},
        {{"rtx-4090", "a100-sxm4-80gb"},
         {"llama-3.1-70b"},
         "Llama 3.1 70B fits none of 2 accelerators"},
        {{"rtx-4090", "a100-sxm4-80gb"}, {"qwen3-32b"}, "Qwen3 32B fits 1 of 2 accelerators"},
        {{"rtx-4090", "m2-ultra-192gb"},
         {"llama-3.1-70b", "gpt-oss-120b"},
         "Capacity decides whether a model runs, bandwidth how fast: "
         "RTX 4090 holds 0 of 2 models, M2 Ultra at best 2"},
        {{"m2-ultra-192gb"}, {"llama-3.1-70b"}, "Llama 3.1 70B may just fit an M2 Ultra"},
        {{"rtx-4090"}, {"qwen3-32b"}, "Qwen3 32B does not fit an RTX 4090"},
        {{"rtx-4090"}, {"llama-3.1-8b"}, "Llama 3.1 8B fits an RTX 4090"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct accelerator *devices[3];
        const struct model *models[2];
        struct chart_request r = bench_request(b, "en", "fit-matrix");
        for (; rows[i].devices[r.accelerator_count]; r.accelerator_count++)
            devices[r.accelerator_count] = device(b, rows[i].devices[r.accelerator_count]);
        for (; r.model_count < 2 && rows[i].models[r.model_count]; r.model_count++)
            models[r.model_count] = model(b, rows[i].models[r.model_count]);
        r.accelerators = devices;
        r.models = models;
        assert_string_equal(bench_chart(b, r)->title, rows[i].title);
    }
}

static void what_is_missing_is_said(void **state) {
    struct bench *b = *state;
    static const char *const scenarios[] = {
        "task=training model=llama-2-7b accelerator=h100-sxm5-80gb",
        "task=inference model=llama-2-7b accelerator=rtx-4090 offload=weights"};
    struct accelerator dark = *device(b, "rtx-4090");
    dark.memory_capacity.known = false;
    const struct accelerator *devices[] = {&dark};
    struct chart_request r = bench_request(b, "en", "fit-matrix");
    r.accelerators = devices;
    r.accelerator_count = 1;
    assert_null(chart_make(b->arena, b->diag, &r));
    r.accelerator_count = 0;
    r.scenario_count = 1;
    for (size_t i = 0; i < 2; i++) {
        const struct scenario *s = scenario(b, scenarios[i]);
        r.scenarios = &s;
        assert_null(chart_make(b->arena, b->diag, &r));
    }
    dark = *device(b, "rtx-4090"); /* it fits, and no speed is made up */
    dark.bf16.known = dark.fp16.known = false;
    r.scenario_count = 0;
    r.accelerator_count = 1;
    const struct chart *c = bench_chart(b, r);
    size_t row = row_of(c, "llama-3.1-8b", "rtx-4090");
    assert_string_equal(text_at(c, row, FITS), "yes");
    assert_string_equal(text_at(c, row, SPEED), "");
    assert_non_null(find_text(c, "—"));
}

static void labels_are_apart(void **state) {
    struct bench *b = *state;
    static const double widths[] = {0, 357, 493};
    static const char *const ids[] = {"llama-4-maverick", "deepseek-r1-distill-qwen-1.5b",
                                      "kimi-k2",          "gpt2-124m",
                                      "llama-2-7b",       "palm-540b",
                                      "mixtral-8x22b",    "phi-3-mini-4k",
                                      "glm-4-9b-chat",    "llama-3.1-405b",
                                      "falcon-180b",      "qwen3-235b-a22b"};
    const struct accelerator *devices[] = {
        device(b, "rtx-pro-6000-blackwell"), device(b, "mlu370-x8"),
        device(b, "a100-pcie-40gb"),         device(b, "ascend-910b-64gb-376t"),
        device(b, "m3-ultra-512gb"),         device(b, "gaudi3"),
        device(b, "gb300-per-gpu"),          device(b, "rtx-6000-ada"),
        device(b, "rtx-4060-ti-16gb"),       device(b, "tpu-v5e")};
    const struct model *models[12];
    for (int i = 0; i < 12; i++)
        models[i] = model(b, ids[i]);
    int faults = 0;
    for (int i = 0; i < 2 * 3 * 4; i++) {
        struct chart_request r = bench_request(b, i % 2 ? "zh" : "en", "fit-matrix");
        r.accelerators = devices;
        r.models = models;
        r.accelerator_count = (size_t[]){0, 1, 5, 10}[i / 6];
        r.model_count = (size_t[]){0, 1, 5, 12}[i / 6];
        r.width = widths[i / 2 % 3];
        r.in_page = r.width > 0;
        faults += label_faults(bench_chart(b, r), arena_printf(b->arena, "matrix %d", i));
    }
    assert_int_equal(faults, 0);
}

static const double page_widths[] = {493, 357, 315};
enum { PAGE_WIDTHS = sizeof page_widths / sizeof *page_widths };

/* "≈14 875", "33 203" … in each of eight columns, under names such as "2 × MI300X". */
static void long_numbers_have_room(void **state) {
    struct bench *b = *state;
    const struct model *models[] = {model(b, "kimi-k2"), model(b, "phi-3-mini-4k"),
                                    model(b, "gpt-neox-20b"),
                                    model(b, "deepseek-r1-distill-qwen-1.5b")};
    const struct scenario *asked[] = {
        scenario(b, "task=inference weights=fp8 batch=256 context=8192 devices=2 tensor-parallel=2 "
                    "model=phi-4 accelerator=gh200-144gb")};
    struct chart_request r = bench_request(b, "en", "fit-matrix");
    r.models = models;
    r.model_count = 4;
    r.scenarios = asked;
    r.scenario_count = 1;
    assert_int_equal(request_faults(b, r, page_widths, PAGE_WIDTHS), 0);
}

/* "Trainium2" beside "PRO 6000": a name that does not break has a wider column. */
static void long_names_have_room(void **state) {
    struct bench *b = *state;
    const struct accelerator *devices[] = {device(b, "tpu-v6e"),
                                           device(b, "b300-sxm-288gb"),
                                           device(b, "trainium2"),
                                           device(b, "ascend-910c"),
                                           device(b, "v100-sxm2-32gb"),
                                           device(b, "h100-pcie-80gb"),
                                           device(b, "rtx-pro-6000-blackwell"),
                                           device(b, "mi355x")};
    const struct model *models[] = {model(b, "mistral-7b"), model(b, "falcon-7b"),
                                    model(b, "llama-4-scout")};
    struct chart_request r = bench_request(b, "en", "fit-matrix");
    r.accelerators = devices;
    r.accelerator_count = 8;
    r.models = models;
    r.model_count = 3;
    assert_int_equal(request_faults(b, r, page_widths, PAGE_WIDTHS), 0);
    r.in_page = true;
    r.width = 357;
    const struct chart *c = bench_chart(b, r);
    assert_non_null(find_text(c, "Trainium2"));
    assert_non_null(find_text(c, "MI355X"));
    assert_non_null(find_text(c, "needs GiB"));
}

/* Ten names of two parts and numbers of six digits: no column is drawn over the next. */
static void what_has_no_room_is_refused(void **state) {
    struct bench *b = *state;
    const struct accelerator *devices[10];
    for (int i = 0; i < 10; i++)
        devices[i] = device(b, "rtx-pro-6000-blackwell");
    const struct model *models[] = {model(b, "deepseek-r1-distill-qwen-1.5b")};
    const struct scenario *asked[] = {
        scenario(b, "task=inference weights=nf4 batch=4096 context=128 devices=2 tensor-parallel=2 "
                    "model=phi-4 accelerator=gh200-144gb")};
    struct chart_request r = bench_request(b, "en", "fit-matrix");
    r.accelerators = devices;
    r.accelerator_count = 10;
    r.models = models;
    r.model_count = 1;
    r.scenarios = asked;
    r.scenario_count = 1;
    r.in_page = true;
    r.width = 315;
    struct diag *heard = diag_new(b->arena);
    assert_null(chart_make(b->arena, heard, &r));
    assert_int_equal(diag_faults(heard), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_cells),
        cmocka_unit_test(speed_by_hand),
        cmocka_unit_test(sorted_both_ways),
        cmocka_unit_test(cells_are_the_estimators),
        cmocka_unit_test(context_ends_where_training_did),
        cmocka_unit_test(wall_is_a_staircase),
        cmocka_unit_test(wall_tells_what_falls_out_of_order),
        cmocka_unit_test(titles_stay_true),
        cmocka_unit_test(what_is_missing_is_said),
        cmocka_unit_test(labels_are_apart),
        cmocka_unit_test(long_numbers_have_room),
        cmocka_unit_test(long_names_have_room),
        cmocka_unit_test(what_has_no_room_is_refused),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
