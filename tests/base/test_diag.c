#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/file.h"

struct room {
    struct arena *arena;
    struct diag *diag;
};

static int set_up(void **state) {
    struct arena *a = arena_new();
    struct room *r = ARENA_NEW(a, struct room);
    *r = (struct room){a, diag_new(a)};
    *state = r;
    return 0;
}

static int tear_down(void **state) {
    arena_drop(((struct room *)*state)->arena);
    return 0;
}

static const struct source *source(struct room *r, const char *name, const char *text) {
    struct source *s = ARENA_NEW(r->arena, struct source);
    *s = (struct source){name, text, strlen(text)};
    return s;
}

/* The span of the first `what` in the source. */
static struct span span_of(const struct source *s, const char *what) {
    const char *at = strstr(s->text, what);
    assert_non_null(at);
    size_t from = (size_t)(at - s->text);
    return (struct span){s, from, from + strlen(what)};
}

static void report(struct room *r, struct span at, const char *found) {
    diag_report(r->diag, DIAG_UNKNOWN_UNIT, at, found, "GiB", NULL);
}

static const char *printed(struct room *r) {
    struct bytes out = {.arena = r->arena};
    bytes_puts(&out, "");
    diag_write(r->diag, &out, false);
    return out.at;
}

/* ── Places ── */

static void is_place(struct span span, size_t line, size_t column) {
    struct place p = span_place(span);
    assert_int_equal(p.line, line);
    assert_int_equal(p.column, column);
}

static void columns_count_characters(void **state) {
    const struct source *s = source(*state, "x", "一二\r\n𠮷é=x\n\nend");
    is_place(span_of(s, "一"), 1, 1);
    is_place(span_of(s, "二"), 1, 2);
    is_place(span_of(s, "𠮷"), 2, 1);
    is_place(span_of(s, "é"), 2, 2);
    is_place(span_of(s, "x"), 2, 4);
    is_place(span_of(s, "end"), 4, 1);
    is_place((struct span){s, 9999, 9999}, 4, 4);
    is_place((struct span){0}, 1, 1);
}

static void a_byte_order_mark_has_no_column(void **state) {
    const struct source *s = source(*state, "x", "\xEF\xBB\xBF<a/>");
    is_place(span_of(s, "<a/>"), 1, 1);
    is_place((struct span){s, 0, 0}, 1, 1);
}

/* ── Printing ── */

static void a_report_shows_its_line(void **state) {
    struct room *r = *state;
    const struct source *s = source(r, "content/zh/01.xml", "<a>\n\t<b w=\"80 GIB\"/>\n</a>\n");
    diag_report(r->diag, DIAG_UNKNOWN_UNIT, span_of(s, "80 GIB"), "GIB", "a unit", "GiB");
    diag_note(r->diag, span_of(s, "<a>"), "inside %s", "this");
    diag_note(r->diag, (struct span){0}, "see design");
    assert_string_equal(printed(r),
                        "content/zh/01.xml:2:8: error: unknown unit “GIB”; expected a unit\n"
                        "    2 | \t<b w=\"80 GIB\"/>\n"
                        "      | \t      ^~~~~~\n"
                        "  note: content/zh/01.xml:1:1: inside this\n"
                        "  note: see design\n"
                        "  did you mean “GiB”?\n");
}

static void wide_characters_take_two_columns(void **state) {
    struct room *r = *state;
    const struct source *s = source(r, "x.xml", "显存带宽 GIB 单位");
    report(r, span_of(s, "GIB"), "GIB");
    report(r, span_of(s, "单位"), "单位");
    assert_string_equal(printed(r), "x.xml:1:6: error: unknown unit “GIB”; expected GiB\n"
                                    "    1 | 显存带宽 GIB 单位\n"
                                    "      |          ^~~\n"
                                    "x.xml:1:10: error: unknown unit “单位”; expected GiB\n"
                                    "    1 | 显存带宽 GIB 单位\n"
                                    "      |              ^~~~\n");
}

static void without_a_place_the_program_speaks(void **state) {
    struct room *r = *state;
    report(r, (struct span){0}, "GIB");
    assert_string_equal(printed(r), "ridge: error: unknown unit “GIB”; expected GiB\n");
}

static void a_clause_without_value_is_left_out(void **state) {
    struct room *r = *state;
    diag_report(r->diag, DIAG_UNKNOWN_UNIT, (struct span){0}, "GIB", NULL, NULL);
    assert_string_equal(printed(r), "ridge: error: unknown unit “GIB”\n");
}

static void only_the_first_line_is_underlined(void **state) {
    struct room *r = *state;
    const struct source *s = source(r, "x.xml", "ab <c\n  d>\n");
    report(r, span_of(s, "<c\n  d>"), "x");
    assert_string_equal(printed(r), "x.xml:1:4: error: unknown unit “x”; expected GiB\n"
                                    "    1 | ab <c\n"
                                    "      |    ^~\n");
}

static void reports_stand_in_order_of_place(void **state) {
    struct room *r = *state;
    const struct source *one = source(r, "1.xml", "a b c"), *two = source(r, "2.xml", "a b c");
    report(r, span_of(two, "c"), "first");
    report(r, span_of(one, "b"), "second");
    report(r, span_of(two, "a"), "third");
    report(r, span_of(two, "a"), "fourth");
    const char *text = printed(r);
    const char *order[] = {"“third”", "“fourth”", "“first”", "“second”"};
    for (size_t i = 1; i < 4; i++)
        assert_true(strstr(text, order[i - 1]) < strstr(text, order[i]));
}

static void the_same_report_is_made_once(void **state) {
    struct room *r = *state;
    const struct source *s = source(r, "x.xml", "a b");
    for (int i = 0; i < 3; i++) {
        report(r, span_of(s, "b"), "b");
        diag_note(r->diag, span_of(s, "a"), "from here");
    }
    report(r, span_of(s, "a"), "b");
    assert_int_equal(diag_count(r->diag, SEVERITY_WARNING), 2);
    assert_int_equal(diag_faults(r->diag), 4); /* so that the second step that meets it fails too */
    const char *note = strstr(printed(r), "note:");
    assert_non_null(note);
    assert_null(strstr(note + 1, "note:"));
}

static void a_file_read_twice_is_one_file(void **state) {
    struct room *r = *state;
    const struct source *one = source(r, "x.xml", "a b"), *two = source(r, "x.xml", "a b");
    const struct source *other = source(r, "y.xml", "a b");
    report(r, span_of(one, "b"), "b");
    report(r, span_of(two, "b"), "b");
    report(r, span_of(other, "b"), "b");
    report(r, span_of(two, "a"), "a");
    assert_int_equal(diag_count(r->diag, SEVERITY_WARNING), 3);
    assert_non_null(strstr(printed(r), "x.xml:1:1: error: unknown unit “a”"));
    assert_true(strstr(printed(r), "x.xml:1:1:") < strstr(printed(r), "x.xml:1:3:"));
    assert_true(strstr(printed(r), "x.xml:1:3:") < strstr(printed(r), "y.xml:1:3:"));
}

static void long_lines_are_cut_around_the_caret(void **state) {
    struct room *r = *state;
    char *text = arena_alloc(r->arena, 100001);
    memset(text, 'a', 100000);
    text[50000] = 'X';
    const struct source *s = source(r, "x.xml", text);
    report(r, (struct span){s, 50000, 50001}, "x");
    const char *line = strstr(printed(r), "    1 | "), *caret = strstr(line, "\n      | ");
    assert_non_null(caret);
    assert_in_range(caret - line, 90, 120);
    /* "…" has three bytes and one column; both gutters have eight. */
    assert_int_equal(strchr(line, 'X') - line - 2, strchr(caret, '^') - caret - 1);
}

static void control_characters_do_not_reach_the_terminal(void **state) {
    struct room *r = *state;
    const struct source *s = source(r, "x.xml", "a \033[31m \xFF z");
    report(r, span_of(s, "z"), "\033]0;title\007\nnext");
    const char *text = printed(r);
    assert_null(strchr(text, '\033'));
    assert_null(strchr(text, '\007'));
    assert_null(strchr(text, '\xFF'));
    assert_non_null(strstr(text, "title� next"));
}

static void odd_spans_are_survived(void **state) {
    struct room *r = *state;
    const struct source *s = source(r, "x.xml", "ab\n"), *empty = source(r, "e.xml", "");
    report(r, (struct span){s, 3, 3}, "end");
    report(r, (struct span){s, 500, 400}, "behind");
    report(r, (struct span){s, 2, 1}, "backwards");
    report(r, (struct span){empty, 0, 7}, "empty");
    static const struct source unread = {"u.xml", NULL, 0};
    report(r, (struct span){&unread, 0, 0}, "unread");
    const char *text = printed(r);
    assert_non_null(strstr(text, "x.xml:2:1: error: unknown unit “end”"));
    assert_non_null(strstr(text, "e.xml:1:1: error"));
    assert_non_null(strstr(text, "u.xml: error: unknown unit “unread”"));
}

static void colour_only_when_asked_for(void **state) {
    struct room *r = *state;
    report(r, (struct span){0}, "x");
    assert_null(strchr(printed(r), '\033'));
    struct bytes out = {.arena = r->arena};
    diag_write(r->diag, &out, true);
    assert_non_null(strchr(out.at, '\033'));
}

/* ── Exit status ── */

static void the_worst_decides_the_status(void **state) {
    struct room *r = *state;
    assert_int_equal(diag_exit_status(r->diag), 0);
    diag_report(r->diag, DIAG_UNKNOWN_UNIT, (struct span){0}, "x", NULL, NULL);
    assert_int_equal(diag_exit_status(r->diag), 1);
    diag_report(r->diag, DIAG_FILE_UNWRITABLE, (struct span){0}, "x", "y", NULL);
    assert_int_equal(diag_exit_status(r->diag), 3);
    assert_int_equal(diag_count(r->diag, SEVERITY_ERROR), 2);
    assert_int_equal(diag_count(r->diag, SEVERITY_MACHINE), 1);
}

static void many_reports_take_little_time(void **state) {
    struct room *r = *state;
    enum { REPORTS = 20000 };
    char *text = arena_alloc(r->arena, REPORTS * 2 + 1);
    for (int i = 0; i < REPORTS; i++)
        memcpy(text + i * 2, "a\n", 2);
    const struct source *s = source(r, "x.xml", text);
    for (size_t i = REPORTS; i-- > 0;)
        report(r, (struct span){s, i * 2, i * 2 + 1}, "a");
    assert_int_equal(diag_count(r->diag, SEVERITY_ERROR), REPORTS);
    const char *all = printed(r);
    assert_non_null(strstr(all, "\nx.xml:500:1: error: "));
    assert_null(strstr(all, "\nx.xml:501:1: error: "));
    assert_non_null(strstr(all, "\nridge: and 19500 more\n"));
}

/* A list of words in one place: each is a report of its own. */
static void many_words_at_one_place_take_little_time(void **state) {
    struct room *r = *state;
    enum { WORDS = 100000 };
    const struct source *s = source(r, "x.xml", "a\n");
    clock_t before = clock();
    for (int i = 0; i < WORDS; i++)
        report(r, (struct span){s, 0, 1}, arena_printf(r->arena, "word-%d", i));
    assert_int_equal(diag_count(r->diag, SEVERITY_ERROR), WORDS);
    assert_true(clock() - before < 10 * CLOCKS_PER_SEC);
}

/* Warnings do not push an error out. */
static void an_error_behind_many_warnings_is_printed(void **state) {
    struct room *r = *state;
    for (int i = 0; i < 2000; i++)
        diag_report(r->diag, DIAG_TYPED_DIGIT, (struct span){0}, arena_printf(r->arena, "%d", i),
                    NULL, NULL);
    diag_report(r->diag, DIAG_UNKNOWN_UNIT, (struct span){0}, "furlong", NULL, NULL);
    assert_non_null(strstr(printed(r), "unknown unit “furlong”"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(columns_count_characters),
        TEST(a_byte_order_mark_has_no_column),
        TEST(a_report_shows_its_line),
        TEST(wide_characters_take_two_columns),
        TEST(without_a_place_the_program_speaks),
        TEST(a_clause_without_value_is_left_out),
        TEST(only_the_first_line_is_underlined),
        TEST(reports_stand_in_order_of_place),
        TEST(the_same_report_is_made_once),
        TEST(a_file_read_twice_is_one_file),
        TEST(long_lines_are_cut_around_the_caret),
        TEST(control_characters_do_not_reach_the_terminal),
        TEST(odd_spans_are_survived),
        TEST(colour_only_when_asked_for),
        TEST(the_worst_decides_the_status),
        TEST(many_reports_take_little_time),
        TEST(many_words_at_one_place_take_little_time),
        TEST(an_error_behind_many_warnings_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
