/* Every use of the palette under colour deficiencies and in grey: groups of inks that must be told
 * apart, and every kind of chart as it is drawn. The smallest differences are printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "chart/chart.h"
#include "chart/vision.h"
#include "plot/bench.h"

static const char *const vision_names[VISIONS] = {"normal", "protan", "deutan", "tritan", "grey"};

static void the_difference_is_that_of_its_definition(void **state) {
    (void)state;
    /* Sharma, Wu, Dalal 2005, table 1: pairs 1, 7, 17, 25 and 31. */
    static const struct {
        struct lab p, q;
        double difference;
    } pairs[] = {
        {{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
        {{50, 0, 0}, {50, -1, 2}, 2.3669},
        {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
        {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
        {{6.7747, -0.2908, -2.4247}, {5.8714, -0.0985, -2.2286}, 0.6377},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_near(ciede2000(pairs[i].p, pairs[i].q), pairs[i].difference, 5e-5);
    assert_near(lab_seen(0xFFFFFF, VISION_PROTAN).l, 100, 0.01);
    assert_near(lab_seen(0x777777, VISION_TRITAN).a, 0, 0.1);
}

/* In grey only lightness is left. */
static double difference(uint32_t a, uint32_t b, enum vision v) {
    struct lab p = lab_seen(a, v), q = lab_seen(b, v);
    return v == VISION_GREY ? fabs(p.l - q.l) : ciede2000(p, q);
}

struct smallest {
    double at;
    enum ink one, two;
};

/* Inks that no reader has to tell apart: they stand in columns of their own, each with its words.
 */
static bool apart_anyway(const char *what, enum ink a, enum ink b) {
    return !strcmp(what, "pipeline-schedule") && (a == INK_COMPUTE || b == INK_COMPUTE) &&
           (a == INK_ACTIVATIONS || b == INK_ACTIVATIONS);
}

static struct smallest smallest_of(const char *what, const enum ink *inks, size_t n, bool dark,
                                   enum vision v) {
    struct smallest s = {INFINITY, INK_NONE, INK_NONE};
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++) {
            if (apart_anyway(what, inks[i], inks[k]))
                continue;
            const struct ink_row *a = ink_row(inks[i]), *b = ink_row(inks[k]);
            double d = difference(dark ? a->dark : a->light, dark ? b->dark : b->light, v);
            if (d < s.at)
                s = (struct smallest){d, inks[k], inks[i]};
        }
    return s;
}

static void print_smallest(const char *what, bool dark, enum vision v, struct smallest s) {
    print_message("%-24s %-5s %-6s %5.1f  %s, %s\n", what, dark ? "dark" : "light", vision_names[v],
                  s.at, ink_row(s.one)->token, ink_row(s.two)->token);
}

/* What must be told apart, and how far apart it is at least: [light, dark][vision]. The limits have
 * glyphs and words beside their colour, devices dashes and widths, so that grey may fail them. */
static const struct group {
    const char *name;
    enum ink inks[6];
    size_t n;
    double least[2][VISIONS];
} groups[] = {
    {"the four limits",
     {INK_CAPACITY, INK_BANDWIDTH, INK_INTERCONNECT, INK_COMPUTE},
     4,
     {{25, 14, 12, 10, 0}, {25, 13, 10, 9, 0}}},
    {"memory fills",
     {INK_WEIGHTS, INK_OPTIMIZER, INK_KV, INK_GRADIENTS, INK_ACTIVATIONS, INK_RUNTIME},
     6,
     {{12, 12, 12, 10, 10}, {12, 10, 10, 7, 6}}},
    {"bars of devices",
     {INK_DEVICE_A, INK_BAR_B, INK_BAR_C},
     3,
     {{15, 15, 15, 12, 12}, {15, 14, 14, 10, 5}}},
};

static void groups_can_be_told_apart(void **state) {
    (void)state;
    int faults = 0;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        for (int dark = 0; dark < 2; dark++)
            for (enum vision v = 0; v < VISIONS; v++) {
                const struct group *g = &groups[i];
                struct smallest s = smallest_of(g->name, g->inks, g->n, dark, v);
                print_smallest(g->name, dark, v, s);
                faults += s.at < g->least[dark][v];
            }
    assert_int_equal(faults, 0);
}

/* Grounds, text, tints and edges are not told apart by colour. */
static bool ink_tells(enum ink ink) {
    static const enum ink told[] = {INK_CAPACITY,    INK_BANDWIDTH, INK_INTERCONNECT, INK_COMPUTE,
                                    INK_WEIGHTS,     INK_OPTIMIZER, INK_KV,           INK_GRADIENTS,
                                    INK_ACTIVATIONS, INK_RUNTIME,   INK_DEVICE_A};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (told[i] == ink)
            return true;
    return false;
}

static void add_ink(enum ink *inks, size_t *n, enum ink ink) {
    for (size_t i = 0; i < *n; i++)
        if (inks[i] == ink)
            return;
    if (ink_tells(ink))
        inks[(*n)++] = ink;
}

static size_t inks_of(const struct scene *s, enum ink *inks) {
    size_t n = 0;
    for (const struct item *i = s->first; i; i = i->next)
        switch (i->kind) {
        case ITEM_RECT:
            add_ink(inks, &n, i->as.rect.fill);
            add_ink(inks, &n, i->as.rect.stroke.ink);
            break;
        case ITEM_LINE:
            add_ink(inks, &n, i->as.line.stroke.ink);
            break;
        case ITEM_CIRCLE:
            add_ink(inks, &n, i->as.circle.fill);
            add_ink(inks, &n, i->as.circle.stroke.ink);
            break;
        case ITEM_PATH:
            add_ink(inks, &n, i->as.path.fill);
            add_ink(inks, &n, i->as.path.stroke.ink);
            break;
        default:
            break;
        }
    return n;
}

/* Whatever colours a kind puts side by side: in no eye do two of them become one. */
static void kinds_can_be_read_by_all_eyes(void **state) {
    struct bench *b = *state;
    static const double least = 6;
    int faults = 0;
    for (size_t k = 0; k < chart_kind_count(); k++) {
        const char *name = chart_kind_at(k)->name;
        struct chart_request q = bench_request(b, "en", name);
        q.in_page = true; /* the ridge mark of the title tells nothing */
        const struct chart *c = chart_make(b->arena, diag_new(b->arena), &q);
        if (!c) {
            print_message("%s: needs more than its defaults\n", name);
            continue;
        }
        enum ink inks[INKS];
        size_t n = inks_of(c->scene, inks);
        for (int dark = 0; n > 1 && dark < 2; dark++)
            for (enum vision v = 0; v < VISIONS; v++) {
                struct smallest s = smallest_of(name, inks, n, dark, v);
                print_smallest(name, dark, v, s);
                faults += v != VISION_GREY && s.at < least;
            }
    }
    assert_int_equal(faults, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_difference_is_that_of_its_definition),
        cmocka_unit_test(groups_can_be_told_apart),
        cmocka_unit_test(kinds_can_be_read_by_all_eyes),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
