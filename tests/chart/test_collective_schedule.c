#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/ring.h"
#include "plot/bench.h"

#define BASE "task=training model=llama-3.1-70b accelerator=h100-sxm5-80gb sequence=4096 "

static const struct chart *draw(struct bench *b, const char *language, double width,
                                const char *options) {
    struct chart_request r = bench_request(b, language, "collective-schedule");
    const struct scenario *s = options ? scenario(b, options) : NULL;
    r.scenarios = &s;
    r.scenario_count = s != NULL;
    r.in_page = width > 0;
    r.width = width;
    return chart_make(b->arena, b->diag, &r);
}

static const struct chart *ring_of(struct bench *b, const char *language, double width, int n) {
    return draw(b, language, width, arena_printf(b->arena, BASE "tensor-parallel=%d", n));
}

static int64_t count_bits(unsigned bits) {
    return bits ? (bits & 1) + count_bits(bits >> 1) : 0;
}

/* The rows are played: shares are bits, a chunk is added in the first half and replaced in the
 * second; what the bars show is what is held then. In the end every device has every chunk with all
 * bits. */
static void the_rows_sum(void **state) {
    struct bench *b = *state;
    for (int n = 2; n <= 8; n *= 2) {
        const struct chart *c = ring_of(b, "en", 0, n);
        unsigned held[8][8], next[8][8];
        for (int d = 0; d < n; d++)
            for (int k = 0; k < n; k++)
                held[d][k] = 1u << d;
        assert_int_equal(c->data.row_count, 2 * (n - 1) * n);
        for (size_t i = 0; i < c->data.row_count; i++) {
            const char *const *row = c->data.cells + i * c->data.column_count;
            int step = atoi(row[0]), from = atoi(row[1]) - 1, to = atoi(row[2]) - 1;
            int chunk = row[3][0] - 'A';
            if (i % (size_t)n == 0) {
                memcpy(next, held, sizeof held);
                for (int d = 0; d < n; d++)
                    for (int k = 0; k < n; k++)
                        assert_int_equal(ring_held(n, d, k, step - 1), count_bits(held[d][k]));
            }
            next[to][chunk] = step < n ? next[to][chunk] | held[from][chunk] : held[from][chunk];
            if (i % (size_t)n == (size_t)n - 1)
                memcpy(held, next, sizeof held);
        }
        for (int d = 0; d < n; d++)
            for (int k = 0; k < n; k++) {
                assert_int_equal(held[d][k], (1u << n) - 1);
                assert_int_equal(ring_held(n, d, k, 2 * (n - 1)), n);
            }
    }
}

/* Four devices: 3 × 67.1 ÷ 4 MB in each half. */
static void halves_say_what_they_send(void **state) {
    struct bench *b = *state;
    const struct chart *c = ring_of(b, "en", 0, 4);
    assert_non_null(find_text(c, "3\u202f×\u202f16.8\u202fMB: 3/4 of the message"));
    assert_non_null(find_text(c, "end"));
    assert_non_null(find_text(ring_of(b, "zh", 0, 8), "7\u202f×\u202f8.39\u202fMB：消息的 7/8"));
}

/* 4096 × 8192 × 2 B = 67.1 MB; 2 · 3 / 4 of it over 450 GB/s and six hops of 5 us: 253.7 us. */
static void the_time_is_that_of_the_formula(void **state) {
    struct bench *b = *state;
    const struct chart *c = draw(b, "en", 0, NULL);
    assert_non_null(strstr(c->title, "Each of 4 devices sends 1.5 times the message: 6 steps"));
    assert_non_null(strstr(c->title, "67.1\u202fMB over NVLink 4 take 254\u202fµs at best"));
    assert_non_null(strstr(ring_of(b, "en", 0, 8)->title, "1.75 times the message: 14 steps"));
    assert_non_null(strstr(ring_of(b, "en", 0, 2)->title, "sends the message once"));
}

static void what_it_needs(void **state) {
    struct bench *b = *state;
    assert_null(draw(b, "en", 0, BASE));
    assert_null(draw(b, "en", 0, BASE "tensor-parallel=16 node-link=ib-ndr"));
}

static void labels_are_free_and_files_small(void **state) {
    struct bench *b = *state;
    const double widths[] = {0, 357, 493};
    for (int l = 0; l < 2; l++)
        for (int n = 2; n <= 8; n *= 2)
            for (int w = 0; w < 3; w++) {
                const struct chart *c = ring_of(b, l ? "zh" : "en", widths[w], n);
                const char *what = arena_printf(b->arena, "%d at %g", n, widths[w]);
                assert_int_equal(label_faults(c, what), 0);
                const char *html = l ? "zh-Hans" : "en";
                size_t light = svg_size(b, c, html, THEME_LIGHT),
                       print = svg_size(b, c, html, THEME_PRINT);
                if (light > 16384 || print > 16384 || svg_size(b, c, html, THEME_AUTO) > 24576)
                    fail_msg("%s: %zu and %zu bytes", what, light, print);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rows_sum),
        cmocka_unit_test(the_time_is_that_of_the_formula),
        cmocka_unit_test(halves_say_what_they_send),
        cmocka_unit_test(what_it_needs),
        cmocka_unit_test(labels_are_free_and_files_small),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
