/* Nearest relatives: distances worked out by hand. */
#include "core/relatives.h"
#include "core/fixtures.h"

#define GIVEN(x) {.value = (x), .known = true}
#define DEVICE(name, c, b, p)                                                                      \
    static const struct accelerator name = {.id = #name,                                           \
                                            .memory_capacity = GIVEN(c),                           \
                                            .memory_bandwidth = GIVEN(b),                          \
                                            .bf16 = GIVEN(p)}

DEVICE(base, 100, 100, 100);
DEVICE(twin, 100, 100, 100);
DEVICE(half, 50, 100, 100);     /* ln 2 = 0.6931 */
DEVICE(twice, 200, 100, 100);   /* the same, the other way */
DEVICE(all_twice, 200, 200, 200); /* sqrt 3 times ln 2 = 1.2005 */
DEVICE(fast, 100, 100, 300);    /* ln 3 = 1.0986 */
static const struct accelerator rumour = {.id = "rumour",
                                          .unverified = true,
                                          .memory_capacity = GIVEN(100),
                                          .memory_bandwidth = GIVEN(100),
                                          .bf16 = GIVEN(100)};
static const struct accelerator no_peak = {
    .id = "no-peak", .memory_capacity = GIVEN(101), .memory_bandwidth = GIVEN(100)};
static const struct accelerator old = {.id = "old",
                                       .memory_capacity = GIVEN(100),
                                       .memory_bandwidth = GIVEN(100),
                                       .fp16 = GIVEN(90)}; /* −ln 0.9 = 0.1054 */

static const struct accelerator *const list[] = {&all_twice, &rumour, &fast, &base,   &twice,
                                                 &half,      &twin,   &old,  &no_peak};
enum { LIST = sizeof list / sizeof *list };

static void nearest_stand_first(void **state) {
    (void)state;
    struct relative r[LIST];
    assert_int_equal(relatives_nearest(&base, list, LIST, r, LIST), 6);
    const struct accelerator *const order[] = {&twin, &old, &twice, &half, &fast, &all_twice};
    for (size_t i = 0; i < 6; i++)
        assert_ptr_equal(r[i].device, order[i]);
    assert_near(r[0].distance, 0, 0);
    assert_near(r[1].distance, 0.105361, 1e-6);
    assert_near(r[2].distance, 0.693147, 1e-6);
    assert_near(r[4].distance, 1.098612, 1e-6);
    assert_near(r[5].distance, 1.200566, 1e-6);
    assert_near(r[1].ratio[2], 0.9, 1e-12);
    assert_near(r[3].ratio[0], 0.5, 1e-12);
}

/* Fewer than there are: the same first ones, whatever the order of the list. */
static void only_the_nearest(void **state) {
    (void)state;
    struct relative r[3];
    assert_int_equal(relatives_nearest(&base, list, LIST, r, 3), 3);
    assert_ptr_equal(r[0].device, &twin);
    assert_ptr_equal(r[1].device, &old);
    assert_ptr_equal(r[2].device, &twice);
}

/* Without a peak only capacity and bandwidth are measured; without anything there is no relative. */
static void what_is_not_known_is_not_measured(void **state) {
    (void)state;
    static const struct accelerator nothing = {.id = "nothing"};
    struct relative r[2];
    assert_int_equal(relatives_nearest(&no_peak, list, LIST, r, 2), 2);
    assert_ptr_equal(r[0].device, &fast); /* the first of those alike in both */
    assert_near(r[0].ratio[0], 100.0 / 101, 1e-12);
    assert_near(r[0].ratio[2], 0, 0);
    assert_int_equal(relatives_nearest(&nothing, list, LIST, r, 2), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_stand_first),
        cmocka_unit_test(only_the_nearest),
        cmocka_unit_test(what_is_not_known_is_not_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
