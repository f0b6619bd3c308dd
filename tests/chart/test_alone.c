/* Every kind of chart with one model of the catalogue, and with one device, and nothing else: a
 * kind's own options are never what it is refused for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "plot/bench.h"
#include "plot/labels.h"

/* What was heard; NULL when a chart was made. */
static const char *refusal(struct bench *b, const struct chart_request *q) {
    struct diag *heard = diag_new(b->arena);
    struct bytes text = {.arena = b->arena};
    const struct chart *c = chart_make(b->arena, heard, q);
    if (c && !diag_faults(heard))
        return NULL;
    diag_write(heard, &text, false);
    return text.at ? arena_strndup(b->arena, text.at, text.n) : "";
}

static int faults_of(struct bench *b, const struct chart_request *q, const char *id) {
    const char *why = refusal(b, q);
    if (!why || (*why && !strstr(why, "does not fit the scenario")))
        return 0;
    print_message("%s of %s alone: %s\n", q->kind, id, *why ? why : "refused without a word");
    return 1;
}

static void every_model_alone(void **state) {
    struct bench *b = *state;
    int faults = 0;
    for (size_t k = 0; k < chart_kind_count(); k++)
        for (size_t i = 0; chart_kind_at(k)->models && i < catalog_model_count(b->catalog); i++) {
            struct arena *whole = b->arena;
            const struct model *m = catalog_model_at(b->catalog, i);
            struct chart_request q = bench_request(b, "en", chart_kind_at(k)->name);
            q.models = &m;
            q.model_count = 1;
            b->arena = arena_new();
            faults += faults_of(b, &q, m->id);
            arena_drop(b->arena);
            b->arena = whole;
        }
    assert_int_equal(faults, 0);
}

static void every_device_alone(void **state) {
    struct bench *b = *state;
    int faults = 0;
    for (size_t k = 0; k < chart_kind_count(); k++)
        for (size_t i = 0;
             chart_kind_at(k)->accelerators && i < catalog_accelerator_count(b->catalog); i++) {
            struct arena *whole = b->arena;
            const struct accelerator *device = catalog_accelerator_at(b->catalog, i);
            struct chart_request q = bench_request(b, "zh", chart_kind_at(k)->name);
            q.accelerators = &device;
            q.accelerator_count = 1;
            b->arena = arena_new();
            faults += faults_of(b, &q, device->id);
            arena_drop(b->arena);
            b->arena = whole;
        }
    assert_int_equal(faults, 0);
}

static void is_drawn(struct bench *b, const char *kind, const char *id, const char *show) {
    const struct accelerator *one = device(b, id);
    struct chart_request q = bench_request(b, "en", kind);
    q.accelerators = &one;
    q.accelerator_count = 1;
    q.shown = &show;
    q.shown_count = show != NULL;
    const char *why = refusal(b, &q);
    if (why)
        fail_msg("%s of %s: %s", kind, id, why);
}

/* A roofline does not ask whether something fits; a device without FP8 still has other formats. */
static void what_is_not_known_is_not_asked_for(void **state) {
    is_drawn(*state, "roofline", "xeon-6980p", NULL);
    is_drawn(*state, "roofline", "xeon-6980p", "batch");
    is_drawn(*state, "roofline", "jetson-agx-orin-64gb", "operations");
    is_drawn(*state, "quantisation-ladder", "rtx-3090", NULL);
    is_drawn(*state, "quantisation-ladder", "mi250x", NULL);
}

/* Points of no measurement would be all that an axis shows, or make it endless. */
static void absurd_points_are_refused(void **state) {
    struct bench *b = *state;
    static const double values[] = {1e300, 1e22, 1e-300, -1, INFINITY, NAN};
    for (size_t k = 0; k < chart_kind_count(); k++)
        for (size_t i = 0; *chart_kind_at(k)->measured_x && i < 2 * 6; i++) {
            struct measured p = {"", i % 2 ? 1 : values[i / 2], i % 2 ? values[i / 2] : 1};
            struct chart_request q = bench_request(b, "en", chart_kind_at(k)->name);
            q.points = &p;
            q.point_count = 1;
            assert_non_null(refusal(b, &q));
        }
    struct chart_request q = bench_request(b, "en", "roofline");
    q.points = &(struct measured){"", 0, 1e12};
    q.point_count = 1;
    assert_non_null(strstr(refusal(b, &q), "logarithmic"));
}

/* Where even the host outruns the card, nothing leaves the plot. */
static void a_slow_card_keeps_inside(void **state) {
    struct bench *b = *state;
    struct accelerator *slow = arena_memdup(b->arena, device(b, "h100-sxm5-80gb"), sizeof *slow);
    slow->memory_bandwidth.value = 1e6;
    const struct accelerator *cards[] = {slow};
    struct chart_request q = bench_request(b, "en", "offload-cliff");
    q.accelerators = cards;
    q.accelerator_count = 1;
    const struct chart *c = chart_make(b->arena, b->diag, &q);
    assert_non_null(c);
    for (const struct item *i = c->scene->first; i; i = i->next)
        if (i->kind == ITEM_CIRCLE && !(i->as.circle.centre.y > 0))
            fail_msg("a point at %g", i->as.circle.centre.y);
}

/* Memory for more sequences than there are: no line of them, and no coordinate that is no number.
 */
static void an_endless_memory_has_numbers(void **state) {
    struct bench *b = *state;
    struct accelerator *vast = arena_memdup(b->arena, device(b, "h100-sxm5-80gb"), sizeof *vast);
    vast->memory_capacity.value = 9e17;
    const struct accelerator *cards[] = {vast};
    for (size_t k = 0; k < chart_kind_count(); k++) {
        struct chart_request q = bench_request(b, "en", chart_kind_at(k)->name);
        q.accelerators = cards;
        q.accelerator_count = chart_kind_at(k)->accelerators > 0;
        const struct chart *c = chart_make(b->arena, diag_new(b->arena), &q);
        for (const struct item *i = c ? c->scene->first : NULL; i; i = i->next)
            for (size_t n = 0; i->kind == ITEM_PATH && n < i->as.path.n; n++)
                if (i->as.path.points[n].op != PATH_CLOSE && !isfinite(i->as.path.points[n].y))
                    fail_msg("%s has a point at %g", q.kind, i->as.path.points[n].y);
    }
}

/* The longest name of a link stands beside a bar. */
static void a_long_link_keeps_off_its_bar(void **state) {
    struct bench *b = *state;
    const struct scenario *s =
        scenario(b, "task=inference model=gpt-oss-20b accelerator=h100-pcie-80gb weights=bf16 "
                    "devices=8 tensor-parallel=8");
    for (size_t i = 0; i < 3; i++) {
        struct chart_request q = bench_request(b, "en", "time-breakdown");
        q.scenarios = &s;
        q.scenario_count = 1;
        q.in_page = i > 0;
        q.width = i ? i > 1 ? 493 : 357 : 0;
        const struct chart *c = chart_make(b->arena, b->diag, &q);
        assert_non_null(c);
        assert_non_null(find_text(c, "NVLink bridges"));
        assert_int_equal(label_faults(c, "a long link"), 0);
    }
}

/* The total over a bar of nothing keeps off the axis. */
static void a_bar_of_nothing_has_a_total(void **state) {
    struct bench *b = *state;
    const struct scenario *scenarios[] = {
        scenario(b, "task=inference model=llama-3.1-405b accelerator=h100-sxm5-80gb weights=bf16"),
        scenario(b, "task=inference model=gpt2-124m accelerator=h100-sxm5-80gb weights=q4_k_m")};
    struct chart_request q = bench_request(b, "en", "memory-stack");
    q.scenarios = scenarios;
    q.scenario_count = 2;
    q.in_page = true;
    q.width = 357;
    const struct chart *c = chart_make(b->arena, b->diag, &q);
    assert_non_null(c);
    assert_int_equal(label_faults(c, "a bar of nothing"), 0);
    for (size_t i = 0; i < c->label_count; i++)
        for (size_t k = 0; k < c->mark_count; k++)
            assert_false(!c->marks[k].number && mark_meets(&c->marks[k], c->labels[i].box));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_alone),
        cmocka_unit_test(every_device_alone),
        cmocka_unit_test(what_is_not_known_is_not_asked_for),
        cmocka_unit_test(absurd_points_are_refused),
        cmocka_unit_test(a_slow_card_keeps_inside),
        cmocka_unit_test(an_endless_memory_has_numbers),
        cmocka_unit_test(a_long_link_keeps_off_its_bar),
        cmocka_unit_test(a_bar_of_nothing_has_a_total),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
