/* Tables of keys: what was put under a key is found, the first one stays, others are absent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/lookup.h"

static void keys_are_compared_by_their_text(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct lookup *l = lookup_new(a);
    int one = 1, two = 2;
    char copy[] = "kv-cache";
    assert_null(lookup_get(l, "kv-cache"));
    assert_true(lookup_put(l, "kv-cache", &one));
    assert_false(lookup_put(l, copy, &two));
    assert_ptr_equal(lookup_get(l, copy), &one);
    assert_null(lookup_get(l, "kv-cach"));
    assert_null(lookup_get_at(l, copy));
    arena_drop(a);
}

static void thousands_are_all_found(void **state) {
    (void)state;
    enum { MANY = 20000 };
    struct arena *a = arena_new();
    struct lookup *by_text = lookup_new(a), *by_address = lookup_new(a);
    int *values = ARENA_ARRAY(a, int, MANY);
    for (int i = 0; i < MANY; i++) {
        assert_true(lookup_put(by_text, arena_printf(a, "id-%d", i), &values[i]));
        assert_true(lookup_put_at(by_address, &values[i], &values[MANY - 1 - i]));
    }
    for (int i = 0; i < MANY; i++) {
        assert_ptr_equal(lookup_get(by_text, arena_printf(a, "id-%d", i)), &values[i]);
        assert_ptr_equal(lookup_get_at(by_address, &values[i]), &values[MANY - 1 - i]);
    }
    assert_null(lookup_get(by_text, "id-20000"));
    arena_drop(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_compared_by_their_text),
        cmocka_unit_test(thousands_are_all_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
