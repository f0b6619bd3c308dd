#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "chart/curves.h"

static const double GIB = 1073741824.0;
static const char *const DESKTOP = "2 × DDR5-5600", *const SERVER = "EPYC 9654";

static double at(const struct chart *c, const char *way, const char *rate, double share,
                 const char *column) {
    return number_of(c, way, rate, "share_in_vram", share, column);
}

static double speed(const struct chart *c, double share) {
    return at(c, "host", DESKTOP, share, "tokens_per_second");
}

/* Llama 3.1 70B: 68 451 041 280 linear weights at 4.156 bits, both tables of 128 256 × 8192 at 16.
 */
static const double WEIGHTS = 37.04 * 1073741824.0, CACHE = 1.25 * 1073741824.0;
static const double TABLE = 128256.0 * 8192 * 2;

/* Formulas 10.1, 13: bytes over bandwidths with 60 % of the card's, 75 % of the host's, in turn. */
static void speeds_are_those_of_the_formulas(void **state) {
    struct bench *b = *state;
    const struct chart *c = made(b, bench_request(b, "en", "offload-cliff"));
    double bytes = WEIGHTS + CACHE - TABLE; /* the input table is not read */
    for (double share = 0; share < 1.01; share += 0.1) {
        double card = share * bytes / (1008e9 * 0.60), host = (1 - share) * bytes / (89.6e9 * 0.75);
        assert_near(speed(c, round(share * 10) / 10) * (card + host), 1, 0.01);
        double shortest = share * bytes / 1008e9 + (1 - share) * bytes / 89.6e9;
        assert_near(at(c, "host", DESKTOP, round(share * 10) / 10, "ceiling") * shortest, 1, 0.01);
    }
    double server = bytes / (460.8e9 * 0.75);
    assert_near(at(c, "host", SERVER, 0, "tokens_per_second") * server, 1, 0.01);
    /* PCIe 4.0 x16, 88 %; fetched ahead, so that the longer of the two counts */
    double link = (WEIGHTS - TABLE) / (31.5e9 * 0.88); /* the cache stays */
    assert_near(at(c, "streamed", "PCIe 4.0 x16", 0, "tokens_per_second") * link, 1, 0.01);
    assert_near(at(c, "streamed", "PCIe 4.0 x16", 0.98, "tokens_per_second"), speed(c, 1), 0.1);
}

/* design 14: 1.7, 8.6, 15.5 tokens/s; 3.7 at its 59.5 %, which leaves the runtime at 1.25 GiB. */
static void values_are_those_of_the_specification(void **state) {
    struct bench *b = *state;
    const struct chart *c = made(b, bench_request(b, "en", "offload-cliff"));
    assert_near(speed(c, 0), 1.7, 0.05);
    assert_near(speed(c, 0.9), 8.6, 0.05);
    assert_near(speed(c, 1), 15.5, 0.05);
    assert_near(at(c, "host", DESKTOP, 1, "ceiling"), 25.8, 0.05);
    double wall = (23.99 * GIB - 1.25 * GIB) / (WEIGHTS + CACHE);
    const char *share = NULL;
    for (size_t i = 0; i < c->data.row_count; i++)
        if (!strcmp(c->data.cells[i * c->data.column_count], "wall"))
            share = c->data.cells[i * c->data.column_count + 2];
    assert_non_null(share);
    assert_near(strtod(share, NULL), wall, 0.002);
    assert_near(speed(c, strtod(share, NULL)), 3.7, 0.06);
    assert_non_null(find_text(c, "one card: 59%"));
    assert_non_null(find_text(c, "a second card holds the rest"));
    assert_non_null(find_text(c, "44% slower"));
}

/* What the estimator says when the same is asked of it. */
static void curves_agree_with_the_estimate(void **state) {
    struct bench *b = *state;
    const struct chart *c = made(b, bench_request(b, "en", "offload-cliff"));
    const struct estimate *e = estimate_figures(
        b->arena, scenario(b, "task=inference model=llama-3.1-70b accelerator=rtx-4090 "
                              "weights=int4-g128 context=4096 offload=layers offload-share=0.6 "
                              "host-memory=ddr5-5600 host-channels=2"));
    assert_near(speed(c, 0.4), e->offload_speed.q.value, 1e-3);
    assert_near(at(c, "host", DESKTOP, 0.4, "low"), e->offload_speed.q.low, 1e-3);
    assert_near(at(c, "host", DESKTOP, 0.4, "high"), e->offload_speed.q.high, 1e-3);
    assert_near(at(c, "host", DESKTOP, 0.4, "ceiling"), e->offload_ceiling_speed.q.value, 1e-3);
}

/* ── Titles ── */

static void says_title(const struct chart *c, const char *words) {
    if (!strstr(c->title, words))
        fail_msg("“%s” does not say “%s”", c->title, words);
}

static struct chart_request on(struct bench *b, const char *language, const char *const *ids,
                               size_t n, const char *model) {
    struct chart_request r = bench_request(b, language, "offload-cliff");
    const struct accelerator **cards = ARENA_ARRAY(b->arena, const struct accelerator *, n + 1);
    const struct model **models = ARENA_ARRAY(b->arena, const struct model *, 1);
    for (size_t i = 0; i < n; i++)
        cards[i] = device(b, ids[i]);
    r.accelerators = cards;
    r.accelerator_count = n;
    if (model) {
        models[0] = catalog_model(b->catalog, b->diag, (struct span){0}, model);
        assert_non_null(models[0]);
        r.models = models;
        r.model_count = 1;
    }
    return r;
}

static void the_title_is_the_finding(void **state) {
    struct bench *b = *state;
    says_title(made(b, bench_request(b, "en", "offload-cliff")),
               "The last tenth costs 44% of the speed: Llama 3.1 70B decodes at 8.6 tokens/s with "
               "90% of it in VRAM, at 15.5 with all of it");
    says_title(made(b, bench_request(b, "zh", "offload-cliff")),
               "最后一成权重值 44% 的速度：Llama 3.1 70B 九成在显存时每秒 8.6 词元");
}

static void the_title_follows_the_values(void **state) {
    struct bench *b = *state;
    /* 288 GB/s beside 845: the host is the faster of the two */
    static const char *const faster[] = {"rtx-4060-ti-16gb", "xeon-6980p"};
    says_title(made(b, on(b, "en", faster, 2, NULL)), "A tenth left with the host costs no speed:");
    /* 1008 and 845, by 60 and 75 % */
    static const char *const even[] = {"rtx-4090", "xeon-6980p"};
    says_title(made(b, on(b, "en", even, 2, NULL)), "A tenth left with the host costs no speed:");
    static const char *const near[] = {"rtx-5090", "xeon-6980p"};
    says_title(made(b, on(b, "en", near, 2, NULL)), "A tenth left with the host costs only ");
    static const char *const one = "one-card";
    struct chart_request r = bench_request(b, "en", "offload-cliff");
    r.shown = &one;
    r.shown_count = 1;
    const struct chart *c = made(b, r);
    says_title(c, "One RTX 4090 holds 59% of Llama 3.1 70B: it decodes at 3.6 tokens/s; with all "
                  "of it on the host, at 1.7");
    assert_null(find_text(c, "15.5 at 100%")); /* no speed of what does not fit */
    assert_string_equal(cell_of(c, "host", DESKTOP, "share_in_vram", 0.9, "fits"), "no");
}

/* ── Labels ── */

static void labels_stand_free(void **state) {
    struct bench *b = *state;
    assert_int_equal(faults_everywhere(b, bench_request(b, "en", "offload-cliff")), 0);
    static const char *const servers[] = {"h100-sxm5-80gb", "xeon-6980p", "epyc-9654"};
    assert_int_equal(faults_everywhere(b, on(b, "en", servers, 3, "deepseek-v3")), 0);
    static const char *const small[] = {"rtx-3060-12gb"};
    assert_int_equal(faults_everywhere(b, on(b, "en", small, 1, "mt-nlg-530b")), 0);
    static const char *const large[] = {"b300-sxm-288gb"};
    assert_int_equal(faults_everywhere(b, on(b, "en", large, 1, "gpt2-124m")), 0);
}

/* Other cards are compared by what one of them holds. */
static void other_cards_have_walls(void **state) {
    struct bench *b = *state;
    static const char *const three[] = {"rtx-4090", "rtx-3060-12gb", "h100-sxm5-80gb"};
    struct chart_request r = on(b, "en", three, 3, NULL);
    const struct chart *c = made(b, r);
    assert_non_null(find_text(c, "RTX 4090: 59%"));
    /* (12 − 1.25) of 38.29 GiB */
    assert_non_null(find_text(c, "RTX 3060: 28%"));
    assert_non_null(find_text(c, "one H100 holds it all"));
    assert_int_equal(faults_everywhere(b, r), 0);
}

static void measured_points_are_filled(void **state) {
    struct bench *b = *state;
    const struct measured points[] = {{"llama.cpp", 0.5, 3.1}, {"", 0.8, 5.2}, {"off", 0.5, 900}};
    struct chart_request r = bench_request(b, "en", "offload-cliff");
    r.points = points;
    r.point_count = 3;
    const struct chart *c = made(b, r);
    assert_non_null(find_text(c, "llama.cpp"));
    assert_null(find_text(c, "off")); /* outside the axes */
    assert_non_null(find_text(c, "Filled dots are measured, hollow ones modelled."));
    assert_int_equal(faults_everywhere(b, r), 0);
}

static void what_is_missing_is_said(void **state) {
    struct bench *b = *state;
    static const char *const cpu[] = {"epyc-9654"}, *const shared[] = {"m2-ultra-192gb"};
    refused(b, on(b, "en", cpu, 1, NULL), "a card");
    refused(b, on(b, "en", shared, 1, NULL), "memory of its own");
    struct accelerator blank = *device(b, "rtx-4090");
    const struct accelerator *cards[] = {&blank};
    blank.memory_bandwidth.known = false;
    struct chart_request r = bench_request(b, "en", "offload-cliff");
    r.accelerators = cards;
    r.accelerator_count = 1;
    refused(b, r, "a bandwidth");
    blank = *device(b, "rtx-4090");
    blank.memory_capacity.known = false; /* curves stand, nothing is said of one card */
    const struct chart *c = made(b, r);
    assert_null(find_text(c, "one card: 59%"));
    const struct scenario *training =
        catalog_scenario(b->catalog, b->diag, (struct span){0}, "full-7b");
    r = bench_request(b, "en", "offload-cliff");
    r.scenarios = &training;
    r.scenario_count = 1;
    refused(b, r, "inference");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speeds_are_those_of_the_formulas),
        cmocka_unit_test(values_are_those_of_the_specification),
        cmocka_unit_test(curves_agree_with_the_estimate),
        cmocka_unit_test(the_title_is_the_finding),
        cmocka_unit_test(the_title_follows_the_values),
        cmocka_unit_test(labels_stand_free),
        cmocka_unit_test(other_cards_have_walls),
        cmocka_unit_test(measured_points_are_filled),
        cmocka_unit_test(what_is_missing_is_said),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close) ? 1 : 0;
}
