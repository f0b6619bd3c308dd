#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"

static void memory_is_zeroed_and_aligned(void **state) {
    (void)state;
    for (int again = 0; again < 3; again++) { /* memory that was dropped comes back soiled */
        struct arena *a = arena_new();
        for (size_t n = 1; n < 40000; n = n * 3 + 1) {
            unsigned char *piece = arena_alloc(a, n);
            assert_int_equal((uintptr_t)piece % _Alignof(max_align_t), 0);
            for (size_t i = 0; i < n; i++)
                assert_int_equal(piece[i], 0);
            memset(piece, 0xAA, n);
        }
        arena_drop(a);
    }
}

static void pieces_do_not_overlap(void **state) {
    (void)state;
    enum { PIECES = 2000 };
    struct arena *a = arena_new();
    int *pieces[PIECES];
    for (int i = 0; i < PIECES; i++) {
        pieces[i] = ARENA_ARRAY(a, int, (size_t)(i % 97) + 1);
        pieces[i][i % 97] = pieces[i][0] = i;
    }
    for (int i = 0; i < PIECES; i++)
        assert_true(pieces[i][i % 97] == i && pieces[i][0] == i);
    arena_drop(a);
}

static void strings_are_copied(void **state) {
    (void)state;
    struct arena *a = arena_new();
    char text[] = "memory";
    char *copy = arena_strdup(a, text), *part = arena_strndup(a, text, 3);
    text[0] = 'M';
    assert_string_equal(copy, "memory");
    assert_string_equal(part, "mem");
    assert_string_equal(arena_strndup(a, text, 100), "Memory");
    assert_string_equal(arena_printf(a, "%s %d", "x", 42), "x 42");
    arena_drop(a);
}

static void lists_grow_and_keep_their_items(void **state) {
    (void)state;
    struct arena *a = arena_new();
    int *list = NULL, *first = NULL;
    size_t n = 0, room = 0;
    for (int i = 0; i < 1000; i++) {
        ARENA_GROW(a, list, n, room, 3);
        first = first ? first : list;
        list[n++] = i;
        assert_true(n <= room);
    }
    assert_int_equal(room, 3 * 512); /* 3, 6, 12 … doubled nine times */
    for (int i = 0; i < 1000; i++)
        assert_int_equal(list[i], i);
    assert_true(first[0] == 0 && first[2] == 2); /* the old piece stays valid */
    arena_drop(a);
}

struct log {
    char *at;
};

static struct log destroyed;

static void destroy(void *object) {
    *destroyed.at++ = *(char *)object;
}

static void adopted_objects_go_last_first(void **state) {
    (void)state;
    char order[4] = "", objects[] = "abc";
    destroyed.at = order;
    struct arena *a = arena_new();
    for (int i = 0; i < 3; i++)
        arena_adopt(a, &objects[i], destroy);
    arena_drop(a);
    assert_string_equal(order, "cba");
    arena_drop(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zeroed_and_aligned),
        cmocka_unit_test(pieces_do_not_overlap),
        cmocka_unit_test(strings_are_copied),
        cmocka_unit_test(lists_grow_and_keep_their_items),
        cmocka_unit_test(adopted_objects_go_last_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
