/* What a page gives out of the lines that stay free at its foot: by hand, on a grid of 18. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "page/page_fill.h"

enum { ITEMS = 8 };

/* Text, heading (kept with what follows), text, figure, text, edge of a callout, its line. */
struct page {
    struct flow_item items[ITEMS], *at[ITEMS];
    struct page_items all;
};

static void page_make(struct page *p) {
    *p = (struct page){.all = {.at = p->at, .count = 7}};
    for (size_t i = 0; i < ITEMS; i++) {
        p->items[i].y = 72 + 36 * (double)i;
        p->items[i].strip.height = 18;
        p->at[i] = &p->items[i];
    }
    p->items[1].strip.heading = p->items[1].strip.keep = true;
    p->items[1].strip.before = 24;
    p->items[3].strip.floats = true;
    p->items[5].strip.keep = true;
    p->items[5].strip.before = 12;
}

static void assert_lowered(const struct page *p, const int *lines) {
    for (size_t i = 0; i < p->all.count; i++)
        assert_int_equal((int)(p->items[i].y - (72 + 36 * (double)i)), 18 * lines[i]);
}

/* Headings first, then both sides of figures, then callouts; text below goes down with them. */
static void lines_go_where_there_is_white(void **state) {
    (void)state;
    static const struct {
        double room;
        int given, lines[ITEMS];
    } cases[] = {
        {17, 0, {0}},
        {18, 1, {0, 1, 1, 1, 1, 1, 1}},
        {40, 2, {0, 1, 1, 2, 2, 2, 2}},
        {54, 3, {0, 1, 1, 2, 3, 3, 3}},
        {72, 4, {0, 1, 1, 2, 3, 4, 4}},
        {90, 4, {0, 1, 1, 2, 3, 4, 4}}, /* one line may stay */
        {108, 0, {0}},                  /* six lines are a page that ends early */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct page p;
        page_make(&p);
        assert_int_equal((int)page_spread(&p.all, 18, cases[i].room), 18 * cases[i].given);
        assert_lowered(&p, cases[i].lines);
    }
}

static void too_few_places_give_nothing(void **state) {
    (void)state;
    struct page p;
    page_make(&p);
    p.all.count = 3; /* the heading alone */
    assert_int_equal((int)page_spread(&p.all, 18, 54), 0);
    assert_int_equal((int)page_spread(&p.all, 18, 36), 18);
    page_make(&p);
    assert_int_equal((int)page_spread(&p.all, 0, 54), 0); /* no grid */
    p.items[0].strip.keep = p.items[2].strip.keep = p.items[3].strip.keep = true;
    p.items[4].strip.keep = true;
    assert_int_equal((int)page_spread(&p.all, 18, 36), 0);
}

/* Four questions, labels and lines: an even distance is worth more than a full page. */
static void blocks_keep_their_distance(void **state) {
    (void)state;
    static const int given[] = {0, 0, 0, 3, 3, 0};
    for (int lines = 1; lines <= 5; lines++) {
        struct page p;
        page_make(&p);
        p.all.count = ITEMS;
        for (size_t i = 0; i < ITEMS; i += 2) {
            p.items[i].strip = (struct strip){.before = 18, .keep = true};
            p.items[i + 1].strip = (struct strip){.height = 18};
        }
        assert_int_equal((int)page_spread(&p.all, 18, 18 * lines), 18 * given[lines]);
    }
}

/* Rows of a table are never parted, nor is what begins the page lowered. */
static void rows_stay_together(void **state) {
    (void)state;
    struct page p;
    page_make(&p);
    p.all.count = 2;
    p.items[1].strip.row_before = &p.items[0];
    p.items[0].strip.heading = true;
    assert_int_equal((int)page_spread(&p.all, 18, 18), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_go_where_there_is_white),
        cmocka_unit_test(too_few_places_give_nothing),
        cmocka_unit_test(blocks_keep_their_distance),
        cmocka_unit_test(rows_stay_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
