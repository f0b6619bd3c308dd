/* Listings on pages: cells, tabs, broken lines, numbers, pages. The cell of the face is 0.6 em of
 * 9 pt: 5.4 pt; the measure of 357 holds 66 of them. */
#include "page/tables.h"

static const double CELL = 5.4, MEASURE = 357;

static void test_han_take_two_cells(void **state) {
    (void)state;
    struct press p = press_open("zh");
    press_lay(&p, "<programlisting>|一二，四。|\n|1234567890|\n|ｱffi\u0301|</programlisting>");
    struct sight s = see_all(&p);
    const struct ink_seen *han = find_words(&s, "|一二，四。|"),
                          *latin = find_words(&s, "|1234567890|");
    assert_near(latin->width, 12 * CELL, 0.01);
    assert_near(han->width, latin->width, 0.01);
    press_close(&p);
}

static void test_tabs_stop_every_four_cells(void **state) {
    (void)state;
    struct press p = press_open("en");
    press_lay(&p, "<programlisting>\n\ta\nbb\tc\n字\td\n</programlisting>");
    struct sight s = see_all(&p);
    find_words(&s, "    a");
    find_words(&s, "bb  c");
    find_words(&s, "字  d");
    press_close(&p);
}

static void test_long_lines_are_broken_with_a_mark(void **state) {
    (void)state;
    struct press p = press_open("en");
    struct bytes text = {.arena = p.a};
    for (int i = 0; i < 150; i++)
        bytes_printf(&text, "%c", 'a' + i % 26);
    press_lay(&p,
              arena_printf(p.a, "<programlisting>  %.*s</programlisting>", (int)text.n, text.at));
    struct sight s = see_all(&p);
    const struct ink_seen *first = NULL;
    const char *all = "";
    size_t lines = 0;
    for (size_t i = 0; i < s.n; i++) {
        const char *words = s.at[i].words + strspn(s.at[i].words, " ");
        if (!s.at[i].text || s.at[i].artifact || strlen(words) < 14)
            continue;
        first = first ? first : &s.at[i];
        assert_true(s.at[i].x + s.at[i].width <= first->x + MEASURE + 0.05);
        /* the indent of the line and two cells for the mark */
        assert_near(s.at[i].x, first->x + (lines ? 4 * CELL : 0), 0.01);
        all = arena_printf(p.a, "%s%s", all, words);
        lines++;
    }
    /* 66 cells, then 62: 2 + 150 = 66 + 62 + 24 */
    assert_int_equal(lines, 3);
    assert_int_equal(strlen(all), 150);
    assert_memory_equal(all, text.at, 150);
    press_close(&p);
}

static void test_lines_are_numbered_on(void **state) {
    (void)state;
    struct press p = press_open("en");
    press_lay(&p, "<programlisting linenumbering='numbered' startinglinenumber='98'>one\ntwo\n"
                  "three</programlisting>"
                  "<programlisting linenumbering='numbered' continuation='continues'>four"
                  "</programlisting><programlisting>five</programlisting>");
    struct sight s = see_all(&p);
    static const char *const pairs[][2] = {
        {"98", "one"}, {"99", "two"}, {"100", "three"}, {"101", "four"}};
    double edge = find_words(&s, "five")->x;
    for (size_t i = 0; i < 4; i++) {
        const struct ink_seen *number = find_words(&s, pairs[i][0]);
        const struct ink_seen *line = find_words(&s, pairs[i][1]);
        assert_true(number->artifact);
        assert_near(number->y, line->y, 0.01);
        /* three figures and a cell and a half */
        assert_near(line->x, edge + 4.5 * CELL, 0.01);
        assert_near(number->x + number->width, line->x - 1.5 * CELL, 0.01);
    }
    press_close(&p);
}

static void test_no_page_ends_with_one_line(void **state) {
    (void)state;
    for (int before = 40; before < 54; before++) {
        struct press p = press_open("en");
        struct bytes text = {.arena = p.a};
        for (int i = 0; i < before; i++)
            bytes_puts(&text, "<para>Words.</para>");
        bytes_puts(&text, "<programlisting>");
        for (int i = 0; i < 60; i++)
            bytes_printf(&text, "line%d\n", i);
        press_lay(&p, arena_printf(p.a, "%.*s</programlisting>", (int)text.n, text.at));
        struct sight s = see_all(&p);
        size_t on_page[64] = {0}, n = 0;
        for (size_t i = 0; i < s.n; i++)
            if (!strncmp(s.at[i].words, "line", 4)) {
                on_page[s.at[i].page]++;
                n++;
            }
        assert_int_equal(n, 60);
        for (size_t k = 0; k < 64; k++)
            assert_true(on_page[k] != 1);
        press_close(&p);
    }
}

static void test_written_lines_stay(void **state) {
    (void)state;
    struct press p = press_open("zh");
    press_lay(&p, "<literallayout>先问容量，\n再问带宽，\n算力最后。</literallayout>"
                  "<para><prompt>$</prompt> <userinput>make</userinput></para>");
    struct sight s = see_all(&p);
    const struct ink_seen *one = find_words(&s, "先问容量，"), *two = find_words(&s, "再问带宽，");
    assert_near(two->x, one->x, 0.01);
    assert_near(two->y - one->y, 18, 0.01);
    assert_near(find_words(&s, "算力最后。")->y - two->y, 18, 0.01);
    press_close(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_han_take_two_cells),
        cmocka_unit_test(test_tabs_stop_every_four_cells),
        cmocka_unit_test(test_long_lines_are_broken_with_a_mark),
        cmocka_unit_test(test_lines_are_numbered_on),
        cmocka_unit_test(test_no_page_ends_with_one_line),
        cmocka_unit_test(test_written_lines_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
