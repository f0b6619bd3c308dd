#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "chart/curves.h"

static double at(const struct chart *c, double devices, const char *column) {
    return number_of(c, NULL, NULL, "devices", devices, column);
}

/* design 14: 107, 188, 336, 553, which count neither the message of the head nor its bytes. */
static void values_are_those_of_the_specification(void **state) {
    struct bench *b = *state;
    const struct chart *c = made(b, bench_request(b, "en", "scaling"));
    const double typical[] = {107, 188, 336, 553};
    for (int i = 0; i < 4; i++)
        assert_near(at(c, 1 << i, "tokens_per_second") / typical[i], 1, 0.012);
    /* 13.22 GB of weights that are read, and a cache of 67 MB, at 2039 GB/s */
    for (int i = 0; i < 4; i++)
        assert_near(at(c, 1 << i, "ceiling") * 13.282e9 / 2039e9 / (1 << i), 1, 0.005);
    /* no less than 64 all-reduces of 5 µs */
    assert_true(at(c, 8, "links_alone") < 1 / (64 * 5e-6));
    assert_near(at(c, 2, "links_alone") * 65 * 5e-6, 1, 0.03);
}

/* gpt-fast on A100s, as the catalogue's cases have it. */
static void measured_values_are_published_ones(void **state) {
    struct bench *b = *state;
    const struct chart *c = made(b, bench_request(b, "en", "scaling"));
    assert_near(at(c, 1, "measured"), 104.9, 1e-3);
    assert_near(at(c, 8, "measured"), 328.43, 1e-3);
    assert_near(at(c, 2, "measured"), 0, 0); /* no case, no value */
}

static void points_agree_with_the_estimate(void **state) {
    struct bench *b = *state;
    const struct chart *c = made(b, bench_request(b, "en", "scaling"));
    const struct estimate *e = estimate_figures(
        b->arena, scenario(b, "task=inference model=llama-2-7b accelerator=a100-sxm4-80gb "
                              "weights=bf16 context=128 devices=4 tensor-parallel=4"));
    assert_near(at(c, 4, "tokens_per_second"), e->decode_speed.q.value, 1e-3);
    assert_near(at(c, 4, "low"), e->decode_speed.q.low, 1e-3);
    assert_near(at(c, 4, "high"), e->decode_speed.q.high, 1e-3);
    assert_near(at(c, 4, "share_of_links"),
                e->decode_communication_time.q.value / e->decode_time.q.value, 1e-3);
    double one = at(c, 1, "tokens_per_second");
    assert_near(at(c, 4, "efficiency"), e->decode_speed.q.value / (4 * one), 1e-3);
    assert_string_equal(cell_of(c, NULL, NULL, "devices", 8, "state"), "real");
    assert_string_equal(cell_of(c, NULL, NULL, "devices", 16, "state"), "hypothetical");
}

/* ── Titles ── */

static void says_title(const struct chart *c, const char *words) {
    if (!strstr(c->title, words))
        fail_msg("“%s” does not say “%s”", c->title, words);
}

static struct chart_request of(struct bench *b, const char *language, const char *options) {
    const struct scenario **one = ARENA_ARRAY(b->arena, const struct scenario *, 1);
    one[0] = scenario(b, options);
    struct chart_request r = bench_request(b, language, "scaling");
    r.scenarios = one;
    r.scenario_count = 1;
    return r;
}

static void the_title_is_the_finding(void **state) {
    struct bench *b = *state;
    says_title(made(b, bench_request(b, "en", "scaling")),
               "8 devices typically decode 5.1 times as fast as one, measured only 3.1: 36% of "
               "each step goes to the links between them");
    says_title(made(b, bench_request(b, "zh", "scaling")),
               "8 卡张量并行，典型值是单卡的 5.1 倍，实测只有 3.1 倍：每步有 36% 的时间花在互联上");
}

static const char *const LARGE = "task=inference model=llama-3.1-70b accelerator=h100-sxm5-80gb "
                                 "weights=bf16 context=4096",
                         *const HUGE = "task=inference model=mt-nlg-530b accelerator=rtx-3060-12gb "
                                       "weights=bf16 context=2048",
                         *const RUN = "task=training model=llama-2-7b accelerator=h200-sxm-141gb "
                                      "method=full sequence=4096";

static void the_title_follows_the_values(void **state) {
    struct bench *b = *state;
    says_title(made(b, of(b, "en", LARGE)), " times as fast as 2:"); /* one does not hold it */
    const struct chart *c = made(b, of(b, "en", HUGE));
    says_title(c, "MT-NLG 530B does not fit 8 × RTX 3060: nothing to scale");
    for (int i = 0; i < 6; i++) {
        const char *found = cell_of(c, NULL, NULL, "devices", 1 << i, "state");
        assert_true(!found || !strcmp(found, "hypothetical"));
    }
    says_title(made(b, of(b, "en", RUN)), "8 devices train 8 times as fast as one:");
    says_title(made(b, of(b, "zh", RUN)), "8 卡数据并行，训练是单卡的 8 倍：");
}

/* A small model over PCIe: the best count is said, and what the most devices reach. */
static void more_devices_may_be_slower(void **state) {
    struct bench *b = *state;
    const char *const question = "task=inference model=qwen3-0.6b accelerator=rtx-4090 "
                                 "weights=bf16 context=128";
    const struct chart *c = made(b, of(b, "en", question));
    double two = at(c, 2, "tokens_per_second"), eight = at(c, 8, "tokens_per_second");
    assert_true(two > at(c, 1, "tokens_per_second") && two > at(c, 4, "tokens_per_second"));
    says_title(c, arena_printf(b->arena,
                               "Beyond 2 devices decoding gets slower: 8 devices reach %.0f "
                               "tokens/s, 2 reach %.0f",
                               eight, two));
    assert_int_equal(faults_everywhere(b, of(b, "en", question)), 0);
}

/* Replicas get more tokens done: tokens of a step over its time. */
static void training_scales_by_replicas(void **state) {
    struct bench *b = *state;
    const struct chart *c = made(b, of(b, "en", RUN));
    const struct estimate *e = estimate_figures(
        b->arena, scenario(b, "task=training model=llama-2-7b accelerator=h200-sxm-141gb "
                              "method=full sequence=4096 devices=4 data-parallel=4"));
    assert_near(at(c, 4, "tokens_per_second"), e->training_speed.q.value, 1e-2);
    assert_near(at(c, 4, "tokens_per_second"), 4 * 4096 / e->training_step_time.q.value, 1);
}

/* ── Labels ── */

static void labels_stand_free(void **state) {
    struct bench *b = *state;
    assert_int_equal(faults_everywhere(b, bench_request(b, "en", "scaling")), 0);
    assert_int_equal(faults_everywhere(b, of(b, "en", LARGE)), 0);
    assert_int_equal(faults_everywhere(b, of(b, "en", HUGE)), 0);
    assert_int_equal(faults_everywhere(b, of(b, "en", RUN)), 0);
    assert_int_equal(
        faults_everywhere(b, of(b, "en",
                                "task=inference model=gpt2-124m accelerator=b200-sxm-180gb "
                                "context=64 batch=256")),
        0);
    const struct measured points[] = {{"ours", 2, 150}, {"", 4, 230}};
    struct chart_request r = bench_request(b, "en", "scaling");
    r.points = points;
    r.point_count = 2;
    assert_int_equal(faults_everywhere(b, r), 0);
}

/* The name of a point left of the line of the node, 6 from it. */
static void names_stand_off_the_node(void **state) {
    struct bench *b = *state;
    const struct measured points[] = {{"实测", 7.5, 251.189}};
    struct chart_request r = bench_request(b, "en", "scaling");
    r.points = points;
    r.point_count = 1;
    r.in_page = true;
    r.width = 493;
    const struct chart *c = made(b, r);
    const struct item *name = find_text(c, "实测");
    assert_non_null(name);
    double node = 34 + 3.0 / 5 * (493 - 34 - (560 - 16 - 402)); /* 8 of 1 … 32 */
    double left = name->as.text.anchor == ANCHOR_START ? name->as.text.x
                  : name->as.text.anchor == ANCHOR_MIDDLE
                      ? name->as.text.x - name->as.text.width / 2
                      : name->as.text.x - name->as.text.width;
    assert_true(left > node + 1 || left + name->as.text.width < node - 1);
}

/* Where one device does not hold the work no row says how efficient many are, nor does its name. */
static void a_row_that_is_empty_has_no_name(void **state) {
    struct bench *b = *state;
    const char *const name = "efficiency: speed ÷ (n × one)";
    assert_non_null(find_text(made(b, bench_request(b, "en", "scaling")), name));
    assert_null(find_text(made(b, of(b, "en",
                                     "task=training model=llama-3.1-8b accelerator=h100-sxm5-80gb "
                                     "method=full sequence=4096 zero=1 devices=8")),
                          name));
}

static void what_is_missing_is_said(void **state) {
    struct bench *b = *state;
    refused(b,
            of(b, "en",
               "task=inference model=llama-3.1-8b accelerator=h100-sxm5-80gb "
               "context=128 devices=2 pipeline-parallel=2"),
            "tensor parallelism alone");
    struct accelerator blank = *device(b, "a100-sxm4-80gb");
    const struct accelerator *cards[] = {&blank};
    blank.memory_bandwidth.known = false;
    struct chart_request r = bench_request(b, "en", "scaling");
    r.accelerators = cards;
    r.accelerator_count = 1;
    refused(b, r, "a bandwidth");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_specification),
        cmocka_unit_test(measured_values_are_published_ones),
        cmocka_unit_test(points_agree_with_the_estimate),
        cmocka_unit_test(the_title_is_the_finding),
        cmocka_unit_test(the_title_follows_the_values),
        cmocka_unit_test(more_devices_may_be_slower),
        cmocka_unit_test(training_scales_by_replicas),
        cmocka_unit_test(labels_stand_free),
        cmocka_unit_test(names_stand_off_the_node),
        cmocka_unit_test(a_row_that_is_empty_has_no_name),
        cmocka_unit_test(what_is_missing_is_said),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close) ? 1 : 0;
}
