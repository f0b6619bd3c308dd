#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "chart/curves.h"
#include "chart/question.h"
#include "chart/workload.h"

#define SHARED "task=inference model=llama-2-7b tensor-parallel=2 devices=2 batch=8 context=2048 "

static double step_time(const struct estimate *e) {
    assert_non_null(e);
    assert_true(e->decode_time.present);
    return e->decode_time.q.value;
}

/* NVLink 4 and PCIe 5 of the one, PCIe 4 alone of the other. */
static void a_moved_scenario_has_the_links_of_its_device(void **state) {
    struct bench *b = *state;
    const struct scenario *s = scenario(b, SHARED "accelerator=h100-sxm5-80gb");
    assert_string_equal(s->device_link->id, "nvlink-4");
    struct scenario moved = *s;
    question_move(&moved, b->catalog, device(b, "rtx-4090"));
    assert_null(moved.device_link);
    assert_string_equal(moved.to_host->id, "pcie-4-x16");
    question_move(&moved, b->catalog, device(b, "h100-sxm5-80gb"));
    assert_string_equal(moved.device_link->id, "nvlink-4");
    assert_string_equal(moved.to_host->id, "pcie-5-x16");
}

/* However a chart asks, the answer is that of a scenario made for the device. */
static void each_device_answers_with_its_own_links(void **state) {
    struct bench *b = *state;
    const struct scenario *s = scenario(b, SHARED "accelerator=h100-sxm5-80gb");
    static const char *const others[] = {"rtx-4090", "ascend-910b-64gb-376t", "a100-pcie-80gb"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const struct scenario *own =
            scenario(b, arena_printf(b->arena, SHARED "accelerator=%s", others[i]));
        double expected = step_time(catalog_figures(b->arena, b->catalog, own));
        const struct accelerator *other = device(b, others[i]);
        assert_near(step_time(question_run_on(b->arena, b->catalog, s, other)), expected, 1e-12);
        assert_near(step_time(estimate_on(b->arena, b->catalog, s, other)), expected, 1e-12);
    }
}

static void holds_forty(struct scenario *s) {
    s->memory_capacity = 40 * 1073741824.0;
    s->given[SCENARIO_memory_capacity] = true;
}

/* A link that is named stays; a bandwidth in place of the first device's own goes. */
static void what_was_asked_for_stays_what_was_the_devices_goes(void **state) {
    struct bench *b = *state;
    const struct accelerator *other = device(b, "rtx-4090");
    struct scenario named = *scenario(b, SHARED "accelerator=h100-sxm5-80gb link=nvlink-3");
    holds_forty(&named);
    question_move(&named, b->catalog, named.accelerator);
    assert_near(named.memory_capacity, 40 * 1073741824.0, 1);
    question_move(&named, b->catalog, other);
    assert_string_equal(named.device_link->id, "nvlink-3");
    assert_near(named.memory_capacity, 0, 0);
    assert_false(named.given[SCENARIO_memory_capacity]);
}

/* 80 GB cannot hold 405 billion parameters, memory for anything can, whatever was said of it. */
static void memory_for_anything_holds_anything(void **state) {
    struct bench *b = *state;
    struct scenario s = *scenario(b, "task=inference model=llama-3.1-405b weights=bf16 "
                                     "accelerator=h100-sxm5-80gb");
    holds_forty(&s);
    assert_int_equal(question_run(b->arena, &s)->fits, VERDICT_NO);
    const struct estimate *e = question_run_boundless(b->arena, &s);
    assert_non_null(e);
    assert_int_not_equal(e->fits, VERDICT_NO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_moved_scenario_has_the_links_of_its_device),
        cmocka_unit_test(each_device_answers_with_its_own_links),
        cmocka_unit_test(what_was_asked_for_stays_what_was_the_devices_goes),
        cmocka_unit_test(memory_for_anything_holds_anything),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
