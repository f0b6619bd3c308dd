/* Lists of figures and tables: where they begin. */
#include "page/laying.h"

/* A list of so many figures, all of them the one of the book. */
static void add_list(struct bench *t, struct block *b, const char *id, int entries) {
    struct block *l = add(b, block(t, BLOCK_LISTING));
    l->id = id;
    l->title = words(t, "插图目录");
    for (int i = 0; i < entries; i++) {
        struct use *use = ARENA_NEW(t->a, struct use);
        use->from = "f-1";
        struct block *item = add(l, block(t, BLOCK_ITEM));
        item->number = arena_printf(t->a, "1.%d", i + 1);
        item->title = words(t, "一个方框");
        item->uses = use;
        item->use_count = 1;
    }
}

/* Where lists of so many entries begin in a book of so many sections: the heads of lists and of the
 * contents, all 10 pt above the type area on pages of their own (design 5). */
static void places(int first, int second, int sections, struct spot_seen at[3]) {
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t);
    add_list(&t, b, "list-1", first);
    add_list(&t, b, "list-2", second);
    struct block *c = chapter(&t, b, "c-1", "1");
    for (int i = 0; i < sections; i++)
        add(section(&t, c, arena_printf(t.a, "1.%d", i + 1)), para(&t, 1));
    add(c, figure(&t, 357, 200))->id = "f-1";
    const struct laid *l = lay(&t, b);
    at[0] = spot_of(l, "list-1");
    at[1] = spot_of(l, "list-2");
    at[2] = spot_of(l, "c-1");
    check_tags(l, 1);
    bench_close(&t);
}

static const double HEAD = 62; /* of a page of its own */
enum { CONTENTS = 2 };

/* Entries have lines of 16.5, heads take at least title and rule. */
static void test_below_each_other(void **state) {
    (void)state;
    struct spot_seen at[3];
    places(8, 8, 20, at);
    assert_int_equal(at[0].page, CONTENTS + 1);
    assert_near(at[0].y, HEAD, 0.01);
    assert_int_equal(at[1].page, CONTENTS + 1);
    assert_true(at[1].y > HEAD + 36 + 8 * 16.5 + 2 * 18);
    assert_true(at[1].y < HEAD + 36 + 8 * 16.5 + 6 * 18);
}

static void test_below_the_contents(void **state) {
    (void)state;
    struct spot_seen at[3];
    places(2, 3, 4, at);
    assert_int_equal(at[0].page, CONTENTS);
    assert_int_equal(at[1].page, CONTENTS);
    assert_true(at[0].y > HEAD + 36 + 7 * 16.5 && at[1].y > at[0].y + 36 + 2 * 16.5);
    assert_true(at[2].page == CONTENTS + 2); /* on the next right-hand page */
}

/* A list of more entries than are left below the other one begins a page. */
static void test_too_long(void **state) {
    (void)state;
    struct spot_seen at[3];
    places(20, 20, 4, at);
    assert_int_equal(at[0].page, CONTENTS + 1);
    assert_int_equal(at[1].page, CONTENTS + 2);
    assert_near(at[1].y, HEAD, 0.01);
    places(90, 4, 4, at); /* 41 entries fit on a page */
    assert_int_equal(at[0].page, CONTENTS + 1);
    assert_int_equal(at[1].page, CONTENTS + 3);
    assert_true(at[1].y > HEAD + 10 * 16.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_below_each_other),
        cmocka_unit_test(test_below_the_contents),
        cmocka_unit_test(test_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
