#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/bench.h"
#include "plot/labels.h"

static void far_labels_stay(void **state) {
    (void)state;
    double at[] = {10, 50, 90};
    labels_push_apart(at, 3, 24, 0, 200);
    assert_near(at[0], 10, 1e-9);
    assert_near(at[1], 50, 1e-9);
    assert_near(at[2], 90, 1e-9);
}

static void near_labels_part_symmetrically(void **state) {
    (void)state;
    double at[] = {100, 110};
    labels_push_apart(at, 2, 24, 0, 200);
    assert_near(at[0], 93, 1e-9);
    assert_near(at[1], 117, 1e-9);
}

static void a_pushed_group_pushes_on(void **state) {
    (void)state;
    double at[] = {100, 100, 118};
    labels_push_apart(at, 3, 20, 0, 300);
    assert_near(at[1] - at[0], 20, 1e-9);
    assert_near(at[2] - at[1], 20, 1e-9);
    assert_near(at[0] + at[1] + at[2], 318, 1e-9); /* the mean stays */
}

static void labels_keep_inside(void **state) {
    (void)state;
    double at[] = {5, 6, 198};
    labels_push_apart(at, 3, 11, 4, 190);
    assert_near(at[0], 4, 1e-9);
    assert_near(at[1], 15, 1e-9);
    assert_near(at[2], 190, 1e-9);
}

static void lines_are_tested_exactly(void **state) {
    (void)state;
    struct rect box = {10, 10, 20, 10};
    assert_true(segment_meets((struct segment){{0, 0}, {40, 30}}, box));
    assert_true(segment_meets((struct segment){{15, 12}, {16, 13}}, box)); /* inside */
    assert_true(segment_meets((struct segment){{0, 15}, {100, 15}}, box));
    assert_false(segment_meets((struct segment){{0, 25}, {100, 25}}, box));
    assert_false(segment_meets((struct segment){{0, 15}, {9, 15}}, box));
    assert_false(segment_meets((struct segment){{0, 12}, {12, 0}}, box)); /* past the corner */
}

/* ── Many configurations in both languages ── */

static const char *const languages[] = {"zh", "en"};

static int faults_of(struct bench *b, const struct chart_request *r, const char *what) {
    const struct chart *c = chart_make(b->arena, b->diag, r);
    assert_non_null(c);
    assert_true(strlen(c->title) > 0 && strlen(c->describe) > 0 && strlen(c->caption) > 0);
    assert_true(c->data.row_count > 0);
    assert_null(strchr(c->title, '{'));
    assert_null(strchr(c->describe, '{'));
    assert_null(strstr(c->describe, "chart."));
    return label_faults(
        c, arena_printf(b->arena, "%s %s %s", what, r->kind, strings_language(r->strings)));
}

static const struct frame_size {
    bool in_page;
    double width, height;
} frames[] = {{false, 0, 0}, {true, 248, 219}, {true, 248, 206}, {true, 357, 0}, {true, 493, 0}};

static int faults_in_all_frames(struct bench *b, struct chart_request r, const char *what) {
    int faults = 0;
    for (size_t l = 0; l < 2; l++)
        for (size_t f = 0; f < sizeof frames / sizeof *frames; f++) {
            r.strings = catalog_strings(b->catalog, languages[l]);
            r.in_page = frames[f].in_page;
            r.width = frames[f].width;
            r.height = frames[f].height;
            faults += faults_of(b, &r, arena_printf(b->arena, "%s in frame %zu,", what, f));
        }
    return faults;
}

/* Each device alone, and runs of two to five neighbours in the catalogue, in turn. */
static void rooflines_of_all_devices_are_legible(void **state) {
    struct bench *b = *state;
    int faults = 0;
    size_t n = catalog_accelerator_count(b->catalog);
    assert_true(n > 3);
    for (size_t count = 1; count <= 5; count++)
        for (size_t i = count - 1; i + count <= n; i += count) {
            const struct accelerator *devices[5];
            for (size_t k = 0; k < count; k++)
                devices[k] = catalog_accelerator_at(b->catalog, i + k);
            struct chart_request r = bench_request(b, "zh", "roofline");
            r.accelerators = devices;
            r.accelerator_count = count;
            faults += faults_in_all_frames(b, r, devices[0]->id);
        }
    assert_int_equal(faults, 0);
}

static void rooflines_of_crowded_workloads_are_legible(void **state) {
    struct bench *b = *state;
    const struct scenario *scenarios[8];
    for (int64_t i = 0; i < 8; i++)
        scenarios[i] =
            scenario(b, arena_printf(b->arena,
                                     "task=inference model=llama-3.1-8b accelerator=h100-sxm5-80gb "
                                     "weights=bf16 context=512 batch=%lld",
                                     (long long)(1 + i)));
    struct chart_request r = bench_request(b, "zh", "roofline");
    r.scenarios = scenarios;
    int faults = 0;
    for (r.scenario_count = 1; r.scenario_count <= 8; r.scenario_count++)
        faults += faults_in_all_frames(b, r, "crowded");
    assert_int_equal(faults, 0);
}

static void stacks_of_all_models_and_devices_are_legible(void **state) {
    struct bench *b = *state;
    int faults = 0;
    size_t n = catalog_accelerator_count(b->catalog);
    for (size_t m = 0; m < catalog_model_count(b->catalog); m++)
        for (size_t i = 3 * m % 20; i < n; i += 20) { /* four runs for each model */
            const struct accelerator *devices[5];
            size_t count = 1 + (m + i) % 5;
            bool known = true;
            for (size_t k = 0; k < count; k++) {
                devices[k] = catalog_accelerator_at(b->catalog, (i + k) % n);
                known &= devices[k]->memory_capacity.known; /* others are refused */
            }
            if (!known)
                continue;
            struct chart_request r = bench_request(b, "zh", "memory-stack");
            const struct model *model = catalog_model_at(b->catalog, m);
            r.models = &model;
            r.model_count = 1;
            r.accelerators = devices;
            r.accelerator_count = count;
            faults += faults_in_all_frames(b, r, model->id);
        }
    assert_int_equal(faults, 0);
}

static void one_to_eight_stacks_are_legible(void **state) {
    struct bench *b = *state;
    static const char *const options[] = {
        "task=inference model=llama-3.1-8b accelerator=rtx-4090 batch=8 context=8192",
        "task=training method=qlora model=llama-2-7b accelerator=rtx-4090",
        "task=inference model=llama-2-70b weights=int4-g128 accelerator=rtx-4090",
        "task=training method=full model=llama-2-7b accelerator=rtx-4090 recompute=full",
        "task=inference model=llama-3.1-8b accelerator=rtx-4090 batch=64 context=4096",
        "task=training method=full model=llama-2-70b accelerator=rtx-4090",
        "task=inference model=llama-3.1-8b accelerator=rtx-4090 weights=nf4-dq context=128",
        "task=training method=lora model=llama-2-70b accelerator=rtx-4090 sequence=4096",
    };
    const struct scenario *scenarios[8];
    for (size_t i = 0; i < 8; i++)
        scenarios[i] = scenario(b, options[i]);
    int faults = 0;
    for (size_t from = 0; from < 8; from++)
        for (size_t count = 1; from + count <= 8; count++) {
            struct chart_request r = bench_request(b, "zh", "memory-stack");
            r.scenarios = scenarios + from;
            r.scenario_count = count;
            /* A column is at least 36 wide. */
            for (size_t l = 0; l < 2; l++)
                for (size_t f = 0; f < sizeof frames / sizeof *frames; f++) {
                    if (frames[f].in_page && count > (size_t)(frames[f].width - 64) / 36)
                        continue;
                    r.strings = catalog_strings(b->catalog, languages[l]);
                    r.in_page = frames[f].in_page;
                    r.width = frames[f].width;
                    r.height = frames[f].height;
                    faults +=
                        faults_of(b, &r, arena_printf(b->arena, "%zu+%zu in %zu,", from, count, f));
                }
        }
    assert_int_equal(faults, 0);
}

/* Nearly the same capacity, twice the same, and none. */
static void capacities_side_by_side_are_legible(void **state) {
    struct bench *b = *state;
    struct accelerator made[5];
    const double gib[] = {24, 24.2, 25, 24, 0};
    const struct accelerator *devices[5];
    for (size_t i = 0; i < 5; i++) {
        made[i] = *device(b, "rtx-4090");
        made[i].short_name = arena_printf(b->arena, "Card %zu", i + 1);
        made[i].memory_capacity.value = gib[i] * 1073741824.0;
        made[i].memory_capacity.known = gib[i] > 0;
        devices[i] = &made[i];
    }
    struct chart_request r = bench_request(b, "zh", "memory-stack");
    r.accelerators = devices;
    int faults = 0;
    for (r.accelerator_count = 1; r.accelerator_count <= 5; r.accelerator_count++)
        faults += faults_in_all_frames(b, r, "near capacities");
    assert_int_equal(faults, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(far_labels_stay),
        cmocka_unit_test(near_labels_part_symmetrically),
        cmocka_unit_test(a_pushed_group_pushes_on),
        cmocka_unit_test(labels_keep_inside),
        cmocka_unit_test(lines_are_tested_exactly),
        cmocka_unit_test(rooflines_of_all_devices_are_legible),
        cmocka_unit_test(rooflines_of_crowded_workloads_are_legible),
        cmocka_unit_test(stacks_of_all_models_and_devices_are_legible),
        cmocka_unit_test(one_to_eight_stacks_are_legible),
        cmocka_unit_test(capacities_side_by_side_are_legible),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close) ? 1 : 0;
}
